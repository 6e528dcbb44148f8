"""Arranging ship and cargo for a test, and the theory to compare with."""

import math

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import Model, Pose, Quaternion
from riffraff.physics import World, piece_shape
from riffraff.rules import PIECES, Shape

GRAVITY = 9.81


def number(shape: Shape, set_: int = 0) -> int:
    """The number of a piece of that shape."""
    return next(piece.index for piece in PIECES if piece.shape is shape and piece.set == set_)


def resting_pose(model: Model, piece: int, *, which: int = 0) -> tuple[Quaternion, float]:
    """Orientation of a piece in one of its stable poses, and its centre's height above the ground [m]."""
    pose = model.cargo[piece_shape(piece)].stable_poses[which]
    return pose.orientation, pose.height


def lay_on_table(
    world: World, piece: int, at: tuple[float, float], *, gap: float = 0.001, which: int = 0
) -> None:
    """Put a piece just above the table beside the box."""
    orientation, height = resting_pose(world.scene.model, piece, which=which)
    world.put(piece, Pose((*at, height + gap), orientation))


def tilt(world: World, roll: float, pitch: float = 0.0) -> None:
    """Heel the ship, at rest otherwise [rad]."""
    x, y, z, w = Rotation.from_euler("xy", [roll, pitch]).as_quat().tolist()
    joints = [
        ((x, y, z, w), (0.0, 0.0, 0.0)) if len(position) == 4 else (position, velocity)
        for position, velocity in world.scene.joints()
    ]
    world.scene.set_joints(joints)
    world.scene.poses(world.poses)


def pendulum(model: Model, axis: int) -> tuple[float, float]:
    """The empty ship as a rigid compound pendulum about the pivot.

    Returns:
        Moment of inertia about the axis (0 roll, 1 pitch) [kg m2], and restoring moment [N m/rad].
    """
    origin = {"ball_bar": np.zeros(3)}
    joints = list(model.ship.joints)
    while joints:
        joint = joints.pop(0)
        if joint.parent in origin:
            origin[joint.child] = origin[joint.parent] + joint.origin
        elif joint.child not in origin and joint.parent not in ("stand", "ring"):
            joints.append(joint)
    inertia = moment = 0.0
    for link in model.ship.links:
        if link.name in origin:
            centre = origin[link.name] + link.inertial.centre
            distance2 = centre @ centre - centre[axis] ** 2
            inertia += link.inertial.moments[axis] + link.inertial.mass * distance2
            moment -= link.inertial.mass * GRAVITY * centre[2]
    return inertia, moment


def period(times: np.ndarray, angle: np.ndarray) -> float:
    """Mean period of a swing from its upward zero crossings [s]."""
    rising = np.flatnonzero((angle[:-1] < 0) & (angle[1:] >= 0))
    share = -angle[rising] / (angle[rising + 1] - angle[rising])
    crossings = times[rising] + share * (times[rising + 1] - times[rising])
    return float(np.diff(crossings).mean())


def swing_period(model: Model, axis: int, amplitude: float) -> float:
    """The theory's period of the undamped empty ship, to second order in the amplitude [s]."""
    inertia, moment = pendulum(model, axis)
    return 2 * math.pi * math.sqrt(inertia / moment) * (1 + amplitude**2 / 16)
