"""Arranging ship and cargo for a test, and the theory to compare with."""

import math

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import Model, Pose, Quaternion, outline
from riffraff.physics import World, compose, piece_shape, within
from riffraff.rules import PIECES, Shape

GRAVITY = 9.81
LEVELS = ("low", "middle", "top")


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


def blow(world: World, *, roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0) -> None:
    """Leave the ship with the rates of turning [rad/s] that a blow gives it, where it is.

    A finger that pushes the hull with 0.2 N for a tenth of a second, 0.1 m beside the pivot, leaves a rate of
    0.26 rad/s: the empty ship then swings by 3 degrees.
    """
    pivot, *others = world.scene.joints()
    world.scene.set_joints([(pivot[0], (roll, pitch, yaw)), *others])


def twist(world: World) -> float:
    """How far the ship has turned about its own mast, whatever its heel [rad]."""
    _, _, z, w = world.link_pose("hull").orientation
    return 2 * math.atan2(z, w)


def yardarm(world: World, level: str) -> tuple[float, float]:
    """How far a yardarm rocks on its peg, and how far it is turned about the mast [rad]."""
    pose = within(world.link_pose("hull"), world.link_pose(f"yardarm_{level}"))
    turn, _, rock = Rotation.from_quat(pose.orientation).as_euler("zyx")
    return float(rock), float(turn)


def turn_yardarm(world: World, level: str, turn: float, *, spin: float = 0.0) -> None:
    """Turn a yardarm about the mast [rad], and let it go on turning [rad/s]."""
    states = list(world.scene.joints())  # the pivot, then for each yardarm its rocking and its turning
    states[2 + 2 * LEVELS.index(level)] = ((turn,), (spin,))
    world.scene.set_joints(states)
    world.scene.poses(world.poses)


def put_on_deck(
    world: World, piece: int, at: tuple[float, float], *, which: int = 0, gap: float = 0.0005
) -> None:
    """Put a piece just above the deck, in one of its stable poses."""
    orientation, height = resting_pose(world.scene.model, piece, which=which)
    above = Pose((*at, world.scene.model.areas[1].height + height + gap), orientation)
    world.put(piece, compose(world.link_pose("hull"), above))


def lowest(world: World, piece: int) -> float:
    """Height of a piece's lowest point above the table, after the last frame [m]."""
    pose = world.motion(piece).pose
    corners = np.vstack([outline(part) for part in world.scene.model.cargo[piece_shape(piece)].parts])
    return float(pose.position[2] + Rotation.from_quat(pose.orientation).apply(corners)[:, 2].min())
