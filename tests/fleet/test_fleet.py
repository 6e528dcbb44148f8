"""What a fleet can do with its worlds."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from riffraff.fleet import EVENT, Fleet
from riffraff.model import ModelError
from riffraff.params import Parameters
from riffraff.physics import BODIES, FIRST_PIECE_BODY, PIECES, Status

from .stage import ARRAYS, BARREL, CRATE, ON_DECK, PLANK, above, crate_on_deck, loaded_state, scattered, state

HEAVY = Parameters().with_changes({"ship.counterweight_mass": 0.52})
QUICK = Parameters().with_changes({"world.gravity": 20.0})
CONTRADICTION = Parameters().with_changes({"ship.mast_length": 0.2})


@pytest.fixture
def fleet() -> Iterator[Fleet]:
    with Fleet(3, workers=0) as fleet:
        yield fleet


def test_arrays_have_a_row_for_each_world(fleet: Fleet) -> None:
    fleet.lay([CRATE, PLANK, BARREL], [1, 5, 9])
    assert len(fleet) == 3
    assert fleet.poses.shape == (3, BODIES, 7)
    assert fleet.velocities.shape == (3, BODIES, 6)
    assert fleet.status.shape == fleet.aboard.shape == (3, PIECES)
    assert fleet.heel.shape == fleet.time.shape == fleet.rest.shape == (3,)
    present = np.isfinite(fleet.poses).all(axis=2)
    assert (present == np.isfinite(fleet.velocities).all(axis=2)).all()
    for world, piece in enumerate((CRATE, PLANK, BARREL)):
        assert set(np.flatnonzero(present[world])) == {0, 1, 2, 3, FIRST_PIECE_BODY + piece}
        assert np.flatnonzero(fleet.aboard[world]).tolist() == [piece]


def test_arrays_stay_the_same_ones_are_read_only_and_outlive_the_fleet() -> None:
    with Fleet(2, workers=0) as fleet:
        poses, time = fleet.poses, fleet.time
        fleet.lay(CRATE, 1)
        fleet.step(30)
        assert time.tolist() == [0.5, 0.5]
        for name in ARRAYS:
            with pytest.raises(ValueError, match="read-only"):
                getattr(fleet, name)[0] = 1
    assert np.isfinite(poses[:, FIRST_PIECE_BODY + CRATE]).all()


def test_velocities_are_how_the_poses_change(fleet: Fleet) -> None:
    """Of the ship's links too: hull, and yardarms that rock and turn against it."""
    start = loaded_state(0.3)
    fine = Parameters().with_changes({"world.time_step": 1 / 1920, "world.frame_rate": 480})
    with Fleet(1, fine, workers=0) as fleet:
        fleet.restore(start)
        fleet.lay(9, 6, gap=0.02)
        fleet.step(36)
        before, velocities = fleet.poses[0].copy(), fleet.velocities[0].copy()
        fleet.step()
        middle = (velocities + fleet.velocities[0]) / 2
    present = np.isfinite(before[:, 0])
    change = (fleet.poses[0, :, :3] - before[:, :3]) * 480
    np.testing.assert_allclose(change[present], middle[present, :3], atol=2e-3)
    # The angular velocity turns the axes: d(axis)/dt = w x axis.
    for body in range(FIRST_PIECE_BODY):
        first, last = (_matrix(poses[body, 3:]) for poses in (before, fleet.poses[0]))
        turning = np.cross(middle[body, 3:], (last + first).T / 2).T
        np.testing.assert_allclose((last - first) * 480, turning, atol=0.02)
    assert np.abs(middle[:FIRST_PIECE_BODY, 3:]).max() > 0.05
    assert np.abs(middle[1:FIRST_PIECE_BODY, 3:] - middle[0, 3:]).max() > 0.01


