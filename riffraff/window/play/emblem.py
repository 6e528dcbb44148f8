"""A small picture of the ship and its areas, as polygons: for the faces of cards.

It is drawn from the model itself, seen from the side and above, so it is true for any ship.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.spatial import ConvexHull

from riffraff.model import SHIP_LINKS, Model, outline
from riffraff.window.meshes import Floats
from riffraff.window.scenery import upright

_YAW: Final = math.radians(-52.0)
_PITCH: Final = math.radians(30.0)
"""From where it is seen: so that both ends of the deck and of every yardarm show."""


@dataclass(frozen=True, eq=False)
class Emblem:
    """Outlines in a square: x to the right and y down, both from 0 to 1.

    Attributes:
        hull: of the hull, shape [n, 2].
        mast: of the mast, shape [n, 2].
        yardarms: of the yardarms, the low one first, each of shape [n, 2].
        areas: of the areas by number, each of shape [n, 2].
    """

    hull: Floats
    mast: Floats
    yardarms: tuple[Floats, ...]
    areas: Mapping[int, Floats]


def emblem(model: Model) -> Emblem:
    """The picture of a ship."""
    still = upright(model)
    origins = {link: still[row, :3] for row, link in enumerate(SHIP_LINKS)}
    ship = model.parameters.ship
    deck = ship.pivot_height + ship.hull_clearance + ship.hull_depth

    def shape(link: str) -> Floats:
        points = np.vstack([outline(part) for part in model.ship.link(link).parts])
        return np.asarray(points + origins[link])

    hull = shape(SHIP_LINKS[0])
    mast_radius = ship.mast_diameter / 2.0
    mast = np.array(
        [
            (x, y, deck + z)
            for x in (-mast_radius, mast_radius)
            for y in (-mast_radius, mast_radius)
            for z in (0.0, ship.mast_length)
        ]
    )
    areas = {
        number: np.column_stack([area.polygon, np.full(len(area.polygon), area.height)]) + origins[area.link]
        for number, area in model.areas.items()
    }
    outlines = {
        "hull": _hull(_seen(hull[hull[:, 2] <= deck + 1e-3])),
        "mast": _hull(_seen(mast)),
        **{link: _hull(_seen(shape(link))) for link in SHIP_LINKS[1:]},
    }
    flat = {number: _seen(points) for number, points in areas.items()}
    every = np.vstack([*outlines.values(), *flat.values()])
    low, high = every.min(axis=0), every.max(axis=0)
    scale = 1.0 / float((high - low).max())
    shift = 0.5 - scale * (low + high) / 2.0
    fitted = {name: scale * points + shift for name, points in outlines.items()}
    return Emblem(
        hull=fitted["hull"],
        mast=fitted["mast"],
        yardarms=tuple(fitted[link] for link in SHIP_LINKS[1:]),
        areas={number: scale * points + shift for number, points in flat.items()},
    )


def _seen(points: Floats) -> Floats:
    """Where points [n, 3] are in the picture, without perspective, y down: shape [n, 2]."""
    right = np.array([-math.sin(_YAW), math.cos(_YAW), 0.0])
    back = np.array([math.cos(_PITCH) * math.cos(_YAW), math.cos(_PITCH) * math.sin(_YAW), math.sin(_PITCH)])
    return np.asarray(points @ np.column_stack([right, -np.cross(back, right)]))


def _hull(points: Floats) -> Floats:
    """The corners of the convex hull of points [n, 2], in order."""
    return np.asarray(points[ConvexHull(points).vertices])
