"""The error of this package, and text fit for it."""

from collections.abc import Sequence

_SHOWN = 20


class ParameterError(ValueError):
    """Parameters that cannot be: one line for each problem, saying where, what and what would be right.

    Attributes:
        problems: the lines, in the order of the input, or of its groups.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            self.problems
        )  # what pickle builds it from again, on the way out of a worker process

    def __str__(self) -> str:
        more = len(self.problems) - _SHOWN
        return "\n".join([*self.problems[:_SHOWN], *([f"and {more} more problems"] if more > 0 else [])])


def one_line(text: str) -> str:
    """`text` with what would break or garble a line escaped."""
    return text if text.isprintable() else repr(text)[1:-1]


def shortened(text: str, longest: int = 60) -> str:
    """`text` on one line, cut where it is too long for a message."""
    return one_line(text if len(text) <= longest else f"{text[:longest]}...")