def _matrix(quaternion: np.ndarray) -> np.ndarray:
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_a_piece_is_put_with_the_motion_it_is_given(fleet: Fleet) -> None:
    poses, moves = scattered(3), np.arange(18.0).reshape(3, 6) / 10
    fleet.put([1, 2, 3], poses, moves)
    rows = np.arange(3), FIRST_PIECE_BODY + np.array([1, 2, 3])
    np.testing.assert_allclose(fleet.poses[rows], poses, atol=1e-7)
    np.testing.assert_allclose(fleet.velocities[rows], moves, atol=1e-6)


def test_events_tell_world_time_piece_and_change(fleet: Fleet) -> None:
    fleet.put([4, CRATE, 6], above([[0.4, 0.0, 0.3], ON_DECK, [0.4, 0.1, 0.3]]))
    events = fleet.step(60)
    assert events.dtype == EVENT
    assert events[["world", "piece", "change"]].tolist() == [
        (0, 4, "left"),
        (0, 4, "landed"),
        (2, 6, "left"),
        (2, 6, "landed"),
    ]
    assert (events["time"] > 0).all() and (events["time"] < 1).all()
    assert fleet.status[0, 4] == Status.FALLEN


def test_worlds_that_are_not_in_the_mask_stand_still(fleet: Fleet) -> None:
    fleet.lay(CRATE, 5)
    before = {name: getattr(fleet, name).copy() for name in ARRAYS}
    mask = np.array([False, True, False])
    fleet.lay(PLANK, [99, 6, -1], mask=mask)
    fleet.step(10, mask=mask)
    _, settled = fleet.settle(0.5, mask=mask)
    assert not settled.any()
    for name in ARRAYS:
        same = [
            np.array_equal(a, b, equal_nan=True)
            for a, b in zip(getattr(fleet, name), before[name], strict=True)
        ]
        assert same == [True, name == "rest", True]
    assert len(fleet.step(5, mask=np.zeros(3, bool))) == 0


def test_settling_tells_which_worlds_came_to_rest(fleet: Fleet) -> None:
    fleet.put(CRATE, crate_on_deck(0.005), mask=np.array([False, True, True]))
    events, settled = fleet.settle(1.2)
    assert settled.tolist() == fleet.rest.tolist() == [True, False, False]
    assert fleet.time == pytest.approx([1.0, 1.2, 1.2], abs=0.05)
    assert len(events) == 0
    _, certain = fleet.settle(early=True, mask=np.array([False, True, False]))
    assert certain.tolist() == [False, True, False]
    fleet.settle()
    assert fleet.rest.all()
    assert fleet.time[1] <= fleet.time[2]


def test_a_piece_placed_lands_where_it_was_meant_by_hand_with_a_tremor() -> None:
    meant = crate_on_deck()
    with Fleet(4, workers=0) as fleet:
        fleet.place(CRATE, meant, limit=0.5, mask=np.array([True, True, False, False]))
        fleet.place(CRATE, meant, hand=True, limit=0.5, mask=np.array([False, False, True, True]))
        crates = fleet.poses[:, FIRST_PIECE_BODY + CRATE, :2]
    assert fleet.aboard[:, CRATE].all()
    np.testing.assert_array_equal(crates[0], crates[1])
    assert (crates[2] != crates[3]).all()
    np.testing.assert_allclose(crates[2:], [[0.05, 0.016]] * 2, atol=0.008)
    assert fleet.time[2] > fleet.time[0]


def test_every_world_has_its_own_parameters() -> None:
    with Fleet(3, [Parameters(), HEAVY, QUICK], workers=0) as fleet:
        assert fleet.parameters == (Parameters(), HEAVY, QUICK)
        fleet.put(CRATE, above([0.4, 0.0, 0.5]))
        fall = {event["world"]: event["time"] for event in fleet.step(40) if event["change"] == "landed"}
        assert fall[0] == fall[1]
        assert fall[2] / fall[0] == pytest.approx(math.sqrt(9.81 / 20), rel=0.05)
        fleet.lay(PLANK, 5)
        fleet.step(600)  # to where the swing has died away
        assert fleet.heel[1] < 0.9 * fleet.heel[0]


