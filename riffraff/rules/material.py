"""What lies in the box: the ship's parts, its areas, the cards and the cargo (R1)."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A player, by place at the table: 0 to 3."""
Card: TypeAlias = int
"""The number on a card, 1 to 10; its colour is the seat's."""
Area: TypeAlias = int
"""A numbered area of the ship, 1 to 10."""

SHIP_PARTS: Final = (
    "ring",
    "ball_bar",
    "hull",
    "mast",
    "peg_low",
    "peg_middle",
    "peg_top",
    "yardarm_low",
    "yardarm_middle",
    "yardarm_top",
)
"""The ten parts of the ship (R1.1)."""

DECK_AREAS: Final = (1, 2, 3, 4)
"""The quadrants of the hull's deck (R1.2)."""
YARDARM_AREAS: Final = (5, 6, 7, 8, 9, 10)
"""The ends of the yardarms (R1.2), from the low one upward."""
AREAS: Final = DECK_AREAS + YARDARM_AREAS

CARDS: Final = tuple(range(1, 11))
"""The cards of one colour (R1.3). A card's number is the area it lets the player load."""


class Yardarm(Enum):
    """The three yardarms, from the deck upward."""

    LOW = "low"
    MIDDLE = "middle"
    TOP = "top"


class Colour(Enum):
    """The colours of the cards (R1.3); the member's position is the seat that holds them."""

    RED = "red"
    BLUE = "blue"
    TURQUOISE = "turquoise"
    PURPLE = "purple"


class Shape(Enum):
    """The shapes of the cargo (R1.4)."""

    BOAT = "boat"
    BARREL = "barrel"
    FLACON = "flacon"
    CRATE = "crate"
    SAILOR = "sailor"
    PLANK = "plank"
    RAT = "rat"
    CHEST = "chest"


SETS: Final = 4
"""Sets of cargo in the box, one piece of each shape in each (R1.4)."""
_SHAPES: Final = tuple(Shape)


@dataclass(frozen=True, order=True)
class Piece:
    """One of the 32 cargo pieces; ordered by `index`.

    Attributes:
        set: the set it belongs to, 0 to 3.
        shape: its shape.
        index: 0 to 31: set * 8 + the shape's position. `PIECES[piece.index] == piece`.

    Raises:
        ValueError: there is no such set.
    """

    set: int = field(compare=False)
    shape: Shape = field(compare=False)
    index: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.set not in range(SETS):
            raise ValueError(f"R1.4: no piece is of set {self.set}; sets are 0 to {SETS - 1}")
        object.__setattr__(self, "index", self.set * len(_SHAPES) + _SHAPES.index(self.shape))

    @property
    def name(self) -> str:
        """Unique readable name: shape and set, e.g. "crate-1"."""
        return f"{self.shape.value}-{self.set}"

    def __str__(self) -> str:
        return self.name


PIECES: Final = tuple(Piece(number, shape) for number in range(SETS) for shape in Shape)
"""All cargo, by index."""


def yardarm(area: Area) -> Yardarm | None:
    """The yardarm that carries an area, or None for an area of the deck (R1.2).

    Raises:
        ValueError: there is no such area.
    """
    if area not in AREAS:
        raise ValueError(f"R1.2: there is no area {area}; areas are 1 to {len(AREAS)}")
    return None if area in DECK_AREAS else tuple(Yardarm)[(area - YARDARM_AREAS[0]) // 2]
