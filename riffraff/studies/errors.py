"""The error of this package."""

from collections.abc import Sequence


class StudyError(ValueError):
    """A study that cannot be, or cannot go on: one line for each problem, saying where, what and what to do.

    Attributes:
        problems: the lines.
        wrong: whether it was asked for wrongly; else it failed on its way.
    """

    def __init__(self, problems: str | Sequence[str], wrong: bool = True) -> None:
        self.problems = (problems,) if isinstance(problems, str) else tuple(problems)
        self.wrong = wrong
        super().__init__(self.problems, wrong)  # what pickle builds it from again

    def __str__(self) -> str:
        return "\n".join(self.problems)
