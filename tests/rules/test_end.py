"""R6 and R7: winning, and the end without an empty supply."""

import pytest

from riffraff.rules import (
    CARDS,
    Announce,
    Catch,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    Ending,
    Fall,
    Leave,
    LetGo,
    Pass,
    Phase,
    Piece,
    Settle,
    Shape,
    Take,
    legal_actions,
    new_game,
    step,
    to_move,
)

from .table import CRATE_0, CRATE_1, RAT_0, first_turn, left_with, passed_rounds, play, reveal, settle


def test_r6_1_an_empty_supply_at_the_end_of_the_own_turn_wins_at_once() -> None:
    state = play(left_with(first_turn(9), 0, RAT_0), Take(RAT_0), LetGo())
    assert state.winners == ()
    assert state.ending is None
    state = settle(state)
    assert state.phase is Phase.OVER
    assert state.winners == (0,)
    assert state.ending is Ending.EMPTY_SUPPLY
    assert state.turn == 0, "the others have no turn any more"


def test_r6_1_a_last_piece_that_brings_others_down_does_not_win() -> None:
    state = play(left_with(first_turn(2, cargo={CRATE_1: 2}), 0, RAT_0), Take(RAT_0), LetGo(), Leave(CRATE_1))
    assert settle(play(state, Fall(CRATE_1))).supply(0) == (CRATE_1,)
    assert settle(play(state, Catch(0, CRATE_1))).winners == (0,), "what is caught is out of the way"


def test_r6_1_two_last_pieces_win_together() -> None:
    state = play(left_with(first_turn(9, cargo={CRATE_1: 9}), 0, RAT_0, CRATE_0), Announce(2))
    state = settle(play(state, Take(RAT_0), LetGo()))
    assert state.winners == ()
    assert settle(play(state, Take(CRATE_0), LetGo())).winners == (0,)


def test_r6_1_a_finished_game_stays_as_it_is() -> None:
    over = settle(play(left_with(first_turn(9), 0, RAT_0), Take(RAT_0), LetGo()))
    assert legal_actions(over) == ()
    assert to_move(over) == ()
    for action in (Pass(), Take(RAT_0), Settle({}), Announce(7), ChooseCard(9, 99), Fall(CRATE_1)):
        assert step(over, action) is over


@pytest.mark.parametrize("players", [3, 4])
def test_r7_1_after_ten_rounds_the_fewest_pieces_win(players: int) -> None:
    state = passed_rounds(left_with(new_game(players), 1, CRATE_1), 9)
    assert state.round == 10
    assert state.phase is Phase.CARDS
    state = passed_rounds(state, 1)
    assert state.phase is Phase.OVER
    assert state.ending is Ending.CARDS_PLAYED
    assert state.winners == (1,)


def test_r7_1_the_last_turn_of_all_may_still_win_by_an_empty_supply() -> None:
    state = left_with(passed_rounds(left_with(new_game(3), 0, RAT_0), 9), 1, CRATE_1)
    state = play(reveal(state, 1, 1, 1), ChooseCaptain(2), ChooseOrder((2, 0, 1)), Pass(), Pass())
    state = settle(play(state, Take(CRATE_1), LetGo()))
    assert state.winners == (1,)
    assert state.ending is Ending.EMPTY_SUPPLY


def test_r7_2_equal_fewest_all_win() -> None:
    table = left_with(left_with(new_game(4), 1, CRATE_1), 3, Piece(3, Shape.BOAT))
    assert passed_rounds(table, 10).winners == (1, 3)
    assert passed_rounds(new_game(3), 10).winners == (0, 1, 2)


def test_r7_3_two_players_take_their_cards_back_after_ten_rounds() -> None:
    state = passed_rounds(new_game(2), 10)
    assert state.phase is Phase.CARDS
    assert state.round == 11
    assert state.hands == (CARDS, CARDS)
    assert state.played == ((), ())
    state = passed_rounds(left_with(state, 1, Piece(2, Shape.RAT)), 10)
    assert state.phase is Phase.OVER
    assert state.round == 20
    assert state.winners == (1,)
