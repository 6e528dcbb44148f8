"""Rest is judged over a window of poses, not by a single look."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.physics.rest import RestWatch, Stillness

FRAMES = 31
RATE = 60.0
BOTH = np.array([True, True])


def watch() -> RestWatch:
    """Half a second at 60 Hz; 2 mm/s and 0.05 rad/s."""
    return RestWatch(2, Stillness(FRAMES, travel=0.001, turn=0.025))


def poses(x: float = 0.0, angle: float = 0.0) -> np.ndarray:
    moving = np.concatenate([[x, 0, 0], Rotation.from_rotvec([0, angle, 0]).as_quat()])
    return np.stack([moving, [0.1, 0.2, 0.3, 0, 0, 0, 1]])


def test_a_still_world_is_at_rest_after_a_whole_window_and_not_before() -> None:
    rest = watch()
    for _ in range(FRAMES - 1):
        rest.push(poses())
        assert not rest.at_rest(BOTH)
    rest.push(poses())
    assert rest.at_rest(BOTH)


def test_forgetting_starts_the_window_anew() -> None:
    rest = watch()
    for _ in range(FRAMES):
        rest.push(poses())
    rest.forget()
    rest.push(poses())
    assert not rest.at_rest(BOTH)


@pytest.mark.parametrize("speed", [0.003, 0.02, 1.0])
def test_a_body_rolling_on_is_never_at_rest(speed: float) -> None:
    rest = watch()
    for frame in range(300):
        rest.push(poses(x=speed * frame / RATE))
        assert not rest.at_rest(BOTH)


@given(st.floats(0.8, 4.0), st.floats(0.02, 0.5), st.floats(0, 6.28))
def test_a_swing_is_not_at_rest_at_its_turning_points(period: float, amplitude: float, phase: float) -> None:
    rest = watch()
    for frame in range(200):
        rest.push(poses(x=amplitude * np.sin(2 * np.pi * frame / RATE / period + phase)))
        assert not rest.at_rest(BOTH)


def test_turning_on_the_spot_is_not_rest() -> None:
    rest = watch()
    for frame in range(200):
        rest.push(poses(angle=0.1 * frame / RATE))
        assert not rest.at_rest(BOTH)


def test_the_sign_of_a_quaternion_means_nothing() -> None:
    rest = watch()
    for frame in range(FRAMES):
        now = poses(angle=0.3)
        now[0, 3:] *= -1 if frame % 2 else 1
        rest.push(now)
    assert rest.at_rest(BOTH)


def test_only_the_marked_bodies_count_and_absent_ones_are_never_at_rest() -> None:
    rest = watch()
    for frame in range(FRAMES):
        rest.push(poses(x=0.1 * frame))
    assert rest.at_rest(np.array([False, True]))
    assert not rest.at_rest(BOTH)
    for _ in range(FRAMES):
        rest.push(np.full((2, 7), np.nan))
    assert not rest.at_rest(BOTH)


def test_several_kinds_of_stillness_are_told_apart() -> None:
    coarse, fine = Stillness(FRAMES, travel=0.001, turn=0.025), Stillness(FRAMES, travel=1e-5, turn=1e-3)
    rest = RestWatch(2, coarse, fine)
    for frame in range(FRAMES):
        rest.push(poses(x=2e-5 * frame))
    assert rest.at_rest(BOTH, 0)
    assert not rest.at_rest(BOTH, 1)
    assert rest.at_rest(1, 1)
