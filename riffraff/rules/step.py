"""One action further: `step` applies a decision or a report, or says which clause forbids it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from riffraff.rules.actions import (
    Action,
    Announce,
    Catch,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    Fall,
    Leave,
    LetGo,
    Pass,
    Return,
    Settle,
    Take,
    TakeBack,
)
from riffraff.rules.errors import IllegalAction
from riffraff.rules.legal import has_fallen, highest, legal_actions, refuse_two, to_move, turn_orders
from riffraff.rules.material import AREAS, CARDS, Piece, Seat
from riffraff.rules.state import FACE_DOWN, Phase, Place, State, Where

_TUMBLING: Final = (Leave, Return, Fall, Catch)
_EXPECTED: Final[Mapping[Phase, tuple[str, tuple[type, ...]]]] = {
    Phase.CARDS: ("R3.1", (ChooseCard,)),
    Phase.CAPTAIN: ("R3.2", (ChooseCaptain,)),
    Phase.ORDER: ("R3.3", (ChooseOrder,)),
    Phase.ANNOUNCE: ("R4.3", (Announce, Pass)),
    Phase.TAKE: ("R4.1", (Take, Pass)),
    Phase.CARRY: ("R4.5", (LetGo, TakeBack, *_TUMBLING)),
    Phase.SETTLE: ("R5.1", (*_TUMBLING, Settle)),
}
"""The actions that fit each phase and the clause that says so."""


def step(state: State, action: Action) -> State:
    """The state after an action; a finished game stays as it is, whatever the action.

    Raises:
        IllegalAction: the rules forbid the action here; its `clause` says which one.
    """
    if state.phase is Phase.OVER:
        return state
    if not isinstance(action, _EXPECTED[state.phase][1]):
        raise _misplaced(state, action)
    match action:
        case ChooseCard():
            return _choose_card(state, action)
        case ChooseCaptain():
            return _choose_captain(state, action)
        case ChooseOrder():
            return _choose_order(state, action)
        case Announce():
            return _announce(state, action)
        case Take():
            return _take(state, action)
        case Pass():
            return _end_turn(state)
        case LetGo() | TakeBack():
            return _empty_hand(state, action)
        case Leave() | Return() | Fall() | Catch():
            return _tumble(state, action)
        case Settle():
            return _settle(state, action)


def _misplaced(state: State, action: Action) -> IllegalAction:
    """The error for an action that does not fit the phase."""
    if isinstance(action, Announce) and state.phase is Phase.TAKE:
        refusal = refuse_two(state) if state.attempt == 1 else None
        return refusal or IllegalAction("R4.3", "an announcement may not be changed", "take a piece or pass")
    seats = to_move(state)
    who = "the world reports" if not seats else f"seat {' or '.join(map(str, seats))} decides"
    kinds = dict.fromkeys(type(legal).__name__ for legal in legal_actions(state))
    clause, _ = _EXPECTED[state.phase]
    wrong = f"{type(action).__name__} does not fit the phase {state.phase.value!r}"
    return IllegalAction(clause, wrong, f"here {who}: {' or '.join(kinds)}")


def _choose_card(state: State, action: ChooseCard) -> State:
    seat, card = action.seat, action.card
    if seat not in range(state.players):
        raise IllegalAction("R2.1", f"nobody sits at seat {seat}", f"seats are 0 to {state.players - 1}")
    if state.chosen[seat] is not None:
        raise IllegalAction("R3.1", f"seat {seat} has already chosen a card", "each player chooses one")
    if card not in state.hands[seat]:
        clause, wrong = ("R3.4", "was played before") if card in CARDS else ("R1.3", "does not exist")
        cards = ", ".join(map(str, state.hands[seat]))
        raise IllegalAction(clause, f"card {card} {wrong}", f"seat {seat} holds {cards}")
    chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
    if None in chosen:
        return replace(state, chosen=chosen)
    if FACE_DOWN in chosen:
        raise IllegalAction("R3.1", "a view cannot reveal the cards it hides", "step the whole state")
    return _reveal(state, tuple(card for card in chosen if card is not None))


def _reveal(state: State, cards: tuple[int, ...]) -> State:
    """Turn the cards over: the highest makes the captain, or the one in office decides (R3.2)."""
    leaders = highest(cards)
    revealed = replace(
        state,
        phase=Phase.CAPTAIN,
        played=tuple((*pile, card) for pile, card in zip(state.played, cards, strict=True)),
        chosen=(None,) * state.players,
    )
    return revealed if len(leaders) > 1 else _install(revealed, leaders[0])


def _choose_captain(state: State, action: ChooseCaptain) -> State:
    leaders = highest(state.revealed)
    if action.seat not in leaders:
        wrong = f"seat {action.seat} did not reveal the highest card"
        raise IllegalAction("R3.2", wrong, f"seat {' or '.join(map(str, leaders))} did")
    return _install(state, action.seat)


def _install(state: State, captain: Seat) -> State:
    """The new captain takes office; the turns begin unless there are ties to order (R3.3)."""
    orders = turn_orders(state.revealed, captain)
    if len(orders) > 1:
        return replace(state, phase=Phase.ORDER, captain=captain)
    return _begin_turn(replace(state, captain=captain, order=orders[0]), 0)


def _choose_order(state: State, action: ChooseOrder) -> State:
    orders = turn_orders(state.revealed, state.captain)
    if action.seats not in orders:
        wrong = f"{action.seats} is not an order of the seats by card, the captain first"
        raise IllegalAction("R3.3", wrong, f"possible are {', '.join(map(str, orders))}")
    return _begin_turn(replace(state, order=action.seats), 0)


def _begin_turn(state: State, turn: int) -> State:
    begun = replace(state, phase=Phase.ANNOUNCE, turn=turn, count=0, attempt=1, loading=None)
    # With nothing to choose from, "one" goes without saying.
    return begun if refuse_two(begun) is None else replace(begun, phase=Phase.TAKE, count=1)


def _announce(state: State, action: Announce) -> State:
    if action.count not in (1, 2):
        raise IllegalAction("R4.3", f"{action.count} pieces cannot be announced", "announce 1 or 2")
    return replace(state, phase=Phase.TAKE, count=action.count)


def _take(state: State, action: Take) -> State:
    piece, place = action.piece, state.pieces[action.piece.index]
    if place.where is Where.ABOARD:
        right = "it may only be shoved with the piece being loaded"
        raise IllegalAction("R4.7", f"{piece} is aboard and may not be touched by hand", right)
    if place != Place(Where.SUPPLY, seat=state.active):
        whose = "" if place.seat is None else f" of seat {place.seat}"
        own = ", ".join(map(str, state.supply(state.order[state.turn])))
        wrong = f"{piece} is not seat {state.active}'s to load, its place: {place.where.value}{whose}"
        raise IllegalAction("R4.1", wrong, f"seat {state.active} owns {own}")
    return replace(state, phase=Phase.CARRY, loading=piece, pieces=_moved(state, piece, Place(Where.HAND)))


def _empty_hand(state: State, action: LetGo | TakeBack) -> State:
    """The piece in hand goes aboard or back to the supply."""
    piece = state.loading
    assert piece is not None, "a piece is in hand in this phase"
    fallen = has_fallen(state)
    if isinstance(action, LetGo):
        if fallen:
            raise IllegalAction(
                "R5.1", f"cargo fell before {piece} was let go: the turn is over", "take it back"
            )
        loaded = Place(Where.ABOARD, area=state.area)
        return replace(state, phase=Phase.SETTLE, pieces=_moved(state, piece, loaded))
    phase = Phase.SETTLE if fallen or state.at(Where.AIR) else Phase.TAKE
    supply = Place(Where.SUPPLY, seat=state.active)
    return replace(state, phase=phase, loading=None, pieces=_moved(state, piece, supply))


def _tumble(state: State, action: Leave | Return | Fall | Catch) -> State:
    """A piece leaves the ship or, already in the air, meets its fate there."""
    piece, place = action.piece, state.pieces[action.piece.index]
    if isinstance(action, Leave):
        if place.where is not Where.ABOARD:
            wrong = f"{piece} cannot leave the ship, its place: {place.where.value}"
            raise IllegalAction("R5.1", wrong, "only cargo aboard can leave it")
        return replace(state, pieces=_moved(state, piece, replace(place, where=Where.AIR)))
    if place.where is not Where.AIR:
        clause = "R5.2" if isinstance(action, Catch) else "R5.1"
        wrong = f"{type(action).__name__} of {piece}, which is not in the air, its place: {place.where.value}"
        raise IllegalAction(clause, wrong, "a piece has to Leave the ship first")
    if isinstance(action, Return):
        return replace(state, pieces=_moved(state, piece, replace(place, where=Where.ABOARD)))
    if isinstance(action, Catch) and action.seat != state.active:
        wrong = f"seat {action.seat} may not catch"
        raise IllegalAction("R5.2", wrong, f"only seat {state.active} may, whose turn it is")
    fate = Where.LANDED if isinstance(action, Fall) else Where.CAUGHT
    return replace(state, pieces=_moved(state, piece, Place(fate)))


def _settle(state: State, action: Settle) -> State:
    """Resolve the attempt: areas, falls, catches; then the next attempt or the end of the turn."""
    _check_areas(state, action)
    supply = Place(Where.SUPPLY, seat=state.active)
    caught = state.at(Where.CAUGHT)
    pieces = list(state.pieces)
    for piece, area in action.areas.items():
        pieces[piece.index] = Place(Where.ABOARD, area=area)
    for piece in caught:
        pieces[piece.index] = supply if caught == (state.loading,) else Place(Where.OUT)  # R5.4, R5.3
    for piece in state.at(Where.LANDED):
        pieces[piece.index] = supply  # R5.5
    settled = replace(state, phase=Phase.TAKE, loading=None, pieces=tuple(pieces))
    if has_fallen(state):
        return _end_turn(settled)
    if state.loading is None:  # Taken back, and what tumbled stayed aboard: the attempt begins anew.
        return settled
    return replace(settled, attempt=2) if state.attempt < state.count else _end_turn(settled)


def _check_areas(state: State, action: Settle) -> None:
    if air := state.at(Where.AIR):
        wrong = f"still in the air: {', '.join(map(str, air))}"
        raise IllegalAction("R5.1", wrong, "report Return, Fall or Catch for each before Settle")
    if odd := action.areas.keys() ^ state.aboard.keys():
        wrong = f"missing, or not aboard: {', '.join(sorted(map(str, odd)))}"
        raise IllegalAction("R5.1", wrong, "Settle gives the area of each piece aboard and of no other")
    for piece, area in action.areas.items():
        if area is not None and area not in AREAS:
            right = f"areas are 1 to {len(AREAS)}, or None for none of them"
            raise IllegalAction("R1.2", f"there is no area {area} for {piece} to lie on", right)


def _end_turn(state: State) -> State:
    over = replace(state, phase=Phase.OVER, count=0, attempt=1)
    if not all(state.supplies):  # R6.1
        return over
    if state.turn + 1 < state.players:
        return _begin_turn(state, state.turn + 1)
    if state.round == state.rounds:  # R7.1
        return over
    take_back = state.round == len(CARDS)  # R7.3; with more players the game is over by then.
    return replace(
        state,
        phase=Phase.CARDS,
        round=state.round + 1,
        played=((),) * state.players if take_back else state.played,
        order=(),
        turn=0,
        count=0,
        attempt=1,
    )


def _moved(state: State, piece: Piece, place: Place) -> tuple[Place, ...]:
    """The places of all pieces, with one of them changed."""
    return (*state.pieces[: piece.index], place, *state.pieces[piece.index + 1 :])
