"""A tape that grows is the same as one that was whole at once, and what it measures is what moved."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import BODIES, FIRST_PIECE_BODY, piece_shape
from riffraff.window.film import Film
from riffraff.window.tape import READINGS, Tape, measure

from .scenes import CRATE, MODEL, heeled, laid


def frames(count: int, rate: float = 60.0) -> tuple[np.ndarray, np.ndarray]:
    """A swinging ship that a crate comes onto half way."""
    times = np.arange(count) / rate
    poses = [heeled(0.2 * np.sin(3.0 * time), 0.05 * time) for time in times]
    poses = [laid(pose, CRATE, 2) if number > count / 2 else pose for number, pose in enumerate(poses)]
    return times, np.array(poses, np.float32)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 900), min_size=1, max_size=8), st.floats(-1.0, 60.0))
def test_growing_in_pieces_makes_no_difference(pieces: list[int], time: float) -> None:
    count = sum(pieces)
    times = np.cumsum(np.full(count, 1.0 / 60.0))
    poses = np.zeros((count, BODIES, 7), np.float32)
    poses[:, :, 6] = 1.0
    poses[:, 0, 0] = np.arange(count)
    tape, start = Tape(MODEL), 0
    for piece in pieces:
        tape.append(times[start : start + piece], poses[start : start + piece])
        start += piece
    assert len(tape) == count
    if count:
        whole = Film(MODEL, times, poses)
        assert (tape.start, tape.end) == (whole.start, whole.end)
        np.testing.assert_array_equal(tape.poses(time), whole.poses(time))
        expected = max(0, int(np.sum(times <= time + 1e-6)) - 1)
        assert tape.poses(time)[0, 0] == expected == tape.frame(time)
    else:
        with pytest.raises(ValueError, match="no frame"):
            tape.poses(time)


def test_times_go_forward_only() -> None:
    times, poses = frames(10)
    tape = Tape(MODEL)
    tape.append(times, poses)
    with pytest.raises(ValueError, match="ascend"):
        tape.append(times, poses)
    with pytest.raises(ValueError, match="shape"):
        tape.append([1.0], poses)
    with pytest.raises(ValueError, match="readings"):
        tape.append([1.0], poses[:1], np.zeros((1, READINGS - 1)))
    assert len(tape) == 10


def test_what_was_measured_is_kept_and_the_rest_is_measured() -> None:
    times, poses = frames(40)
    given_ = np.arange(20 * READINGS, dtype=np.float32).reshape(20, READINGS)
    tape = Tape(MODEL)
    tape.append(times[:20], poses[:20], given_)
    tape.append(times[20:], poses[20:])
    _, readings = tape.readings(0.0, 9.0, 1000)
    np.testing.assert_array_equal(readings[:20], given_)
    np.testing.assert_allclose(readings[20:, :4], measure(MODEL, times, poses)[20:, :4], rtol=1e-6)
    assert np.isnan(readings[20:, 4:]).all()


@settings(max_examples=25)
@given(st.integers(2, 400), st.floats(0.0, 6.0), st.floats(0.0, 6.0))
def test_readings_are_thinned_out_but_never_beyond_their_span(most: int, one: float, other: float) -> None:
    begin, end = sorted((one, other))
    times, poses = frames(300)
    tape = Tape(MODEL)
    tape.append(times, poses, np.zeros((300, READINGS)))
    found, readings = tape.readings(begin, end, most)
    assert len(found) == len(readings) <= most + 1
    assert set(found) <= set(times)
    assert (found >= begin - 1e-6).all()
    assert (found <= end + 1e-6).all()


def test_angles_and_energy_are_those_of_the_motion() -> None:
    rate, spin = 240.0, 1.7
    times = np.arange(60) / rate
    poses = np.full((60, BODIES, 7), np.nan, np.float32)
    poses[:, 0] = heeled(0.0)[0]
    for number, time in enumerate(times):
        poses[number, 0, 3:] = Rotation.from_euler("x", 0.1 + 0.0 * time).as_quat()
        piece = poses[number, FIRST_PIECE_BODY + CRATE]
        piece[:3] = (0.3 * time, 0.0, 1.0 - 0.4 * time)
        piece[3:] = Rotation.from_rotvec([0.0, 0.0, spin * time]).as_quat()
    inertial = MODEL.cargo[piece_shape(CRATE)].inertial
    energy = 0.5 * inertial.mass * (0.3**2 + 0.4**2) + 0.5 * inertial.moments[2] * spin**2
    readings = measure(MODEL, times, poses)
    np.testing.assert_allclose(readings[:, 0], 0.1, atol=1e-4)
    np.testing.assert_allclose(readings[:, 1], 0.1, atol=1e-4)
    np.testing.assert_allclose(readings[:, 2], 0.0, atol=1e-4)
    np.testing.assert_allclose(readings[1:, 3], energy, rtol=2e-2)
    tape = Tape(MODEL)
    tape.append(times, poses)
    assert tape.speed(FIRST_PIECE_BODY + CRATE, 0.1) == pytest.approx(0.5, rel=1e-3)
    assert tape.speed(FIRST_PIECE_BODY, 0.1) is None
    assert tape.speed(FIRST_PIECE_BODY + CRATE, 0.0) is None
