"""The invariant notices every kind of damage to a state."""

from dataclasses import replace

import pytest

from riffraff.rules import (
    PIECES,
    ChooseCard,
    InvariantError,
    LetGo,
    Phase,
    Place,
    State,
    Take,
    Where,
    check,
    new_game,
)

from .table import RAT_0, first_turn, play

START = new_game(3)
TURN = first_turn(9)
CARRIED = play(TURN, Take(RAT_0))
LOADED = play(CARRIED, LetGo())


def moved(state: State, index: int, place: Place) -> State:
    return replace(state, pieces=(*state.pieces[:index], place, *state.pieces[index + 1 :]))


def emptied(state: State, seat: int) -> State:
    out = Place(Where.OUT)
    return replace(state, pieces=tuple(out if place.seat == seat else place for place in state.pieces))


@pytest.mark.parametrize("state", [START, TURN, CARRIED, LOADED])
def test_a_sound_state_passes(state: State) -> None:
    check(state)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (replace(START, pieces=START.pieces[1:]), "31 pieces have a place; should be 32"),
        (moved(START, 0, Place(Where.SUPPLY, seat=3)), "boat-0 is at an impossible place"),
        (moved(START, 0, Place(Where.SUPPLY)), "boat-0 is at an impossible place"),
        (moved(START, 0, Place(Where.ABOARD, area=11)), "boat-0 is at an impossible place"),
        (moved(START, 0, Place(Where.ABOARD, seat=0)), "boat-0 is at an impossible place"),
        (moved(START, 0, Place(Where.OUT, area=1)), "boat-0 is at an impossible place"),
        (moved(START, 0, Place(Where.BOX)), "in the box"),
        (moved(START, 31, Place(Where.SUPPLY, seat=0)), "in the box"),
        (moved(START, 0, Place(Where.HAND)), "in hand"),
        (moved(CARRIED, 0, Place(Where.HAND)), "in hand"),
        (moved(CARRIED, RAT_0.index, Place(Where.OUT)), "in hand"),
        (moved(START, 0, Place(Where.AIR)), "boat-0 is at 'air' outside of an attempt"),
        (moved(START, 0, Place(Where.LANDED)), "boat-0 is at 'landed' outside of an attempt"),
        (moved(START, 0, Place(Where.CAUGHT)), "boat-0 is at 'caught' outside of an attempt"),
        (emptied(START, 1), "the supply of seat 1 is empty"),
        (emptied(LOADED, 1), "the supply of seat 1 is empty"),
        (replace(START, captain=3), "the captain is seat 3"),
        (replace(START, round=0), "round 0; should be 1 to 10"),
        (replace(START, round=2), r"the pile of seat 0 is \(\); should be 1"),
        (replace(START, played=((),) * 5), "5 players; should be 2 to 4"),
        (replace(TURN, played=((9,), (9,), (9,), (9, 8))), r"the pile of seat 3 is \(9, 8\); should be 1"),
        (replace(TURN, played=((9,), (9,), (9,), (11,))), r"the pile of seat 3 is \(11,\)"),
        (replace(START, chosen=(11, None, None)), "seat 0 cannot have chosen card 11"),
        (replace(TURN, chosen=(1, None, None, None)), "seat 0 cannot have chosen card 1"),
        (replace(START, chosen=(1, 2, 3)), "None for at least one"),
        (replace(START, chosen=(1, None)), "one entry per seat"),
        (replace(START, order=(0, 1, 2)), "the turn order is"),
        (replace(TURN, order=(1, 0, 2, 3)), "the turn order is"),
        (replace(TURN, order=(0, 1, 1, 3)), "the turn order is"),
        (replace(TURN, turn=4), "turn 4 of a round of 4"),
        (replace(START, turn=1), "turn 1 of a round of 3"),
        (replace(TURN, count=0), "0 pieces announced"),
        (replace(START, count=1), "1 pieces announced"),
        (replace(TURN, attempt=2), "attempt 2 of 1"),
        (replace(TURN, loading=RAT_0), "rat-0 is being loaded"),
        (replace(CARRIED, loading=PIECES[0]), "in hand"),
        (replace(CARRIED, phase=Phase.TAKE, loading=None), "in hand"),
    ],
)
def test_damage_is_noticed(broken: State, message: str) -> None:
    with pytest.raises(InvariantError, match=message):
        check(broken)


def test_the_same_card_twice_in_a_pile_is_noticed() -> None:
    chosen = play(START, ChooseCard(0, 5))
    with pytest.raises(InvariantError, match=r"the pile of seat 1 is \(4, 4\)"):
        check(replace(chosen, round=3, played=((1, 2), (4, 4), (3, 4))))
