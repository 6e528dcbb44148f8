"""The news of a live game as the stage takes them in."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from riffraff.game import Reason
from riffraff.live.protocol import (
    Begun,
    ContactsSeen,
    Failed,
    Failure,
    Frames,
    Holding,
    News,
    Objection,
    OneFrame,
    Order,
    Pace,
    Paced,
    Quit,
    Refusal,
    Refused,
    Setting,
    Told,
)
from riffraff.model import FIRST_PIECE_BODY, default_directory
from riffraff.rules import new_game
from riffraff.window.feed import failure, refusal, take_in
from riffraff.window.settings import Settings
from riffraff.window.shell.sounding import Sounding
from riffraff.window.sound.clicks import Samples
from riffraff.window.sound.speaker import Speaker
from riffraff.window.stage import Mode, Stage
from riffraff.window.tape import READINGS
from riffraff.window.words import Language, Words

from .offstage import EVENTS
from .scenes import CRATE, MODEL, heeled, laid


class FakeTable:
    """A live game that writes down what it is told."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.closed = False

    def send(self, order: Order) -> None:
        self.orders.append(order)

    def receive(self) -> Sequence[News]:
        return ()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def stage(table: FakeTable) -> Stage:
    stage = Stage(MODEL, Settings())
    stage.watch(table, mode=Mode.GAME)
    stage.changed = False
    return stage


def frames(*times: float, heel: float = 0.1) -> Frames:
    count = len(times)
    poses = np.tile(laid(heeled(heel), CRATE, 1), (count, 1, 1)).astype(np.float32)
    return Frames(np.array(times), poses, np.full((count, READINGS), heel, np.float32))


def begun() -> Begun:
    parameters = MODEL.parameters
    setting = Setting(players=("person", "careful"), names=("Ann", ""), parameters=parameters)
    return Begun(setting=setting, model=default_directory(), recording=None, state=None)


def test_frames_are_shown_as_they_come(stage: Stage) -> None:
    take_in(stage, frames(0.0, 0.1))
    take_in(stage, frames(0.2, heel=0.2))
    assert stage.changed
    stage.transport.advance(0.1, 0.1)
    assert stage.time == 0.2
    np.testing.assert_allclose(stage.poses, laid(heeled(0.2), CRATE, 1), atol=1e-6)
    _, readings = stage.tape.readings(0.0, 1.0, 99)
    np.testing.assert_allclose(readings[:, 0], [0.1, 0.1, 0.2], atol=1e-6)


def test_a_world_that_begins_anew_begins_a_new_tape(stage: Stage) -> None:
    take_in(stage, frames(0.0, 5.0))
    take_in(stage, frames(0.0, 0.1))
    assert (len(stage.tape), stage.tape.end) == (2, 0.1)
    stage.transport.advance(0.1, 0.1)
    assert stage.time == 0.1


def test_the_log_is_told_to_the_chronicle_and_the_table(stage: Stage) -> None:
    take_in(stage, begun())
    take_in(stage, frames(0.0, 1.0, 6.0))
    for event in EVENTS:
        take_in(stage, Told(event, new_game(2)))
    stage.transport.advance(0.1, 0.1)
    assert stage.moment.aboard == {"crate-0": 2}
    assert (stage.name(0), stage.name(1)) == ("Ann", "Blue")
    assert stage.transport.marks == stage.chronicle.marks != []
    lying = np.isfinite(stage.poses[:, 0]).sum()
    assert lying == 4 + 32  # the ship, the crate in the frame, and what the players have left


def test_what_was_refused_and_what_failed_is_said(stage: Stage) -> None:
    for news in (Refused(Quit(), "not now"), Failed("the disk is full")):
        take_in(stage, news)
        assert stage.toast is not None
        assert stage.toast.bad
        assert stage.toast.text == news.sentence


