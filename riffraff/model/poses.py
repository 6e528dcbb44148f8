"""How a convex body comes to rest on a plane, by the quasi-static estimate.

The share of random drops that first touch with a facet is its solid angle seen from the centre of mass; a
body on a facet that does not carry it topples over the edge it overhangs most, facet by facet, until one
carries it (Goldberg, Mirtich, Zhuang, Craig, Carlisle and Canny: Part Pose Statistics: Estimators and
Experiments, IEEE Transactions on Robotics and Automation 15(5), 1999).
"""

from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import ConvexHull

from riffraff.model.parts import Array
from riffraff.model.value import Quaternion, StablePose

_SAME_FACET = 1e-6
"""Hull triangles whose unit normals differ by less than this are one facet."""
_ON_EDGE = 1e-9
"""Overhang that is rounding, as a share of the height."""
_SAME_POSE = 0.8
"""Poses nearer than this [rad], and of nearly one height, are one: a round body rolling."""
_SAME_HEIGHT = 0.04
"""... nearly: as a share of the height."""
_RAREST = 0.01
"""Poses rarer than this are left out."""


def stable_poses(points: Array) -> tuple[StablePose, ...]:
    """Return how the convex hull of `points` [n, 3] rests on a plane, the centre of mass at the origin.

    The most probable comes first. Poses that pass into each other by rolling are one, shown by the most
    probable.
    """
    corners = np.ascontiguousarray(points, dtype=np.float64)
    return _poses(corners.tobytes())


# A fit or a study with a swept parameter builds many ships for the same cargo.
@lru_cache(maxsize=64)
def _poses(corners: bytes) -> tuple[StablePose, ...]:
    points = np.frombuffer(corners).reshape(-1, 3)
    facets = _facets(points)
    normals = np.array([normal for normal, _ in facets])
    heights = np.array([float(normal @ polygon[0]) for normal, polygon in facets])
    shares = np.array([_solid_angle(polygon) for _, polygon in facets])
    landed = np.zeros(len(facets))
    for start, share in enumerate(shares / shares.sum()):
        landed[_settle(start, facets, normals, heights)] += share

    def rank(facet: int) -> tuple[float, ...]:
        # Equals are ordered by where they face, not by the order in which the hull happened to be found.
        return (-round(float(landed[facet]), 6), *np.round(normals[facet], 6).tolist())

    carrying = np.flatnonzero(landed)
    down, high = normals[carrying], heights[carrying]
    alike = (down @ down.T > np.cos(_SAME_POSE)) & (np.abs(high[:, None] - high) < _SAME_HEIGHT * high)
    groups = [carrying[members].tolist() for members in _classes(alike)]
    poses = [
        (StablePose(_upright(normals[best]), float(heights[best]), float(landed[group].sum())), rank(best))
        for group in groups
        for best in [min(group, key=rank)]
    ]
    poses.sort(key=lambda ranked: (-round(ranked[0].probability, 6), ranked[1]))
    return tuple(pose for pose, _ in poses if pose.probability >= _RAREST)


def _facets(points: Array) -> list[tuple[Array, Array]]:
    """Return the facets of the hull: outward normal [3] and corners [k, 3], counterclockwise from outside."""
    hull = ConvexHull(points)
    slopes = hull.equations[:, :3]
    joined = np.zeros((len(slopes), len(slopes)), dtype=bool)
    for corner in range(3):
        beside = hull.neighbors[:, corner]
        flat = np.abs(slopes - slopes[beside]).max(axis=1) < _SAME_FACET
        joined[np.flatnonzero(flat), beside[flat]] = True
    facets = []
    for members in _classes(joined):
        normal, corners = slopes[members[0]], points[np.unique(hull.simplices[members])]
        middle = corners.mean(axis=0)
        across = corners[0] - middle
        across -= normal * (across @ normal)
        across /= np.linalg.norm(across)
        along = np.cross(normal, across)
        spread = corners - middle
        facets.append((normal, corners[np.argsort(np.arctan2(spread @ along, spread @ across))]))
    return facets


def _classes(linked: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.int64]]:
    """Return the indices of each set of things that `linked` [n, n] links, directly or by way of others."""
    count, labels = connected_components(csr_array(linked), directed=False)
    return [np.flatnonzero(labels == label) for label in range(count)]


def _settle(start: int, facets: list[tuple[Array, Array]], normals: Array, heights: Array) -> int:
    """Return the facet that a body laid on facet `start` ends on. Each step lowers the centre of mass."""
    now = start
    while True:
        normal, polygon = facets[now]
        foot = normal * heights[now]
        edges = np.roll(polygon, -1, axis=0) - polygon
        outward = np.cross(edges, normal)
        outward /= np.linalg.norm(outward, axis=1)[:, None]
        overhang = np.einsum("ij,ij->i", foot - polygon, outward)
        worst = int(np.argmax(overhang))
        if overhang[worst] <= _ON_EDGE * heights[now]:
            return now
        over = polygon[[worst, (worst + 1) % len(polygon)]]
        carries = np.abs(normals @ over.T - heights[:, None]).max(axis=1)
        carries[now] = np.inf
        after = int(np.argmin(carries))
        if heights[after] >= heights[now]:
            return now
        now = after


def _solid_angle(polygon: Array) -> float:
    """Return the solid angle [sr] of a polygon seen from the origin (Van Oosterom and Strackee, 1983)."""
    units = polygon / np.linalg.norm(polygon, axis=1)[:, None]
    total = 0.0
    a = units[0]
    for b, c in pairwise(units[1:]):
        total += 2.0 * float(np.arctan2(abs(a @ np.cross(b, c)), 1.0 + a @ b + b @ c + c @ a))
    return total


def _upright(down: Array) -> Quaternion:
    """Return the least rotation that turns the body's direction `down` [3] to -z."""
    axis = np.cross(down, (0.0, 0.0, -1.0))
    cosine = -float(down[2])
    if np.linalg.norm(axis) < _SAME_FACET:
        return (0.0, 0.0, 0.0, 1.0) if cosine > 0.0 else (1.0, 0.0, 0.0, 0.0)
    half = np.append(axis, 1.0 + cosine)
    half /= np.linalg.norm(half)
    return (float(half[0]), float(half[1]), float(half[2]), float(half[3]))
