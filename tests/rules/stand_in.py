"""Games by chance: random legal decisions, and a random stand-in for the physics."""

from collections.abc import Iterator
from random import Random

from riffraff.rules import (
    AREAS,
    Action,
    Catch,
    Fall,
    Leave,
    LetGo,
    Phase,
    Piece,
    Return,
    Settle,
    State,
    TakeBack,
    Where,
    legal_actions,
    new_game,
    step,
    to_move,
)


class StandIn:
    """Plays the players and the world; how rough the sea is differs from game to game."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.roughness = self.random.choice((0.0, 0.05, 0.3, 0.8))

    def next_action(self, state: State) -> Action:
        """A legal decision or report."""
        if to_move(state):
            return self.random.choice(legal_actions(state))
        if air := state.at(Where.AIR):
            piece = self.random.choice(air)
            assert state.active is not None
            return self.random.choice((Return(piece), Fall(piece), Catch(state.active, piece)))
        if state.aboard and self.random.random() < self.roughness / 2:
            return Leave(self.random.choice(list(state.aboard)))
        if state.phase is Phase.CARRY:
            may_let_go = LetGo() in legal_actions(state)
            return LetGo() if may_let_go and self.random.random() < 0.9 else TakeBack()
        return Settle({piece: self._area(piece, area) for piece, area in state.aboard.items()})

    def _area(self, piece: Piece, area: int | None) -> int | None:
        return area if self.random.random() < 0.8 else self.random.choice((*AREAS, None))


def game(players: int, seed: int) -> Iterator[tuple[State, Action, State]]:
    """A whole game: each action with the state before and the state after."""
    stand_in = StandIn(seed)
    state = new_game(players, oldest=seed % players)
    while state.phase is not Phase.OVER:
        action = stand_in.next_action(state)
        before, state = state, step(state, action)
        yield before, action, state
