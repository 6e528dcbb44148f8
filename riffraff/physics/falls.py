"""Which pieces are aboard, which tumble, which have fallen: rule R5.1 by contact and support.

A piece is *aboard* while a chain of touching pieces ends at the ship. It *tumbles* from the moment it lost
that chain until it lands or is carried again; one that bounces back, or drops from a yardarm to the deck,
has not fallen. It has *fallen* when it touches what is neither the ship nor cargo the ship carries: the
table, the box, the waves, the ring. The watch sees contacts and the clock, nothing else.
"""

import enum
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riffraff.model import PIECES

GROUND, SHIP, FIRST_PIECE = 0, 1, 2
"""Nodes of the graph of contacts: all that is not ship nor cargo, the ship, then one node a piece."""

NODES = FIRST_PIECE + PIECES

LET_GO_TIME = 0.05
"""Time without support [s] after which a piece tumbles: shorter hops are the rattle of a rolling piece."""

REGAIN_TIME = 0.10
"""Time with support [s] after which a tumbling piece is aboard again: shorter touches are bumps."""


class Status(enum.IntEnum):
    """Where a piece is, as far as falling goes."""

    ABSENT = 0
    HELD = 1
    ABOARD = 2
    TUMBLING = 3
    FALLEN = 4


class Change(enum.Enum):
    """What can happen to a piece that was let go."""

    LEFT = "left"
    RETURNED = "returned"
    LANDED = "landed"


@dataclass(frozen=True)
class Event:
    """A change of one piece's status, with the simulated time [s] of its cause."""

    time: float
    piece: int
    change: Change


Bools = npt.NDArray[np.bool_]
Pairs = npt.NDArray[np.int64]


def reached(pairs: Pairs, sources: Bools, through: Bools) -> Bools:
    """Nodes connected to `sources` by contacts, along nodes of `through`.

    Args:
        pairs: touching nodes, shape [contact, 2].
        sources: where the search starts, shape [node].
        through: nodes that may pass the connection on, shape [node].
    """
    first, second = pairs[:, 0], pairs[:, 1]
    leads = np.zeros((len(sources), len(sources)), bool)  # to a node of the row from that of the column
    leads[first, second] = leads[second, first] = True
    leads &= through[:, None]
    found = sources
    while True:
        further: Bools = found | (leads @ found)
        if np.array_equal(further, found):
            return further
        found = further


class FallWatch:
    """Follows the status of every piece from the contacts of frame after frame.

    Attributes:
        status: `Status` of every piece, shape [32], int8; to be changed by `set` alone.
        count: how many pieces have each `Status`.
    """

    def __init__(self) -> None:
        self.status = np.zeros(PIECES, np.int8)
        self.count = [PIECES] + [0] * (len(Status) - 1)
        self._lost = np.full(PIECES, np.nan)  # since when an aboard piece has no support
        self._regained = np.full(PIECES, np.nan)  # since when a tumbling piece has support
        self._unsure = False  # whether a piece that counts as aboard has none
        self._unseen = False  # whether a status was set since contacts were last taken in

    def set(self, piece: int, status: Status) -> None:
        """Declare a piece's status: it was taken, let go, put or removed."""
        self.count[self.status[piece]] -= 1
        self.count[status] += 1
        self.status[piece] = status
        self._lost[piece] = self._regained[piece] = np.nan
        self._unsure = not np.isnan(self._lost).all()
        self._unseen = True

    def is_(self, *statuses: Status) -> Bools:
        """Which pieces have one of these statuses, shape [32]."""
        first, *others = statuses
        found: Bools = self.status == int(first)
        for status in others:
            found |= self.status == int(status)
        return found

    def update(self, time: float, pairs: Pairs) -> list[Event]:
        """Take in the contacts at `time` and tell what changed, in the order of its causes.

        Args:
            time: simulated time [s], not before that of the last call.
            pairs: touching nodes, shape [contact, 2].
        """
        self._unseen = False
        events = self.land(time, pairs)
        supported = self._supported(pairs)
        aboard, tumbling = self.is_(Status.ABOARD), self.is_(Status.TUMBLING)
        if not (self._unsure or tumbling.any() or (aboard & ~supported).any()):
            return events  # as in nearly every frame
        self._lost[supported | ~aboard] = np.nan
        self._lost[aboard & ~supported & np.isnan(self._lost)] = time
        self._regained[~supported | ~tumbling] = np.nan
        self._regained[tumbling & supported & np.isnan(self._regained)] = time
        self._unsure = not np.isnan(self._lost).all()
        with np.errstate(invalid="ignore"):
            left_now = np.flatnonzero(time - self._lost >= LET_GO_TIME - 1e-9)
            back_now = np.flatnonzero(time - self._regained >= REGAIN_TIME - 1e-9)
        for piece in left_now:
            events.append(Event(float(self._lost[piece]), int(piece), Change.LEFT))
            self.set(int(piece), Status.TUMBLING)
        for piece in back_now:
            events.append(Event(float(self._regained[piece]), int(piece), Change.RETURNED))
            self.set(int(piece), Status.ABOARD)
        return sorted(events, key=lambda event: event.time)

    def land(self, time: float, pairs: Pairs) -> list[Event]:
        """Tell only what has landed by these contacts, which may be those of a few pieces."""
        events: list[Event] = []
        lies_there = self.count[Status.TUMBLING] and self.count[Status.FALLEN]
        if not lies_there and not (pairs == GROUND).any():
            return events
        for piece in np.flatnonzero(self._landed(pairs)):
            if self.status[piece] == Status.ABOARD:
                left = time if np.isnan(self._lost[piece]) else float(self._lost[piece])
                events.append(Event(left, int(piece), Change.LEFT))
            events.append(Event(time, int(piece), Change.LANDED))
            self.set(int(piece), Status.FALLEN)
        return events

    def unsure(self) -> bool:
        """Whether a piece that counts as aboard has no support just now."""
        return self._unsure

    def open(self) -> bool:
        """Whether the next contacts matter even if nothing moves: the clock runs, or a status is new."""
        return self._unseen or self._unsure or self.count[Status.TUMBLING] > 0

    def _landed(self, pairs: Pairs) -> Bools:
        """Pieces that now touch the ground, or in the air a piece that lies there, shape [32]."""
        touching: Bools = np.zeros(NODES, bool)
        touching[pairs[(pairs == GROUND).any(axis=1)].ravel()] = True
        touching &= self._nodes(Status.ABOARD, Status.TUMBLING)
        touching |= reached(pairs, touching | self._nodes(Status.FALLEN), self._nodes(Status.TUMBLING))
        return touching[FIRST_PIECE:] & self.is_(Status.ABOARD, Status.TUMBLING)

    def _supported(self, pairs: Pairs) -> Bools:
        """Pieces that hang together with the ship, or with a piece that the hand holds."""
        sources = self._nodes(Status.HELD)
        sources[SHIP] = True
        through = self._nodes(Status.ABOARD, Status.TUMBLING)
        return reached(pairs, sources, through)[FIRST_PIECE:]

    def _nodes(self, *statuses: Status) -> Bools:
        nodes = np.zeros(NODES, bool)
        nodes[FIRST_PIECE:] = self.is_(*statuses)
        return nodes
