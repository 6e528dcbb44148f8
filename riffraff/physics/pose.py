"""Where a body is and how it moves, and arithmetic on poses."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from riffraff.model import Pose, Quaternion, Vector


@dataclass(frozen=True)
class Motion:
    """A pose with its velocity [m/s] and its angular velocity [rad/s], both in the world's axes."""

    pose: Pose
    velocity: Vector = (0.0, 0.0, 0.0)
    spin: Vector = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (*self.pose.position, *self.pose.orientation))):
            raise ValueError(f"a pose must be finite, not {self.pose}")
        if not all(map(math.isfinite, (*self.velocity, *self.spin))):
            raise ValueError(f"velocities must be finite, not {self.velocity} and {self.spin}")
        if abs(math.hypot(*self.pose.orientation) - 1) > 1e-6:
            raise ValueError(f"an orientation must be a unit quaternion, not {self.pose.orientation}")


def vector(values: npt.ArrayLike) -> Vector:
    """Three numbers of an array as a value."""
    x, y, z = np.asarray(values, float).tolist()
    return x, y, z


def quaternion(orientation: Rotation) -> Quaternion:
    """A rotation as a unit quaternion (x, y, z, w)."""
    x, y, z, w = orientation.as_quat().tolist()
    return x, y, z, w


def pose(position: npt.ArrayLike, orientation: Rotation) -> Pose:
    """A pose from a position [m], shape [3], and a rotation."""
    return Pose(vector(position), quaternion(orientation))


def compose(frame: Pose, inner: Pose) -> Pose:
    """A pose given in a frame, seen from where the frame itself is given."""
    turn = Rotation.from_quat(frame.orientation)
    position = np.array(frame.position) + turn.apply(inner.position)
    return pose(position, turn * Rotation.from_quat(inner.orientation))


def within(frame: Pose, outer: Pose) -> Pose:
    """A pose seen from a frame: the inverse of `compose`."""
    back = Rotation.from_quat(frame.orientation).inv()
    position = back.apply(np.array(outer.position) - np.array(frame.position))
    return pose(position, back * Rotation.from_quat(outer.orientation))
