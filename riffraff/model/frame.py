"""What a frame of the moving world holds: which bodies, in which order.

A frame is an array [`BODIES`, 7]: position x y z [m] and orientation quaternion x y z w of every body in the
world, NaN where a piece is absent.
"""

import math
from typing import Final

from riffraff.model.parts import Array
from riffraff.model.value import SHAPES

SHIP_LINKS: Final = ("hull", "yardarm_low", "yardarm_middle", "yardarm_top")
"""The ship's links that move against each other, in the order of a frame."""

PIECES: Final = 4 * len(SHAPES)
"""Number of pieces of cargo: four sets, each of the eight shapes in the model's order."""

FIRST_PIECE_BODY: Final = len(SHIP_LINKS)
"""The body of a frame that is piece 0."""

BODIES: Final = FIRST_PIECE_BODY + PIECES
"""Bodies of a frame: the ship's moving links, then the pieces."""


def piece_shape(piece: int) -> str:
    """The shape of a piece 0..31."""
    if not 0 <= piece < PIECES:
        raise ValueError(f"there is no piece {piece}; pieces are 0 to {PIECES - 1}")
    return SHAPES[piece % len(SHAPES)]


def heel(poses: Array) -> float:
    """Angle between the mast and the vertical [rad], of a frame's poses, shape [body, 7]."""
    x, y = poses[0, 3:5].tolist()
    return math.acos(min(max(1 - 2 * (x * x + y * y), -1.0), 1.0))
