"""What the rules refuse."""


class IllegalAction(ValueError):  # noqa: N818 - named for what was refused, like its attributes
    """An action that the rules forbid in this state; the state is untouched.

    Attributes:
        clause: number of the clause that forbids it, a key of `CLAUSES`, e.g. "R4.2".
        wrong: what was wrong.
        right: what would be right.
    """

    def __init__(self, clause: str, wrong: str, right: str) -> None:
        # All three go to the base class so that the error survives pickling between processes.
        super().__init__(clause, wrong, right)
        self.clause = clause
        self.wrong = wrong
        self.right = right

    def __str__(self) -> str:
        return f"{self.clause}: {self.wrong}; {self.right}"


class InvariantError(ValueError):
    """A state that no sequence of legal actions leads to, e.g. with a piece in two hands."""
