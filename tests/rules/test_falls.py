"""R5: falls and saves."""

import pytest

from riffraff.rules import (
    Action,
    Announce,
    Catch,
    Fall,
    Leave,
    LetGo,
    Return,
    Settle,
    Take,
    TakeBack,
    Where,
    legal_actions,
    to_move,
)

from .table import CRATE_0, CRATE_1, PLANK_0, PLANK_1, RAT_0, RAT_1, first_turn, play, refused, settle


@pytest.mark.parametrize("fate", [Fall(CRATE_1), Catch(0, CRATE_1)])
def test_r5_1_a_fall_while_the_piece_is_carried_ends_the_turn(fate: Action) -> None:
    state = play(first_turn(2, cargo={CRATE_1: 2}), Take(RAT_0), Leave(CRATE_1), fate)
    assert refused(state, LetGo()) == "R5.1"
    assert LetGo() not in legal_actions(state)
    assert TakeBack() in legal_actions(state)
    state = settle(play(state, TakeBack()))
    assert RAT_0 in state.supply(0)
    assert state.active == 1


def test_r5_1_what_returns_to_the_ship_has_not_fallen() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(2), Take(RAT_0), LetGo())
    state = settle(play(state, Leave(CRATE_1), Return(CRATE_1), Leave(RAT_0), Return(RAT_0)))
    assert set(state.aboard) == {CRATE_1, RAT_0}
    assert state.active == 0, "the second piece may follow"


def test_r5_1_cargo_in_the_air_has_to_come_down_first() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(1), Take(RAT_0), LetGo(), Leave(CRATE_1))
    assert refused(state, Settle(state.aboard)) == "R5.1"
    assert not any(isinstance(action, Settle) for action in legal_actions(state))


def test_r5_1_cargo_in_the_air_when_the_piece_is_taken_back_is_followed_up() -> None:
    state = play(first_turn(2, cargo={CRATE_1: 2}), Take(RAT_0), Leave(CRATE_1), TakeBack())
    assert to_move(state) == ()
    assert settle(play(state, Fall(CRATE_1))).active == 1
    again = settle(play(state, Return(CRATE_1)))
    assert again.active == 0, "nothing fell: a piece may be chosen again"
    assert play(again, Take(PLANK_0)).hand == PLANK_0


def test_r5_1_only_cargo_aboard_can_leave_and_only_what_left_can_fall() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(1), Take(RAT_0))
    assert refused(state, Leave(RAT_0)) == "R5.1"
    assert refused(state, Leave(CRATE_0)) == "R5.1"
    assert refused(state, Fall(CRATE_1)) == "R5.1"
    assert refused(state, Return(CRATE_1)) == "R5.1"
    assert play(state, LetGo(), Leave(RAT_0)).at(Where.AIR) == (RAT_0,)


def test_r5_1_a_settled_ship_accounts_for_all_cargo_aboard_and_no_other() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(1), Take(RAT_0), LetGo())
    assert refused(state, Settle({CRATE_1: 9})) == "R5.1"
    assert refused(state, Settle({CRATE_1: 9, RAT_0: 9, PLANK_0: 9})) == "R5.1"


def test_r5_2_only_the_active_player_catches() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(1), Take(RAT_0), LetGo(), Leave(CRATE_1))
    for seat in (1, 2, 3, 4):
        assert refused(state, Catch(seat, CRATE_1)) == "R5.2"
    assert play(state, Catch(0, CRATE_1)).at(Where.CAUGHT) == (CRATE_1,)


def test_r5_2_only_what_is_in_the_air_can_be_caught() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(1), Take(RAT_0), LetGo())
    assert refused(state, Catch(0, CRATE_1)) == "R5.2"
    assert refused(play(state, Leave(CRATE_1), Fall(CRATE_1)), Catch(0, CRATE_1)) == "R5.2"


def test_r5_3_caught_pieces_leave_the_game_for_good() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9, PLANK_1: 1}), Announce(1), Take(RAT_0), LetGo())
    state = play(state, Leave(CRATE_1), Leave(PLANK_1), Catch(0, CRATE_1), Catch(0, PLANK_1))
    state = settle(state)
    assert state.at(Where.OUT) == (CRATE_1, PLANK_1)
    assert [len(supply) for supply in state.supplies] == [7, 6, 8, 8]


def test_r5_4_the_loaded_piece_caught_alone_goes_back_to_the_supply() -> None:
    state = settle(play(first_turn(9), Take(RAT_0), LetGo(), Leave(RAT_0), Catch(0, RAT_0)))
    assert RAT_0 in state.supply(0)
    assert state.at(Where.OUT) == ()
    assert state.active == 1


def test_r5_4_a_missed_piece_does_not_save_the_loaded_one() -> None:
    state = play(first_turn(2, cargo={CRATE_1: 2}), Take(RAT_0), LetGo(), Leave(RAT_0), Leave(CRATE_1))
    state = settle(play(state, Fall(CRATE_1), Catch(0, RAT_0)))
    assert {RAT_0, CRATE_1} <= set(state.supply(0))


def test_r5_4_caught_together_with_another_the_loaded_piece_leaves_the_game() -> None:
    state = play(first_turn(2, cargo={CRATE_1: 2}), Take(RAT_0), LetGo(), Leave(RAT_0), Leave(CRATE_1))
    state = settle(play(state, Catch(0, CRATE_1), Catch(0, RAT_0)))
    assert state.at(Where.OUT) == (RAT_0, CRATE_1)


def test_r5_4_in_the_second_attempt_the_first_piece_is_other_cargo() -> None:
    first = settle(play(first_turn(9, cargo={CRATE_1: 9}), Announce(2), Take(PLANK_0), LetGo()))
    second = play(first, Take(RAT_0), LetGo(), Leave(PLANK_0), Leave(RAT_0))
    alone = settle(play(second, Catch(0, PLANK_0), Return(RAT_0)))
    assert alone.at(Where.OUT) == (PLANK_0,)
    both = settle(play(second, Catch(0, PLANK_0), Catch(0, RAT_0)))
    assert both.at(Where.OUT) == (PLANK_0, RAT_0)


def test_r5_5_fallen_pieces_go_to_the_active_player_whoever_loaded_them() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9, RAT_1: 1}), Announce(1), Take(RAT_0), LetGo())
    state = play(state, Leave(CRATE_1), Leave(RAT_0), Fall(RAT_0), Fall(CRATE_1))
    assert state.at(Where.LANDED) == (RAT_0, CRATE_1)
    state = settle(state)
    assert {CRATE_1, RAT_0} <= set(state.supply(0))
    assert state.aboard == {RAT_1: 1}
    assert [len(supply) for supply in state.supplies] == [9, 6, 8, 8]
