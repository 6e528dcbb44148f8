"""A game told to the window: it stands as the terminal's board says, and is told in both languages."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from riffraff.game import Entry, Recording
from riffraff.terminal.board import Board
from riffraff.window.chronicle import Chronicle
from riffraff.window.standing import Line, seat_name
from riffraff.window.words import Language, Words

from ..game.tapes import record
from .offstage import EVENTS

ENGLISH, GERMAN = Words(Language.ENGLISH), Words(Language.GERMAN)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Mapping[str, Any]]:
    """The log of a game of some turns, in which things fall."""
    return Recording.read(record(tmp_path_factory.mktemp("told") / "game.mcap", turns=9)).events


def test_a_game_stands_as_the_board_of_the_terminal_says(played: Sequence[Mapping[str, Any]]) -> None:
    board, chronicle = Board(), Chronicle()
    assert {"left", "settled", "let_go"} <= {event["event"] for event in played}
    for event in played:
        data = {name: value for name, value in event.items() if name not in ("event", "time")}
        board.follow(Entry(event["event"], event["time"], data))
        chronicle.follow(event)
        now = chronicle.now
        assert (now.round, now.captain, now.active, now.area) == (
            board.round,
            board.captain,
            board.active,
            board.area,
        )
        assert (list(now.cards), list(now.order)) == (board.cards, board.order)
        assert (list(now.supplies), dict(now.aboard)) == (board.supplies, board.aboard)
        assert (now.held, sorted(now.in_air), len(now.out)) == (board.held, sorted(board.in_air), board.out)
        assert now.over == board.over


def test_the_past_is_as_it_was(played: Sequence[Mapping[str, Any]]) -> None:
    chronicle, growing = Chronicle(played), Chronicle()
    for number, event in enumerate(played):
        growing.follow(event)
        now = growing.now.time
        if number + 1 == len(played) or played[number + 1]["time"] > now + 1e-6:
            assert chronicle.at(now) == growing.now
            assert chronicle.news(now, 3) == growing.news(now, 3)
    assert chronicle.at(-1.0).players == 0


def test_what_is_told_late_does_not_hide_what_was_told_before() -> None:
    """A piece is back aboard as of 12.6 s, which is known only after another was caught at 12.7 s."""
    late = [
        {"event": "left", "time": 12.55, "piece": "flacon-1"},
        {"event": "left", "time": 12.6, "piece": "rat-1"},
        {"event": "caught", "time": 12.7, "piece": "rat-1", "seat": 1},
        {"event": "returned", "time": 12.65, "piece": "flacon-1"},
        {"event": "left", "time": 12.9, "piece": "flacon-1"},
    ]
    chronicle = Chronicle([*EVENTS, *late])
    assert "rat-1" in chronicle.at(12.65).in_air
    assert not {"rat-1", "flacon-1"} & set(chronicle.at(12.75).in_air)
    assert "flacon-1" in chronicle.at(12.95).in_air


def test_everything_is_told_in_both_languages(played: Sequence[Mapping[str, Any]]) -> None:
    chronicle = Chronicle(played)
    for _, line in chronicle.lines:
        english, german = line.told(ENGLISH), line.told(GERMAN)
        assert english != german
        assert "{" not in english + german


def test_marks_are_turns_and_falls() -> None:
    chronicle = Chronicle(EVENTS)
    assert chronicle.marks == [0.0, 1.5, 2.5]
    assert [fall for _, fall in chronicle.ticks] == [False, True, False]


def test_a_fall_is_told() -> None:
    chronicle = Chronicle(EVENTS)
    told = [line.told(ENGLISH, ("Ann", "")) for line in chronicle.news(2.4999, 9)]
    assert told == ["Seed 7: Ann and Blue", "Round 1: Blue (captain) 5, Ann 2"]
    assert [line.told(GERMAN) for line in chronicle.news(2.5, 2)] == [
        "Stürzt: Flakon",
        "Blau nimmt das Gestürzte: 1 mehr zu laden",
    ]
    assert chronicle.now.supplies == (15, 16)
    assert chronicle.now.aboard == {"crate-0": 2}


def test_cards_of_past_rounds_are_kept() -> None:
    chronicle = Chronicle(EVENTS)
    chronicle.follow({"event": "round_start", "time": 5.0, "round": 2, "captain": 1})
    assert chronicle.now.played == ((2,), (5,))
    assert chronicle.now.cards == ()


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ({"winners": [1], "ending": "empty supply", "rounds": 4}, "Blue wins: nothing left to load"),
        (
            {"winners": [0], "ending": "cards played", "rounds": 20},
            "Red wins: fewest pieces left after 20 rounds",
        ),
        (
            {"winners": [0, 1], "ending": "cards played", "rounds": 20},
            "Red and Blue win together: fewest pieces left after 20 rounds",
        ),
    ],
)
def test_the_end_is_told(end: dict[str, Any], told: str) -> None:
    chronicle = Chronicle(EVENTS)
    chronicle.follow({"event": "game_end", "time": 6.0, "supplies": [0, 0], **end})
    assert chronicle.news(6.0, 1)[0].told(ENGLISH) == told
    assert chronicle.now.over


def test_names_stand_for_colours() -> None:
    assert seat_name(GERMAN, ("", "Bo"), 0) == "Rot"
    assert seat_name(GERMAN, ("", "Bo"), 1) == "Bo"
    assert seat_name(ENGLISH, (), 3) == "Purple"
    assert Line("told.pass", {"who": 1}).told(ENGLISH, ("", "Bo")) == "Bo passes: no spot found"
