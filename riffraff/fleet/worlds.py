"""The part of a fleet that owns worlds: the same code in this process and in a worker."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from riffraff.fleet.errors import FleetError
from riffraff.fleet.layout import EVENT, Arrays, Bools, Events, Floats, motion
from riffraff.fleet.outcomes import Candidate, Scratch, Verdict
from riffraff.model import ModelError, Pose
from riffraff.params import Parameters
from riffraff.physics import (
    Event,
    Hand,
    PhysicsError,
    Snapshot,
    Status,
    World,
)

FOLLOW = 0.015
"""How far [m] below the pose it is meant for a hand goes on lowering a piece: the ship may sway."""

JointCounts = tuple[tuple[int, int], ...]
"""How many numbers the position and the velocity of every moving joint of the ship have."""


@dataclass(frozen=True)
class Berth:
    """What a world of a fleet is made from.

    Attributes:
        number: of the world in the fleet.
        parameters: its physical constants.
        seeds: of all that is random in it.
    """

    number: int
    parameters: Parameters
    seeds: np.random.SeedSequence


@dataclass
class Report:
    """What came of a call to several worlds.

    Attributes:
        events: what happened, by world, then in the order in which the world told it.
        settled: whether each world of the call was waited for to the end, shape [world of the call].
        failures: why the simulation of a world failed, by its number.
    """

    events: Events
    settled: Bools
    failures: dict[int, str] = field(default_factory=dict)


class Worlds:
    """Some of the worlds of a fleet.

    Args:
        berths: what the worlds are made from.
        arrays: of the whole fleet; only the rows of these worlds are written.
        seed: of the fleet; errors name it.

    Raises:
        ModelError: the parameters of a world contradict each other.
    """

    def __init__(self, berths: Sequence[Berth], arrays: Arrays, seed: int) -> None:
        self._berths = {berth.number: berth for berth in berths}
        self._chance = {berth.number: np.random.default_rng(berth.seeds) for berth in berths}
        self._arrays = arrays
        self._seed = seed
        self._worlds: dict[int, World] = {}
        self._failed: set[int] = set()
        self._scratch = Scratch()
        try:
            for number in self._berths:
                try:
                    self._build(number)
                except Exception as error:
                    raise _of_world(number, error) from error
                self._look(number)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Free all worlds."""
        for world in self._worlds.values():
            world.close()
        self._scratch.close()

    def _build(self, number: int) -> None:
        """Put a new world in the place of that number."""
        if number in self._worlds:
            self._worlds[number].close()
        world = World(self._berths[number].parameters, seed=self._seed)
        self._worlds[number] = world
        self._failed.discard(number)

    @property
    def joints(self) -> JointCounts:
        """How many numbers the state of every joint has, alike for all ships."""
        first = next(iter(self._worlds.values()))
        return tuple((len(position), len(velocity)) for position, velocity in first.scene.joints())

    # -- what a fleet asks for; numbers are those of worlds, all else is in their order ---------------------

    def step(self, numbers: Sequence[int], frames: int) -> Report:
        """Advance by whole frames, each world by all of them before the next: it stays in the cache."""

        def act(_: int, world: World) -> Iterator[list[Event]]:
            for _ in range(frames):
                yield world.frame()

        return self._each(numbers, act)

    def settle(self, numbers: Sequence[int], limit: float | None, early: bool) -> Report:
        """Advance each world until it is at rest."""
        settled = np.zeros(len(numbers), bool)

        def act(place: int, world: World) -> Iterator[list[Event]]:
            events, settled[place] = world.settle(limit, early=early)
            yield events

        return self._each(numbers, act, settled)

    def put(self, numbers: Sequence[int], pieces: Sequence[int], motions: Floats) -> Report:
        """Put a piece into each world; motions as of `motion`."""

        def act(place: int, world: World) -> Iterator[list[Event]]:
            world.put(pieces[place], motion(motions[place]))
            yield []

        return self._each(numbers, act)

    def lay(
        self,
        numbers: Sequence[int],
        pieces: Sequence[int],
        areas: Sequence[int],
        at: Floats | None,
        gap: float,
    ) -> Report:
        """Put a piece just above a spot of an area of each world."""

        def act(place: int, world: World) -> Iterator[list[Event]]:
            spot = None if at is None else (float(at[place, 0]), float(at[place, 1]))
            world.lay(pieces[place], areas[place], spot, gap=gap)
            yield []

        return self._each(numbers, act)

    def place(
        self,
        numbers: Sequence[int],
        pieces: Sequence[int],
        motions: Floats,
        hand: bool,
        limit: float | None,
        early: bool,
    ) -> Report:
        """Let go of a piece in each world, and wait for what comes of it."""
        settled = np.zeros(len(numbers), bool)

        def act(place: int, world: World) -> Iterator[list[Event]]:
            meant = motion(motions[place])
            if hand:
                yield from _by_hand(world, pieces[place], meant.pose, self._chance[numbers[place]])
            else:
                world.put(pieces[place], meant)
            events, settled[place] = world.settle(limit, early=early)
            yield events

        return self._each(numbers, act, settled)

    def reset(self, numbers: Sequence[int]) -> Report:
        """Begin with new worlds."""

        def act(place: int, world: World) -> Iterator[list[Event]]:
            yield []

        return self._each(numbers, act, renew=True)

    def restore(self, numbers: Sequence[int], snapshots: Sequence[Snapshot]) -> Report:
        """Begin with new worlds in the state of others."""

        def act(place: int, world: World) -> Iterator[list[Event]]:
            world.restore(snapshots[place])
            yield []

        return self._each(numbers, act, renew=True)

    def snapshot(self, number: int) -> Snapshot:
        """The present state of a world."""
        return self._worlds[number].snapshot()

    def outcomes(
        self, parameters: Parameters, candidates: Sequence[Candidate], limit: float | None, early: bool
    ) -> list[Verdict | str]:
        """What would come of placements, each tried by itself; the reason where a simulation failed."""
        return self._scratch.verdicts(parameters, candidates, limit, early)

    # -- one after the other --------------------------------------------------------------------------------

    def _each(
        self,
        numbers: Sequence[int],
        act: Callable[[int, World], Iterator[list[Event]]],
        settled: Bools | None = None,
        renew: bool = False,
    ) -> Report:
        """Do something in each world and write down how it is then.

        Args:
            numbers: of the worlds.
            act: given the place in `numbers` and the world; yields what happened.
            settled: of the report; written by `act`.
            renew: whether the worlds are to be built anew before.
        """
        rows: list[tuple[int, float, int, str]] = []
        failures: dict[int, str] = {}
        for place, number in enumerate(numbers):
            try:
                if renew:
                    self._build(number)
                if number in self._failed:
                    raise PhysicsError("its simulation failed before; reset or restore it first")
                for happened in act(place, self._worlds[number]):
                    rows += [(number, event.time, event.piece, event.change.value) for event in happened]
            except PhysicsError as error:
                failures[number] = str(error)
                self._failed.add(number)
            except Exception as error:
                raise _of_world(number, error) from error
            self._look(number)
        return Report(
            np.array(rows, EVENT), np.zeros(len(numbers), bool) if settled is None else settled, failures
        )

    def _look(self, number: int) -> None:
        """Write the state of a world to its rows of the arrays."""
        arrays, world = self._arrays, self._worlds[number]
        world.scene.poses(arrays.poses[number])
        if number in self._failed:
            arrays.velocities[number].fill(np.nan)
        else:
            world.scene.velocities(arrays.velocities[number])
        arrays.heel[number] = world.heel
        arrays.time[number] = world.time
        arrays.status[number] = world.falls.status
        arrays.aboard[number] = arrays.status[number] == Status.ABOARD
        arrays.rest[number] = number not in self._failed and world.at_rest()


def _by_hand(world: World, piece: int, meant: Pose, chance: np.random.Generator) -> Iterator[list[Event]]:
    """Lower a piece by hand to where it is meant to be, or to contact, and let it go."""
    hand, clearance = Hand(world, chance), world.parameters.hand.clearance
    x, y, z = meant.position
    hand.take(piece, hand.unsteady(Pose((x, y, z + clearance), meant.orientation)))
    yield from hand.lower(clearance + FOLLOW)
    hand.let_go()


def _of_world(number: int, error: Exception) -> Exception:
    """The error, naming the world it happened in."""
    text = f"world {number}: {error}"
    if type(error) in (ValueError, ModelError):
        return type(error)(text)
    return FleetError(f"world {number}: {type(error).__name__}: {error}", (number,))