@pytest.mark.parametrize("language", Language)
def test_every_refusal_and_failure_is_told_in_the_language_of_the_window(language: Language) -> None:
    words = Words(language)
    told = []
    for reason in Refusal:
        objection = Objection("sticks out", 3, "english") if reason is Refusal.OBJECTION else None
        told.append(refusal(words, Refused(Quit(), "english", reason, CRATE, objection)))
        assert "english" not in told[-1]
    assert len(set(told)) == len(Refusal)
    assert words("shape.crate").capitalize() in refusal(words, Refused(Quit(), "", Refusal.NOT_IN_AIR, CRATE))
    # What names a piece that does not exist can only be told as it came.
    assert refusal(words, Refused(Quit(), "piece 40 is not in the air", Refusal.NOT_IN_AIR)) == (
        "piece 40 is not in the air"
    )
    for kind in Failure:
        sentence = failure(words, Failed("seed 3, step 7", kind))
        assert "seed 3, step 7" in sentence
        assert (sentence == "seed 3, step 7") is (language is Language.ENGLISH)


@pytest.mark.parametrize("reason", Reason)
def test_whatever_the_game_objects_has_words(reason: Reason) -> None:
    if reason is not Reason.PUT_BACK:  # what the player has ordered is no objection
        assert refusal(Words(Language.GERMAN), Refused(Quit(), "", None, 0, Objection(reason.value, 1, "")))


def test_pace_hand_and_contacts(stage: Stage) -> None:
    take_in(stage, Paced(1.0, 0.7))
    assert stage.transport.reached == 0.7
    take_in(stage, Holding(CRATE))
    assert stage.held == "crate-0"
    take_in(stage, Holding(None))
    assert stage.held is None
    seen = ContactsSeen(0.0, np.zeros((1, 3)), np.ones(1), np.eye(3)[2:], np.zeros(1, np.int64))
    take_in(stage, seen)
    assert stage.contacts is seen


class FakeSpeaker(Speaker):
    """Counts what it is told to play."""

    def __init__(self) -> None:
        super().__init__()
        self.sounds: list[Samples] = []

    def play(self, samples: Samples) -> None:
        self.sounds.append(samples)


def test_knocks_are_heard_unless_muted_and_not_of_what_the_hand_carries(stage: Stage) -> None:
    speaker = FakeSpeaker()
    sounding = Sounding(stage, lambda: speaker)

    def jolt(begin: float) -> int:
        """How many sounds there are when the crate moves by 10 mm from one frame to the next, and stays."""
        speaker.sounds.clear()
        for number in range(8):
            news = frames(begin + number / 60)
            news.poses[:, FIRST_PIECE_BODY + CRATE, 0] += 0.01 * (number >= 4)
            take_in(stage, news)
            stage.transport.advance(0.1, 0.1)
            sounding.tick(stage, 0.02)
        return len(speaker.sounds)

    sounding.tick(stage, 0.02)
    assert jolt(0.0) == 1
    take_in(stage, Holding(CRATE))
    assert jolt(1.0) == 0
    for touched in (False, True, True, False):
        sounding.news(stage, Holding(CRATE, touched=touched))
    assert len(speaker.sounds) == 1
    take_in(stage, Holding(None))
    sounding.toggle()
    assert jolt(2.0) == 0
    sounding.toggle()
    assert jolt(3.0) == 1
    stage.transport.to(stage.time)
    for number in range(3):
        speaker.sounds.clear()
        stage.transport.to(3.0 + number / 12)
        sounding.tick(stage, 0.02)
        assert speaker.sounds == []


def test_the_window_s_keys_of_time_reach_the_game(stage: Stage, table: FakeTable) -> None:
    take_in(stage, frames(0.0, 1.0))
    stage.transport.advance(0.1, 0.1)
    stage.transport.toggle()
    stage.transport.step(1)
    stage.transport.to_live()
    assert [order for order in table.orders if order != Pace(0.0)] == [OneFrame(), Pace(1.0)]
    stage.show(MODEL, mode=Mode.EMPTY)
    assert table.closed
    assert stage.table is None


def test_a_ship_of_other_parameters_that_looks_the_same_keeps_its_past(
    stage: Stage,
) -> None:
    take_in(stage, frames(0.0, 1.0))
    other = replace(MODEL, parameters=MODEL.parameters.with_changes({"wood.friction": 0.2}))
    stage.rebuilt(other, default_directory())
    assert (stage.model, len(stage.tape)) == (other, 2)
    longer = replace(other, areas={1: MODEL.areas[1]}, cargo={**MODEL.cargo, "crate": MODEL.cargo["chest"]})
    stage.rebuilt(longer, default_directory())
    assert len(stage.tape) == 0
    assert stage.transport.tape is stage.tape
