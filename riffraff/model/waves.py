"""The two waves in the box bottom: bent card standing on edge, back to back, with the ring on their crests.

Each is one strip, bent at its crest, its two wings arched over the counterweight's way. The clear room under
the arch follows from what swings there, so that any ship that can be built swings free up to its tilt stop.
"""

import math
from dataclasses import dataclass

import numpy as np
from manifold3d import Manifold

from riffraff.model.parts import Array
from riffraff.model.ring import Ring
from riffraff.model.solids import hull_of, sheet
from riffraff.model.value import Hull
from riffraff.params import Parameters

CARD = 0.002
"""Thickness [m] of the card."""
_AIR = 0.003
"""Clearance [m] of the arch."""
_SPLAY = math.radians(52.0)
"""Angle [rad] of the wings' ends to the ship's side."""
_ROUNDNESS = 0.022
"""Length [m] over which a wave bends."""
_FOOT = 0.034
"""How far the wings stand out beyond the counterweight's way [m]."""
_STRIP = 0.016
"""Least height [m] of the card above the arch."""
_TAIL = 0.62
"""How low the upper edge ends, as a share of the pivot's height below it."""
_SWELL = 0.07
"""How far the upper edge swells, as a share of its fall ..."""
_SWELLS = 2
"""... and how often along a wing."""
_SAMPLES = 97


@dataclass(frozen=True)
class Waves:
    """The waves and the measures that follow from the ship's parameters."""

    parameters: Parameters

    @property
    def apex(self) -> float:
        """Distance of a wave's bend from the axis [m]."""
        return 0.92 * Ring(self.parameters).radius

    @property
    def way(self) -> float:
        """Radius [m] of the room that the swinging counterweight takes."""
        ship = self.parameters.ship
        return (
            ship.counterweight_depth * math.sin(ship.tilt_stop) + Ring(self.parameters).counterweight_radius
        )

    @property
    def crest(self) -> float:
        """Height of card [m] between the arch and the ring at the bend."""
        return float(Ring(self.parameters).floor - self._arch(np.array([self.apex]))[0])

    def solids(self) -> tuple[Manifold, Manifold]:
        """Return the fore and the aft wave."""
        along = self._along(_SAMPLES)
        low, high = self.edges(along)
        outline = [*zip(along, low, strict=True), *zip(along[::-1], high[::-1], strict=True)]
        fore = sheet([(float(s), float(z)) for s, z in outline], CARD, self.bend, 0.010)
        return fore, fore.mirror((1.0, 0.0, 0.0))

    def parts(self) -> tuple[Hull, ...]:
        """Return the waves as convex parts: four of each wing."""
        wing = self._wing()
        stations = np.array([-1.0, -0.72, -0.45, -0.2, 0.0, 0.2, 0.45, 0.72, 1.0]) * wing
        low, high = self.edges(stations)
        spots, normals = self.bend(stations)
        parts = []
        for k in range(len(stations) - 1):
            corners = [
                (*(spots[i] + side * CARD / 2.0 * normals[i]), z)
                for i in (k, k + 1)
                for side in (-1.0, 1.0)
                for z in (low[i], high[i])
            ]
            fore = np.array(corners)
            parts += [hull_of(fore), hull_of(fore * (-1.0, 1.0, 1.0))]
        return tuple(parts)

    def crests(self) -> Array:
        """Return points [n, 3] along the upper edges of both waves: what a heeling hull must clear."""
        along = self._along(33)
        spots, _ = self.bend(along)
        fore = np.column_stack([spots, self.edges(along)[1]])
        return np.vstack([fore, fore * (-1.0, 1.0, 1.0)])

    def bend(self, along: Array) -> tuple[Array, Array]:
        """Return the card's middle in plan [n, 2], `along` [n] from the crest, and its normals [n, 2]."""
        fine = np.linspace(-self._wing(), self._wing(), 401)
        turn = _SPLAY * np.tanh(fine / _ROUNDNESS)
        step = fine[1] - fine[0]
        x = np.concatenate([[0.0], np.cumsum((np.sin(turn[1:]) + np.sin(turn[:-1])) / 2.0 * step)])
        y = np.concatenate([[0.0], np.cumsum((np.cos(turn[1:]) + np.cos(turn[:-1])) / 2.0 * step)])
        middle = len(fine) // 2
        x, y = x - x[middle] + self.apex, y - y[middle]
        spots = np.column_stack([np.interp(along, fine, x), np.interp(along, fine, y)])
        angle = _SPLAY * np.tanh(along / _ROUNDNESS)
        return spots, np.column_stack([np.cos(angle), -np.sin(angle)])

    def edges(self, along: Array) -> tuple[Array, Array]:
        """Return the heights [n] of the card's lower and upper edge, `along` [n] from the crest."""
        spots, _ = self.bend(along)
        distance = np.hypot(spots[:, 0], spots[:, 1])
        ring = Ring(self.parameters)
        floor = -self.parameters.ship.pivot_height
        tip, _ = self.bend(np.array([self._wing()]))
        out = np.clip((distance - ring.radius) / (float(np.hypot(*tip[0])) - ring.radius), 0.0, 1.0)
        fall = out + _SWELL * np.sin(2.0 * _SWELLS * math.pi * out)
        high = ring.floor + (_TAIL * floor - ring.floor) * np.clip(fall, 0.0, 1.0)
        low = self._arch(distance)
        return low, np.minimum(np.maximum(high, low + _STRIP), ring.floor)

    def _arch(self, distance: Array) -> Array:
        """Return the height [n] of the arch at `distance` [n] from the axis: over the room, no dents."""
        inner, outer = self.apex - CARD, self.way + _AIR
        across = np.linspace(inner, outer, 161)
        chain: list[tuple[float, float]] = []
        for x, z in zip(across.tolist(), self._room(across).tolist(), strict=True):
            while len(chain) > 1 and _dents(chain[-2], chain[-1], (x, z)):
                chain.pop()
            chain.append((x, z))
        smooth = np.interp(distance, [x for x, _ in chain], [z for _, z in chain])
        return np.where(distance > outer, -self.parameters.ship.pivot_height, smooth)

    def _room(self, distance: Array) -> Array:
        """Return the height [n] below which bar and counterweight swing at `distance` [n] from the axis."""
        ship = self.parameters.ship
        ring = Ring(self.parameters)
        ball = ring.counterweight_radius + _AIR
        swings = np.linspace(0.0, ship.tilt_stop, 61)
        off = distance[:, None] - ship.counterweight_depth * np.sin(swings)
        over = np.sqrt(np.maximum(0.0, ball**2 - off**2)) - ship.counterweight_depth * np.cos(swings)
        over = np.where(np.abs(off) <= ball, over, -ship.pivot_height).max(axis=1)
        depth = (distance - ring.bar_reach(0.0) - _AIR) / math.tan(ship.tilt_stop)
        bar = np.where(
            depth < ship.counterweight_depth * math.cos(ship.tilt_stop), -depth, -ship.pivot_height
        )
        return np.asarray(np.maximum(np.maximum(over, bar), -ship.pivot_height))

    def _wing(self) -> float:
        """Length of a wing from the crest to its end [m]."""
        return self.way - self.apex + _AIR + _FOOT

    def _along(self, count: int) -> Array:
        return np.linspace(-self._wing(), self._wing(), count)


def _dents(before: tuple[float, float], middle: tuple[float, float], after: tuple[float, float]) -> bool:
    """Return whether the way over three points, left to right, turns upward at the middle one."""
    return (middle[0] - before[0]) * (after[1] - before[1]) >= (middle[1] - before[1]) * (
        after[0] - before[0]
    )
