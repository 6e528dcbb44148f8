"""What is painted on the ship: the quadrants' borders and the numbers of the areas, as thin drawn layers."""

import math

import numpy as np
import shapely
from manifold3d import Manifold
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon

from riffraff.model.solids import Point, prism

_COAT = 0.00012
"""How far paint stands out [m]: seen, and in no collision."""
_STROKE = 0.16
"""Width of a numeral's stroke, as a share of its height."""


def _arc(x: float, y: float, across: float, up: float, start: float, end: float) -> list[Point]:
    turns = np.radians(np.linspace(start, end, 13))
    return [(x + across * math.cos(a), y + up * math.sin(a)) for a in turns]


_STROKES: dict[str, list[list[Point]]] = {
    "0": [_arc(0.28, 0.5, 0.28, 0.5, 0, 360)],
    "1": [[(0.08, 0.76), (0.30, 1.0), (0.30, 0.0)]],
    "2": [[*_arc(0.28, 0.74, 0.27, 0.26, 165, -30), (0.0, 0.0), (0.57, 0.0)]],
    "3": [_arc(0.26, 0.765, 0.25, 0.235, 150, -90), _arc(0.26, 0.265, 0.29, 0.265, 90, -150)],
    "4": [[(0.44, 0.0), (0.44, 1.0), (0.0, 0.30), (0.60, 0.30)]],
    "5": [[(0.52, 1.0), (0.08, 1.0), (0.05, 0.56), *_arc(0.26, 0.32, 0.29, 0.32, 105, -140)]],
    "6": [_arc(0.28, 0.30, 0.27, 0.30, 0, 360), [(0.42, 1.0), *_arc(0.62, 0.30, 0.61, 0.70, 118, 180)]],
    "7": [[(0.0, 1.0), (0.56, 1.0), (0.20, 0.0)]],
    "8": [_arc(0.28, 0.75, 0.24, 0.25, 0, 360), _arc(0.28, 0.26, 0.28, 0.26, 0, 360)],
    "9": [_arc(0.28, 0.70, 0.27, 0.30, 0, 360), [(0.14, 0.0), *_arc(-0.06, 0.70, 0.61, 0.70, -62, 0)]],
}
"""The numerals as a sign painter strokes them, one unit high."""


def coat(shape: Polygon | MultiPolygon, height: float) -> Manifold:
    """Return a layer of paint over `shape` on a level surface at `height` [m]."""
    return prism(shape, height, height + _COAT)


def number(value: int, centre: Point, height: float) -> MultiPolygon | Polygon:
    """Return the outline of a number, `height` [m] tall, round `centre`, upright for who looks forward."""
    glyphs, pen = [], 0.0
    for digit in str(value):
        strokes = shapely.union_all(
            [LineString(stroke).buffer(_STROKE / 2.0, quad_segs=3) for stroke in _STROKES[digit]]
        )
        glyphs.append(affinity.translate(strokes, pen - strokes.bounds[0]))
        pen = glyphs[-1].bounds[2] + 0.1
    text = shapely.union_all(glyphs)
    left, low, right, high = text.bounds
    # Right is starboard, -y, and up is forward, x.
    scale = height / (high - low)
    middle = ((left + right) / 2.0, (low + high) / 2.0)
    return affinity.affine_transform(
        text, [0.0, scale, -scale, 0.0, centre[0] - scale * middle[1], centre[1] + scale * middle[0]]
    )
