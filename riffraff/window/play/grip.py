"""What mouse and keys mean for the hand: the pose at which the piece it holds shall be.

Everything here is a pure value, so it is tested without a window: a `Grip` is a pose that the hand aims at,
and its methods give the next one. The hand itself, which may be slower or be stopped by what is in its way,
belongs to the physics.
"""

import math
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import SHIP_LINKS, Model, Part, PieceModel, Pose, Quaternion, Vector, outline
from riffraff.window.camera import Camera, Ray
from riffraff.window.meshes import Floats

REACH: Final = 0.5
"""How far from the mast's foot the hand may go, level [m]: past the box and the supplies."""
HIGHEST: Final = 0.65
"""How high it may go [m]: past the top of the mast with a piece on it."""
CLEAR: Final = 0.002
"""Distance that the piece keeps from the table [m]."""

_GRAZING: Final = 0.12
"""Sine of the angle to a plane below which a line of sight is too flat to say where on it."""
_NEAREST: Final = 0.05
"""Distance from the camera [m] before which nothing is led: it would fill the picture."""
_BESIDE, _ABOVE = 0.085, 0.05
"""Where a piece is held at first: so far outside the middle of its area, and above it [m]."""
_SAME: Final = math.radians(1.0)
"""Orientations nearer to each other than this are the same way to lie."""
_ASKEW: Final = math.radians(15.0)
"""A piece farther than this from lying as it can is first laid straight."""
_TIDY: Final = math.radians(15.0)
"""Headings to which a piece snaps are multiples of this."""


class Plane(Enum):
    """The plane in which the cursor leads the piece.

    Attributes:
        LEVEL: at the piece's height.
        SCREEN: upright, facing the camera: the cursor leads the piece up and down as well.
    """

    LEVEL = "level"
    SCREEN = "screen"


@dataclass(frozen=True)
class Grip:
    """Where a held piece shall be.

    Attributes:
        position: of its centre of mass, in the world [m].
        orientation: of its frame, a quaternion x y z w.
    """

    position: Vector
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @property
    def pose(self) -> Pose:
        """The same as a pose in the world."""
        return Pose(self.position, self.orientation)

    # -- moving ---------------------------------------------------------------------------------------------

    def led(self, ray: Ray, plane: Plane, offset: Floats | None = None) -> "Grip":
        """The grip moved to where a line of sight meets a plane through it.

        Where the line is too flat for a level plane, the upright one is taken.

        Args:
            ray: the line of sight through the cursor.
            plane: which one.
            offset: from the cursor's point to the piece's centre [m], shape [3]: where it was taken hold of.
        """
        offset = np.zeros(3) if offset is None else offset
        through = np.asarray(self.position) - offset
        normal = np.array([0.0, 0.0, 1.0])
        if plane is Plane.SCREEN or abs(float(ray.direction[2])) < _GRAZING:
            normal = np.array([ray.direction[0], ray.direction[1], 0.0])
            size = float(np.linalg.norm(normal))
            if size < _GRAZING:  # seen from straight above there is no upright plane
                return self
            normal = normal / size
        distance = float((through - ray.origin) @ normal) / float(ray.direction @ normal)
        if distance < _NEAREST:
            return self
        return replace(self, position=_vector(ray.origin + distance * ray.direction + offset))

    def raised(self, by: float) -> "Grip":
        """The grip lifted by a height [m]; lowered if it is negative."""
        x, y, z = self.position
        return replace(self, position=(x, y, z + by))

    def pushed(self, camera: Camera, right: float, away: float) -> "Grip":
        """The grip moved level, to the right and away from the camera as seen in the picture [m]."""
        x, y, z = self.position
        sine, cosine = math.sin(camera.yaw), math.cos(camera.yaw)
        return replace(self, position=(x - sine * right - cosine * away, y + cosine * right - sine * away, z))

    # -- turning --------------------------------------------------------------------------------------------

    def turned(self, axis: Floats | Vector, angle: float) -> "Grip":
        """The grip turned about an axis of the world through the piece's centre by an angle [rad]."""
        axis = np.asarray(axis, np.float64)
        turn = Rotation.from_rotvec(axis * (angle / float(np.linalg.norm(axis))))
        return replace(self, orientation=_quaternion(turn * self._turn))

    def rolled(self, camera: Camera, right: float, up: float) -> "Grip":
        """The grip turned as if the cursor rolled a ball: to the right and upward, by angles [rad]."""
        across = np.array([-math.sin(camera.yaw), math.cos(camera.yaw), 0.0])
        return self.turned((0.0, 0.0, 1.0), right).turned(across, -up)

    def facing(self, orientation: Quaternion) -> "Grip":
        """The grip with an orientation, its position kept."""
        return replace(self, orientation=orientation)

    @property
    def _turn(self) -> Rotation:
        return Rotation.from_quat(self.orientation)

    # -- lying as it would rest -----------------------------------------------------------------------------

    def snapped(self, piece: PieceModel) -> "Grip":
        """The grip turned, as little as possible, to the nearest way in which its piece can lie or hang."""
        best = min((self._laid(rest) for rest in rests(piece)), key=self._angle_to)
        return replace(self, orientation=_quaternion(best))

    def next_rest(self, piece: PieceModel, step: int = 1) -> "Grip":
        """The grip turned to the next way in which its piece can lie or hang, heading as before.

        Args:
            piece: that is held.
            step: 1 for the next, -1 for the one before.
        """
        ways = [self._laid(rest) for rest in rests(piece)]
        nearest = min(range(len(ways)), key=lambda way: self._angle_to(ways[way]))
        if self._angle_to(ways[nearest]) > _ASKEW:
            return replace(self, orientation=_quaternion(ways[nearest]))
        rest = Rotation.from_quat(rests(piece)[(nearest + step) % len(ways)])
        heading = Rotation.from_euler("z", _heading(self._turn, Rotation.from_quat(rests(piece)[nearest])))
        return replace(self, orientation=_quaternion(heading * rest))

    def straightened(self) -> "Grip":
        """The grip turned about the vertical to the nearest multiple of 15 degrees."""
        heading = _heading(self._turn, Rotation.identity())
        return self.turned((0.0, 0.0, 1.0), round(heading / _TIDY) * _TIDY - heading)

    def _laid(self, rest: Quaternion) -> Rotation:
        """The orientation that lies as `rest` does, turned about the vertical to be nearest to this one."""
        lying = Rotation.from_quat(rest)
        return Rotation.from_euler("z", _heading(self._turn, lying)) * lying

    def _angle_to(self, other: Rotation) -> float:
        return float((self._turn * other.inv()).magnitude())

    # -- limits ---------------------------------------------------------------------------------------------

    def limited(self, piece: PieceModel) -> "Grip":
        """The grip as near as possible to this one where the hand may be: over the table, within reach."""
        x, y, z = self.position
        out = math.hypot(x, y)
        shrink = 1.0 if out <= REACH else REACH / out
        lowest = CLEAR - lowest_point(piece, self.orientation)
        return replace(self, position=(x * shrink, y * shrink, min(max(z, lowest), HIGHEST)))


