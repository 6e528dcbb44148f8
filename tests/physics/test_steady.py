"""A verdict is certain once cargo keeps its place on the hull, though the ship sways."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import SHAPES
from riffraff.physics import Change, Status, World
from riffraff.physics.frames import seen_from
from riffraff.physics.steady import SteadyWatch

RATE = 60.0
BOTH = np.array([True, True])
finite = st.floats(-1, 1)


@given(st.lists(st.tuples(*[finite] * 6), min_size=2, max_size=5))
def test_seen_from_a_body_is_its_inverse_pose_times_theirs(bodies: list[tuple[float, ...]]) -> None:
    turns = [Rotation.from_rotvec(3 * np.array(body[3:])) for body in bodies]
    places = np.array([body[:3] for body in bodies])
    poses = np.column_stack([places, [turn.as_quat() for turn in turns]])
    for link, seen in enumerate(seen_from(poses, 2)):
        back = turns[link].inv()
        for turn, place, got in zip(turns, places, seen, strict=True):
            np.testing.assert_allclose(got[:3], back.apply(place - places[link]), atol=1e-12)
            assert (back * turn * Rotation.from_quat(got[3:]).inv()).magnitude() < 1e-7


def sway(heel: float, slide: float = 0.0) -> np.ndarray:
    """A hull that heels round the origin, and a piece that goes with it, `slide` along its deck."""
    turn = Rotation.from_rotvec([heel, 0, 0])
    return np.stack([[0, 0, 0, *turn.as_quat()], [*turn.apply([0.0, 0.03 + slide, 0.1]), *turn.as_quat()]])


@pytest.mark.parametrize("amplitude", [0.02, 0.1])
def test_cargo_that_goes_with_a_swaying_ship_is_steady(amplitude: float) -> None:
    watch = SteadyWatch(2, 1, RATE)
    for frame in range(60):
        watch.push(sway(amplitude * np.cos(2 * np.pi * frame / RATE / 1.8)))
    assert watch.steady(BOTH)


@pytest.mark.parametrize(("slide", "seconds"), [(0.0, 0.25), (2e-4, 0.5)])
def test_what_is_quite_still_is_trusted_after_half_the_time(slide: float, seconds: float) -> None:
    watch, steady = SteadyWatch(2, 1, RATE), []
    for frame in range(40):
        watch.push(sway(0.02 * np.cos(2 * np.pi * frame / RATE / 1.8), slide * (-1) ** frame))
        steady.append(watch.steady(BOTH))
    assert steady.index(True) == round(seconds * RATE)


def test_cargo_that_slides_on_a_swaying_ship_is_not() -> None:
    watch = SteadyWatch(2, 1, RATE)
    for frame in range(200):
        watch.push(sway(0.1 * np.cos(2 * np.pi * frame / RATE / 1.8), slide=0.002 * frame / RATE))
        assert not watch.steady(BOTH)


def test_a_ship_that_is_going_over_is_not_trusted_for_so_short() -> None:
    watch = SteadyWatch(2, 1, RATE)
    for frame in range(50):
        watch.push(sway(0.01 * np.exp(2 * frame / RATE)))
        assert not watch.steady(BOTH)


def rocking(frame: int, slide: float = 0.0) -> np.ndarray:
    """A still hull, a yardarm that rocks by six degrees either way, and a piece that goes with it."""
    turn = Rotation.from_rotvec([0.1 * np.sin(2 * np.pi * frame / RATE), 0, 0])
    arm = np.array([0, 0, 0.12])
    piece = arm + turn.apply([0.0, 0.08 + slide, 0.01])
    return np.array([[0, 0, 0, 0, 0, 0, 1], [*arm, *turn.as_quat()], [*piece, *turn.as_quat()]])


@pytest.mark.parametrize(
    ("speed", "sway", "steady"), [(0, np.inf, True), (0.002, np.inf, False), (0, 1, False)]
)
def test_cargo_may_rock_with_its_yardarm_unless_the_ship_has_to_calm_down(
    speed: float, sway: float, steady: bool
) -> None:
    watch = SteadyWatch(3, 2, RATE, sway)
    for frame in range(200):
        watch.push(rocking(frame, slide=speed * frame / RATE))
    assert watch.steady(np.array([True, True, True])) == steady


@pytest.mark.parametrize(("amplitude", "sure"), [(0.12, True), (0.24, False)])
def test_a_swing_that_will_go_far_is_seen_before_it_does(amplitude: float, sure: bool) -> None:
    """Trusted after half a second if it stays within ten degrees, upright as it is just now."""
    watch = SteadyWatch(2, 1, RATE)
    for frame in range(33):
        watch.push(sway(amplitude * np.sin(2 * np.pi * (frame - 32) / RATE / 2.5)))
    assert watch.steady(BOTH) == sure


@pytest.mark.parametrize(("amplitude", "calm"), [(0.02, False), (0.004, True)])
def test_a_ship_whose_sway_matters_must_have_calmed_down(amplitude: float, calm: bool) -> None:
    watch, seen = SteadyWatch(2, 1, RATE, sway=0.01), False
    for frame in range(200):
        watch.push(sway(amplitude * np.cos(2 * np.pi * frame / RATE / 1.8)))
        seen |= watch.steady(BOTH)
    assert seen == calm


def test_calm_comes_before_rest_and_after_certainty(world: World) -> None:
    """A chest on a yardarm: its fate is certain while the ship still swings, and it calms before it rests."""
    world.lay(SHAPES.index("chest"), 5)
    watches = [world.steady_watch(), world.steady_watch(0.01)]
    came: list[float | None] = [None, None]
    while not world.at_rest():
        world.frame()
        for number, watch in enumerate(watches):
            if world.certain(watch) and came[number] is None:
                came[number] = world.time
    certain, calm = came
    assert certain is not None and calm is not None
    assert certain < calm < world.time


def test_an_early_end_tells_the_same_falls_sooner(world: World) -> None:
    """The barrel rolls off the yardarm; on the deck it stays."""
    for area, falls in ((5, 1), (2, 0)):
        barrel = SHAPES.index("barrel") + 8 * (area == 2)
        world.lay(barrel, area)
        before = world.snapshot(), world.time
        events, certain = world.settle(early=True)
        early = world.time - before[1]
        assert certain
        assert sum(event.change is Change.LANDED for event in events) == falls
        world.settle()
        assert early < 0.8 * (world.time - before[1])
        assert (world.status(barrel) is Status.FALLEN) == bool(falls)
