"""Who may do what: the seats that must decide and every action the rules allow."""

from itertools import chain, groupby, permutations, product

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
from riffraff.rules.material import DECK_AREAS, Card, Seat
from riffraff.rules.state import Phase, State, Where


def to_move(state: State) -> tuple[Seat, ...]:
    """The seats that must decide now, ascending.

    Several while cards are being chosen (in any order); empty when the world has to report, and when the
    game is over.
    """
    if state.phase is Phase.CARDS:
        return tuple(seat for seat, card in enumerate(state.chosen) if card is None)
    if state.phase in (Phase.CAPTAIN, Phase.ORDER):
        return (state.captain,)
    if state.phase in (Phase.ANNOUNCE, Phase.TAKE) and state.active is not None:
        return (state.active,)
    return ()


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that `step` accepts, in a fixed order; empty when the game is over.

    Of the many possible reports `Settle` only one is listed: everything aboard where it is known to be.
    """
    if state.phase is Phase.CARDS:
        return tuple(ChooseCard(seat, card) for seat in to_move(state) for card in state.hands[seat])
    if state.phase is Phase.CAPTAIN:
        return tuple(ChooseCaptain(seat) for seat in highest(state.revealed))
    if state.phase is Phase.ORDER:
        return tuple(ChooseOrder(seats) for seats in turn_orders(state.revealed, state.captain))
    if state.phase is Phase.ANNOUNCE:
        return (Announce(1), Announce(2), Pass())
    if state.active is None:
        return ()
    if state.phase is Phase.TAKE:
        return (*(Take(piece) for piece in state.supply(state.active)), Pass())
    return _reports(state, state.active)


def _reports(state: State, active: Seat) -> tuple[Action, ...]:
    """What the world can report while a piece is carried or the ship settles."""
    air = state.at(Where.AIR)
    hand: list[Action] = []
    if state.phase is Phase.CARRY:
        hand = [TakeBack()] if has_fallen(state) else [LetGo(), TakeBack()]
    settled = [Settle(state.aboard)] if state.phase is Phase.SETTLE and not air else []
    tumbling: list[Action] = [Leave(piece) for piece in state.aboard]
    for piece in air:
        tumbling += (Return(piece), Fall(piece), Catch(active, piece))
    return (*hand, *tumbling, *settled)


def highest(revealed: tuple[Card, ...]) -> tuple[Seat, ...]:
    """The seats that revealed the highest card (R3.2)."""
    return tuple(seat for seat, card in enumerate(revealed) if card == max(revealed))


def turn_orders(revealed: tuple[Card, ...], captain: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Every turn order the captain may decide on; a single one unless other players tie (R3.3)."""

    def falling(seat: Seat) -> Card:
        return -revealed[seat]

    others = sorted((seat for seat in range(len(revealed)) if seat != captain), key=falling)
    ties = [permutations(group) for _, group in groupby(others, key=falling)]
    return tuple((captain, *chain.from_iterable(groups)) for groups in product(*ties))


def has_fallen(state: State) -> bool:
    """Whether cargo fell, caught or not, in the running attempt; the turn then ends (R4.4, R5.1)."""
    return any(place.where in (Where.LANDED, Where.CAUGHT) for place in state.pieces)


def refuse_two(state: State) -> IllegalAction | None:
    """Why the active player may not load two pieces in this turn, None if that is allowed (R4.2, R4.3)."""
    one = "load one piece, which needs no announcement"
    if state.area in DECK_AREAS:
        return IllegalAction("R4.2", f"two pieces cannot be loaded on area {state.area} of the deck", one)
    if state.area not in state.aboard.values():
        return IllegalAction("R4.2", f"no cargo lay on area {state.area} before the turn", one)
    if state.active is not None and len(state.supply(state.active)) < 2:
        return IllegalAction("R4.3", f"seat {state.active} has a single piece left", one)
    return None
