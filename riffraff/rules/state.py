"""The state of a game: what lies where, who is captain, whose turn it is and what comes next."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from riffraff.rules.material import CARDS, PIECES, Area, Card, Piece, Seat


class Phase(Enum):
    """What has to happen next."""

    CARDS = "cards"
    """Every player chooses a card face down (R3.1)."""
    CAPTAIN = "captain"
    """The captain in office names the new one among equals (R3.2)."""
    ORDER = "order"
    """The new captain orders the turns of equal cards (R3.3)."""
    ANNOUNCE = "announce"
    """The active player announces one or two pieces (R4.3)."""
    TAKE = "take"
    """The active player takes a piece, or passes (R4.1, R4.8)."""
    CARRY = "carry"
    """The hand carries the piece to the ship; the world reports (R4.5)."""
    SETTLE = "settle"
    """The hand is empty; the world reports until everything is at rest (R5.1)."""
    OVER = "over"
    """The game has ended (R6.1, R7.1)."""


class Where(Enum):
    """The kinds of place a piece can be at."""

    BOX = "box"
    """Unused: with three players the fourth set stays in the box (R2.1)."""
    SUPPLY = "supply"
    HAND = "hand"
    ABOARD = "aboard"
    AIR = "air"
    """Tumbling; not yet fallen."""
    LANDED = "landed"
    """Fallen in the running attempt; a supply takes it when the attempt is over (R5.5)."""
    CAUGHT = "caught"
    """Caught in the running attempt; its fate is settled when the attempt is over (R5.3, R5.4)."""
    OUT = "out"
    """Out of the game for good (R5.3)."""


class Ending(Enum):
    """Why the game is over."""

    EMPTY_SUPPLY = "empty supply"
    """A player loaded the last own piece (R6.1)."""
    CARDS_PLAYED = "cards played"
    """All rounds are over (R7.1)."""


@dataclass(frozen=True)
class Place:
    """Where one piece is.

    Attributes:
        where: the kind of place.
        seat: whose supply; None elsewhere.
        area: for a piece aboard the area it lay on when last settled (or was let go at), None if on no
            numbered area. A piece in the air keeps it, for the case that it returns.
    """

    where: Where
    seat: Seat | None = None
    area: Area | None = None


FACE_DOWN: Final[Card] = 0
"""Stands in a view for a card that another player has chosen face down."""


@dataclass(frozen=True)
class State:
    """A game at one moment; hashable, comparable, changed only by `step`.

    Each piece has one entry in `pieces` and each card is either in a `played` pile or, by that, in the
    hand: nothing can be in two places.

    Attributes:
        phase: what has to happen next.
        round: running round, from 1.
        captain: the captain in office (R3.5).
        played: per seat the cards on its pile, the newest last (R3.4).
        chosen: per seat the card chosen face down for this round, still counted to the hand until all are
            revealed; None if not chosen yet, `FACE_DOWN` if hidden in a `view`.
        order: seats in the turn order of the round (R3.3); empty until it is known.
        turn: position of the running turn in `order`.
        count: pieces announced for the turn (R4.3), 1 or 2; 0 before the announcement.
        attempt: running attempt of the turn, 1 or 2 (R4.2).
        loading: the piece of the running attempt (R5.4); None before it is taken.
        pieces: place of each piece, by `Piece.index`.
    """

    phase: Phase
    round: int
    captain: Seat
    played: tuple[tuple[Card, ...], ...]
    chosen: tuple[Card | None, ...]
    order: tuple[Seat, ...]
    turn: int
    count: int
    attempt: int
    loading: Piece | None
    pieces: tuple[Place, ...]

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.played)

    @property
    def rounds(self) -> int:
        """Rounds after which the game ends at the latest (R7.1, R7.3)."""
        return 2 * len(CARDS) if self.players == 2 else len(CARDS)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Per seat the cards in hand, ascending: those not on its pile."""
        return tuple(tuple(card for card in CARDS if card not in pile) for pile in self.played)

    @property
    def revealed(self) -> tuple[Card, ...]:
        """Per seat the card of this round; empty while they are being chosen."""
        return () if self.phase is Phase.CARDS else tuple(pile[-1] for pile in self.played)

    @property
    def active(self) -> Seat | None:
        """The seat whose turn it is, None between turns."""
        return self.order[self.turn] if self.order and self.phase is not Phase.OVER else None

    @property
    def area(self) -> Area | None:
        """The area that the active player's card shows (R4.1), None between turns."""
        return None if self.active is None else self.revealed[self.active]

    @property
    def supplies(self) -> tuple[tuple[Piece, ...], ...]:
        """Per seat the pieces of its supply, by index."""
        return tuple(self.supply(seat) for seat in range(self.players))

    @property
    def hand(self) -> Piece | None:
        """The piece being carried to the ship."""
        return self.loading if self.phase is Phase.CARRY else None

    @property
    def aboard(self) -> dict[Piece, Area | None]:
        """The cargo on the ship, each piece with its area (see `Place.area`)."""
        return {piece: self.pieces[piece.index].area for piece in self.at(Where.ABOARD)}

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winning seats; empty while the game runs.

        An empty supply is the fewest possible and nobody else can have one (a supply shrinks in the own
        turn only), so the fewest pieces win however the game ended (R6.1, R7.1, R7.2).
        """
        if self.phase is not Phase.OVER:
            return ()
        sizes = [len(supply) for supply in self.supplies]
        return tuple(seat for seat, size in enumerate(sizes) if size == min(sizes))

    @property
    def ending(self) -> Ending | None:
        """Why the game is over; None while it runs."""
        if self.phase is not Phase.OVER:
            return None
        return Ending.CARDS_PLAYED if all(self.supplies) else Ending.EMPTY_SUPPLY

    def supply(self, seat: Seat) -> tuple[Piece, ...]:
        """The pieces of one seat's supply, by index."""
        return tuple(piece for piece, place in zip(PIECES, self.pieces, strict=True) if place.seat == seat)

    def at(self, where: Where) -> tuple[Piece, ...]:
        """The pieces at a kind of place, by index."""
        return tuple(piece for piece, place in zip(PIECES, self.pieces, strict=True) if place.where is where)


