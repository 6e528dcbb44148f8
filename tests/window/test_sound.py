"""Knocks are heard in the poses of a game, sound the same every time, and never depend on a device."""

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.model import BODIES, FIRST_PIECE_BODY
from riffraff.rules import PIECES
from riffraff.window.sound.clicks import RATE, Mixer, Samples, click, loudness, pitch
from riffraff.window.sound.impacts import FAINTEST, Ears, changes
from riffraff.window.sound.speaker import Device, Hearing, Speaker
from riffraff.window.tape import Tape

from .scenes import CRATE, MODEL

GRAVITY = MODEL.parameters.world.gravity
STEP = 1.0 / 60.0


def dropped(height: float, bounce: float, seconds: float = 1.5) -> tuple[np.ndarray, np.ndarray]:
    """Times, and heights of what falls, bounces once and lies still after that."""
    times = np.arange(round(seconds / STEP)) * STEP
    landing = np.sqrt(2 * height / GRAVITY)
    speed = bounce * GRAVITY * landing
    after = times - landing
    heights = np.where(after < 0, height - GRAVITY * times**2 / 2, speed * after - GRAVITY * after**2 / 2)
    return times, np.maximum(heights, 0.0)


def tape_of(times: np.ndarray, heights: np.ndarray, piece: int = CRATE) -> Tape:
    frames = np.full((len(times), BODIES, 7), np.nan)
    frames[:, :FIRST_PIECE_BODY] = frames[:, FIRST_PIECE_BODY + piece] = [0, 0, 0, 0, 0, 0, 1]
    frames[:, FIRST_PIECE_BODY + piece, 2] = heights
    tape = Tape(MODEL)
    tape.append(times, frames)
    return tape


@given(st.floats(0.02, 0.4), st.floats(0.0, 0.4))
def test_the_change_of_a_landing_is_its_speed_and_that_of_the_rebound(height: float, bounce: float) -> None:
    times, heights = dropped(height, bounce)
    centres = np.zeros((len(times), 1, 3))
    centres[:, 0, 2] = heights
    found = changes(times, centres, GRAVITY)[:, 0]
    landing = np.sqrt(2 * height / GRAVITY)
    near = np.abs(times[2:] - landing) < 2.5 * STEP
    speed = GRAVITY * landing
    # A landing between two frames is shared out to two changes.
    assert found[near].sum() == pytest.approx(speed * (1 + bounce), abs=2.5 * GRAVITY * STEP)
    before = times[2:] < landing - STEP
    assert np.all(found[before] < 1e-9)


def test_what_lies_or_falls_or_comes_and_goes_makes_no_sound() -> None:
    times = np.arange(60) * STEP
    centres = np.full((60, 3, 3), np.nan)
    centres[:, 0] = 0.0
    centres[:, 1] = np.stack([times, 0 * times, 1.0 - GRAVITY * times**2 / 2], axis=1)
    centres[20:40, 2] = 5.0
    assert changes(times, centres, GRAVITY).max() < 1e-9
    assert changes(times[:2], centres[:2], GRAVITY).shape == (0, 3)


@given(st.lists(st.integers(1, 50), min_size=3, max_size=40))
def test_one_landing_is_one_knock_however_often_the_window_looks(steps: list[int]) -> None:
    times, heights = dropped(0.2, 0.0)
    tape, ears = tape_of(times, heights), Ears()
    ears.skip(tape, 0.0)
    heard = []
    frame = 0
    for step in [*steps, *[10] * len(times)]:
        frame = min(frame + step, len(times) - 1)
        heard += ears.listen(tape, times[frame])
    assert [knock.piece for knock in heard] in ([CRATE], [CRATE, CRATE])  # a stronger half may follow
    assert heard[0].time == pytest.approx(np.sqrt(0.4 / GRAVITY), abs=2.5 * STEP)


def test_time_that_jumps_or_runs_backward_is_silent() -> None:
    times, heights = dropped(0.05, 0.0, seconds=4.0)
    tape, ears = tape_of(times, heights), Ears()
    assert ears.listen(tape, 3.9) == []
    assert ears.listen(tape, 0.0) == []
    assert ears.listen(tape, 3.0) == []
    assert ears.listen(tape_of(times, heights), 0.2) == []
    ears.skip(tape, 0.0)
    assert len(ears.listen(tape, 0.5)) >= 1


def test_a_harder_knock_is_louder_and_a_heavier_piece_lower() -> None:
    levels = [loudness(change) for change in np.linspace(FAINTEST, 2.0, 50)]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (0.0, 1.0)
    assert pitch(CRATE, 0.015) < pitch(CRATE, 0.005) < pitch(CRATE, 0.002)
    masses = [MODEL.cargo[piece.shape.value].inertial.mass for piece in PIECES]
    pitches = {pitch(piece.index, mass) for piece, mass in zip(PIECES, masses, strict=True)}
    assert len(pitches) == len(PIECES)


