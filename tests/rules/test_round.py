"""R3: cards, the captain and the order of the turns."""

from riffraff.rules import (
    FACE_DOWN,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    LetGo,
    Pass,
    Settle,
    Take,
    legal_actions,
    new_game,
    to_move,
    view,
)

from .table import RAT_0, passed, play, refused, reveal


def test_r3_1_cards_are_revealed_at_once_when_the_last_has_chosen() -> None:
    state = play(new_game(3), ChooseCard(2, 5), ChooseCard(0, 8))
    assert to_move(state) == (1,)
    assert state.revealed == ()
    assert state.played == ((), (), ())
    state = play(state, ChooseCard(1, 1))
    assert state.revealed == (8, 1, 5)


def test_r3_1_a_chosen_card_is_hidden_from_the_others_only() -> None:
    state = play(new_game(3), ChooseCard(2, 5), ChooseCard(0, 8))
    assert view(state, 0).chosen == (8, None, FACE_DOWN)
    assert view(state, 1).chosen == (FACE_DOWN, None, FACE_DOWN)
    assert view(state, None).chosen == (FACE_DOWN, None, FACE_DOWN)
    other = play(new_game(3), ChooseCard(2, 6), ChooseCard(0, 8))
    assert view(state, 1) == view(other, 1)
    assert view(state, 2) != view(other, 2)
    assert refused(view(state, 1), ChooseCard(1, 3)) == "R3.1"


def test_r3_1_a_chosen_card_may_not_be_exchanged() -> None:
    assert refused(play(new_game(2), ChooseCard(1, 5)), ChooseCard(1, 6)) == "R3.1"


def test_r3_1_nothing_else_happens_while_cards_are_chosen() -> None:
    for action in (Pass(), Take(RAT_0), LetGo(), Settle({}), ChooseCaptain(0)):
        assert refused(new_game(2), action) == "R3.1"


def test_r3_2_the_highest_card_makes_the_captain() -> None:
    state = reveal(new_game(4), 3, 9, 8, 1)
    assert state.captain == 1
    assert to_move(state) == (1,)


def test_r3_2_among_the_highest_the_captain_in_office_decides() -> None:
    state = reveal(new_game(4, oldest=3), 9, 2, 9, 1)
    assert to_move(state) == (3,)
    assert legal_actions(state) == (ChooseCaptain(0), ChooseCaptain(2))
    assert refused(state, ChooseCaptain(3)) == "R3.2"
    assert play(state, ChooseCaptain(2)).captain == 2


def test_r3_3_turns_go_downward_by_card() -> None:
    state = reveal(new_game(4), 3, 9, 8, 1)
    turns = []
    while state.active is not None:
        turns.append((state.active, state.area))
        state = play(state, Pass())
    assert turns == [(1, 9), (2, 8), (0, 3), (3, 1)]


def test_r3_3_the_new_captain_orders_equal_cards() -> None:
    state = reveal(new_game(4), 4, 9, 4, 4)
    assert to_move(state) == (1,)
    assert len(legal_actions(state)) == 6
    assert refused(state, ChooseOrder((0, 1, 2, 3))) == "R3.3"
    assert refused(state, ChooseOrder((1, 0, 2))) == "R3.3"
    assert play(state, ChooseOrder((1, 3, 0, 2))).order == (1, 3, 0, 2)


def test_r3_3_those_tied_for_the_highest_come_directly_after_the_captain() -> None:
    state = play(reveal(new_game(4), 5, 9, 9, 1), ChooseCaptain(2))
    assert state.order == (2, 1, 0, 3)
    state = play(reveal(new_game(4), 9, 1, 9, 9), ChooseCaptain(2))
    assert set(legal_actions(state)) == {ChooseOrder((2, 0, 3, 1)), ChooseOrder((2, 3, 0, 1))}


def test_r3_3_with_two_pairs_only_the_lower_one_is_a_choice() -> None:
    state = play(reveal(new_game(4), 9, 5, 9, 5), ChooseCaptain(0))
    assert set(legal_actions(state)) == {ChooseOrder((0, 2, 1, 3)), ChooseOrder((0, 2, 3, 1))}


def test_r3_4_the_round_ends_when_all_had_a_turn() -> None:
    state = reveal(new_game(3), 3, 9, 8)
    for _ in range(2):
        state = play(state, Pass())
        assert state.round == 1
    state = play(state, Pass())
    assert state.round == 2
    assert to_move(state) == (0, 1, 2)


def test_r3_4_each_card_serves_once() -> None:
    state = passed(reveal(new_game(3), 3, 9, 8))
    assert refused(state, ChooseCard(1, 9)) == "R3.4"
    state = reveal(state, 2, 1, 10)
    assert state.played == ((3, 2), (9, 1), (8, 10))
    assert state.hands[0] == (1, 4, 5, 6, 7, 8, 9, 10)


def test_r3_5_the_captain_stays_until_the_next_cards_are_revealed() -> None:
    state = passed(reveal(new_game(3), 3, 9, 8))
    assert state.captain == 1
    state = play(state, ChooseCard(0, 10), ChooseCard(2, 10))
    assert state.captain == 1
    state = play(state, ChooseCard(1, 2))
    assert to_move(state) == (1,), "still in office, seat 1 decides between the tied"
    assert play(state, ChooseCaptain(0)).captain == 0
