"""A world of a fleet goes the same way to the last bit, wherever and among whichever others it is."""

import numpy as np
import pytest

from riffraff.fleet import Fleet, Outcomes
from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics import Motion, Snapshot, Status, World

from ..memory import needs_status, occupied
from .stage import BARREL, CRATE, above, loaded_state, scattered, state

WORLDS = 5
SLIPPERY = Parameters().with_changes({"wood.friction": 0.15})
PARAMETERS = [Parameters(), SLIPPERY, Parameters(), SLIPPERY, Parameters()]
AREAS = [5, 6, 1, 9, 3]
POSES = scattered(WORLDS)
LIMIT = 0.8  # s: enough to land or to stay
EVERY_OTHER = np.arange(WORLDS) % 2 == 0


def play(fleet: Fleet, rows: slice = slice(None)) -> tuple[list[bytes], list[tuple[float, int, str]]]:
    """Use all that a fleet can do; returns what it told after every call, and the events.

    Args:
        fleet: of the worlds of some rows of this module's constants.
        rows: which.
    """
    told, happened = [], []
    fleet.lay(BARREL, AREAS[rows])
    told.append(state(fleet))
    happened.append(fleet.step(20))
    told.append(state(fleet))
    fleet.put(CRATE, POSES[rows], np.tile([0.1, 0, 0, 0, 2.0, 0], (len(fleet), 1)), mask=EVERY_OTHER[rows])
    happened.append(fleet.settle(0.6)[0])
    told.append(state(fleet))
    happened.append(
        fleet.place(13, above([0.03, 0.02, 0.2]), hand=True, limit=0.6, mask=~EVERY_OTHER[rows])[0]
    )
    told.append(state(fleet))
    fleet.restore([fleet.snapshot(world) for world in range(len(fleet))])
    happened.append(fleet.step(10))
    fleet.reset(mask=EVERY_OTHER[rows])
    happened.append(fleet.place(14, above([-0.05, 0.02, 0.2]), hand=True, limit=0.6)[0])
    told.append(state(fleet))
    return told, [event for events in happened for event in events.tolist()]


@pytest.fixture(scope="module")
def reference() -> tuple[list[bytes], list[tuple[float, int, str]]]:
    with Fleet(WORLDS, PARAMETERS, seed=3, workers=0) as fleet:
        return play(fleet)


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_gives_the_same_bytes(reference: object, workers: int) -> None:
    with Fleet(WORLDS, PARAMETERS, seed=3, workers=workers) as fleet:
        assert play(fleet) == reference


def test_fewer_worlds_are_the_first_of_more(reference: tuple[list[dict[str, bytes]], list[object]]) -> None:
    """Also by what the hand draws at random."""
    first = slice(2)
    with Fleet(2, PARAMETERS[first], seed=3, workers=0) as fleet:
        told, events = play(fleet, first)
    for part, whole in zip(told, reference[0], strict=True):
        assert all(whole[name].startswith(bytes_) for name, bytes_ in part.items())
    assert events == [event for event in reference[1] if event[0] < 2]
    with Fleet(2, PARAMETERS[first], seed=4, workers=0) as fleet:
        assert play(fleet, first)[0] != told


def test_a_fleet_gives_what_a_loop_over_worlds_gives() -> None:
    moves = np.random.default_rng(8).normal(0, 0.2, (WORLDS, 6))
    with Fleet(WORLDS, PARAMETERS, workers=0) as fleet:
        fleet.lay(BARREL, AREAS)
        fleet.put(CRATE + np.arange(WORLDS), POSES, moves)
        events = [fleet.step(40)]
        stepped = {"poses": fleet.poses.copy(), "velocities": fleet.velocities.copy()}
        events.append(fleet.settle(1.0)[0])
        told = np.concatenate(events)
        for number in range(WORLDS):
            with World(PARAMETERS[number]) as world:
                world.lay(BARREL, AREAS[number])
                x, y, z, *orientation = POSES[number].tolist()
                motion = Motion(
                    Pose((x, y, z), tuple(orientation)), tuple(moves[number, :3]), tuple(moves[number, 3:])
                )
                world.put(CRATE + number, motion)
                own = world.advance(40 / 60)
                np.testing.assert_array_equal(stepped["poses"][number], world.poses)
                crate = world.motion(CRATE + number)
                assert stepped["velocities"][number, 4 + CRATE + number].tolist() == [
                    *crate.velocity,
                    *crate.spin,
                ]
                more, _ = world.settle(1.0)
                np.testing.assert_array_equal(fleet.poses[number], world.poses)
                assert fleet.heel[number] == world.heel
                assert fleet.time[number] == world.time
                assert fleet.rest[number] == world.at_rest()
                assert tuple(np.flatnonzero(fleet.aboard[number])) == world.having(Status.ABOARD)
                assert fleet.status[number].tolist() == [world.status(piece) for piece in range(32)]
                assert told[told["world"] == number][["time", "piece", "change"]].tolist() == [
                    (event.time, event.piece, event.change.value) for event in (*own, *more)
                ]
        assert len(told) > 4
        assert (np.diff(events[0]["world"]) >= 0).all()


