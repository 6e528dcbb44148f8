"""Where a piece would touch down if it were lowered straight from where it is, without physics."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from riffraff.model import Pose
from riffraff.window.meshes import Floats
from riffraff.window.scenery import Scenery

_COLUMNS: Final = 11
"""Columns, each way, in which the heights under a piece are compared."""
_SINK: Final = 0.002
"""How deep a piece may be in what it lies on and still count as above it [m]."""
_FLAT: Final = 1e-12
"""Twice an area [m2] below which a triangle is seen from its edge."""


@dataclass(frozen=True)
class Landing:
    """Where a piece would touch down.

    Attributes:
        drop: how far it would go down [m].
        pose: where it would be then.
        body: name of what it would touch.
    """

    drop: float
    pose: Pose
    body: str


class Lander:
    """Finds where pieces would touch down.

    Args:
        scenery: what is drawn.
    """

    def __init__(self, scenery: Scenery) -> None:
        self._scenery = scenery
        self._triangles = scenery.triangles

    def below(self, name: str, pose: Pose, poses: npt.ArrayLike) -> Landing | None:
        """Where a piece would touch down, or None if there is nothing below it.

        Args:
            name: of the piece; where the frame has it is of no account.
            pose: where it is.
            poses: of all bodies of the frame, shape [`riffraff.model.BODIES`, 7].
        """
        placed = self._scenery.place(poses)
        turn = Rotation.from_quat(pose.orientation).as_matrix()
        own = self._triangles[self._scenery.index(name)] @ turn.T + np.asarray(pose.position)
        low, high = own.min(axis=(0, 1)), own.max(axis=(0, 1))
        columns = _columns(low[:2], high[:2])
        bottom = _heights(own, columns, lowest=True)
        best: tuple[float, str] | None = None
        for body, place, triangles in zip(self._scenery.bodies, placed, self._triangles, strict=True):
            if body.name == name or not np.isfinite(place[0, 0]):
                continue
            corners = body.corners @ place[:, :3].T + place[:, 3]
            if (corners.min(axis=0)[:2] > high[:2]).any() or (corners.max(axis=0)[:2] < low[:2]).any():
                continue
            surface = triangles @ place[:, :3].T + place[:, 3]
            near = (surface.min(axis=1)[:, :2] <= high[:2]) & (surface.max(axis=1)[:, :2] >= low[:2])
            top = _heights(surface[near.all(axis=1)], columns, lowest=False, under=bottom + _SINK)
            drops = bottom - top
            drop = float(np.min(drops, initial=np.inf, where=np.isfinite(drops)))
            if np.isfinite(drop) and (best is None or drop < best[0]):
                best = drop, body.name
        if best is None:
            return None
        drop = max(0.0, best[0])
        x, y, z = pose.position
        return Landing(drop, replace(pose, position=(x, y, z - drop)), best[1])


def _columns(low: Floats, high: Floats) -> Floats:
    """Places from the lowest to the highest x and y [m], shape [n, 2], none of them on the very edge."""
    share = (np.arange(_COLUMNS) + 0.5) / _COLUMNS
    x, y = (low + np.multiply.outer(share, high - low)).T
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _heights(triangles: Floats, columns: Floats, *, lowest: bool, under: Floats | None = None) -> Floats:
    """The lowest or highest height [m] of triangles [m, 3, 3] in columns [n, 2], NaN where there is none.

    Args:
        triangles: of a surface.
        columns: places x, y.
        lowest: whether the lowest is wanted.
        under: heights [n] that do not count if they are above these.
    """
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    size = _cross(b - a, c - a)
    seen = np.abs(size) > _FLAT
    a, b, c, size = a[seen], b[seen], c[seen], size[seen]
    to = columns[:, None, :] - a[None, :, :2]
    u = _cross(to, c - a) / size
    v = _cross(b - a, to) / size
    inside = (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0)
    heights = a[:, 2] + u * (b - a)[:, 2] + v * (c - a)[:, 2]
    if under is not None:
        inside &= heights <= under[:, None]
    worst = np.inf if lowest else -np.inf
    found = np.where(inside, heights, worst)
    best = found.min(axis=1, initial=worst) if lowest else found.max(axis=1, initial=worst)
    return np.where(np.isfinite(best), best, np.nan)


def _cross(first: Floats, second: Floats) -> Floats:
    """The upright part of the cross product, of vectors' x and y [..., 2 or more]."""
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])
