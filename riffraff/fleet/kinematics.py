"""How the ship's links move, from the motion of its joints.

In plain numbers and not in arrays over many ships: the last bit of an array's sums may depend on its size.
"""

import math
from collections.abc import Sequence

from riffraff.model import JointKind, Quaternion, ShipModel, Vector
from riffraff.physics import SHIP_LINKS

JointStates = Sequence[tuple[tuple[float, ...], tuple[float, ...]]]


class ShipKinematics:
    """The joints of a ship between its root and the links of a frame.

    Args:
        ship: the model.
    """

    def __init__(self, ship: ShipModel) -> None:
        needed, joints = set(SHIP_LINKS), []
        for joint in reversed(ship.joints):  # a model has parents before their children
            if joint.child in needed:
                needed.add(joint.parent)
                joints.append(joint)
        moving = [joint.name for joint in ship.joints if joint.kind is not JointKind.FIXED]
        self._joints = [
            (joint, moving.index(joint.name) if joint.name in moving else None) for joint in reversed(joints)
        ]

    def velocities(self, states: JointStates) -> list[tuple[float, ...]]:
        """Velocity of the frame [m/s] and angular velocity [rad/s] of every link of `SHIP_LINKS`.

        Args:
            states: position and velocity of every joint that moves, in the order of the model.

        Returns:
            Six numbers for each link, in the world's axes.
        """
        zero: Vector = (0.0, 0.0, 0.0)
        level: Quaternion = (0.0, 0.0, 0.0, 1.0)
        frames = {self._joints[0][0].parent: (level, zero, zero)}
        for joint, number in self._joints:
            turn, velocity, spin = frames[joint.parent]
            velocity = _add(velocity, _cross(spin, _rotated(turn, joint.origin)))
            if number is not None:
                position, rate = states[number]
                if joint.kind is JointKind.SPHERICAL:
                    x, y, z, w = position
                    turn = _product(turn, (x, y, z, w))
                    p, q, r = rate  # PyBullet gives it along the axes of the child
                    spin = _add(spin, _rotated(turn, (p, q, r)))
                else:
                    spin = _add(spin, _rotated(turn, _times(rate[0], joint.axis)))
                    half = position[0] / 2
                    turn = _product(turn, (*_times(math.sin(half), joint.axis), math.cos(half)))
            frames[joint.child] = turn, velocity, spin
        return [(*frames[link][1], *frames[link][2]) for link in SHIP_LINKS]


def _add(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _times(factor: float, a: Vector) -> Vector:
    return factor * a[0], factor * a[1], factor * a[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    (x, y, z), w = _cross(a[:3], b[:3]), a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]
    x, y, z = x + a[3] * b[0] + b[3] * a[0], y + a[3] * b[1] + b[3] * a[1], z + a[3] * b[2] + b[3] * a[2]
    return x, y, z, w


def _rotated(turn: Quaternion, a: Vector) -> Vector:
    twice = _times(2, _cross(turn[:3], a))
    return _add(_add(a, _times(turn[3], twice)), _cross(turn[:3], twice))
