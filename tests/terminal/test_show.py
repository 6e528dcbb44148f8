"""The live view, and who gets it."""

import io
import itertools
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

from riffraff.physics import World
from riffraff.terminal import (
    JsonLines,
    LiveView,
    PlainLines,
    show_on,
)

from .logs import START, entry


def terminal_of(width: int = 80, height: int = 24) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=height, legacy_windows=False)


def written(console: Console) -> str:
    return cast(io.StringIO, console.file).getvalue()


def test_the_live_view_draws_ten_times_a_second_at_most() -> None:
    console, clock = terminal_of(), itertools.count(step=0.03)
    with LiveView(console, limit=0.5, clock=lambda: next(clock)) as view:
        view.entry(START)
        before = written(console).count("simulated")
        for _ in range(100):
            view.entry(entry("left", piece="rat-1"))
        drawn = written(console).count("simulated") - before
    assert before == 1
    assert 20 <= drawn <= 30


def test_the_live_view_leaves_the_last_picture_and_the_result_on_the_first_screen() -> None:
    console = terminal_of()
    with LiveView(console, limit=0.5) as view:
        view.entry(START)
        view.watch(cast(World, SimpleNamespace(time=3.0, heel=0.1, roll_pitch_yaw=(0.1, 0.0, 0.0))))
        view.entry(entry("game_end", 4.0, winners=[2], ending="empty supply", rounds=3, supplies=[1, 2, 0]))
    left = written(console).split("\x1b[?1049l")[1]
    assert "4.0 s simulated" in left
    assert "Turquoise wins: nothing left to load, in round 3" in left.splitlines()[-1]
    assert "\x1b[?25h" in written(console)  # the cursor is back


def test_the_live_view_shows_how_the_ship_lies_now() -> None:
    console = terminal_of()
    with LiveView(console, limit=0.5, clock=lambda: 0.0) as view:
        view.watch(cast(World, SimpleNamespace(time=7.25, heel=0.2, roll_pitch_yaw=(-0.2, 0.0, 0.0))))
    assert "7.2 s simulated" in written(console)
    assert "11.5°" in written(console)


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "json", "kind"),
    [
        ({}, False, LiveView),
        ({}, True, JsonLines),
        ({"TERM": "dumb"}, False, PlainLines),
        ({"COLUMNS": "60"}, False, PlainLines),
        ({"LINES": "12"}, False, PlainLines),
    ],
)
def test_only_a_terminal_that_is_up_to_it_gets_the_live_view(
    variables: dict[str, str], json: bool, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ({"TERM": "xterm", "COLUMNS": "80", "LINES": "24"} | variables).items():
        monkeypatch.setenv(name, value)
    assert type(show_on(Screen(), json=json, limit=0.5)) is kind


def test_a_pipe_gets_plain_lines_even_where_colours_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert type(show_on(io.StringIO(), json=False, limit=0.5)) is PlainLines
