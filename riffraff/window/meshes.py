"""Triangle meshes to draw: read from a model's files or made here, shaded smoothly or with sharp edges."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riffraff.model import ModelError

Floats = npt.NDArray[np.floating[Any]]
Indices = npt.NDArray[np.int64]

CREASE = math.radians(34.0)
"""Angle between two faces [rad] from which on the edge between them is sharp. The model's round parts turn by
up to 30 degrees from face to face, its bevels by 45."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of triangles.

    Attributes:
        points: of the corners [m], shape [corner, 3].
        normals: of the surface there, unit vectors, shape [corner, 3].
        faces: three corners each, counterclockwise seen from outside, shape [face, 3].
    """

    points: Floats
    normals: Floats
    faces: Indices

    @property
    def triangles(self) -> Floats:
        """The corners of every face [m], shape [face, 3, 3]."""
        return self.points[self.faces]


def read(path: Path) -> tuple[Floats, Indices]:
    """Points [n, 3] in m and faces [m, 3] of a mesh file as `riffraff.model.write` writes it.

    Raises:
        ModelError: it is not there, or not such a file.
    """
    try:
        lines = np.array(path.read_text(encoding="utf-8").split()).reshape(-1, 4)
        points = lines[lines[:, 0] == "v", 1:].astype(np.float64)
        faces = lines[lines[:, 0] == "f", 1:].astype(np.int64) - 1
        if len(points) + len(faces) != len(lines) or not (0 <= faces.min() <= faces.max() < len(points)):
            raise ValueError("its lines are not those of triangles")
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} is no mesh of a model: {error}; build the model again") from None
    return points, faces


def shaded(points: Floats, faces: Indices, crease: float = CREASE) -> Mesh:
    """A mesh whose edges are smooth where its faces meet at less than `crease` [rad], and sharp elsewhere.

    The normal at a corner is the mean of the faces round it that are smoothly joined to its own, each
    weighted by its angle there.
    """
    corners = points[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    whole = lengths[:, 0] > 0.0
    faces, corners, normals = faces[whole], corners[whole], normals[whole] / lengths[whole]
    forward = _units(np.roll(corners, -1, axis=1) - corners)
    angles = np.arccos(np.clip(-(forward * np.roll(forward, 1, axis=1)).sum(axis=2), -1.0, 1.0)).ravel()

    # All pairs (corner of a face, face at the same point): a run of the corners sorted by point for each.
    owner = np.arange(faces.size) // 3
    order = np.argsort(faces.ravel(), kind="stable")
    counts = np.bincount(faces.ravel(), minlength=len(points))
    starts = np.cumsum(counts) - counts
    runs = counts[faces.ravel()[order]]
    own = np.repeat(order, runs)
    step = np.arange(runs.sum()) - np.repeat(np.cumsum(runs) - runs, runs)
    other = order[np.repeat(starts[faces.ravel()[order]], runs) + step]
    joined = (normals[owner[own]] * normals[owner[other]]).sum(axis=1) >= math.cos(crease)
    sums = np.zeros((faces.size, 3))
    weighted = normals[owner[other]] * angles[other, None]
    np.add.at(sums, own[joined], weighted[joined])

    vertices = np.hstack([points[faces.ravel()], _units(sums)])
    unique, inverse = np.unique(np.round(vertices, 7), axis=0, return_inverse=True)
    return Mesh(
        unique[:, :3].astype(np.float32), _units(unique[:, 3:]).astype(np.float32), inverse.reshape(-1, 3)
    )


def boxes(edges: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Mesh:
    """A mesh of boxes with sharp edges: size and centre of each [m]."""
    signs = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    sides = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
    triangles = np.vstack([sides[:, [0, 1, 2]], sides[:, [0, 2, 3]]])
    corners = [signs * size + np.asarray(centre) for size, centre in edges]
    faces = [triangles + 8 * number for number in range(len(corners))]
    return shaded(np.vstack(corners), np.vstack(faces))


def turned(profile: Sequence[tuple[float, float]], segments: int = 128) -> Mesh:
    """A mesh of what a lathe makes of `profile`, (radius, z) [m] from the axis below to the axis above."""
    angles = np.arange(segments) * (2.0 * math.pi / segments)
    around = np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.vstack([np.column_stack([r * around, np.full(segments, z)]) for r, z in profile])
    this, after = np.arange(segments), np.roll(np.arange(segments), -1)
    faces = []
    for level in range(len(profile) - 1):
        low, high = level * segments, (level + 1) * segments
        faces += [
            np.column_stack([low + this, low + after, high + after]),
            np.column_stack([low + this, high + after, high + this]),
        ]
    return shaded(points, np.vstack(faces))


def _units(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0.0, lengths, 1.0))
