"""What a line of sight meets first: the body under the cursor, without physics."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riffraff.window.camera import Ray
from riffraff.window.meshes import Floats
from riffraff.window.scenery import Body, Scenery

_PARALLEL: Final = 1e-15
"""Determinant [m2] below which a triangle is seen from its edge."""


@dataclass(frozen=True, eq=False)
class Hit:
    """Where a line of sight ends.

    Attributes:
        body: that it meets.
        point: where, in the world [m], shape [3].
        normal: of the surface there, toward the outside, a unit vector [3].
        distance: from the start of the line [m].
    """

    body: Body
    point: Floats
    normal: Floats
    distance: float


class Picker:
    """Finds what is under the cursor.

    Args:
        scenery: what is drawn.
    """

    def __init__(self, scenery: Scenery) -> None:
        self._scenery = scenery
        self._triangles = scenery.triangles

    def pick(self, ray: Ray, poses: npt.ArrayLike) -> Hit | None:
        """What a line of sight meets first in a frame, or None if it leads past all.

        Args:
            ray: the line of sight.
            poses: of all bodies of the frame, shape [`riffraff.model.BODIES`, 7].
        """
        placed = self._scenery.place(poses)
        nearest: Hit | None = None
        for body, place, triangles in zip(self._scenery.bodies, placed, self._triangles, strict=True):
            if not np.isfinite(place[0, 0]):
                continue
            origin = place[:, :3].T @ (ray.origin - place[:, 3])
            direction = place[:, :3].T @ ray.direction
            if not _meets_box(body.corners, origin, direction):
                continue
            distances = _distances(triangles, origin, direction)
            first = int(np.argmin(distances))
            distance = float(distances[first])
            if distance < (np.inf if nearest is None else nearest.distance):
                a, b, c = triangles[first]
                normal = place[:, :3] @ np.cross(b - a, c - a)
                point = ray.origin + distance * ray.direction
                nearest = Hit(body, point, normal / np.linalg.norm(normal), distance)
        return nearest


def _meets_box(corners: Floats, origin: Floats, direction: Floats) -> bool:
    """Whether a ray meets a box along the axes."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        sides = (np.array([corners[0], corners[-1]]) - origin) / direction
    enter, leave = np.fmin.reduce(sides), np.fmax.reduce(sides)
    return bool(enter.max() <= leave.min() and leave.min() >= 0.0)


def _distances(triangles: Floats, origin: Floats, direction: Floats) -> Floats:
    """Where a ray meets the outside of triangles [n, 3, 3]: distances [n], infinite where it does not.

    After Moeller and Trumbore: Fast, Minimum Storage Ray/Triangle Intersection, 1997.
    """
    first = triangles[:, 1] - triangles[:, 0]
    second = triangles[:, 2] - triangles[:, 0]
    across = np.cross(direction, second)
    size = (first * across).sum(axis=1)
    facing = size > _PARALLEL
    scale = 1.0 / np.where(facing, size, 1.0)
    off = origin - triangles[:, 0]
    u = (off * across).sum(axis=1) * scale
    turned = np.cross(off, first)
    v = turned @ direction * scale
    distance = (second * turned).sum(axis=1) * scale
    inside = facing & (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (distance > 0.0)
    return np.asarray(np.where(inside, distance, np.inf))
