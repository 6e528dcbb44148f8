"""The news of a live game as the stage takes them in."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from riffraff.live.protocol import (
    Begun,
    ContactsSeen,
    Failed,
    Frames,
    Holding,
    News,
    OneFrame,
    Order,
    Pace,
    Paced,
    Quit,
    Refused,
    Setting,
    Told,
)
from riffraff.model import default_directory
from riffraff.rules import new_game
from riffraff.window.feed import take_in
from riffraff.window.settings import Settings
from riffraff.window.stage import Mode, Stage
from riffraff.window.tape import READINGS

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


def test_pace_hand_and_contacts(stage: Stage) -> None:
    take_in(stage, Paced(1.0, 0.7))
    assert stage.transport.reached == 0.7
    take_in(stage, Holding(CRATE))
    assert stage.held == "crate-0"
    take_in(stage, Holding(None))
    assert stage.held is None
    seen = ContactsSeen(0.0, np.zeros((1, 3)), np.ones(1), np.zeros(1, np.int64))
    take_in(stage, seen)
    assert stage.contacts is seen


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
