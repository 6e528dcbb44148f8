"""``riffraff play`` and ``riffraff`` alone, as far as there is no window to be seen."""

import sys

import pytest

from riffraff.cli_play import _chairs, play, without_command
from riffraff.command import FAILED, CommandError

from .process import refused, riffraff

NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


def test_riffraff_alone_tells_how_to_use_it_where_there_is_no_display() -> None:
    result = riffraff(**NO_DISPLAY)
    assert result.returncode == 0
    for command in ("run", "play", "replay", "params"):
        assert f" {command} " in result.stdout
    assert result.stderr.count("\n") == 1
    assert "needs a display" in result.stderr


def test_playing_without_a_display_is_one_sentence() -> None:
    result = riffraff("play", **NO_DISPLAY)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "display" in result.stderr


@pytest.mark.parametrize(
    ("version", "words"),
    [((3, 10, 14), "Python 3.11 and later"), ((3, 11, 9), "pip install 'riffraff[window]'")],
)
def test_a_library_that_is_missing_is_told_with_what_to_do(
    version: tuple[int, ...], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "imgui_bundle", None)
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setenv("DISPLAY", ":0")
    printed = []
    assert without_command(lambda: printed.append("help")) == 0
    assert printed == ["help"]
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "the window needs the library imgui_bundle" in told
    assert words in told
    with pytest.raises(CommandError, match="imgui_bundle") as caught:
        play(practice=True)
    assert words in str(caught.value)
    assert caught.value.exit_code == FAILED


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "pirate"], "person, careful and random"),
        (["--players", "2", *["--player", "person"] * 3], "3 times for 2 players"),
        ([*["--player", "person"] * 5], "at most 4 players"),
        (["--practice", "--players", "3"], "--practice has no players"),
        (["--player", f"person={'x' * 30}"], "at most 20 letters"),
        (["--set", "wood.friction=9"], "wood.friction"),
        (["--params", "nowhere.toml"], "nowhere.toml"),
        (["--seed", "-1"], "whole number"),
    ],
)
def test_what_is_asked_wrongly_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert words in refused(capsys, "play", *arguments)


def test_seats_that_are_not_named_are_you_and_scripted_players() -> None:
    assert [chair.kind for chair in _chairs(3, ())] == ["person", "careful", "careful"]
    assert [chair.kind for chair in _chairs(None, ("person=Ann",))] == ["person", "careful"]
    named = _chairs(None, ("person=Ann", "random", "person = Bob "))
    assert [(chair.kind, chair.name) for chair in named] == [
        ("person", "Ann"),
        ("random", ""),
        ("person", "Bob"),
    ]


def test_no_player_can_be_nobody() -> None:
    with pytest.raises(CommandError, match="no such kind"):
        _chairs(None, ("=Ann",))
