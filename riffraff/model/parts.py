"""The convex parts of collision shapes as points, and moved between frames."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from riffraff.model.value import Box, Cylinder, Hull, Part, Pose, Quaternion, Vector

Array = npt.NDArray[np.floating[Any]]
"""An array of numbers; docstrings give its shape."""

_ROUND = 48
"""Corners that stand for a circle where a round part's points are asked for."""
_AROUND = 1.0 / np.cos(np.pi / _ROUND)
"""... drawn round it, so that the part rests on the middle of a facet as high as it really is."""


def outline(part: Part) -> Array:
    """Return points [n, 3] whose convex hull is the part, in the body frame."""
    if isinstance(part, Hull):
        return np.array(part.vertices)
    if isinstance(part, Box):
        signs = np.array(np.meshgrid((-0.5, 0.5), (-0.5, 0.5), (-0.5, 0.5), indexing="ij")).reshape(3, 8).T
        local = signs * part.size
    elif isinstance(part, Cylinder):
        ends = (-part.length / 2.0, part.length / 2.0)
        local = np.vstack([_circle(part.radius, end) for end in ends])
    else:
        turns = np.linspace(-np.pi / 2.0, np.pi / 2.0, _ROUND // 2 + 1)
        local = np.vstack(
            [_circle(part.radius * np.cos(t), part.radius * _AROUND * np.sin(t)) for t in turns]
        )
    return local @ matrix(part.pose).T + part.pose.position


def matrix(pose: Pose) -> Array:
    """Return the rotation [3, 3] of a pose."""
    return np.asarray(Rotation.from_quat(pose.orientation).as_matrix())


def vector(point: npt.ArrayLike, *, digits: int | None = None) -> Vector:
    """Return a point [3] as a value, rounded to `digits` after the point: 9 are nanometres."""
    x, y, z = np.asarray(point, dtype=np.float64).tolist()
    return (x, y, z) if digits is None else (_tidy(x, digits), _tidy(y, digits), _tidy(z, digits))


def quaternion(rotation: Array) -> Quaternion:
    """Return the quaternion (x, y, z, w), w >= 0, of a rotation matrix [3, 3]."""
    x, y, z, w = Rotation.from_matrix(rotation).as_quat(canonical=True).tolist()
    return (_tidy(x, 12), _tidy(y, 12), _tidy(z, 12), _tidy(w, 12))


def moved(part: Part, turn: Array, centre: Array) -> Part:
    """Return the part in the frame at `centre` [3] whose axes are the columns of `turn` [3, 3]."""
    if isinstance(part, Hull):
        return Hull(tuple(vector(point, digits=9) for point in (np.array(part.vertices) - centre) @ turn))
    return replace(part, pose=moved_pose(part.pose, turn, centre))


def moved_pose(pose: Pose, turn: Array, centre: Array) -> Pose:
    """Return the pose in the frame at `centre` [3] whose axes are the columns of `turn` [3, 3]."""
    position = vector((np.array(pose.position) - centre) @ turn, digits=9)
    if np.array_equal(turn, np.eye(3)):
        return Pose(position, pose.orientation)
    return Pose(position, quaternion(turn.T @ matrix(pose)))


def _circle(radius: float, z: float) -> Array:
    angles = np.arange(_ROUND) * (2.0 * np.pi / _ROUND)
    around = radius * _AROUND
    return np.column_stack([around * np.cos(angles), around * np.sin(angles), np.full(_ROUND, z)])


def _tidy(value: float, digits: int) -> float:
    return round(value, digits) + 0.0  # Never a negative zero.
