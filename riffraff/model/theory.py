"""What textbook mechanics says of a model: figures to hold the simulation, or the wooden ship, against.

The empty ship is a rigid compound pendulum: its yardarms stay where they are while it swings a little.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np

from riffraff.model.value import Link, PieceModel, ShipModel, Vector


class Swing(IntEnum):
    """The axes the ship swings about; the value is the axis of the ship's frame."""

    ROLL = 0
    PITCH = 1


YAW: Final = 2
"""The ship's upright axis, about which it does not swing."""


@dataclass(frozen=True)
class Pendulum:
    """The empty ship, swinging about one axis through the pivot.

    Attributes:
        inertia: moment of inertia about the axis [kg m2].
        stiffness: moment that brings it upright for a small heel, over the heel [N m/rad]; that of a ship
            that capsizes by itself is negative.
    """

    inertia: float
    stiffness: float

    def period(self, amplitude: float = 0.0) -> float:
        """Period of the undamped swing [s], to second order in its amplitude [rad]."""
        return 2 * math.pi * math.sqrt(self.inertia / self.stiffness) * (1 + amplitude**2 / 16)

    def heel(self, moment: float) -> float:
        """Heel under a constant moment [N m] at rest [rad]."""
        return math.asin(moment / self.stiffness)


def moving_links(ship: ShipModel) -> Iterator[tuple[Link, Vector]]:
    """The links that move with the ball, each with the origin of its frame at rest, seen from the pivot."""
    origins = {"ball_bar": (0.0, 0.0, 0.0)}
    for joint in ship.joints:  # parents come before their children
        if joint.parent in origins:
            x, y, z = np.add(origins[joint.parent], joint.origin).tolist()
            origins[joint.child] = (x, y, z)
    return ((link, origins[link.name]) for link in ship.links if link.name in origins)


def pendulum(ship: ShipModel, swing: Swing, gravity: float) -> Pendulum:
    """The empty ship as a pendulum.

    Args:
        ship: its links and joints.
        swing: the axis it swings about.
        gravity: acceleration of free fall [m/s2].
    """
    stiffness = 0.0
    for link, origin in moving_links(ship):
        stiffness -= link.inertial.mass * gravity * float(origin[2] + link.inertial.centre[2])
    return Pendulum(inertia(ship, swing), stiffness)


def inertia(ship: ShipModel, axis: int) -> float:
    """Moment of inertia [kg m2] of the empty ship about an axis of its frame, 0 to 2, through the pivot."""
    total = 0.0
    for link, origin in moving_links(ship):
        body = link.inertial
        centre = np.add(origin, body.centre)
        total += body.moments[axis] + body.mass * float(centre @ centre - centre[axis] ** 2)
    return total


def rolling_acceleration(piece: PieceModel, radius: float, slope: float, gravity: float) -> float:
    """Acceleration of a round piece that rolls down a slope without slipping, about its z axis [m/s2].

    Args:
        piece: the piece.
        radius: of the circle it rolls on [m].
        slope: angle of the slope [rad].
        gravity: acceleration of free fall [m/s2].
    """
    body = piece.inertial
    return gravity * math.sin(slope) / (1 + body.moments[2] / (body.mass * radius**2))