def test_what_if_takes_the_parameters_of_the_world_it_is_told() -> None:
    with Fleet(2, [Parameters(), HEAVY], workers=0) as fleet:
        start = fleet.snapshot(0)
        heels = [
            fleet.outcomes(start, CRATE, crate_on_deck(), like=like, limit=2.0).heel[0] for like in (0, 1, 0)
        ]
    assert heels[0] == heels[2] != heels[1]
    assert heels[1] < 0.95 * heels[0]


def test_outcomes_of_several_starts(fleet: Fleet) -> None:
    """The same plank on an empty ship and on one with a crate in its way."""
    fleet.lay(CRATE, 1, [0.05, 0.016], mask=np.array([False, True, False]))
    fleet.settle(2.0)
    starts = [fleet.snapshot(0), fleet.snapshot(1), fleet.snapshot(0)]
    outcomes = fleet.outcomes(
        starts, PLANK, above(np.add(ON_DECK, [0, 0, 0.02])), [0, 0, -0.1, 0, 0, 0], limit=6.0
    )
    assert outcomes.fallen.shape == (3, PIECES)
    assert outcomes.heel[0] == outcomes.heel[2] != outcomes.heel[1]
    assert outcomes.heel[1] > outcomes.heel[0]
    assert outcomes.settled.all()
    assert ((outcomes.time >= 0.5) & (outcomes.time <= 6)).all()


def test_an_early_verdict_is_the_same_and_takes_less_time(fleet: Fleet) -> None:
    poses = np.stack([crate_on_deck(), above([0.4, 0.0, 0.3])])
    start = fleet.snapshot(0)
    whole = fleet.outcomes(start, CRATE, poses)
    early = fleet.outcomes(start, CRATE, poses, early=True)
    assert whole.fallen[:, CRATE].tolist() == early.fallen[:, CRATE].tolist() == [False, True]
    assert early.settled.all()
    assert early.time[0] < whole.time[0]


def test_reset_begins_anew_in_the_worlds_of_the_mask(fleet: Fleet) -> None:
    untouched = {name: getattr(fleet, name)[0].copy() for name in ARRAYS}
    fleet.lay([CRATE, PLANK, BARREL], 6)
    fleet.step(20)
    kept = {name: getattr(fleet, name)[2].copy() for name in ARRAYS}
    fleet.reset(mask=np.array([True, True, False]))
    for name in ARRAYS:
        for world in (0, 1):
            np.testing.assert_array_equal(getattr(fleet, name)[world], untouched[name])
        np.testing.assert_array_equal(getattr(fleet, name)[2], kept[name])


def test_a_snapshot_carries_a_state_to_other_worlds(fleet: Fleet) -> None:
    fleet.lay(CRATE, 5, mask=np.array([True, False, False]))
    fleet.lay(PLANK, 6, mask=np.array([False, True, False]))
    fleet.step(25)
    snapshot, time = fleet.snapshot(0), fleet.time.copy()
    fleet.restore([snapshot, snapshot, None], mask=np.array([False, True, False]))  # type: ignore[list-item]
    np.testing.assert_allclose(fleet.poses[1], fleet.poses[0], atol=1e-7)
    assert fleet.time.tolist() == [time[0], 0.0, time[2]]
    assert np.flatnonzero(fleet.aboard[1]).tolist() == [CRATE]
    assert not fleet.aboard[2].any()


@pytest.mark.parametrize("workers", [0, 1])
def test_parameters_that_contradict_each_other_are_refused_with_the_world_named(workers: int) -> None:
    with pytest.raises(ModelError, match=r"^world 1: .*mast_length"):
        Fleet(2, [Parameters(), CONTRADICTION], workers=workers)


def test_one_world_of_default_parameters_needs_no_word(fleet: Fleet) -> None:
    with Fleet(1, workers=0) as single:
        for fleets in (single, fleet):
            fleets.lay(CRATE, 5)
            fleets.step(5)
        assert all(told == state(fleet)[name][: len(told)] for name, told in state(single).items())