def new_game(players: int, *, oldest: Seat = 0) -> State:
    """The state before the first round: everything dealt, nothing aboard (R2).

    Args:
        players: 2 to 4. With two, each owns two sets of cargo; with three, one set stays in the box.
        oldest: the seat that is captain before the first round (R2.3).

    Raises:
        ValueError: no such number of players, or no such seat.
    """
    if players not in _DEALS:
        raise ValueError(f"R2.1: the game cannot be played by {players}; it takes 2 to 4 players")
    if oldest not in range(players):
        raise ValueError(f"R2.3: no oldest player sits at seat {oldest}; seats are 0 to {players - 1}")
    return State(
        phase=Phase.CARDS,
        round=1,
        captain=oldest,
        played=((),) * players,
        chosen=(None,) * players,
        order=(),
        turn=0,
        count=0,
        attempt=1,
        loading=None,
        pieces=_DEALS[players],
    )


def _deal(sets_each: int, players: int) -> tuple[Place, ...]:
    owners = (piece.set // sets_each for piece in PIECES)
    return tuple(Place(Where.SUPPLY, seat=seat) if seat < players else Place(Where.BOX) for seat in owners)


_DEALS: Final = {2: _deal(2, 2), 3: _deal(1, 3), 4: _deal(1, 4)}
"""Number of players -> the place of each piece at the start (R2.1, R2.2)."""


def places(state: State) -> dict[Piece, Place]:
    """Where each of the 32 pieces is."""
    return dict(zip(PIECES, state.pieces, strict=True))


def view(state: State, seat: Seat | None) -> State:
    """What one player (or, for None, a spectator) may know: the state without others' face-down cards.

    All else is public: hands follow from the piles on the table. The legal actions are the same, but a
    view cannot be stepped through the reveal of the cards it hides.
    """
    return replace(
        state,
        chosen=tuple(
            card if card is None or owner == seat else FACE_DOWN for owner, card in enumerate(state.chosen)
        ),
    )
