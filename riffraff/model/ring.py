"""The ring that the ball rocks in.

It gives way to what swings in it up to the tilt stop: its hole widens downward for the bar, and its two
notches slope outward for the retaining rods, which they keep from turning (no free yaw).
"""

import math
from dataclasses import dataclass

import numpy as np
from manifold3d import Manifold

from riffraff.model.parts import vector
from riffraff.model.solids import Point, frame_slab, fused, hull_of, turned
from riffraff.model.value import Box, Part, Pose
from riffraff.params import Parameters

AIR = 0.001
"""Clearance [m] kept between what swings and what stands, where the shape is ours to choose."""


@dataclass(frozen=True)
class Ring:
    """The ring and the measures that follow from the ship's parameters."""

    parameters: Parameters

    @property
    def radius(self) -> float:
        """Outer radius of the ring [m]."""
        return self.parameters.ship.ring_diameter / 2.0

    @property
    def seat(self) -> float:
        """Height of the ring's top [m], where the hole's rim carries the ball: negative, below the pivot."""
        ship = self.parameters.ship
        return -math.sqrt(max(0.0, ship.ball_diameter**2 - ship.ring_hole_diameter**2)) / 2.0

    @property
    def floor(self) -> float:
        """Height of the ring's underside [m]."""
        return self.seat - self.parameters.ship.ring_thickness

    @property
    def throat(self) -> float:
        """Radius of the ring's hole at its underside [m], wide enough for the bar at the tilt stop."""
        ship = self.parameters.ship
        return max(ship.ring_hole_diameter / 2.0, self.bar_reach(-self.floor) + AIR)

    @property
    def notch_width(self) -> float:
        """Width of the notches [m]: the rods, and the play that lets the ship yaw by `rod_play`."""
        ship = self.parameters.ship
        return ship.rod_diameter / math.cos(ship.rod_play) + 2.0 * self.radius * math.sin(ship.rod_play)

    @property
    def lug_top(self) -> float:
        """Height of the lugs' tops [m]: above the rods at rest."""
        return 0.75 * self.parameters.ship.rod_diameter

    @property
    def notch_exit(self) -> float:
        """Distance from the axis [m] at which the sloping notches run out of the ring's underside."""
        ship = self.parameters.ship
        return (-self.floor - self._rod_below) / math.tan(ship.tilt_stop)

    @property
    def counterweight_radius(self) -> float:
        """Radius [m] of the steel ball, from its mass."""
        volume = self.parameters.ship.counterweight_mass / self.parameters.wood.steel_density
        return math.pow(volume * 3.0 / (4.0 * math.pi), 1.0 / 3.0)

    @property
    def _rod_below(self) -> float:
        ship = self.parameters.ship
        return ship.rod_diameter / 2.0 / math.cos(ship.tilt_stop) + AIR / 2.0

    def bar_reach(self, depth: float) -> float:
        """Return the distance from the axis [m] that the bar reaches, `depth` [m] below the pivot."""
        ship = self.parameters.ship
        return depth * math.tan(ship.tilt_stop) + ship.bar_diameter / 2.0 / math.cos(ship.tilt_stop)

    def solid(self) -> Manifold:
        """Return the ring: a disc with a hole that widens downward and two notched lugs for the rods."""
        ship = self.parameters.ship
        profile = [
            (ship.ring_hole_diameter / 2.0, self.seat),
            (self.throat, self.floor),
            (self.radius, self.floor),
            (self.radius, self.seat),
        ]
        disc = turned(profile)
        lug_width = self.notch_width + 2.0 * self.lug_wall
        rim = turned(_rectangle(0.0, self.radius, self.floor, self.lug_top))
        inner = self.radius - self.lug_depth
        lugs, notches = [], []
        for side in (1.0, -1.0):
            span = sorted((side * inner, side * self.radius))
            lugs.append(
                rim
                ^ frame_slab(
                    _rectangle(span[0], span[1], self.floor, self.lug_top), -lug_width / 2.0, lug_width / 2.0
                )
            )
            far, high = 2.0 * self.radius, 2.0 * self.radius
            slope = [
                (0.0, -self._rod_below),
                (side * far, -self._rod_below - far * math.tan(ship.tilt_stop)),
                (side * far, high),
                (0.0, high),
            ]
            notches.append(frame_slab(slope, -self.notch_width / 2.0, self.notch_width / 2.0))
        return fused([disc, *lugs]) - fused(notches)

    @property
    def lug_wall(self) -> float:
        """Thickness of the lugs' cheeks beside the notch [m]."""
        return max(0.003, 0.75 * self.parameters.ship.rod_diameter)

    @property
    def lug_depth(self) -> float:
        """Extent of the lugs along the rods [m]."""
        return 0.3 * self.radius

    def parts(self) -> tuple[Part, ...]:
        """Return the ring as eight convex sectors and the four cheeks of its lugs."""
        hole = self.parameters.ship.ring_hole_diameter / 2.0
        parts: list[Part] = []
        for k in range(8):
            angles = np.array([k, k + 0.5, k + 1.0]) * math.pi / 4.0
            spots = [
                (r * math.cos(a), r * math.sin(a), z)
                for r, z in (
                    (hole, self.seat),
                    (self.throat, self.floor),
                    (self.radius, self.seat),
                    (self.radius, self.floor),
                )
                for a in (angles if r == self.radius else angles[::2])
            ]
            parts.append(hull_of(np.array(spots)))
        size = (self.lug_wall, self.lug_depth, self.lug_top - self.seat)
        for x in (1.0, -1.0):
            for y in (1.0, -1.0):
                centre = np.array(
                    [
                        x * (self.notch_width + self.lug_wall) / 2.0,
                        y * (self.radius - self.lug_depth / 2.0),
                        (self.lug_top + self.seat) / 2.0,
                    ]
                )
                parts.append(Box(size, Pose(vector(centre, digits=9))))
        return tuple(parts)


def _rectangle(left: float, right: float, low: float, high: float) -> list[Point]:
    return [(left, low), (right, low), (right, high), (left, high)]