@given(st.floats(300.0, 5000.0), st.floats(0.01, 1.0))
def test_a_click_is_as_loud_as_it_is_said_to_be_short_and_always_the_same(
    frequency: float, loud: float
) -> None:
    samples = click(frequency, loud)
    assert np.abs(samples).max() == pytest.approx(0.8 * loud, rel=1e-5)
    assert len(samples) <= 0.1 * RATE
    assert np.abs(samples[-RATE // 100 :]).max() < 0.01 * loud
    np.testing.assert_array_equal(samples, click(frequency, loud))


def test_the_tone_of_a_click_has_its_pitch() -> None:
    samples = click(1500.0, 0.05)
    spectrum = np.abs(np.fft.rfft(samples))
    strongest = np.fft.rfftfreq(len(samples), 1.0 / RATE)[spectrum.argmax()]
    assert strongest == pytest.approx(1500.0, abs=25.0)


@given(st.lists(st.integers(1, 900), min_size=1, max_size=12), st.integers(0, 300))
def test_the_mixer_plays_sounds_to_their_ends_in_blocks_of_any_size(blocks: list[int], later: int) -> None:
    one, other = click(900.0, 0.3)[:500], click(1300.0, 0.2)[:700]
    whole, parts = Mixer(), Mixer()
    for mixer in (whole, parts):
        mixer.add(one)
    expected = [whole.take(later)]
    given_ = [parts.take(count) for count in (later // 2, later - later // 2)]
    for mixer in (whole, parts):
        mixer.add(other)
    expected.append(whole.take(sum(blocks) + 1200))
    given_ += [parts.take(count) for count in [*blocks, 1200]]
    np.testing.assert_array_equal(np.concatenate(given_), np.concatenate(expected))
    assert whole.silent
    assert parts.silent


def test_many_knocks_at_once_do_not_overdrive() -> None:
    mixer = Mixer()
    for _ in range(50):
        mixer.add(click(1000.0, 1.0))
    mixed = mixer.take(2000)
    assert 0.5 < np.abs(mixed).max() <= 1.0


class FakeDevice:
    """A device that keeps what it is given to play."""

    def __init__(self, mixer: Mixer) -> None:
        self.mixer = mixer
        self.started = threading.Event()
        self.closed = threading.Event()

    def start(self) -> None:
        self.started.set()

    def stop(self) -> None:
        self.started.clear()

    def close(self) -> None:
        self.closed.set()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_the_device_is_opened_for_the_first_sound_and_closed_at_the_end() -> None:
    devices: list[FakeDevice] = []

    def opened(mixer: Mixer) -> FakeDevice:
        devices.append(FakeDevice(mixer))
        return devices[-1]

    speaker = Speaker(opened)
    assert speaker.hearing is Hearing.UNTRIED
    assert devices == []
    sound = click(1000.0, 0.5)
    speaker.play(sound)
    until(lambda: bool(devices) and devices[0].started.is_set())
    np.testing.assert_allclose(devices[0].mixer.take(len(sound)), np.tanh(sound), atol=1e-6)
    speaker.play(sound)
    until(lambda: not devices[0].mixer.silent)
    assert speaker.hearing is Hearing.WORKS
    speaker.close()
    speaker.close()
    assert devices[0].closed.is_set()
    assert len(devices) == 1


@pytest.mark.parametrize(
    ("error", "hearing"),
    [(ModuleNotFoundError("miniaudio"), Hearing.NO_LIBRARY), (OSError("none"), Hearing.NO_DEVICE)],
)
def test_without_a_device_or_a_library_all_is_silent_and_tried_once(
    error: Exception, hearing: Hearing
) -> None:
    tries = []

    def opened(mixer: Mixer) -> Device:
        tries.append(mixer)
        raise error

    speaker = Speaker(opened)
    sound: Samples = click(1000.0, 0.5)
    speaker.play(sound)
    until(lambda: speaker.hearing is hearing)
    speaker.play(sound)
    speaker.close()
    assert len(tries) == 1


def test_the_system_s_own_device_plays_or_is_missing_without_a_word(
    capfd: pytest.CaptureFixture[str],
) -> None:
    speaker = Speaker()
    speaker.play(click(1000.0, 0.01))
    until(lambda: speaker.hearing is not Hearing.UNTRIED)
    speaker.close()
    assert capfd.readouterr() == ("", "")
