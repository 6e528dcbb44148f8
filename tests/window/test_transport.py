"""Time in the window: it runs, stands, steps and jumps, and a live game goes only while it is looked at."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riffraff.window.tape import READINGS, Tape
from riffraff.window.transport import SPEEDS, Transport

from .scenes import MODEL, heeled

FRAME = 1.0 / 60.0


class Clock:
    """A live game's clock that writes down what it is told."""

    def __init__(self) -> None:
        self.paces: list[float] = []
        self.frames = 0

    def pace(self, factor: float) -> None:
        self.paces.append(factor)

    def one_frame(self) -> None:
        self.frames += 1


def taped(seconds: float) -> Tape:
    tape = Tape(MODEL)
    grow(tape, seconds)
    return tape


def grow(tape: Tape, seconds: float) -> None:
    times = np.arange(len(tape), len(tape) + round(seconds * 60)) * FRAME
    tape.append(times, np.tile(heeled(0.0), (len(times), 1, 1)), np.zeros((len(times), READINGS)))


def test_a_recording_runs_to_its_end_and_then_from_its_beginning() -> None:
    transport = Transport(taped(2.0))
    assert transport.running
    assert transport.advance(0.5, 0.5)
    assert transport.time == pytest.approx(0.5)
    transport.advance(9.0, 9.5)
    assert transport.time == transport.tape.end
    assert not transport.running
    transport.toggle()
    assert (transport.time, transport.running) == (0.0, True)


def test_the_factor_reached_is_measured() -> None:
    transport = Transport(taped(60.0))
    transport.at_speed(2.0)
    for tick in range(1, 30):
        transport.advance(0.1, 0.1 * tick)
    assert transport.reached == pytest.approx(2.0, rel=1e-3)
    transport.stop()
    transport.advance(0.1, 3.1)
    assert transport.reached == 0.0


@settings(max_examples=25)
@given(st.lists(st.floats(0.0, 10.0), min_size=1, max_size=6, unique_by=lambda mark: round(mark, 2)))
def test_jumping_goes_to_every_mark_and_back(marks: list[float]) -> None:
    transport = Transport(taped(10.0))
    transport.marks = sorted(marks)
    transport.to(0.0)
    seen = []
    while transport.time < transport.tape.end:
        transport.jump(1)
        seen.append(transport.time)
    assert [time for time in seen if time in marks] == [
        mark for mark in sorted(marks) if 1e-6 < mark <= transport.tape.end
    ]
    for mark in reversed([mark for mark in sorted(marks) if mark < transport.tape.end - 1e-6]):
        transport.jump(-1)
        assert transport.time == mark


def test_single_frames_of_a_recording() -> None:
    transport = Transport(taped(1.0))
    transport.to(0.5)
    transport.step(1)
    assert transport.time == pytest.approx(0.5 + FRAME)
    transport.step(-2)
    assert transport.time == pytest.approx(0.5 - FRAME)
    transport.to(0.0)
    transport.step(-1)
    assert transport.time == 0.0


def test_a_live_game_is_followed_and_stops_while_the_past_is_looked_at() -> None:
    tape, clock = taped(1.0), Clock()
    transport = Transport(tape, clock)
    transport.advance(0.1, 0.1)
    assert (transport.live, transport.time) == (True, tape.end)
    grow(tape, 1.0)
    assert transport.advance(0.1, 0.2)
    assert transport.time == tape.end
    transport.to(0.5)
    assert (transport.live, clock.paces[-1]) == (False, 0.0)
    transport.to_live()
    assert (transport.live, transport.time, clock.paces[-1]) == (True, tape.end, 1.0)


def test_the_past_of_a_live_game_runs_on_into_the_present() -> None:
    clock = Clock()
    transport = Transport(taped(2.0), clock)
    transport.to(1.0)
    transport.toggle()
    assert (transport.live, transport.running, clock.paces[-1]) == (False, True, 0.0)
    transport.advance(5.0, 5.0)
    assert (transport.live, transport.running, clock.paces[-1]) == (True, True, 1.0)


def test_a_live_game_pauses_and_goes_on_frame_by_frame() -> None:
    clock = Clock()
    transport = Transport(taped(1.0), clock)
    transport.advance(0.1, 0.1)
    transport.toggle()
    assert (transport.live, clock.paces[-1]) == (True, 0.0)
    transport.step(1)
    assert (transport.live, clock.frames, clock.paces[-1]) == (True, 1, 0.0)
    transport.toggle()
    assert clock.paces[-1] == 1.0


def test_speeds_are_chosen_step_by_step() -> None:
    clock = Clock()
    transport = Transport(taped(1.0), clock)
    for _ in SPEEDS:
        transport.faster(1)
    assert (transport.wanted, clock.paces[-1]) == (SPEEDS[-1], SPEEDS[-1])
    for _ in SPEEDS:
        transport.faster(-1)
    assert (transport.wanted, clock.paces[-1]) == (SPEEDS[0], SPEEDS[0])