# -- restored worlds and what-ifs: no history shows ---------------------------------------------------------


@pytest.fixture(scope="module")
def swaying() -> Snapshot:
    return loaded_state()


def goes_on(fleet: Fleet, start: Snapshot) -> dict[str, bytes]:
    fleet.restore(start)
    fleet.lay(9, 6)
    fleet.step(90)
    return state(fleet)


def test_a_world_restored_goes_on_as_a_new_one_whatever_was_in_it(swaying: Snapshot) -> None:
    """All eight shapes aboard, those of many convex parts among them."""
    with Fleet(1, workers=0) as fleet:
        reference = goes_on(fleet, swaying)
    with World() as world:
        world.restore(swaying)
        world.lay(9, 6)
        world.advance(1.5)
        assert world.poses.tobytes() == reference["poses"]
    with Fleet(1, workers=0) as fleet:
        for piece, area in ((7, 1), (3, 5), (30, 10), (0, 3)):
            fleet.lay(piece, area, gap=0.01)
            fleet.step(40)
        assert goes_on(fleet, swaying) == reference
        fleet.put(3, above([0.3, 0.3, 0.5]), [0, 0, -3.0, 20.0, 0, 0])  # tumbles over the table
        fleet.put(6, above([0.1, 0.05, 0.5]), [0, 0, -3.0, 0, 0, 0])  # hits the deck hard
        fleet.step(50)
        assert goes_on(fleet, swaying) == reference
        assert goes_on(fleet, swaying) == reference


def tried(fleet: Fleet, start: Snapshot, order: np.ndarray) -> Outcomes:
    """Outcomes of one candidate of every shape, tried in an order, given back in that of the shapes."""
    outcomes = fleet.outcomes(start, 16 + order, scattered(8)[order], limit=LIMIT)
    back = np.argsort(order)
    return Outcomes(**{name: array[back] for name, array in vars(outcomes).items()})


def same(one: Outcomes, other: Outcomes) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in vars(one))


def test_outcomes_are_what_new_worlds_come_to(swaying: Snapshot) -> None:
    with Fleet(1, workers=0) as fleet:
        outcomes = tried(fleet, swaying, np.arange(8))
    for number, pose in enumerate(scattered(8)):
        with World() as world:
            world.restore(swaying)
            world.put(16 + number, Pose(tuple(pose[:3].tolist())))
            _, settled = world.settle(LIMIT)
            assert outcomes.fallen[number].tolist() == [
                status == Status.FALLEN for status in world.falls.status
            ]
            assert outcomes.heel[number] == world.heel
            assert outcomes.time[number] == world.time
            assert outcomes.settled[number] == settled
    assert 0 < outcomes.fallen.sum() < outcomes.fallen.size
    assert outcomes.fallen.any(axis=1).sum() < 8


def test_outcomes_depend_on_nothing_but_the_candidate(swaying: Snapshot) -> None:
    with Fleet(2, workers=0) as fleet:
        fleet.lay(BARREL, 5)
        before = state(fleet)
        reference = tried(fleet, swaying, np.arange(8))
        assert same(tried(fleet, swaying, np.array([3, 0, 7, 1, 2, 4, 5, 6])), reference)
        assert state(fleet) == before, "the fleet's own worlds have noticed"
        alone = fleet.outcomes(swaying, 16 + 6, scattered(8)[6], limit=LIMIT)
        assert alone.heel.tolist() == [reference.heel[6]]
        assert alone.fallen.tolist() == [reference.fallen[6].tolist()]
    with Fleet(3, workers=2) as fleet:
        assert same(tried(fleet, swaying, np.arange(8)), reference)


@needs_status
def test_hundreds_of_candidates_leave_no_memory_behind(swaying: Snapshot) -> None:
    with Fleet(1, workers=0) as fleet:
        pieces, poses = np.full(64, 9), np.tile(above([0.4, 0.0, 0.3]), (64, 1))
        first, grown = fleet.outcomes(swaying, pieces, poses, limit=0.02), occupied()
        for _ in range(3):
            assert same(fleet.outcomes(swaying, pieces, poses, limit=0.02), first)
        assert occupied() - grown < 8  # MB; what PyBullet keeps of removed pieces would be 20
    assert len(set(first.heel.tolist())) == 1
