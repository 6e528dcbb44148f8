"""Collision shapes as lines: the edges of boxes, cylinders, balls and convex hulls."""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from riffraff.model import Box, Cylinder, Hull, Model, Part, PieceModel, Pose, Sphere, piece_shape
from riffraff.rules import PIECES
from riffraff.window.meshes import Floats
from riffraff.window.scenery import Scenery

_ROUND: Final = np.linspace(0.0, 2.0 * math.pi, 25)
_STRUTS: Final = 4
_FLAT: Final = math.cos(math.radians(8.0))
"""Cosine of the angle between two faces below which the edge between them is not drawn."""


def part_wires(part: Part) -> Floats:
    """The edges of one convex part in its body's frame [m], shape [line, 2, 3]."""
    if isinstance(part, Hull):
        return _hull(part)
    match part:
        case Box():
            edges = _box(part)
        case Cylinder():
            edges = _cylinder(part)
        case Sphere():
            edges = _ball(part)
    turn = Rotation.from_quat(part.pose.orientation)
    return np.asarray(turn.apply(edges.reshape(-1, 3)).reshape(-1, 2, 3) + part.pose.position)


def _box(box: Box) -> Floats:
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * box.size
    pairs = [(a, b) for a, b in itertools.combinations(range(8), 2) if bin(a ^ b).count("1") == 1]
    return np.asarray(corners[np.array(pairs)])


def _cylinder(cylinder: Cylinder) -> Floats:
    circle = np.column_stack([np.cos(_ROUND), np.sin(_ROUND), np.zeros(len(_ROUND))]) * cylinder.radius
    half = np.array([0.0, 0.0, cylinder.length / 2.0])
    ends = [np.stack([circle[:-1] + side * half, circle[1:] + side * half], axis=1) for side in (-1.0, 1.0)]
    feet = circle[:-1][:: (len(_ROUND) - 1) // _STRUTS]
    return np.concatenate([*ends, np.stack([feet - half, feet + half], axis=1)])


def _ball(ball: Sphere) -> Floats:
    flat = np.column_stack([np.cos(_ROUND), np.sin(_ROUND), np.zeros(len(_ROUND))]) * ball.radius
    circles = [flat, np.roll(flat, 1, axis=1), np.roll(flat, 2, axis=1)]
    return np.concatenate([np.stack([circle[:-1], circle[1:]], axis=1) for circle in circles])


@lru_cache(maxsize=512)
def _hull(hull: Hull) -> Floats:
    points = np.array(hull.vertices)
    found = ConvexHull(points)
    normals = found.equations[:, :3]
    lines = []
    for face, (simplex, around) in enumerate(zip(found.simplices, found.neighbors, strict=True)):
        for corner, neighbour in enumerate(around):  # a neighbour lies across from the corner
            if face < neighbour and normals[face] @ normals[neighbour] < _FLAT:
                lines.append(points[np.delete(simplex, corner)])
    return np.array(lines).reshape(-1, 2, 3)


def _joined(parts: Sequence[Part]) -> Floats:
    return np.concatenate([part_wires(part) for part in parts]) if parts else np.empty((0, 2, 3))


def piece_wires(piece: PieceModel, pose: Pose) -> Floats:
    """The edges of a piece in a pose, in the world [m], shape [line, 2, 3]."""
    edges = _joined(piece.parts)
    turn = Rotation.from_quat(pose.orientation)
    return np.asarray(turn.apply(edges.reshape(-1, 3)).reshape(-1, 2, 3) + pose.position)


class Wires:
    """The collision shapes of a ship and its cargo.

    Args:
        model: of them.

    Attributes:
        model: as given.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._bodies = {link.name: _joined(link.parts) for link in model.ship.links}
        shapes = {name: _joined(piece.parts) for name, piece in model.cargo.items()}
        self._bodies |= {piece.name: shapes[piece_shape(piece.index)] for piece in PIECES}

    def of_scene(self, scenery: Scenery, placed: Floats) -> Floats:
        """The edges of all that is there, in the world [m], shape [line, 2, 3].

        Args:
            scenery: of the same model.
            placed: what `Scenery.place` gives, shape [body, 3, 4].
        """
        lines = []
        for name, edges in self._bodies.items():
            place = placed[scenery.index(name)]
            if len(edges) and np.isfinite(place).all():
                lines.append(edges @ place[:, :3].T + place[:, 3])
        return np.concatenate(lines) if lines else np.empty((0, 2, 3))
