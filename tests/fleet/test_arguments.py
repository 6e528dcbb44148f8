"""Wrong arguments are refused with a word on what is right, before any world notices."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from riffraff.fleet import Fleet
from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics import Motion, Snapshot, World

from .stage import CRATE, PLANK, above, crate_on_deck, state

WORLDS = 3
HERE = above([0.4, 0.0, 0.3])


@pytest.fixture(scope="module")
def fleet() -> Iterator[Fleet]:
    with Fleet(WORLDS, workers=0) as fleet:
        fleet.lay(CRATE, 1)
        fleet.step(5)
        yield fleet


@pytest.fixture(scope="module")
def start() -> Snapshot:
    """A ship with a crate aboard."""
    with World() as world:
        world.lay(CRATE, 1)
        return world.snapshot()


def refused(fleet: Fleet, call: Callable[[], object], message: str) -> None:
    before = state(fleet)
    with pytest.raises(ValueError, match=message):
        call()
    assert state(fleet) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"worlds": 0}, "worlds must be at least 1, not 0"),
        ({"worlds": 2.0}, "worlds must be a whole number, not 2.0"),
        ({"worlds": True}, "worlds must be a whole number, not True"),
        ({"worlds": 2, "seed": -1}, "seed must be at least 0"),
        ({"worlds": 2, "workers": -1}, "workers must be at least 0"),
        ({"worlds": 2, "workers": "two"}, "workers must be a whole number, not 'two'"),
        ({"worlds": 2, "parameters": [Parameters()]}, "one for each of the 2 worlds, not 1"),
        ({"worlds": 2, "parameters": [Parameters(), {}]}, r"world 1: needs Parameters, not \{\}"),
    ],
)
def test_fleets_that_cannot_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Fleet(**arguments)


@pytest.mark.parametrize("frames", [0, -3, 1.5, None, "1", True, math.nan])
def test_frames_are_whole_and_some(fleet: Fleet, frames: Any) -> None:
    refused(fleet, lambda: fleet.step(frames), "frames must be")


@pytest.mark.parametrize("limit", [0, -1.0, math.nan, math.inf, "soon", [1.0, 2.0]])
def test_limits_are_times(fleet: Fleet, start: Snapshot, limit: Any) -> None:
    refused(fleet, lambda: fleet.settle(limit), "limit must be")
    refused(fleet, lambda: fleet.place(PLANK, HERE, limit=limit), "limit must be")
    refused(fleet, lambda: fleet.outcomes(start, PLANK, HERE, limit=limit), "limit must be")


@given(
    st.one_of(
        st.lists(st.booleans(), max_size=6).filter(lambda mask: len(mask) != WORLDS),
        st.lists(st.integers(0, 2), min_size=1, max_size=3),
        st.lists(st.floats(0, 1), min_size=3, max_size=3),
        st.just([[True, False, True]]),
        st.just(True),
        st.just([None, True, False]),
    )
)
def test_a_mask_is_one_bool_for_each_world(fleet: Fleet, mask: Any) -> None:
    refused(fleet, lambda: fleet.step(mask=mask), "mask must be one bool for each of the 3 worlds")
    refused(fleet, lambda: fleet.reset(mask=mask), "mask must be")


@given(arrays.arrays(np.int64, st.sampled_from([(), (WORLDS,)]), elements=st.integers(-100, 100)))
@settings(max_examples=40)
def test_pieces_are_those_of_the_game(fleet: Fleet, pieces: np.ndarray) -> None:
    wrong = np.flatnonzero(np.broadcast_to((pieces < 0) | (pieces > 31), WORLDS))
    if len(wrong):
        refused(fleet, lambda: fleet.put(pieces, HERE), rf"world {wrong[0]}: there are pieces 0 to 31")
        refused(fleet, lambda: fleet.lay(pieces, 5), rf"world {wrong[0]}: there are pieces 0 to 31")
        mask = np.ones(WORLDS, bool)
        mask[wrong] = False
        fleet.put(pieces, HERE, mask=mask)
    else:
        fleet.put(pieces, HERE)
    assert (fleet.status >= 0).all()


@pytest.mark.parametrize("pieces", [1.0, [0.5, 1, 2], "boat", ["boat"] * 3, [True] * 3, [None] * 3, np.nan])
def test_pieces_are_whole_numbers(fleet: Fleet, pieces: Any) -> None:
    refused(fleet, lambda: fleet.put(pieces, HERE), "pieces must be whole numbers, not")


def test_areas_are_those_of_the_ship(fleet: Fleet) -> None:
    refused(fleet, lambda: fleet.lay(PLANK, [1, 10, 11]), "world 2: there are areas 1 to 10, not 11")
    refused(fleet, lambda: fleet.lay(PLANK, 0), "world 0: there are areas 1 to 10, not 0")
    refused(fleet, lambda: fleet.lay(PLANK, 1, gap=math.nan), "gap must be finite and above 0 m, not nan")
    refused(fleet, lambda: fleet.lay(PLANK, 1, [0.0, math.inf]), "world 0: at must be finite")


@given(
    st.lists(st.integers(0, 8), max_size=3).map(tuple).filter(lambda shape: shape not in ((7,), (WORLDS, 7)))
)
def test_poses_have_a_row_for_each_world_or_one_for_all(fleet: Fleet, shape: tuple[int, ...]) -> None:
    message = r"poses must have shape \[world, 7\], here \[3, 7\], or \[7\] for all alike"
    refused(fleet, lambda: fleet.put(PLANK, np.ones(shape)), message)


@given(
    row=st.integers(0, WORLDS - 1),
    column=st.integers(0, 6),
    value=st.sampled_from([math.nan, math.inf, -math.inf]),
)
def test_poses_and_velocities_are_finite(fleet: Fleet, row: int, column: int, value: float) -> None:
    poses, velocities = np.tile(HERE, (WORLDS, 1)), np.zeros((WORLDS, 6))
    poses[row, column] = value
    refused(fleet, lambda: fleet.put(PLANK, poses), f"world {row}: poses must be finite")
    refused(fleet, lambda: fleet.place(PLANK, poses, hand=True), f"world {row}: poses must be finite")
    velocities[row, column % 6] = value
    refused(fleet, lambda: fleet.put(PLANK, HERE, velocities), f"world {row}: velocities must be finite")


@given(arrays.arrays(np.float64, 4, elements=st.floats(-1, 1)))
def test_orientations_are_unit_quaternions(fleet: Fleet, orientation: np.ndarray) -> None:
    pose = np.array([0.4, 0.0, 0.3, *orientation])
    if abs(np.linalg.norm(orientation) - 1) > 1e-6:
        refused(fleet, lambda: fleet.put(PLANK, pose), "world 0: the orientation of a pose must be a unit")
        pose[3:] = [0, 0, 0, 1]
    fleet.put(PLANK, pose)


def test_arrays_are_of_numbers(fleet: Fleet) -> None:
    refused(fleet, lambda: fleet.put(PLANK, ["x"] * 7), "poses must be numbers")
    refused(fleet, lambda: fleet.put(PLANK, HERE, [True] * 6), "velocities must be numbers, not bool")
    refused(fleet, lambda: fleet.put(PLANK, [[1, 2], [3]]), "poses must be an array of numbers; its rows")
    refused(fleet, lambda: fleet.put([[1], [2, 3]], HERE), "pieces must be an array of numbers; its rows")


def test_worlds_that_do_not_exist_have_no_snapshot(fleet: Fleet, start: Snapshot) -> None:
    for world in (3, -1):
        refused(fleet, lambda world=world: fleet.snapshot(world), "world")
    refused(fleet, lambda: fleet.outcomes(start, PLANK, HERE, like=3), "worlds are 0 to 2")


def test_snapshots_are_of_such_a_ship(fleet: Fleet, start: Snapshot) -> None:
    good = start
    nan = tuple((tuple(math.nan for _ in position), velocity) for position, velocity in good.joints)
    for snapshot, message in [
        (Snapshot(good.joints[:-1], {}), "is not one of a ship with these joints"),
        (Snapshot(nan, {}), "a joint that is not finite"),
        (Snapshot(good.joints, {32: Motion(Pose())}), "a piece 32; there are pieces 0 to 31"),
        (None, "needs a Snapshot, not None"),
    ]:
        refused(fleet, lambda s=snapshot: fleet.restore([good, s, good]), f"world 1: .*{message}")
        refused(fleet, lambda s=snapshot: fleet.outcomes([good, s], PLANK, HERE), f"candidate 1: .*{message}")
    refused(fleet, lambda: fleet.restore([good, good]), "one for each world, here 3, not 2")


def test_candidates_belong_together(fleet: Fleet, start: Snapshot) -> None:
    for call, message in [
        (lambda: fleet.outcomes(start, [9, CRATE], HERE), "candidate 1: piece 3 is aboard at the start"),
        (
            lambda: fleet.outcomes(start, [9, 10], np.tile(HERE, (3, 1))),
            r"poses must have shape \[candidate, 7\]",
        ),
        (lambda: fleet.outcomes(start, 9, HERE, np.zeros((2, 5))), r"velocities must have shape"),
        (
            lambda: fleet.outcomes([start] * 3, [9, 10], HERE),
            r"must have shape \[candidate\], here \[3\]",
        ),
        (lambda: fleet.outcomes(None, 9, HERE), "start must be a Snapshot or a sequence of them, not None"),
    ]:
        refused(fleet, call, message)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_so_many_candidates_as_rows(fleet: Fleet, start: Snapshot, count: int) -> None:
    pieces, poses = np.full(count, 9), np.tile(crate_on_deck(0.05), (count, 1))
    for outcomes in (
        fleet.outcomes(start, pieces, poses, limit=0.1),
        fleet.outcomes(start, 9, poses, limit=0.1),
        fleet.outcomes(start, 9, crate_on_deck(0.05), np.zeros((count, 6)), limit=0.1),
        fleet.outcomes([start] * count, 9, crate_on_deck(0.05), limit=0.1),
    ):
        assert outcomes.fallen.shape == (count, 32)
        assert outcomes.heel.shape == outcomes.time.shape == outcomes.settled.shape == (count,)
    assert fleet.outcomes(start, 9, HERE, limit=0.1).heel.shape == (1,)
