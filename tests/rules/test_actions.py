"""Arbitrary actions in arbitrary states: legal ones lead on, all others are refused by a clause."""

import copy
import itertools
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riffraff.rules import (
    AREAS,
    CLAUSES,
    FACE_DOWN,
    PIECES,
    Action,
    Announce,
    Catch,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    Fall,
    IllegalAction,
    Leave,
    LetGo,
    Pass,
    Phase,
    Return,
    Settle,
    State,
    Take,
    TakeBack,
    Where,
    check,
    legal_actions,
    new_game,
    step,
    to_move,
    view,
)

from .stand_in import game
from .table import first_turn, play

seats = st.integers(-1, 4)
pieces = st.sampled_from(PIECES)
areas = st.none() | st.integers(0, 11)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(ChooseCard, seats, st.integers(-1, 11)),
    st.builds(ChooseCaptain, seats),
    st.builds(ChooseOrder, st.permutations(range(4)).map(tuple) | st.lists(seats, max_size=4).map(tuple)),
    st.builds(Announce, st.integers(0, 3)),
    st.builds(Take, pieces),
    st.builds(Pass),
    st.builds(LetGo),
    st.builds(TakeBack),
    st.builds(Leave, pieces),
    st.builds(Return, pieces),
    st.builds(Fall, pieces),
    st.builds(Catch, seats, pieces),
    st.builds(Settle, st.dictionaries(pieces, areas, max_size=3)),
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state somewhere in a random game, the last one included."""
    players, seed = draw(st.integers(2, 4)), draw(st.integers(0, 2**32))
    events = itertools.islice(game(players, seed), draw(st.integers(0, 250)))
    visited = [new_game(players, oldest=seed % players), *(after for _, _, after in events)]
    return visited[-1]


@st.composite
def settles(draw: st.DrawFn, state: State) -> Settle:
    """A report of the cargo aboard, with some areas changed."""
    return Settle({piece: draw(areas) for piece in state.aboard})


def is_legal(state: State, action: Action) -> bool:
    """Whether the action is listed, or is a settling that differs from the listed one in areas only."""
    listed = legal_actions(state)
    if not isinstance(action, Settle):
        return action in listed
    possible = all(area is None or area in AREAS for area in action.areas.values())
    return possible and any(isinstance(x, Settle) and x.areas.keys() == action.areas.keys() for x in listed)


@settings(max_examples=600)
@given(data=st.data())
def test_an_action_is_listed_or_refused_by_a_clause(data: st.DataObject) -> None:
    state = data.draw(states())
    before = copy.deepcopy(state)
    for action in data.draw(st.lists(actions | settles(state), min_size=1, max_size=20)):
        if state.phase is Phase.OVER:
            assert step(state, action) is state
        elif is_legal(state, action):
            check(step(state, action))
        else:
            with pytest.raises(IllegalAction) as refusal:
                step(state, action)
            assert refusal.value.clause in CLAUSES
            assert refusal.value.wrong
            assert refusal.value.right
        assert state == before


@settings(max_examples=300)
@given(state=states())
def test_every_listed_action_leads_to_a_sound_and_different_state(state: State) -> None:
    listed = legal_actions(state)
    assert len(set(listed)) == len(listed)
    assert bool(listed) == (state.phase is not Phase.OVER)
    for action in listed:
        after = step(state, action)
        check(after)
        assert after != state


@settings(max_examples=300)
@given(state=states())
def test_a_view_hides_nothing_but_the_cards_others_chose(state: State) -> None:
    for seat in (*range(state.players), None):
        seen = view(state, seat)
        check(seen)
        assert legal_actions(seen) == legal_actions(state)
        assert to_move(seen) == to_move(state)
        for owner, (known, card) in enumerate(zip(seen.chosen, state.chosen, strict=True)):
            assert known == (card if card is None or owner == seat else FACE_DOWN)
        if state.phase is not Phase.CARDS:
            assert seen == state


@settings(max_examples=50)
@given(state=states())
def test_states_are_values(state: State) -> None:
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state
    assert hash(twin) == hash(state)
    assert {state: "found"}[twin] == "found"


def test_actions_are_values() -> None:
    cargo = {PIECES[0]: 5, PIECES[1]: None}
    settle = Settle(cargo)
    assert settle == Settle(dict(reversed(cargo.items())))
    assert hash(settle) == hash(Settle(dict(reversed(cargo.items()))))
    cargo[PIECES[0]] = 6
    assert settle.areas == {PIECES[0]: 5, PIECES[1]: None}
    assert pickle.loads(pickle.dumps(settle)) == settle


def test_a_refusal_says_what_was_wrong_and_what_would_be_right() -> None:
    with pytest.raises(IllegalAction) as refusal:
        step(first_turn(3), Announce(2))
    assert str(refusal.value) == (
        "R4.2: two pieces cannot be loaded on area 3 of the deck; load one piece, which needs no announcement"
    )
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)


def test_a_refusal_out_of_turn_names_who_is_next_with_what() -> None:
    state = play(first_turn(3), Take(PIECES[0]), LetGo())
    with pytest.raises(IllegalAction, match=r"here the world reports: Leave or Settle$"):
        step(state, Pass())
    with pytest.raises(IllegalAction, match=r"here seat 0 or 1 decides: ChooseCard$"):
        step(new_game(2), Pass())
    assert state.at(Where.ABOARD) == (PIECES[0],)
