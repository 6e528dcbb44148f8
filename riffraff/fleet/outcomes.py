"""What-if: what would come of placements, each tried from a state of its own in a scratch world.

A scratch world takes on the whole start before every candidate as if it were new (`take_on`). So a verdict
depends on its candidate alone, whatever was tried before it, in whichever process.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from riffraff.fleet.layout import Bools, Floats
from riffraff.model import heel
from riffraff.params import Parameters
from riffraff.physics import PIECES, Change, Motion, PhysicsError, Snapshot, Status, World

_RENEWAL: Final = 64
"""Candidates after which a scratch world is made anew.

PyBullet keeps the collision meshes of a body that is removed, 5 kB for each convex part, until its client is
closed. A start with eight pieces leaves 100 kB behind; making a world takes as long as two or three starts.
"""


@dataclass(frozen=True)
class Outcomes:
    """What came of every candidate.

    Attributes:
        fallen: which pieces fell, shape [candidate, `PIECES`].
        left: which pieces left the ship, though some may have come back, shape [candidate, `PIECES`].
        heel: angle between mast and vertical in the end [rad], shape [candidate].
        mean_heel: the same, the mean over the later half of the frames: the middle of a swing that goes on.
        time: how long it was simulated [s], shape [candidate].
        settled: whether it was waited for to the end, and not only to the time limit, shape [candidate].
    """

    fallen: Bools
    left: Bools
    heel: Floats
    mean_heel: Floats
    time: Floats
    settled: Bools


class Candidate(NamedTuple):
    """A piece that is let go somewhere.

    Attributes:
        start: the state of ship and cargo before.
        piece: number of the piece.
        motion: where it is let go, and how it moves then.
    """

    start: Snapshot
    piece: int
    motion: Motion


class Verdict(NamedTuple):
    """What came of a candidate: a row of `Outcomes`."""

    fallen: tuple[int, ...]
    left: tuple[int, ...]
    heel: float
    mean_heel: float
    time: float
    settled: bool


class Scratch:
    """A world in which things are tried, made when first needed."""

    def __init__(self) -> None:
        self._world: World | None = None
        self._tried = 0

    def close(self) -> None:
        """Free the world."""
        if self._world is not None:
            self._world.close()
            self._world = None

    def verdicts(
        self, parameters: Parameters, candidates: Sequence[Candidate], limit: float | None, early: bool
    ) -> list[Verdict | str]:
        """What came of each candidate; the reason where the simulation failed.

        Args:
            parameters: of the world.
            candidates: what to try.
            limit: longest time to wait [s]; by default the parameter world.time_limit.
            early: whether to end as soon as it is certain what falls.
        """
        return [self._verdict(parameters, candidate, limit, early) for candidate in candidates]

    def _verdict(
        self, parameters: Parameters, candidate: Candidate, limit: float | None, early: bool
    ) -> Verdict | str:
        world, rate = self._ready(parameters), parameters.world.frame_rate
        take_on(world, candidate.start)
        world.put(candidate.piece, candidate.motion)
        before, heels = world.time, [world.heel]
        world.on_frame = lambda _time, poses: heels.append(heel(poses))
        try:
            events, settled = world.settle(limit, early=early)
        except PhysicsError as error:
            self.close()  # what is left in it would spoil the next one
            return str(error)
        # In whole frames: a difference of two times depends in its last bits on how late it is.
        frames = round((world.time - before) * rate)
        left = tuple(sorted({event.piece for event in events if event.change is Change.LEFT}))
        later = float(np.mean(heels[len(heels) // 2 :]))
        return Verdict(world.having(Status.FALLEN), left, world.heel, later, frames / rate, settled)

    def _ready(self, parameters: Parameters) -> World:
        if self._world is not None and (self._world.parameters != parameters or self._tried >= _RENEWAL):
            self.close()
        if self._world is None:
            self._world = World(parameters)
            self._tried = 0
        self._tried += 1
        return self._world


def take_on(world: World, snapshot: Snapshot) -> None:
    """Restore a world to a state as if it were new, so that it goes on exactly as a new one would.

    A piece that is only moved keeps the solver's memory of its last contacts, and its place in the order in
    which the solver goes through them: the same bodies would go other ways after other histories. All pieces
    are taken out first, and put again in the order of the snapshot.
    """
    for piece in tuple(world.scene.pieces):
        world.remove(piece)
    world.restore(snapshot)


def collected(verdicts: Sequence[Verdict | str]) -> tuple[Outcomes, dict[int, str]]:
    """Verdicts as arrays, and the reasons of those that failed by the candidate's number.

    A failed candidate has no pieces fallen or left, is not settled, and has NaN for heels and time.
    """
    count = len(verdicts)
    outcomes = Outcomes(
        fallen=np.zeros((count, PIECES), bool),
        left=np.zeros((count, PIECES), bool),
        heel=np.full(count, np.nan),
        mean_heel=np.full(count, np.nan),
        time=np.full(count, np.nan),
        settled=np.zeros(count, bool),
    )
    failures: dict[int, str] = {}
    for number, verdict in enumerate(verdicts):
        if isinstance(verdict, str):
            failures[number] = verdict
            continue
        outcomes.fallen[number, list(verdict.fallen)] = True
        outcomes.left[number, list(verdict.left)] = True
        outcomes.heel[number] = verdict.heel
        outcomes.mean_heel[number] = verdict.mean_heel
        outcomes.time[number] = verdict.time
        outcomes.settled[number] = verdict.settled
    return outcomes, failures


def portions(candidates: Sequence[Candidate], most: int) -> Iterator[Sequence[Candidate]]:
    """The candidates in order, in equal portions, at most so many."""
    size = max(1, -(-len(candidates) // most))
    for first in range(0, len(candidates), size):
        yield candidates[first : first + size]
