"""R4: loading the ship."""

import pytest

from riffraff.rules import (
    AREAS,
    DECK_AREAS,
    Action,
    Announce,
    Area,
    Catch,
    Fall,
    Leave,
    LetGo,
    Pass,
    Return,
    Settle,
    Take,
    TakeBack,
    legal_actions,
    new_game,
)

from .table import (
    CRATE_0,
    CRATE_1,
    PLANK_0,
    RAT_0,
    aboard,
    arrange,
    first_turn,
    left_with,
    play,
    refused,
    reveal,
    settle,
)


def test_r4_1_an_own_piece_is_loaded_in_the_area_of_the_card() -> None:
    state = first_turn(3)
    assert refused(state, Take(CRATE_1)) == "R4.1"
    assert refused(state, LetGo()) == "R4.1"
    state = play(state, Take(CRATE_0))
    assert state.hand == CRATE_0
    assert CRATE_0 not in state.supply(0)
    assert play(state, LetGo()).aboard == {CRATE_0: 3}


def test_r4_1_a_piece_out_of_the_game_cannot_be_loaded() -> None:
    assert refused(left_with(first_turn(3), 0, RAT_0), Take(CRATE_0)) == "R4.1"


@pytest.mark.parametrize("area", AREAS)
def test_r4_2_two_pieces_only_on_a_yardarm_area_that_bears_cargo(area: Area) -> None:
    assert refused(first_turn(area), Announce(2)) == "R4.2"
    laden = first_turn(area, cargo={CRATE_1: area})
    if area in DECK_AREAS:
        assert refused(laden, Announce(2)) == "R4.2"
    else:
        state = settle(play(laden, Announce(2), Take(CRATE_0), LetGo()))
        state = settle(play(state, Take(RAT_0), LetGo()))
        assert state.aboard == {CRATE_1: area, CRATE_0: area, RAT_0: area}
        assert state.active != 0


def test_r4_2_cargo_on_the_other_end_of_the_yardarm_does_not_count() -> None:
    assert refused(first_turn(6, cargo={CRATE_1: 5}), Announce(2)) == "R4.2"


def test_r4_2_where_cargo_lay_is_known_from_when_it_last_settled() -> None:
    state = play(reveal(new_game(4), 8, 7, 6, 5), Take(CRATE_0), LetGo(), Settle({CRATE_0: 7}))
    assert state.active == 1
    assert Announce(2) in legal_actions(state)
    tumbled = play(state, Announce(1), Take(CRATE_1), Leave(CRATE_0), Return(CRATE_0), TakeBack(), Pass())
    assert tumbled.aboard == {CRATE_0: 7}
    assert refused(tumbled, Announce(2)) == "R4.2"


def test_r4_2_the_piece_loaded_in_the_turn_does_not_count() -> None:
    state = settle(play(first_turn(9), Take(RAT_0), LetGo()))
    assert state.active == 1, "no second piece on top of the first one"


def test_r4_3_the_announcement_comes_before_a_piece_is_touched() -> None:
    state = first_turn(9, cargo={CRATE_1: 9})
    assert refused(state, Take(CRATE_0)) == "R4.3"
    assert refused(state, Announce(3)) == "R4.3"
    assert refused(state, Announce(0)) == "R4.3"
    assert legal_actions(state) == (Announce(1), Announce(2), Pass())


@pytest.mark.parametrize(("count", "other"), [(1, 2), (2, 1), (2, 2)])
def test_r4_3_the_announcement_may_not_be_changed(count: int, other: int) -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(count))
    assert refused(state, Announce(other)) == "R4.3"
    taken_back = play(state, Take(CRATE_0), TakeBack())
    assert refused(taken_back, Announce(other)) == "R4.3"


def test_r4_3_the_second_attempt_is_not_announced_again() -> None:
    state = settle(play(first_turn(9, cargo={CRATE_1: 9}), Announce(2), Take(CRATE_0), LetGo()))
    assert state.active == 0
    assert refused(state, Announce(1)) == "R4.3"


def test_r4_3_an_announcement_holds_even_if_the_cargo_slid_away_since() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(2), Take(CRATE_0), LetGo())
    state = play(state, Settle({CRATE_0: 1, CRATE_1: 1}))
    assert refused(state, Announce(1)) == "R4.3"
    assert play(state, Take(RAT_0)).hand == RAT_0


