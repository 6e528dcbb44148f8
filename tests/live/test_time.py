"""True time: pauses, single frames, slow and fast, and physics that waits for nobody."""

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.live.pacing import Clock
from riffraff.live.protocol import Aim, Ask, Frames, OneFrame, Pace, Paced, Refused, Setting, Start, Tumbling
from riffraff.model import Pose

from .window import Window, numbered

FRAME = 1 / 60


def take_up(window: Window) -> None:
    """Have time run: a person holds a piece."""
    window.decide("choose_card", 10)
    window.decide("choose_card", 1)
    window.decide("place", Start(numbered("crate-0")))
    window.until(Frames)


def test_pause_single_frames_and_on(tmp_path: Path) -> None:
    setting = Setting(players=("person", "person"), thinking=0, recording=tmp_path / "g")
    with Window(setting) as window:
        take_up(window)
        window.send(Pace(0))
        assert window.until(Paced, lambda paced: paced.wanted == 0).reached == 0
        before = len(window.times)
        window.send(OneFrame(), OneFrame(), OneFrame(), Pace(7))
        while len(window.times) < before + 3:
            window.until(Frames)
        assert [refused.order for refused in window.all(Refused)] == [Pace(7)]
        time.sleep(0.3)
        assert not any(isinstance(news, Frames) for news in window.table.receive())  # time stands still
        window.send(Pace(1))
        while len(window.times) < before + 10:
            window.until(Frames)
        # Nothing was left out, whatever was on.
        np.testing.assert_allclose(np.diff(window.times), FRAME, atol=1e-6)


@pytest.mark.parametrize("factor", [0.5])
def test_the_pace_wanted_is_the_pace_reached(tmp_path: Path, factor: float) -> None:
    setting = Setting(players=("person", "person"), thinking=0, pace=factor, recording=tmp_path / "g")
    with Window(setting) as window:
        take_up(window)
        window.send(Aim(Pose((0.0, -0.2, 0.4))))
        window.until(Paced)
        reached = [window.until(Paced).reached for _ in range(2)]
        # Never faster; slower where the machine has other things to do.
        assert max(reached) < 1.1 * factor
        assert max(reached) > 0.5 * factor


def test_a_question_can_be_answered_in_a_pause(tmp_path: Path) -> None:
    setting = Setting(players=("person", "person"), pace=0, recording=tmp_path / "g")
    with Window(setting) as window:
        window.decide("choose_card", 10)
        assert window.until(Ask).seat == 1
        window.send(Tumbling(1.5), Tumbling(0.5))  # how slow tumbling is shown has bounds
        assert window.until(Refused).order == Tumbling(1.5)


@given(factor=st.floats(0.1, 4), tumbling=st.floats(0.1, 1), falling=st.booleans(), count=st.integers(1, 50))
def test_frames_in_time_are_due_at_even_intervals(
    factor: float, tumbling: float, falling: bool, count: int
) -> None:
    clock = Clock(factor, tumbling, 100.0)
    now = 100.0
    for _ in range(count):
        now = clock.due(FRAME, now, falling=falling)
    pace = factor * (tumbling if falling else 1)
    assert now - 100 == pytest.approx(count * FRAME / pace)


@given(late=st.floats(0.2, 100))
def test_what_a_slow_machine_missed_is_not_caught_up_with(late: float) -> None:
    clock = Clock(1, 1, 0.0)
    assert late - 0.1 <= clock.due(FRAME, late, falling=False) <= late


@given(pause=st.floats(1, 1000))
def test_a_pause_is_neither_caught_up_with_nor_measured(pause: float) -> None:
    clock = Clock(1, 1, 0.0)
    clock.hold(pause)
    now = pause
    while (reached := clock.reached(now)) is None:
        now = clock.due(FRAME, now, falling=False)
    assert reached == pytest.approx(1)
