"""The ship's hull: a double-ended round-bottomed body, its deck in four quadrants, the bulwark round it."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from manifold3d import Manifold
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from riffraff.model import paint
from riffraff.model.parts import Array
from riffraff.model.solids import Point, convex, hull_of, prism, rod
from riffraff.model.value import Area, Hull
from riffraff.params import Ship

_FULLNESS = 3.1
"""Exponent of the deck's outline: the larger, the fuller the ends."""
_BILGE = 3.0
"""Exponent of the cross-section: the larger, the flatter the bottom."""
_ROCKER = 0.32
"""How far the keel rises toward the ends, as a share of the hull's depth."""
_RAKE = 0.1
"""How far the stems lean out, as a share of half the length."""
_CORNERS = [
    *((0.25, 1.0), (0.60, 1.0), (0.85, 1.0), (1.0, 1.0)),
    *((0.0, 0.30), (0.35, 0.50), (0.35, 0.17), (0.625, 0.30), (0.825, 0.40)),
    *((0.40, 0.03), (1.0, 0.0)),
]
"""Where on the surface (along, up) the corners of its collision hull are.

Found by adding, one after the other, the point that lay farthest outside."""
_QUADRANTS = {1: (1.0, 1.0), 2: (1.0, -1.0), 3: (-1.0, 1.0), 4: (-1.0, -1.0)}
"""The deck's areas (R1.2): forward or aft, port or starboard."""
TENON = 0.38
"""How deep the bar's tip and the mast's foot stand in the hull, each as a share of its depth."""


@dataclass(frozen=True)
class Body:
    """The hull's surface as a function: where its half-beam and keel are."""

    ship: Ship

    @property
    def deck(self) -> float:
        """Height of the deck above the pivot [m]."""
        return self.ship.hull_clearance + self.ship.hull_depth

    @property
    def top(self) -> float:
        """Height of the bulwark's top above the pivot [m]."""
        return self.deck + self.ship.bulwark_height

    def points(self, along: Array, up: Array) -> Array:
        """Return surface points [2 n, 3], port then starboard.

        `along` goes from stern to stem in -1..1, `up` from keel to deck in 0..1; they are broadcast against
        each other, and n is the size of what comes of it.
        """
        along, up = np.broadcast_arrays(along, up)
        reach = self.ship.hull_length / 2.0 * (1.0 - _RAKE * (1.0 - up**0.8))
        plan = (1.0 - np.abs(along) ** _FULLNESS) ** 0.9
        section = (1.0 - (1.0 - up) ** _BILGE) ** (1.0 / _BILGE)
        y = self.ship.hull_beam / 2.0 * plan * section
        keel = _ROCKER * (1.0 - up) * np.abs(along) ** 2.5
        z = self.ship.hull_clearance + self.ship.hull_depth * (up + (1.0 - up) * keel)
        sides = [np.stack([along * reach, sign * y, z], axis=-1).reshape(-1, 3) for sign in (1.0, -1.0)]
        return np.vstack(sides)

    def outline(self, count: int) -> list[Point]:
        """Return the deck's outer edge, counterclockwise: 2 `count` points, corners at stem and stern."""
        stations = np.sin(np.linspace(-np.pi / 2.0, np.pi / 2.0, count + 1))
        starboard = self.points(stations, np.ones(1))[count + 1 :]
        return [
            (float(x), float(y))
            for x, y, _ in np.vstack([starboard, starboard[1:-1][::-1] * (1.0, -1.0, 1.0)])
        ]

    def inside(self, count: int) -> Polygon:
        """Return the deck within the bulwark."""
        return Polygon(self.outline(count)).buffer(-self.ship.bulwark_thickness, join_style="mitre")


def solid(ship: Ship) -> Manifold:
    """Return the hull with its bulwark and the holes that take the bar's tip and the mast's foot."""
    body = Body(ship)
    stations = np.sin(np.linspace(-np.pi / 2.0, np.pi / 2.0, 41))
    shell = body.points(stations[:, None], np.linspace(0.0, 1.0, 10) ** 1.3)
    edge = body.points(stations, np.ones(1)) * (1.0, 1.0, body.top / body.deck)
    hull = convex(np.vstack([shell, edge])) - prism(body.inside(40), body.deck, 2.0 * body.top)
    tenon = TENON * ship.hull_depth
    tip = rod(ship.bar_diameter / 2.0, 2.0 * tenon, centre=(0.0, 0.0, ship.hull_clearance))
    foot = rod(ship.mast_diameter / 2.0, 2.0 * tenon, centre=(0.0, 0.0, body.deck))
    return hull - tip - foot


def parts(ship: Ship) -> tuple[Hull, ...]:
    """Return the body below the deck as one convex part, and the bulwark as a dozen."""
    body = Body(ship)
    half = np.array(_CORNERS)
    along, up = np.vstack([half, half * (-1.0, 1.0)]).T
    below = hull_of(body.points(along, up))
    edge_inside = body.inside(40).exterior
    ring = []
    stations = np.array([-1.0, -0.86, -0.62, -0.22, 0.22, 0.62, 0.86, 1.0])
    for sign in (1.0, -1.0):
        outer = body.points(stations, np.ones(1))[: len(stations), :2] * (1.0, sign)
        nearest = [edge_inside.interpolate(edge_inside.project(Spot(spot))) for spot in outer]
        inner = np.array([(spot.x, spot.y) for spot in nearest])
        for k in range(len(stations) - 1):
            plan = np.vstack([outer[k : k + 2], inner[k : k + 2]])
            ring.append(
                hull_of(np.vstack([np.column_stack([plan, np.full(4, z)]) for z in (body.deck, body.top)]))
            )
    return (below, *ring)


def painted(ship: Ship) -> Manifold:
    """Return the paint on the deck: the borders of the quadrants and their numbers."""
    body = Body(ship)
    deck = body.inside(40)
    line = ship.hull_beam / 60.0
    far = ship.hull_length
    cross = [shapely.box(-line / 2.0, -far, line / 2.0, far), shapely.box(-far, -line / 2.0, far, line / 2.0)]
    numbers = [
        paint.number(
            number,
            (0.35 * fore * ship.hull_length / 2.0, 0.42 * port * ship.hull_beam / 2.0),
            ship.hull_beam / 6.0,
        )
        for number, (fore, port) in _QUADRANTS.items()
    ]
    mast = shapely.Point(0.0, 0.0).buffer(ship.mast_diameter / 2.0)
    return paint.coat(shapely.union_all([*cross, *numbers]).intersection(deck).difference(mast), body.deck)


def areas(ship: Ship) -> dict[int, Area]:
    """Return the deck's quadrants 1 to 4, inside the bulwark and clear of the mast."""
    body = Body(ship)
    clear = math.sqrt(2.0) * ship.mast_diameter / 2.0
    far = ship.hull_length
    corner = Polygon([(clear, 0.0), (far, 0.0), (far, far), (0.0, far), (0.0, clear)])
    fore_port = np.array(
        shapely.geometry.polygon.orient(body.inside(12).intersection(corner)).exterior.coords[:-1]
    )
    quadrants = {}
    for number, signs in _QUADRANTS.items():
        polygon = (fore_port * signs)[:: int(signs[0] * signs[1])]
        quadrants[number] = Area(
            number,
            "hull",
            tuple((round(float(x), 9) + 0.0, round(float(y), 9) + 0.0) for x, y in polygon),
            body.deck,
        )
    return quadrants
