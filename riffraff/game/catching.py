"""Catching: what the active player's hands can do about a piece that tumbles (R5.2).

A piece can be caught only between leaving the ship and landing: not before the player has had time to
react, only where a hand gets to, only as many at once as there are hands, and not always.
"""

import math

import numpy as np

from riffraff.model import Vector
from riffraff.params import Catching


class Catcher:
    """The hands of the active player during one attempt.

    Args:
        parameters: reaction time, reach, success and number of hands.
        place: the spot being loaded, from where the hands reach out [m].
        rng: decides which grabs succeed.
    """

    def __init__(self, parameters: Catching, place: Vector, rng: np.random.Generator) -> None:
        self._parameters = parameters
        self._place = place
        self._rng = rng
        self._since: dict[int, float] = {}
        self._free = parameters.hands

    def go_for(self, piece: int, left: float) -> None:
        """Start to react to a piece that left the ship at time `left` [s]."""
        self._since.setdefault(piece, left)

    def give_up(self, piece: int) -> None:
        """Forget a piece that landed or lies on the ship again."""
        self._since.pop(piece, None)

    def grab(self, time: float, positions: dict[int, Vector], *, holding: bool) -> tuple[int, ...]:
        """Try to catch what is due; returns what was caught.

        Args:
            time: now [s].
            positions: where the tumbling pieces are [m].
            holding: whether one hand still holds the piece being loaded.
        """
        caught: list[int] = []
        for piece, since in sorted(self._since.items()):
            if self._free <= int(holding):
                break
            if time - since < self._parameters.reaction_time or piece not in positions:
                continue
            if math.dist(self._place, positions[piece]) > self._parameters.reach:
                continue
            del self._since[piece]  # one grab each: a hand that missed has no time for a second
            if self._rng.random() < self._parameters.success:
                self._free -= 1
                caught.append(piece)
        return tuple(caught)
