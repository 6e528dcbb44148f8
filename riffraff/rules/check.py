"""The invariant: every piece and every card at exactly one place, and a state that hangs together."""

from collections.abc import Iterator

from riffraff.rules.errors import InvariantError
from riffraff.rules.legal import turn_orders
from riffraff.rules.material import AREAS, CARDS, PIECES
from riffraff.rules.state import FACE_DOWN, Phase, Place, State, Where, new_game

_BEFORE_TURNS = (Phase.CARDS, Phase.CAPTAIN, Phase.ORDER)
_ATTEMPT = (Phase.CARRY, Phase.SETTLE)
_PENDING = (Where.AIR, Where.LANDED, Where.CAUGHT)


def check(state: State) -> None:
    """Check that nothing was lost or doubled and that the state could have come about by the rules.

    Raises:
        InvariantError: what is wrong; the first violation found.
    """
    # In this order: each may rely on what the ones before it found in order.
    for violations in (_table_violations, _card_violations, _turn_violations, _piece_violations):
        for violation in violations(state):
            raise InvariantError(violation)


def _table_violations(state: State) -> Iterator[str]:
    if state.players not in (2, 3, 4):
        yield f"{state.players} players; should be 2 to 4"
    if len(state.pieces) != len(PIECES):
        yield f"{len(state.pieces)} pieces have a place; should be {len(PIECES)}"
    if state.captain not in range(state.players):
        yield f"the captain is seat {state.captain}; seats are 0 to {state.players - 1}"
    if not 1 <= state.round <= state.rounds:
        yield f"round {state.round}; should be 1 to {state.rounds}"


def _piece_violations(state: State) -> Iterator[str]:
    players = state.players
    for piece, place in zip(PIECES, state.pieces, strict=True):
        if not _is_possible(place, players):
            yield f"{piece} is at an impossible place: {place}"
        if place.where in _PENDING and state.phase not in _ATTEMPT:
            yield f"{piece} is at {place.where.value!r} outside of an attempt, in phase {state.phase.value!r}"
    if state.at(Where.BOX) != (unused := new_game(state.players).at(Where.BOX)):
        yield f"in the box: {state.at(Where.BOX)}; should be {unused}"
    if state.at(Where.HAND) != (held := () if state.hand is None else (state.hand,)):
        yield f"in hand: {state.at(Where.HAND)}; should be {held}"
    for seat, supply in enumerate(state.supplies):
        loading_last = seat == state.active and state.phase in _ATTEMPT
        if not supply and not loading_last and state.phase is not Phase.OVER:
            yield f"the supply of seat {seat} is empty and yet the game goes on"


def _is_possible(place: Place, players: int) -> bool:
    if place.where is Where.SUPPLY:
        return place.seat in range(players) and place.area is None
    if place.where in (Where.ABOARD, Where.AIR):
        return place.seat is None and (place.area is None or place.area in AREAS)
    return place.seat is None and place.area is None


def _card_violations(state: State) -> Iterator[str]:
    played = (state.round - 1) % len(CARDS) + (state.phase is not Phase.CARDS)
    for seat, pile in enumerate(state.played):
        if len(pile) != played or len({*pile} & {*CARDS}) != played:
            yield f"the pile of seat {seat} is {pile}; should be {played} different cards"
    for seat, card in enumerate(state.chosen):
        if card is not None and (
            state.phase is not Phase.CARDS or card not in (FACE_DOWN, *state.hands[seat])
        ):
            yield f"seat {seat} cannot have chosen card {card}, in phase {state.phase.value!r}"
    if len(state.chosen) != state.players or None not in state.chosen:
        yield f"chosen cards {state.chosen}; should be one entry per seat, None for at least one"


def _turn_violations(state: State) -> Iterator[str]:
    before = state.phase in _BEFORE_TURNS
    orders = ((),) if before else turn_orders(state.revealed, state.captain)
    if state.order not in orders:
        yield f"the turn order is {state.order}; should be one of {orders}"
    if state.turn not in range(1 if before else state.players):
        yield f"turn {state.turn} of a round of {state.players}, in phase {state.phase.value!r}"
    if state.count not in ((1, 2) if state.phase in (Phase.TAKE, *_ATTEMPT) else (0,)):
        yield f"{state.count} pieces announced, in phase {state.phase.value!r}"
    if not 1 <= state.attempt <= max(state.count, 1):
        yield f"attempt {state.attempt} of {state.count}"
    if state.loading is not None and state.phase not in _ATTEMPT:
        yield f"{state.loading} is being loaded, in phase {state.phase.value!r}"
