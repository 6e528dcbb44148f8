"""Why a piece may not be let go where the hand has it."""

import enum
from dataclasses import dataclass

from riffraff.rules import Area


class Reason(enum.Enum):
    """The kinds of objection."""

    NOT_IN_AREA = "not in area"
    """It is not in the area of the card, or does not rest on it (R4.1)."""
    STICKS_OUT = "sticks out"
    """It sticks out into another area (R4.6)."""
    TOUCHES_NOTHING = "touches nothing"
    """Nothing is there to lay it on (R4.5)."""
    BLOCKED = "blocked"
    """The hand did not get there."""
    NO_ROOM = "no room"
    """The hand cannot take it up where it should."""
    CARGO_FELL = "cargo fell"
    """The turn is over (R5.1)."""
    PUT_BACK = "put back"
    """The player has given it back: no objection of the rules."""


@dataclass(frozen=True)
class Objection:
    """One objection.

    Attributes:
        reason: its kind.
        sentence: what a person reads.
        area: the area it is not in, or into which it sticks out; else None.
    """

    reason: Reason
    sentence: str
    area: Area | None = None

    def __str__(self) -> str:
        return self.sentence
