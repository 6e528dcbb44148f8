"""Arranging ship and cargo for a test, and the theory to compare with."""

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


def period(times: np.ndarray, angle: np.ndarray) -> float:
    """Mean period of a swing from its upward zero crossings [s]."""
    rising = np.flatnonzero((angle[:-1] < 0) & (angle[1:] >= 0))
    share = -angle[rising] / (angle[rising + 1] - angle[rising])
    crossings = times[rising] + share * (times[rising + 1] - times[rising])
    return float(np.diff(crossings).mean())
