"""Everything that can happen in a game: decisions of the players and reports of the world.

The rules never see a pose. The physics (or a person at a real table) performs what the players decide
and reports what became of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from riffraff.rules.material import Area, Card, Piece, Seat


@dataclass(frozen=True)
class ChooseCard:
    """A seat puts a card of its hand face down (R3.1); the last one to do so reveals all."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class ChooseCaptain:
    """The captain still in office names the new one among the seats with the highest card (R3.2)."""

    seat: Seat


@dataclass(frozen=True)
class ChooseOrder:
    """The new captain gives the turn order of the round, which settles every tie at once (R3.3).

    Attributes:
        seats: all seats in turn order, the captain first.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Announce:
    """The active player announces one or two pieces (R4.2, R4.3)."""

    count: int


@dataclass(frozen=True)
class Take:
    """The active player takes a piece of the own supply into the hand (R4.1)."""

    piece: Piece


@dataclass(frozen=True)
class Pass:
    """The active player loads nothing (more) and ends the turn (R4.8)."""


@dataclass(frozen=True)
class LetGo:
    """The piece in hand was laid or hung in the card's area and is held no longer (R4.5)."""


@dataclass(frozen=True)
class TakeBack:
    """The piece in hand returned to the supply: no legal spot (R4.6) or out of reach, or cargo fell.

    The player then chooses a piece again. Only if cargo is still in the air, or has fallen, has the
    world to `Settle` first. So report it once the hand is clear and the ship at rest.
    """


@dataclass(frozen=True)
class Leave:
    """A piece aboard lost its support and tumbles: not yet fallen, to be followed up (R5.1)."""

    piece: Piece


@dataclass(frozen=True)
class Return:
    """A tumbling piece came to lie on the ship or its cargo again: it has not fallen (R5.1)."""

    piece: Piece


@dataclass(frozen=True)
class Fall:
    """A tumbling piece touched something that is not the ship: it has fallen (R5.1)."""

    piece: Piece


@dataclass(frozen=True)
class Catch:
    """A seat, which must be the active one, caught a tumbling piece (R5.2)."""

    seat: Seat
    piece: Piece


@dataclass(frozen=True)
class Settle:
    """Everything is at rest: the attempt is over and falls and catches take effect (R5.3-R5.5).

    Attributes:
        areas: for each piece aboard the area it lies on, None if on no numbered area.
    """

    areas: Mapping[Piece, Area | None]

    def __post_init__(self) -> None:
        # A copy, so that the caller's later changes to the mapping do not change this value.
        object.__setattr__(self, "areas", dict(self.areas))

    def __hash__(self) -> int:
        return hash(frozenset(self.areas.items()))


Decision: TypeAlias = ChooseCard | ChooseCaptain | ChooseOrder | Announce | Take | Pass
"""What a player does."""
Report: TypeAlias = LetGo | TakeBack | Leave | Return | Fall | Catch | Settle
"""What the world answers."""
Action: TypeAlias = Decision | Report
