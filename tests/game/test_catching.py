"""Catching: only in the air, in time, in reach, with as many hands as there are (R5.2)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.game.catching import Catcher
from riffraff.params import Catching

HERE = (0.0, 0.0, 0.3)


def catcher(**changes: float) -> Catcher:
    parameters = Catching(**{"reaction_time": 0.16, "reach": 0.15, "success": 1.0, "hands": 2} | changes)  # type: ignore[arg-type]
    return Catcher(parameters, HERE, np.random.default_rng(0))


def test_nothing_is_caught_before_the_player_could_react() -> None:
    hands = catcher()
    hands.go_for(3, left=1.0)
    assert hands.grab(1.15, {3: HERE}, holding=False) == ()
    assert hands.grab(1.17, {3: HERE}, holding=False) == (3,)


def test_nothing_is_caught_out_of_reach() -> None:
    hands = catcher()
    hands.go_for(3, left=0.0)
    assert hands.grab(1.0, {3: (0.0, 0.16, 0.3)}, holding=False) == ()
    assert hands.grab(1.1, {3: (0.0, 0.14, 0.3)}, holding=False) == (3,)


def test_a_hand_that_missed_has_no_second_grab() -> None:
    hands = catcher(success=0.0)
    hands.go_for(3, left=0.0)
    assert hands.grab(1.0, {3: HERE}, holding=False) == ()
    lucky = catcher()
    lucky.go_for(3, left=0.0)
    lucky.grab(1.0, {3: HERE}, holding=False)
    assert lucky.grab(1.1, {3: HERE}, holding=False) == ()


@given(st.integers(0, 2), st.integers(0, 6), st.booleans())
def test_no_more_is_caught_than_there_are_free_hands(hands: int, falling: int, holding: bool) -> None:
    both = catcher(hands=hands)
    for piece in range(falling):
        both.go_for(piece, left=0.0)
    positions = dict.fromkeys(range(falling), HERE)
    caught = [piece for time in (1.0, 2.0) for piece in both.grab(time, positions, holding=holding)]
    assert len(caught) == min(falling, max(0, hands - holding))
    assert len(set(caught)) == len(caught)


def test_what_landed_is_given_up() -> None:
    hands = catcher()
    hands.go_for(3, left=0.0)
    hands.give_up(3)
    assert hands.grab(1.0, {3: HERE}, holding=False) == ()


def test_only_what_is_in_the_air_is_caught() -> None:
    hands = catcher()
    hands.go_for(3, left=0.0)
    assert hands.grab(1.0, {}, holding=False) == ()


def test_success_is_a_probability() -> None:
    rng = np.random.default_rng(1)
    caught = 0
    for _ in range(2000):
        hands = Catcher(Catching(success=0.6, reach=0.15), HERE, rng)
        hands.go_for(0, left=0.0)
        caught += len(hands.grab(1.0, {0: HERE}, holding=False))
    assert caught / 2000 == pytest.approx(0.6, abs=0.04)
