"""A fanned hand of cards: where each card is, and which one is under the cursor. Pure, in pixels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]

ASPECT: Final = 1.45
"""Height of a card over its width."""

_SPREAD: Final = math.radians(4.0)
"""Angle between neighbours ..."""
_WIDEST: Final = math.radians(36.0)
"""... and at most between the first and the last."""
_RADIUS: Final = 7.6
"""Distance from the cards' middles to the point that they are turned about, in card heights."""
_RAISE: Final = 0.22
"""How far a raised card stands out, in card heights."""


@dataclass(frozen=True)
class Slot:
    """The place of a card.

    Attributes:
        middle: of the card, x to the right and y down.
        angle: clockwise from upright [rad].
        width, height: of the card.
    """

    middle: Point
    angle: float
    width: float
    height: float

    def place(self, x: float, y: float) -> Point:
        """Where a point of the card is: x, y go from -0.5 to 0.5, left to right and top to bottom."""
        sine, cosine = math.sin(self.angle), math.cos(self.angle)
        across, down = x * self.width, y * self.height
        return (
            self.middle[0] + cosine * across - sine * down,
            self.middle[1] + sine * across + cosine * down,
        )

    def holds(self, point: Point) -> bool:
        """Whether a point is on the card."""
        sine, cosine = math.sin(self.angle), math.cos(self.angle)
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        return (
            abs(cosine * x + sine * y) <= self.width / 2.0 and abs(cosine * y - sine * x) <= self.height / 2.0
        )


def fan(count: int, bottom: Point, width: float, *, raised: int | None = None) -> tuple[Slot, ...]:
    """The places of a hand of cards, from left to right; later ones lie on top of earlier ones.

    Args:
        count: of the cards.
        bottom: the middle of the lower edge of a card in the middle.
        width: of a card.
        raised: the card that stands out, or None.
    """
    height = ASPECT * width
    spread = min(_SPREAD, _WIDEST / max(1, count - 1))
    hub_x, hub_y = bottom[0], bottom[1] - height / 2.0 + _RADIUS * height
    slots = []
    for card in range(count):
        angle = (card - (count - 1) / 2.0) * spread
        out = (_RADIUS + (_RAISE if card == raised else 0.0)) * height
        middle = (hub_x + out * math.sin(angle), hub_y - out * math.cos(angle))
        slots.append(Slot(middle, angle, width, height))
    return tuple(slots)


def under(slots: Sequence[Slot], point: Point) -> int | None:
    """The card under a point, the topmost if there are several, or None."""
    return next((card for card in reversed(range(len(slots))) if slots[card].holds(point)), None)


def extent(slots: Sequence[Slot]) -> tuple[Point, Point]:
    """The upper left and the lower right corner of a box round cards."""
    corners = [slot.place(x, y) for slot in slots for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
    across, down = zip(*corners, strict=True)
    return (min(across), min(down)), (max(across), max(down))
