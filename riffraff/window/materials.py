"""What the parts look like: bare wood, painted wood, metal and card, from the model's colours."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from riffraff.model import SHAPES, Visual

Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1, as a screen shows them (sRGB)."""


class Finish(Enum):
    """How a surface answers light; the value names the shader that draws it."""

    WOOD = "wood"
    PAINTED = "painted"
    METAL = "metal"
    CARD = "card"
    TABLE = "table"


@dataclass(frozen=True)
class Material:
    """The look of one surface.

    Attributes:
        finish: which shader draws it.
        colour: of the surface; of wood the lighter colour, that of the early wood.
        dark: of wood the colour of the late wood, which makes the rings; of card that of its print.
        grain: axis of the body along which the wood grew: 0, 1, 2 for x, y, z.
        ring: distance from one ring of the wood to the next [m].
        roughness: 0 for a mirror, 1 for chalk.
    """

    finish: Finish
    colour: Colour
    dark: Colour = (0.0, 0.0, 0.0)
    grain: int = 0
    ring: float = 0.004
    roughness: float = 0.4


_BEECH: Final = Material(Finish.WOOD, (0.89, 0.74, 0.55), (0.75, 0.56, 0.37), ring=0.0042, roughness=0.42)
_HULL: Final = Material(Finish.WOOD, (0.66, 0.38, 0.19), (0.45, 0.22, 0.10), ring=0.0048, roughness=0.30)
_CANOE: Final = Material(Finish.WOOD, (0.66, 0.43, 0.24), (0.45, 0.26, 0.12), ring=0.0034, roughness=0.38)
_STEEL: Final = Material(Finish.METAL, (0.80, 0.80, 0.81), roughness=0.10)
_GILDED: Final = Material(Finish.METAL, (0.93, 0.73, 0.36), roughness=0.32)
_SEA: Final = Material(Finish.CARD, (0.12, 0.40, 0.55), (0.82, 0.92, 0.94), ring=0.012, roughness=0.6)
_INK: Final = Material(Finish.CARD, (0.15, 0.09, 0.05), (0.15, 0.09, 0.05), ring=0.0, roughness=0.5)

_X, _Y, _Z = range(3)
_LINKS: Final[dict[str, tuple[Material, ...]]] = {
    "stand": (_SEA, _SEA),
    "ring": (_GILDED,),
    "ball_bar": (replace(_BEECH, grain=_Z), _STEEL),
    "hull": (replace(_HULL, grain=_X), _INK),
    "mast": (replace(_BEECH, grain=_Z),),
    **{f"peg_{level}": (replace(_BEECH, grain=_X),) for level in ("low", "middle", "top")},
    **{f"yardarm_{level}": (replace(_BEECH, grain=_Y), _INK) for level in ("low", "middle", "top")},
}
"""Of every link of the ship, in the order of its visuals."""
_PAINT: Final[dict[str, Colour]] = {
    "barrel": (0.93, 0.62, 0.13),
    "flacon": (0.70, 0.14, 0.12),
    "crate": (0.26, 0.48, 0.27),
    "sailor": (0.16, 0.34, 0.62),
    "plank": (0.12, 0.115, 0.12),
    "rat": (0.52, 0.52, 0.53),
    "chest": (0.50, 0.73, 0.86),
}
_UPRIGHT: Final = frozenset({"barrel", "flacon", "sailor"})

BOX: Final = Material(Finish.CARD, (0.07, 0.21, 0.34), (0.30, 0.56, 0.68), ring=0.016, roughness=0.5)
"""The game's box."""
TABLE: Final = Material(Finish.TABLE, (0.42, 0.285, 0.185), (0.235, 0.145, 0.09), ring=0.0095, roughness=0.36)


def of_link(link: str, number: int, visual: Visual) -> Material:
    """The material of a link's visual, by its number; what has no look of its own is painted wood."""
    known = _LINKS.get(link, ())
    return known[number] if number < len(known) else Material(Finish.PAINTED, visual.colour)


def of_piece(shape: str, visual: Visual) -> Material:
    """The material of a shape of cargo: the model's colour as paint, but the boat is bare wood."""
    if shape not in SHAPES:
        raise ValueError(f"there is no shape {shape!r}; there are {', '.join(SHAPES)}")
    if shape == "boat":
        return _CANOE
    return Material(Finish.PAINTED, _PAINT[shape], grain=_Z if shape in _UPRIGHT else _X, ring=0.0034)