def test_r4_3_one_announced_is_one_loaded() -> None:
    state = settle(play(first_turn(9, cargo={CRATE_1: 9}), Announce(1), Take(CRATE_0), LetGo()))
    assert state.active == 1


def test_r4_3_two_needs_two_pieces_in_the_supply() -> None:
    table = left_with(arrange(new_game(4), where={CRATE_1: aboard(9)}), 0, RAT_0)
    state = reveal(table, 9, 1, 2, 3)
    assert legal_actions(state) == (Take(RAT_0), Pass())
    assert refused(state, Announce(2)) == "R4.3"


@pytest.mark.parametrize("fate", [Fall(CRATE_1), Catch(0, CRATE_1)])
def test_r4_4_a_fall_in_the_first_attempt_forfeits_the_second(fate: Action) -> None:
    state = play(first_turn(9, cargo={CRATE_1: 9}), Announce(2), Take(CRATE_0), LetGo())
    assert settle(state).active == 0
    assert settle(play(state, Leave(CRATE_1), fate)).active == 1


def test_r4_5_a_piece_in_hand_is_not_aboard_until_it_is_let_go() -> None:
    state = play(first_turn(9), Take(RAT_0))
    assert state.aboard == {}
    assert refused(state, Settle({})) == "R4.5"
    assert refused(state, Take(CRATE_0)) == "R4.5"
    state = play(state, LetGo())
    assert state.hand is None
    assert refused(state, LetGo()) == "R5.1"


def test_r4_5_a_piece_may_hang_from_cargo_on_no_area_at_all() -> None:
    state = play(first_turn(9, cargo={CRATE_1: 1}), Take(RAT_0), LetGo(), Settle({CRATE_1: 1, RAT_0: None}))
    assert state.aboard == {CRATE_1: 1, RAT_0: None}
    assert state.active == 1


def test_r4_6_a_refused_spot_leaves_the_choice_of_the_piece() -> None:
    state = first_turn(9)
    assert play(state, Take(RAT_0), TakeBack()) == state
    state = play(state, Take(RAT_0), TakeBack(), Take(PLANK_0), LetGo())
    assert state.aboard == {PLANK_0: 9}


def test_r4_6_what_slides_into_another_area_later_is_no_offence() -> None:
    state = play(first_turn(9), Take(RAT_0), LetGo(), Settle({RAT_0: 2}))
    assert state.aboard == {RAT_0: 2}
    assert len(state.supply(0)) == 7


def test_r4_7_cargo_aboard_may_not_be_touched_by_hand() -> None:
    state = first_turn(9, cargo={CRATE_0: 9, CRATE_1: 1})
    state = play(state, Announce(1))
    assert refused(state, Take(CRATE_0)) == "R4.7"
    assert refused(state, Take(CRATE_1)) == "R4.7"


def test_r4_7_cargo_may_be_shoved_with_the_piece_being_loaded() -> None:
    state = play(first_turn(2, cargo={CRATE_1: 2}), Take(RAT_0), Leave(CRATE_1), Return(CRATE_1), LetGo())
    state = play(state, Settle({CRATE_1: 1, RAT_0: 2}))
    assert state.aboard == {CRATE_1: 1, RAT_0: 2}


def test_r4_8_a_pass_spends_the_card_and_loads_nothing() -> None:
    before = first_turn(9)
    state = play(before, Pass())
    assert state.active == 1
    assert state.pieces == before.pieces
    assert 9 not in state.hands[0]


def test_r4_8_a_player_may_pass_before_the_announcement_and_before_the_second_piece() -> None:
    state = first_turn(9, cargo={CRATE_1: 9})
    assert play(state, Pass()).active == 1
    state = settle(play(state, Announce(2), Take(CRATE_0), LetGo()))
    assert play(state, Pass()).active == 1


def test_r4_8_no_pass_with_a_piece_in_hand_but_after_it_is_taken_back() -> None:
    state = play(first_turn(9), Take(RAT_0))
    assert refused(state, Pass()) == "R4.5"
    assert play(state, TakeBack(), Pass()).active == 1
