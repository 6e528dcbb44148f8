"""Contacts are looked at only when something may have lost its support; what is told stays the same."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.model import FIRST_PIECE_BODY
from riffraff.params import Parameters
from riffraff.physics import PIECES, Event, World
from riffraff.physics.support import SupportWatch
from riffraff.rules import Shape

from .stage import GRAVITY, blow, number

STEP, STEPS = 1 / 240, 4
HIGH, GROUND = 0.3, 0.16


@pytest.fixture(scope="module")
def watch() -> SupportWatch:
    """A watch of one piece that is aboard, number 0."""
    with World() as world:
        found = SupportWatch(Parameters(), world.scene.model, GROUND)
    found.note(np.array([FIRST_PIECE_BODY]), np.arange(PIECES) == 0)
    return found


def told(watch: SupportWatch, heights: list[float]) -> bool:
    """What a watch says of the last of these heights [m], one for every frame."""
    watch.forget()
    sure = False
    for before, now in pairwise(heights):
        sure = watch.sure(np.array([now]), np.array([now - before]))
    return sure


def test_cargo_that_moves_evenly_is_carried(watch: SupportWatch) -> None:
    assert told(watch, [HIGH, HIGH + 0.001, HIGH + 0.002])


def test_two_frames_must_have_been_seen(watch: SupportWatch) -> None:
    assert not told(watch, [HIGH, HIGH])


def test_what_may_touch_the_ground_is_always_looked_at(watch: SupportWatch) -> None:
    assert not told(watch, [GROUND + 0.01] * 5)


@given(st.floats(-10, 10), st.floats(-1, 1), st.integers(1, STEPS))
def test_a_piece_without_support_in_the_last_step_is_never_overlooked(
    watch: SupportWatch, lift: float, speed: float, steps: int
) -> None:
    """However the ship lifts its cargo evenly before, at the latest; both frames before were quiet."""
    heights, height = [HIGH], HIGH
    for step in range(3 * STEPS):
        falls = step >= 3 * STEPS - steps
        speed += (-GRAVITY if falls else lift) * STEP
        height += speed * STEP
        if step % STEPS == STEPS - 1:
            heights.append(height)
    assert not (told(watch, heights[:-1]) and told(watch, heights))


CASES = [
    (Shape.CRATE, 5, (0.0, 0.11)),
    (Shape.BARREL, 3, None),
    (Shape.PLANK, 9, (0.01, 0.05)),
    (Shape.RAT, 2, None),
]


@pytest.mark.parametrize(("shape", "area", "at"), CASES)
def test_events_are_those_of_a_world_that_looks_in_every_frame(
    monkeypatch: pytest.MonkeyPatch, shape: Shape, area: int, at: tuple[float, float] | None
) -> None:
    def story() -> tuple[list[Event], float, np.ndarray]:
        with World() as world:
            world.lay(number(Shape.CRATE), 1)
            world.lay(number(Shape.CHEST), 4)
            world.settle()
            world.lay(number(shape, 1), area, at, gap=0.01)
            events, _ = world.settle(6.0)
            blow(world, roll=1.0)
            events += world.advance(1.0)
            return events, world.time, world.poses.copy()

    events, time, poses = story()
    monkeypatch.setattr(SupportWatch, "sure", lambda *_: False)
    always = story()
    assert (events, time) == always[:2]
    assert np.array_equal(poses, always[2], equal_nan=True)
