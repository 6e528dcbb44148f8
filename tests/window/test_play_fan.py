"""A fan of cards: each card can be reached by the cursor, and raising one does not hide it."""

import math

from hypothesis import given
from hypothesis import strategies as st

from riffraff.window.play.fan import extent, fan, under

counts = st.integers(1, 10)
widths = st.floats(40.0, 300.0)


@given(counts, widths, st.data())
def test_every_card_of_a_fan_can_be_pointed_at(count: int, width: float, data: st.DataObject) -> None:
    slots = fan(count, (640.0, 780.0), width)
    card = data.draw(st.integers(0, count - 1))
    assert under(slots, slots[card].place(-0.4, 0.0)) == card


@given(counts, widths, st.data())
def test_the_raised_card_stays_under_the_cursor(count: int, width: float, data: st.DataObject) -> None:
    card = data.draw(st.integers(0, count - 1))
    point = fan(count, (0.0, 0.0), width)[card].place(-0.4, 0.2)
    assert fan(count, (0.0, 0.0), width, raised=card)[card].holds(point)


@given(counts, widths)
def test_a_fan_is_the_same_from_both_sides(count: int, width: float) -> None:
    slots = fan(count, (100.0, 500.0), width)
    for left, right in zip(slots, reversed(slots), strict=True):
        assert math.isclose(left.middle[0] - 100.0, 100.0 - right.middle[0], abs_tol=1e-6)
        assert math.isclose(left.middle[1], right.middle[1], abs_tol=1e-6)
        assert math.isclose(left.angle, -right.angle, abs_tol=1e-12)


@given(counts, widths, st.floats(-2.0, 3.0), st.floats(-2.0, 3.0))
def test_nothing_is_under_a_point_outside_the_fan(count: int, width: float, x: float, y: float) -> None:
    slots = fan(count, (0.0, 0.0), width)
    (left, top), (right, bottom) = extent(slots)
    point = (left + x * (right - left), top + y * (bottom - top))
    inside = -1e-6 <= x <= 1.0 + 1e-6 and -1e-6 <= y <= 1.0 + 1e-6
    assert inside or under(slots, point) is None


def test_of_two_cards_that_overlap_the_later_one_is_on_top() -> None:
    slots = fan(10, (500.0, 700.0), 100.0)
    assert slots[4].holds(slots[5].place(-0.45, 0.0))
    assert under(slots, slots[5].place(-0.45, 0.0)) == 5
