"""The watch for falls, fed with contacts: no physics needed to say what a fall is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.physics import Change, Event, Status
from riffraff.physics.falls import FIRST_PIECE, GROUND, LET_GO_TIME, REGAIN_TIME, SHIP, FallWatch

FRAME = 1 / 60


def pairs(*touching: tuple[int, int]) -> np.ndarray:
    return np.array(touching, np.int64).reshape(-1, 2)


def piece(number: int) -> int:
    return FIRST_PIECE + number


class Play:
    """A watch whose clock runs on by frames."""

    def __init__(self, *aboard: int) -> None:
        self.watch = FallWatch()
        self.time = 0.0
        for number in aboard:
            self.watch.set(number, Status.ABOARD)

    def show(self, *touching: tuple[int, int], seconds: float = FRAME) -> list[Event]:
        events: list[Event] = []
        for _ in range(round(seconds / FRAME)):
            self.time += FRAME
            events += self.watch.update(self.time, pairs(*touching))
        return events


def changes(events: list[Event]) -> list[tuple[int, Change]]:
    return [(event.piece, event.change) for event in events]


def test_r5_1_a_piece_on_the_ship_stays_aboard() -> None:
    play = Play(3)
    assert play.show((SHIP, piece(3)), seconds=2) == []
    assert play.watch.status[3] == Status.ABOARD


def test_r5_1_cargo_on_cargo_on_the_ship_is_aboard() -> None:
    play = Play(0, 1, 2)
    assert play.show((piece(2), piece(1)), (piece(1), piece(0)), (piece(0), SHIP), seconds=1) == []


def test_a_piece_without_support_tumbles_from_the_moment_it_lost_it() -> None:
    play = Play(5)
    play.show((SHIP, piece(5)), seconds=0.5)
    lost = play.time + FRAME
    (event,) = play.show(seconds=0.2)
    assert event.change is Change.LEFT
    assert event.time == pytest.approx(lost)
    assert play.watch.status[5] == Status.TUMBLING


def test_two_pieces_that_touch_only_each_other_are_in_the_air() -> None:
    play = Play(0, 1)
    events = play.show((piece(0), piece(1)), seconds=0.2)
    assert changes(events) == [(0, Change.LEFT), (1, Change.LEFT)]
    assert set(play.watch.status[:2]) == {Status.TUMBLING}


def test_a_hop_shorter_than_the_let_go_time_is_no_leaving() -> None:
    play = Play(0)
    assert play.show(seconds=LET_GO_TIME - FRAME) == []
    assert play.show((SHIP, piece(0)), seconds=1) == []


def test_r5_1_touching_the_table_is_a_fall_even_while_still_on_the_ship() -> None:
    play = Play(0)
    play.show((SHIP, piece(0)))
    assert changes(play.show((SHIP, piece(0)), (piece(0), GROUND))) == [(0, Change.LEFT), (0, Change.LANDED)]
    assert play.watch.status[0] == Status.FALLEN


def test_r5_1_what_lies_on_a_piece_that_touches_the_table_has_not_fallen_by_that() -> None:
    play = Play(0, 1)
    events = play.show((piece(1), piece(0)), (piece(0), SHIP), (piece(0), GROUND), (piece(1), SHIP))
    assert [event.piece for event in events] == [0, 0]


def test_r5_1_landing_on_fallen_cargo_is_a_fall() -> None:
    play = Play(0, 1)
    play.show((piece(0), GROUND))
    play.show(seconds=0.2)  # piece 1 has no support and tumbles
    assert changes(play.show((piece(1), piece(0)))) == [(1, Change.LANDED)]


def test_r5_1_a_piece_that_drops_to_the_deck_and_stays_has_not_fallen() -> None:
    play = Play(0)
    assert changes(play.show(seconds=0.2)) == [(0, Change.LEFT)]
    back = play.time + FRAME
    (event,) = play.show((piece(0), SHIP), seconds=REGAIN_TIME + 3 * FRAME)
    assert event.change is Change.RETURNED
    assert event.time == pytest.approx(back)
    assert play.watch.status[0] == Status.ABOARD


def test_a_bump_on_the_way_down_is_no_return() -> None:
    play = Play(0)
    play.show(seconds=0.2)
    assert play.show((piece(0), SHIP), seconds=2 * FRAME) == []
    assert play.show(seconds=0.1) == []
    assert changes(play.show((piece(0), GROUND))) == [(0, Change.LANDED)]


def test_a_fallen_piece_is_reported_once_however_often_it_bounces() -> None:
    play = Play(0)
    events = play.show(seconds=0.2)
    for _ in range(10):
        events += play.show((piece(0), GROUND))
        events += play.show(seconds=0.1)
        events += play.show((piece(0), SHIP), seconds=0.2)
    assert changes(events) == [(0, Change.LEFT), (0, Change.LANDED)]


def test_what_the_hand_holds_is_not_watched_but_supports() -> None:
    play = Play(1)
    play.watch.set(0, Status.HELD)
    assert play.show((piece(1), piece(0)), seconds=1) == []
    assert play.watch.status[0] == Status.HELD


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=6),
        min_size=1,
        max_size=40,
    )
)
def test_every_history_of_contacts_gives_a_sensible_story(history: list[list[tuple[int, int]]]) -> None:
    """Left, returned and landed alternate for each piece; a landed one is never heard of again."""
    play = Play(0, 1, 2, 3, 4)
    told: dict[int, list[Change]] = {number: [] for number in range(5)}
    last = -1.0
    for touching in history:
        for event in play.show(*touching):
            told[event.piece].append(event.change)
            assert event.time <= play.time + 1e-9
        assert play.time > last
        last = play.time
    for number, story in told.items():
        expected = Change.LEFT
        for change in story:
            assert change is expected or (expected is not Change.LEFT and change is Change.LANDED)
            assert expected is not None
            expected = Change.RETURNED if change is Change.LEFT else Change.LEFT
        assert Change.LANDED not in story[:-1]
        ends = {Change.LEFT: Status.TUMBLING, Change.RETURNED: Status.ABOARD, Change.LANDED: Status.FALLEN}
        assert play.watch.status[number] == (ends[story[-1]] if story else Status.ABOARD)
