"""Many worlds at once: arrays in, arrays out, and processes behind them if wanted."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riffraff.fleet.arguments import Integers, Rows, a_world, candidates, chosen, positive, time_limit, whole
from riffraff.fleet.crew import Crew, Request, ThisProcess, processors
from riffraff.fleet.errors import PartialError, listed
from riffraff.fleet.layout import EVENT, Bools, Events
from riffraff.fleet.outcomes import Outcomes, Verdict, collected, portions
from riffraff.fleet.processes import Processes
from riffraff.fleet.worlds import Berth, Report
from riffraff.params import Parameters
from riffraff.physics import PIECES, Snapshot

_AREAS: Final = 10
_PORTIONS: Final = 8  # messages a worker gets for a what-if: enough that none ends long after the others


class Fleet:
    """Many worlds, independent of each other, stepped and asked together.

    Use it as a context manager, or call `close`. A world of a fleet goes the way a single `World` goes, to
    the last bit, whatever the number of workers and whatever else a call is about.

    Arguments that are arrays have one row for each world, shape [world, ...], or are a single row, for all
    alike. `mask`, shape [world] of bool, says which worlds a call is about, by default all; the others stand
    still, and their rows of the arguments are not looked at.

    Worker processes are spawned, so a script has to make its fleet below ``if __name__ == "__main__":``. A
    call that is interrupted, as by Ctrl-C, or raises anything else than `ValueError` for a wrong argument or
    `PartialError`, closes the fleet. A world takes about 40 MB, nearly all of it PyBullet's own.

    Args:
        worlds: how many.
        parameters: the physical constants of all worlds, or a sequence with those of each.
        seed: of all that is random; every world draws from a generator of its own.
        workers: number of worker processes, at most one for each world; 0 does all in this process. By
            default one for each processor.

    Attributes:
        parameters: those of each world.
        poses: position [m] and orientation (x, y, z, w) of every body, shape [world, `BODIES`, 7]; NaN where
            a piece is absent. This array and those below are written over by every call, and can be read
            even after `close`.
        velocities: velocity of every body frame's origin [m/s] and angular velocity [rad/s], both in the
            world's axes, shape [world, `BODIES`, 6]; NaN where a piece is absent.
        status: `Status` of every piece, shape [world, `PIECES`].
        aboard: which pieces the ship carries, shape [world, `PIECES`].
        heel: angle between mast and vertical [rad], shape [world].
        time: simulated time since the world was made, reset or restored [s], shape [world].
        rest: whether ship and cargo are at rest, shape [world].

    Raises:
        ValueError: an argument is wrong.
        ModelError: the parameters of a world contradict each other.
        FleetError: a worker died before it was ready.
    """

    def __init__(
        self,
        worlds: int,
        parameters: Parameters | Sequence[Parameters] | None = None,
        *,
        seed: int = 0,
        workers: int | None = None,
    ) -> None:
        self._count = whole("worlds", worlds, 1)
        self.parameters = self._each(parameters if parameters is not None else Parameters())
        seed = whole("seed", seed, 0)
        workers = processors() if workers is None else whole("workers", workers, 0)
        seeds = np.random.SeedSequence(seed).spawn(self._count)
        berths = [Berth(number, own, seeds[number]) for number, own in enumerate(self.parameters)]
        self._crew: Crew = (
            Processes(berths, seed, min(workers, self._count)) if workers else ThisProcess(berths, seed)
        )
        arrays = self._crew.arrays
        self.poses, self.velocities = arrays.poses, arrays.velocities
        self.status, self.aboard = arrays.status, arrays.aboard
        self.heel, self.time, self.rest = arrays.heel, arrays.time, arrays.rest

    def _each(self, parameters: Parameters | Sequence[Parameters]) -> tuple[Parameters, ...]:
        if isinstance(parameters, Parameters):
            return (parameters,) * self._count
        found = tuple(parameters)
        if len(found) != self._count:
            raise ValueError(
                f"parameters must be one Parameters, or one for each of the {self._count} worlds, "
                f"not {len(found)}"
            )
        for number, own in enumerate(found):
            if not isinstance(own, Parameters):
                raise ValueError(f"world {number}: needs Parameters, not {own!r}")
        return found

    def __len__(self) -> int:
        """Number of worlds."""
        return self._count

    def close(self) -> None:
        """End the workers and free all worlds. Closing twice is no error."""
        self._crew.close()

    def __enter__(self) -> "Fleet":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- time -----------------------------------------------------------------------------------------------

    def step(self, frames: int = 1, *, mask: npt.ArrayLike | None = None) -> Events:
        """Advance by frames. Many frames in a call cost least.

        Returns:
            What left the ships, came back or landed: an array of `EVENT`, by world, then in the order in
            which the world told it.

        Raises:
            PartialError: the simulation of some worlds failed; they have to be `reset` or restored before
                they can go on. So it is in all methods that change worlds.
        """
        frames = whole("frames", frames, 1)
        return self._ask("step", chosen(mask, self._count), lambda part: (frames,))[0]

    def settle(
        self, limit: float | None = None, *, early: bool = False, mask: npt.ArrayLike | None = None
    ) -> tuple[Events, Bools]:
        """Advance each world until all in it is at rest.

        Args:
            limit: longest time to wait [s]; by default each world's parameter world.time_limit.
            early: end as soon as it is certain what falls, though the ship still sways.
            mask: which worlds.

        Returns:
            What happened, as of `step`; and whether that is all that will, shape [world], False for worlds
            that are not in the mask.
        """
        limit = time_limit(limit)
        return self._ask("settle", chosen(mask, self._count), lambda part: (limit, bool(early)))

    # -- cargo ----------------------------------------------------------------------------------------------

    def put(
        self,
        pieces: npt.ArrayLike,
        poses: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        *,
        mask: npt.ArrayLike | None = None,
    ) -> None:
        """Put a piece into each world, or move it there.

        Args:
            pieces: numbers of the pieces, shape [world].
            poses: position [m] and orientation (x, y, z, w) in the world, shape [world, 7].
            velocities: velocity [m/s] and angular velocity [rad/s], shape [world, 6]; by default zero.
            mask: which worlds.
        """
        worlds = chosen(mask, self._count)
        rows = Rows("world", self._count, worlds)
        numbers, motions = rows.numbers("pieces", pieces, 0, PIECES - 1), rows.motions(poses, velocities)
        self._ask("put", worlds, lambda part: (numbers[part].tolist(), motions[part]))

    def lay(
        self,
        pieces: npt.ArrayLike,
        areas: npt.ArrayLike,
        at: npt.ArrayLike | None = None,
        *,
        gap: float = 0.001,
        mask: npt.ArrayLike | None = None,
    ) -> None:
        """Put a piece just above an empty spot of each ship, in the pose with its centre of mass lowest.

        Args:
            pieces: numbers of the pieces, shape [world].
            areas: numbers of the areas, 1 to 10, shape [world].
            at: where, in the frame of the link that carries the area [m], shape [world, 2]; by default its
                middle.
            gap: height of the fall [m].
            mask: which worlds.
        """
        worlds = chosen(mask, self._count)
        rows = Rows("world", self._count, worlds)
        numbers = rows.numbers("pieces", pieces, 0, PIECES - 1)
        places = rows.numbers("areas", areas, 1, _AREAS)
        spots = None if at is None else rows.floats("at", at, 2)
        height = positive("gap", "m", gap)
        self._ask(
            "lay",
            worlds,
            lambda part: (
                numbers[part].tolist(),
                places[part].tolist(),
                None if spots is None else spots[part],
                height,
            ),
        )

    def place(
        self,
        pieces: npt.ArrayLike,
        poses: npt.ArrayLike,
        *,
        hand: bool = False,
        limit: float | None = None,
        early: bool = False,
        mask: npt.ArrayLike | None = None,
    ) -> tuple[Events, Bools]:
        """Let go of a piece in each world, and wait for what comes of it.

        Args:
            pieces: numbers of the pieces, shape [world].
            poses: where, in the world, shape [world, 7], as of `put`.
            hand: whether an unsteady hand lowers the piece from above, by the parameter hand.clearance, until
                it touches something at the pose or a little below; else it is let go at the pose, still.
            limit: see `settle`; this and the next two.
            early: see there.
            mask: which worlds.

        Returns:
            As of `settle`.
        """
        worlds = chosen(mask, self._count)
        rows = Rows("world", self._count, worlds)
        numbers, motions = rows.numbers("pieces", pieces, 0, PIECES - 1), rows.motions(poses, None)
        limit = time_limit(limit)
        return self._ask(
            "place",
            worlds,
            lambda part: (numbers[part].tolist(), motions[part], bool(hand), limit, bool(early)),
        )

    # -- states ---------------------------------------------------------------------------------------------

    def reset(self, *, mask: npt.ArrayLike | None = None) -> None:
        """Begin anew: an empty ship, and time 0. What each world draws at random goes on."""
        self._ask("reset", chosen(mask, self._count), lambda part: ())

    def snapshot(self, world: int) -> Snapshot:
        """The present state of one world's ship and of the cargo aboard."""
        number = a_world("world", world, self._count)
        request = Request("snapshot", (number,), number % self._crew.workers)
        snapshot: Snapshot = self._crew.run([request])[0]
        return snapshot

    def restore(self, snapshots: Snapshot | Sequence[Snapshot], *, mask: npt.ArrayLike | None = None) -> None:
        """Begin anew in the state of other worlds, at time 0. What each world draws at random goes on.

        Args:
            snapshots: one for all, or a sequence with one for each world of the fleet; of ships of the same
                model.
            mask: which worlds.
        """
        worlds = chosen(mask, self._count)
        found = Rows("world", self._count, worlds).snapshots(snapshots, self._crew.joints)
        self._ask("restore", worlds, lambda part: ([found[place] for place in part],))

    # -- what if --------------------------------------------------------------------------------------------

    def outcomes(
        self,
        start: Snapshot | Sequence[Snapshot],
        pieces: npt.ArrayLike,
        poses: npt.ArrayLike,
        velocities: npt.ArrayLike | None = None,
        *,
        like: int = 0,
        limit: float | None = None,
        early: bool = False,
    ) -> Outcomes:
        """What would come of many placements, each tried by itself, in scratch worlds.

        The fleet's own worlds do not notice. A candidate's outcome depends on nothing but itself: not on the
        other candidates, nor on the number of worlds and workers.

        Args:
            start: the state before, or a sequence with one for each candidate.
            pieces: numbers of the pieces let go, not aboard at the start, shape [candidate].
            poses: where, in the world, shape [candidate, 7], as of `put`.
            velocities: how they move then, shape [candidate, 6], as of `put`; by default not at all.
            like: number of the world whose parameters hold.
            limit: longest time to wait for rest [s]; by default the parameter world.time_limit.
            early: whether to end as soon as it is certain what falls, though the ship still sways.

        Raises:
            PartialError: the simulation of some candidates failed; its `result` are the outcomes, with NaN
                for the heels and time of these.
        """
        parameters = self.parameters[a_world("like", like, self._count)]
        tried = candidates(start, pieces, poses, velocities, self._crew.joints)
        limit = time_limit(limit)
        requests = [
            Request("outcomes", (parameters, portion, limit, bool(early)))
            for portion in portions(tried, _PORTIONS * self._crew.workers)
        ]
        verdicts: list[Verdict | str] = [one for part in self._crew.run(requests) for one in part]
        outcomes, failures = collected(verdicts)
        if failures:
            raise _partial("candidate", failures, outcomes)
        return outcomes

    # -- asking the crew ------------------------------------------------------------------------------------

    def _ask(
        self, name: str, worlds: Integers, arguments: Callable[[Integers], tuple[Any, ...]]
    ) -> tuple[Events, Bools]:
        """Have something done in worlds, each by the worker that has it.

        Args:
            name: of the method of `Worlds`.
            worlds: numbers of the worlds.
            arguments: those after the numbers, for some places in `worlds`.

        Returns:
            What happened, and which worlds are settled, shape [world].
        """
        requests, parts = [], []
        for worker in range(self._crew.workers):
            part = np.flatnonzero(worlds % self._crew.workers == worker)
            if len(part):
                requests.append(Request(name, (worlds[part].tolist(), *arguments(part)), worker))
                parts.append(worlds[part])
        reports: list[Report] = self._crew.run(requests)
        settled = np.zeros(self._count, bool)
        for part, report in zip(parts, reports, strict=True):
            settled[part] = report.settled
        events = np.concatenate([np.empty(0, EVENT), *(report.events for report in reports)])
        result = events[np.argsort(events["world"], kind="stable")], settled
        failures = {number: text for report in reports for number, text in report.failures.items()}
        if failures:
            raise _partial("world", failures, result)
        return result


def _partial(kind: str, failures: dict[int, str], result: Any) -> PartialError:
    """The error that tells what failed, in the order of the numbers."""
    failed = tuple(sorted(failures))
    more = f"; in all {len(failed)} {kind}s failed: {listed(failed)}" if len(failed) > 1 else ""
    return PartialError(f"{kind} {failed[0]}: {failures[failed[0]]}{more}", failed, result)
