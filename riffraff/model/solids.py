"""Solid modelling in metres: a few verbs over manifold3d, each result watertight by construction."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import manifold3d
import numpy as np
import numpy.typing as npt
import shapely
from manifold3d import CrossSection, Manifold
from shapely.geometry import MultiPolygon, Polygon

from riffraff.model.parts import Array, vector
from riffraff.model.value import Hull

Point = tuple[float, float]
Outline: TypeAlias = Sequence[Point] | Polygon | MultiPolygon

SEGMENTS = 48
"""Corners of a drawn circle: a whole number of quarters, so that round bodies balance exactly."""
_FINEST = 1e-6
"""Detail [m] below which edges of a mesh are merged."""
_SLIVER = 1e-9
"""Share of the volume that no real piece of a solid is smaller than."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh: `vertices` [n, 3] in m, `faces` [m, 3], counterclockwise seen from outside."""

    vertices: Array
    faces: npt.NDArray[np.int64]


def mesh(solid: Manifold) -> Mesh:
    """Return the surface of a solid as a mesh of shared vertices."""
    surface = solid.to_mesh64()
    return Mesh(
        np.array(surface.vert_properties[:, :3], dtype=np.float64),
        np.array(surface.tri_verts, dtype=np.int64),
    )


def block(size: Sequence[float], centre: Sequence[float] = (0.0, 0.0, 0.0)) -> Manifold:
    """Return an axis-aligned box of edges `size` round `centre`."""
    return Manifold.cube(tuple(size), True).translate(tuple(centre))


def rod(
    radius: float, length: float, *, axis: str = "z", centre: Sequence[float] = (0.0, 0.0, 0.0)
) -> Manifold:
    """Return a round rod round `centre`, along the x, y or z axis."""
    # Turned by half a facet: its edges then miss those of the round parts it is let into.
    upright = Manifold.cylinder(length, radius, radius, SEGMENTS, True).rotate((0.0, 0.0, 180.0 / SEGMENTS))
    turns = {"x": (0.0, 90.0, 0.0), "y": (90.0, 0.0, 0.0), "z": (0.0, 0.0, 0.0)}
    return upright.rotate(turns[axis]).translate(tuple(centre))


def prism(outline: Outline, low: float, high: float) -> Manifold:
    """Return the upright prism over `outline` in the xy plane, from z = `low` to z = `high`."""
    return Manifold.extrude(_section(outline), high - low).translate((0.0, 0.0, low))


def slab(outline: Outline, low: float, high: float) -> Manifold:
    """Return the prism over `outline` in the xz plane (a side view), from y = `low` to y = `high`."""
    return (
        Manifold.extrude(_section(outline), high - low).rotate((90.0, 0.0, 0.0)).translate((0.0, high, 0.0))
    )


def frame_slab(outline: Outline, low: float, high: float) -> Manifold:
    """Return the prism over `outline` in the yz plane (a front view), from x = `low` to x = `high`."""
    upright = Manifold.extrude(_section(outline), high - low)
    return upright.rotate((90.0, 0.0, 90.0)).translate((low, 0.0, 0.0))


def turned(profile: Sequence[Point], segments: int = SEGMENTS) -> Manifold:
    """Return what a lathe makes of `profile`, points (radius, z) counterclockwise, round the z axis."""
    return Manifold.revolve(_section(profile), segments)


def convex(points: Array) -> Manifold:
    """Return the convex hull of `points` [n, 3]."""
    return Manifold.hull_points(points)


def hull_of(points: Array) -> Hull:
    """Return the convex hull of points [n, 3] as a part; points that are no corners of it are left out."""
    corners = convex(points).to_mesh64().vert_properties[:, :3]
    return Hull(tuple(vector(corner, digits=9) for corner in corners))


def fused(solids: Sequence[Manifold]) -> Manifold:
    """Return the union of solids."""
    return Manifold.batch_boolean(list(solids), manifold3d.OpType.Add)


def sound(solid: Manifold) -> Manifold:
    """Return the solid without the needles and slivers that cutting nearly coplanar faces leaves."""
    fair_faces = solid.simplify(_FINEST)
    pieces = fair_faces.decompose()
    least = _SLIVER * solid.volume()
    if len(pieces) == 1:
        return fair_faces
    return Manifold.compose([piece for piece in pieces if piece.volume() > least])


def ball(radius: float, centre: Sequence[float] = (0.0, 0.0, 0.0)) -> Manifold:
    """Return a faceted ball with exactly the volume of the round one, so that its mass is exact."""
    faceted = Manifold.sphere(radius, SEGMENTS)
    grow = (4.0 / 3.0 * math.pi * radius**3 / faceted.volume()) ** (1.0 / 3.0)
    return faceted.scale((grow, grow, grow)).translate(tuple(centre))


def sheet(
    outline: Outline, thickness: float, bend: Callable[[Array], tuple[Array, Array]], step: float
) -> Manifold:
    """Return a sheet cut to `outline` and bent: `outline` is (distance along the sheet, z).

    `bend` maps distances [n] to points [n, 2] in the xy plane and unit normals [n, 2] to the right of the
    way; `step` is the length of the flat pieces that make the curve.
    """
    flat = Manifold.extrude(_section(outline), thickness).refine_to_length(step)

    def curl(points: Array) -> Array:
        spots, normals = bend(points[:, 0])
        across = (points[:, 2] - thickness / 2.0)[:, None]
        return np.column_stack([spots + across * normals, points[:, 1]])

    return flat.warp_batch(curl)


def ring_of(radius: float, z: float, count: int) -> Array:
    """Return `count` points [count, 3] on the circle of `radius` at height `z`."""
    angles = np.arange(count) * (2.0 * math.pi / count)
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles), np.full(count, z)])


def fair(radius: float, count: int) -> float:
    """Return the corner radius of the regular polygon that has the area of the circle of `radius`."""
    return radius * math.sqrt(2.0 * math.pi / count / math.sin(2.0 * math.pi / count))


def _section(outline: Outline) -> CrossSection:
    if isinstance(outline, Polygon | MultiPolygon):
        rings = [
            ring for polygon in shapely.get_parts(outline) for ring in (polygon.exterior, *polygon.interiors)
        ]
        contours = [np.array(ring.coords[:-1], dtype=np.float64)[:, :2] for ring in rings]
    else:
        contours = [np.array(list(outline), dtype=np.float64)]
    return CrossSection(contours, manifold3d.FillRule.EvenOdd)
