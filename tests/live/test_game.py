"""A game by the rules, played by messages with a real table."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riffraff.game import Recording, verify
from riffraff.live.protocol import (
    Aim,
    Ask,
    Begun,
    Change,
    Decide,
    Failed,
    Failure,
    Grab,
    Holding,
    Over,
    PutBack,
    Refused,
    Release,
    Setting,
    Start,
    Told,
)
from riffraff.model import Pose
from riffraff.rules import FACE_DOWN, Where

from .window import Window, numbered, start_turn

TWO = ("person", "person")


def test_two_persons_play_a_turn_and_the_recording_of_it_is_true(tmp_path: Path) -> None:
    setting = Setting(
        players=TWO,
        names=("Ann", "Bob"),
        seed=5,
        pace=4,
        tremor=0.2,
        thinking=0,
        recording=tmp_path / "g",
    )
    with Window(setting) as window:
        begun = window.until(Begun)
        assert begun.recording == tmp_path / "g"
        assert begun.setting.names == ("Ann", "Bob")
        first = window.decide("choose_card", 9)
        second = window.decide("choose_card", 1)
        assert (first.seat, second.seat) == (0, 1)
        assert second.state.chosen[0] == FACE_DOWN  # hot seat: what the other has chosen stays hidden
        assert window.told("reveal").event["cards"] == [9, 1]

        crate = numbered("crate-0")
        ask = window.decide("place", Start(crate))
        assert (ask.seat, ask.state.area) == (0, 9)
        assert set(ask.options) == {piece.index for piece in ask.state.supply(0)}
        window.bring(9, crate)
        window.release()
        objections = [holding.objection for holding in window.all(Holding)]
        reasons = {objection.reason for objection in objections if objection}
        assert reasons == {"not in area", "touches nothing"}
        assert objections[-1] is None
        settled = window.told("settled")
        assert settled.event["aboard"] == {"crate-0": 9}
        assert settled.state.pieces[crate].where is Where.ABOARD

        assert window.decide("place", None).seat == 1
        assert window.told("pass").event["clause"] == "R4.8"
        assert window.told("round_start").event["round"] == 2
        assert window.all(Holding)[-1].piece is None

    recording = Recording.read(tmp_path / "g")
    assert recording.interrupted
    assert recording.facts.names == ("Ann", "Bob")
    window.news += window.table.receive()
    # All frames of the game reached the window, and the one in which nothing had happened yet.
    np.testing.assert_allclose(window.times[1:], recording.times, atol=1e-9)
    np.testing.assert_array_equal(window.poses[1:], recording.frames)
    verify(recording)


def test_what_cannot_be_done_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with Window(Setting(players=TWO, pace=4, thinking=0, recording=tmp_path / "g")) as window:
        card = window.ask("choose_card")

        def refusal() -> str:
            return window.until(Refused).sentence

        window.send(
            Decide(card.question, 11), Decide(card.question + 1, 1), Grab(0), Decide(card.question, 10)
        )
        assert "11 is no answer to choose_card" in refusal()
        assert "not open" in refusal()
        assert "decide" in refusal()
        place_ask = start_turn(window, 2, piece="crate-0")
        assert place_ask.state.area == 10

        window.send(Aim(Pose((3.0, 0.0, 0.0))))
        assert "out of reach" in refusal()
        window.send(Aim(Pose((0.0, 0.0, 0.5), (0.0, 0.0, 0.0, 2.0))))
        assert "is no pose" in refusal()
        window.send(Release(), Grab(7), Change({"wood.friction": 0.2}), Decide(place_ask.question, None))
        assert refusal() == "the crate is not in area 10"
        assert refusal() == "chest-0 is not in the air"
        assert "practice" in refusal()
        assert refusal() == "no question is open"

        window.send(PutBack())
        assert window.told("refused").event["reason"] == "it was put back"
        again = window.ask("place")
        assert again.state == place_ask.state
        window.send(Decide(again.question, Start(numbered("crate-3"))))
        assert "no answer to place" in refusal()
        window.send(Decide(again.question, None))
        window.told("pass")


def test_r5_2_a_click_catches_what_tumbles(tmp_path: Path) -> None:
    setting = Setting(players=TWO, seed=1, pace=4, tremor=0.2, thinking=0, recording=tmp_path / "g")
    with Window(setting) as window:
        start_turn(window, 10, 1, piece="crate-0")
        crate = numbered("crate-0")
        window.drop_and_catch(
            10, crate, lambda: any(told.event["event"] == "left" for told in window.all(Told))
        )
        caught = window.told("caught").event
        assert (caught["piece"], caught["seat"]) == ("crate-0", 0)
        assert window.told("settled").event["to_supply"] == ["crate-0"]  # R5.4
        window.told("turn_end")
        assert window.all(Refused) == []
    verify(Recording.read(tmp_path / "g"))


def test_persons_who_always_pass_come_to_the_end(tmp_path: Path) -> None:
    with Window(Setting(players=TWO, seed=2, pace=4, thinking=0, recording=tmp_path / "g")) as window:
        asked = set()
        while isinstance(news := window.until((Ask, Over)), Ask):
            asked.add(news.what)
            window.send(Decide(news.question, None if news.what == "place" else news.options[-1]))
        assert asked == {"choose_card", "choose_captain", "place"}
        assert news.winners == (0, 1)  # R7.2
    recording = Recording.read(tmp_path / "g")
    assert recording.events[-1]["event"] == "game_end"
    verify(recording)


def test_a_scripted_player_moves_by_itself_between_persons(tmp_path: Path) -> None:
    setting = Setting(players=("random", "person"), seed=4, pace=4, thinking=0.1, recording=tmp_path / "g")
    with Window(setting) as window:
        assert window.decide("choose_card", 1).seat == 1
        assert window.told("let_go").event["seat"] == 0
        assert window.ask("place").seat == 1


def test_a_recording_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "g"
    path.write_text("mine")
    with Window(Setting(players=TWO, recording=path)) as window:
        failed = window.until(Failed)
        assert "exists already" in failed.sentence
        assert failed.reason is Failure.RECORDING
    assert path.read_text() == "mine"


def test_a_game_is_recorded_where_the_user_keeps_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    paths = []
    for _ in range(2):
        with Window(Setting(players=TWO, seed=3)) as window:
            paths.append(window.until(Begun).recording)
            window.ask("choose_card")
    assert len({*paths}) == 2
    for path in paths:
        assert path is not None and path.parent == tmp_path / "riffraff" / "games"
        assert Recording.read(path).interrupted


def test_nobody_plays_like_an_unknown_kind(tmp_path: Path) -> None:
    with Window(Setting(players=("person", "genius"), recording=tmp_path / "g")) as window:
        failed = window.until(Failed)
        assert "genius" in failed.sentence
        assert failed.reason is Failure.PLAYERS


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ("person",)},
        {"players": TWO, "names": ("Ann",)},
        {"seed": -1},
        {"pace": 5.0},
        {"tumbling": 0.0},
        {"tremor": -1.0},
    ],
)
def test_a_setting_that_is_none_is_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"possible|takes|names|seeds"):
        Setting(**wrong)
