"""The camera: orbits a point, has named places to stand, and turns a place on the picture into a ray."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from riffraff.model import Model, Vector
from riffraff.window.meshes import Floats

_NEAR, _FAR = 0.03, 12.0
"""Distances [m] before and behind which nothing is drawn."""
_STEEPEST: Final = math.radians(89.0)
_SQUARE: Final = 1.25
"""Width over height of a picture below which the camera widens its view, to keep the sides in it."""


@dataclass(frozen=True)
class Ray:
    """A line of sight: where it starts [m], shape [3], and its direction, a unit vector [3]."""

    origin: Floats
    direction: Floats


@dataclass(frozen=True)
class Camera:
    """A camera that looks at a point from somewhere around it, upright.

    Attributes:
        target: the point, in the middle of the picture [m].
        yaw: where the camera is, from x (ahead of the ship) toward y (port) [rad].
        pitch: how high it is: 0 is level with the target, pi / 2 above it [rad].
        distance: to the target [m].
        field_of_view: from the picture's lower to its upper edge [rad]; more if it is narrow.
    """

    target: Vector
    yaw: float
    pitch: float
    distance: float
    field_of_view: float = math.radians(26.0)

    @property
    def eye(self) -> Floats:
        """Where it is [m], shape [3]."""
        return np.asarray(np.asarray(self.target) + self.distance * self._back)

    @property
    def _back(self) -> Floats:
        level = math.cos(self.pitch)
        return np.array([level * math.cos(self.yaw), level * math.sin(self.yaw), math.sin(self.pitch)])

    @property
    def _axes(self) -> Floats:
        """Right, up and back, the rows [3, 3] of a rotation from the world to the camera."""
        right = np.array([-math.sin(self.yaw), math.cos(self.yaw), 0.0])
        return np.array([right, np.cross(self._back, right), self._back])

    def _slope(self, aspect: float) -> float:
        """Tangent of half the angle from the middle of the picture to its upper edge."""
        return math.tan(self.field_of_view / 2.0) * max(1.0, _SQUARE / aspect)

    def matrix(self, aspect: float) -> Floats:
        """From the world to OpenGL's clip space, [4, 4], for a picture `aspect` times as wide as high."""
        view = np.eye(4)
        view[:3, :3] = self._axes
        view[:3, 3] = -self._axes @ self.eye
        slope = self._slope(aspect)
        lens = np.zeros((4, 4))
        lens[0, 0], lens[1, 1] = 1.0 / (slope * aspect), 1.0 / slope
        lens[2, 2:] = (_FAR + _NEAR) / (_NEAR - _FAR), 2.0 * _FAR * _NEAR / (_NEAR - _FAR)
        lens[3, 2] = -1.0
        return np.asarray(lens @ view)

    def directions(self, aspect: float) -> Floats:
        """The directions that span the picture: to its middle, then what leads to its right and upper edge.

        Shape [3, 3]; row 0 + x row 1 + y row 2 is the direction, not of unit length, of the place x, y of
        the picture, which go from -1 to 1.
        """
        slope = self._slope(aspect)
        right, up, back = self._axes
        return np.array([-back, slope * aspect * right, slope * up])

    def ray(self, x: float, y: float, size: tuple[int, int]) -> Ray:
        """The line of sight through x, y, pixels from the upper left corner of a picture of `size` pixels."""
        width, height = size
        across, up = 2.0 * x / width - 1.0, 1.0 - 2.0 * y / height
        direction = np.array([1.0, across, up]) @ self.directions(width / height)
        return Ray(self.eye, direction / np.linalg.norm(direction))

    def project(self, point: Vector | Floats, size: tuple[int, int]) -> tuple[float, float] | None:
        """Where a point [m] is in a picture of `size` pixels, from its upper left corner; None behind it."""
        width, height = size
        x, y, _, w = (self.matrix(width / height) @ np.append(np.asarray(point, float), 1.0)).tolist()
        if w <= _NEAR:
            return None
        return (1.0 + x / w) * width / 2.0, (1.0 - y / w) * height / 2.0

    def orbited(self, yaw: float, pitch: float) -> "Camera":
        """The camera moved around its target by two angles [rad]; it does not go over the top."""
        steep = max(-_STEEPEST, min(_STEEPEST, self.pitch + pitch))
        return replace(self, yaw=math.remainder(self.yaw + yaw, 2.0 * math.pi), pitch=steep)

    def zoomed(self, factor: float) -> "Camera":
        """The camera `factor` times as far from its target, from 10 cm to 5 m."""
        return replace(self, distance=max(0.1, min(5.0, self.distance * factor)))

    def panned(self, right: float, up: float) -> "Camera":
        """The camera shifted sideways and upward, as seen in the picture, with its target [m]."""
        x, y, z = (np.asarray(self.target) + np.array([right, up, 0.0]) @ self._axes).tolist()
        return replace(self, target=(x, y, z))


def views(model: Model) -> Mapping[str, Camera]:
    """The named places to look from, fit to the size of a ship."""
    ship, box = model.parameters.ship, model.parameters.world.box_size
    top = ship.pivot_height + ship.hull_clearance + ship.hull_depth + ship.mast_length
    reach = max(
        ship.low_yardarm_length, ship.middle_yardarm_length, ship.top_yardarm_length, ship.hull_length, box
    )
    size = math.hypot(top, 0.6 * reach)
    middle = (0.0, 0.0, 0.42 * top)
    deck = (0.0, 0.0, ship.pivot_height + ship.hull_clearance + ship.hull_depth)
    turn = math.radians

    def away(share: float) -> float:
        return share * size

    return {
        "quarter": Camera((0.0, 0.0, 0.36 * top), turn(-50.0), turn(18.0), away(3.0)),
        "front": Camera(middle, 0.0, turn(9.0), away(2.9)),
        "back": Camera(middle, math.pi, turn(9.0), away(2.9)),
        "port": Camera(middle, math.pi / 2.0, turn(9.0), away(2.9)),
        "starboard": Camera(middle, -math.pi / 2.0, turn(9.0), away(2.9)),
        "top": Camera((0.0, 0.0, 0.6 * top), math.pi, turn(89.0), away(2.3)),
        "deck": Camera(deck, turn(-148.0), turn(34.0), away(1.0)),
        "yardarms": Camera((0.0, 0.0, 0.76 * top), turn(-30.0), turn(16.0), away(1.35)),
        "table": Camera((0.0, 0.0, 0.36 * top), turn(-62.0), turn(38.0), away(3.3)),
    }