def rests(piece: PieceModel) -> tuple[Quaternion, ...]:
    """The ways in which a piece lies on a plane, the most probable first, and how it hangs, if it can."""
    ways = [pose.orientation for pose in piece.stable_poses]
    if piece.hook is not None:
        # The slot's z, toward the arm that lies on top of the yardarm, points up.
        ways.append(_quaternion(Rotation.from_quat(piece.hook.pose.orientation).inv()))
    # What is up tells them apart: two that differ by a turn about the vertical are one.
    up = [Rotation.from_quat(way).inv().apply([0.0, 0.0, 1.0]) for way in ways]
    return tuple(
        way for n, way in enumerate(ways) if all(float(up[n] @ up[m]) < math.cos(_SAME) for m in range(n))
    )


def lowest_point(piece: PieceModel, orientation: Quaternion) -> float:
    """Height of a piece's lowest point over its centre of mass [m], below 0, for an orientation."""
    return float((_points(piece.parts) @ Rotation.from_quat(orientation).as_matrix()[2]).min())


def silhouette(piece: PieceModel, pose: Pose) -> Floats:
    """Points in the world whose hull is that of a piece at a pose [m], shape [n, 3]."""
    turn = Rotation.from_quat(pose.orientation).as_matrix()
    return np.asarray(_points(piece.parts) @ turn.T + np.asarray(pose.position))


@lru_cache(maxsize=64)
def _points(parts: tuple[Part, ...]) -> Floats:
    return np.vstack([outline(part) for part in parts])


def beside(model: Model, shape: str, number: int, poses: Floats) -> Grip:
    """Where a piece is held at first: beside the area it is for and above it, lying as it most often rests.

    Args:
        model: of the ship and its cargo.
        shape: of the piece.
        number: of the area.
        poses: of all bodies of the frame, shape [`riffraff.model.BODIES`, 7].
    """
    piece, area = model.cargo[shape], model.areas[number]
    link = poses[SHIP_LINKS.index(area.link)]
    middle = np.array([*np.mean(area.polygon, axis=0), area.height])
    over = Rotation.from_quat(link[3:]).apply(middle) + link[:3]
    outward = over * (1.0, 1.0, 0.0)
    outward /= max(float(np.linalg.norm(outward)), 1e-9)
    position = over + _BESIDE * outward + (0.0, 0.0, _ABOVE)
    return Grip(_vector(position), rests(piece)[0]).straightened().limited(piece)


def _heading(turn: Rotation, lying: Rotation) -> float:
    """The turn about the vertical [rad] that brings `lying` as near as possible to `turn`."""
    difference = (turn * lying.inv()).as_quat()
    return 2.0 * math.atan2(float(difference[2]), float(difference[3]))


def _quaternion(turn: Rotation) -> Quaternion:
    x, y, z, w = turn.as_quat(canonical=True).tolist()
    return x, y, z, w


def _vector(point: Floats) -> Vector:
    x, y, z = point.tolist()
    return x, y, z
