"""A table to play at: what the tests of the clauses have in common."""

from dataclasses import replace

import pytest

from riffraff.rules import (
    Action,
    Area,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    IllegalAction,
    Pass,
    Phase,
    Piece,
    Place,
    Settle,
    Shape,
    State,
    Where,
    check,
    legal_actions,
    new_game,
    step,
)

# With four players the set of a piece is the seat that owns it at the start.
CRATE_0, PLANK_0, RAT_0 = Piece(0, Shape.CRATE), Piece(0, Shape.PLANK), Piece(0, Shape.RAT)
CRATE_1, PLANK_1, RAT_1 = Piece(1, Shape.CRATE), Piece(1, Shape.PLANK), Piece(1, Shape.RAT)


def play(state: State, *actions: Action) -> State:
    """The state after the actions, with the invariant checked after each."""
    for action in actions:
        state = step(state, action)
        check(state)
    return state


def reveal(state: State, *cards: int) -> State:
    """Each seat chooses its card, seat 0 first."""
    return play(state, *(ChooseCard(seat, card) for seat, card in enumerate(cards)))


def arrange(state: State, *, where: dict[Piece, Place]) -> State:
    """The state with some pieces put elsewhere."""
    pieces = list(state.pieces)
    for piece, place in where.items():
        pieces[piece.index] = place
    arranged = replace(state, pieces=tuple(pieces))
    check(arranged)
    return arranged


def aboard(area: Area | None) -> Place:
    return Place(Where.ABOARD, area=area)


def first_turn(card: int, *, cargo: dict[Piece, Area | None] | None = None) -> State:
    """Four players all revealed this card; seat 0 begins, then 1, 2, 3; `cargo` is aboard."""
    table = arrange(new_game(4), where={piece: aboard(area) for piece, area in (cargo or {}).items()})
    return play(reveal(table, card, card, card, card), ChooseCaptain(0), ChooseOrder((0, 1, 2, 3)))


def settle(state: State) -> State:
    return play(state, Settle(state.aboard))


def passed(state: State) -> State:
    """The running round with all remaining turns passed."""
    running = state.round
    while state.round == running and state.phase is not Phase.OVER:
        state = play(state, Pass())
    return state


def left_with(state: State, seat: int, *pieces: Piece) -> State:
    """The state with all other pieces of the seat out of the game."""
    gone = {piece: Place(Where.OUT) for piece in state.supply(seat) if piece not in pieces}
    return arrange(state, where=gone)


def refused(state: State, action: Action) -> str:
    """The clause by which the action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        step(state, action)
    assert str(refusal.value).startswith(refusal.value.clause)
    return refusal.value.clause


def passed_rounds(state: State, rounds: int) -> State:
    """The state after so many rounds in which all play the same card from 10 downward, and pass."""
    for _ in range(rounds):
        state = reveal(state, *(max(hand) for hand in state.hands))
        while state.phase in (Phase.CAPTAIN, Phase.ORDER):
            state = play(state, legal_actions(state)[0])
        state = passed(state)
    return state
