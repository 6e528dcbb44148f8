"""The ship's stops: rod and hull meet the ring and the waves, the rods meet the sides of their notches.

Bullet limits a spherical joint's two angles of swing each for itself, so that a ship with a stop at 30
degrees goes to 42 diagonally (measured). The stop is the same all round here: a torque takes away the rate at
which the heel still grows beyond it, as wood that meets wood, without throwing the ship back.

The play of the rods is Bullet's own limit, which acts only once it is passed: a ship slapped round would go
as far beyond as it turns in a step, 0.7 degrees. What would take it there is taken from its rate the step
before.
"""

import math

from riffraff.physics.bullet import pybullet

NEAR = 0.2
"""Heel short of the stop [rad] from which on the ship can be there within a frame: at 12 rad/s."""

# Share of the heel beyond the stop that a step takes back.
_RETURN = 0.2


class Stops:
    """Holds the ship in a client at its greatest heel, and its turning within the play of the rods.

    Args:
        client: PyBullet's number of the client.
        body: Bullet's body of the ship.
        pivot: Bullet's number of the joint it swings on.
        tilt: the greatest heel [rad].
        play: the greatest yaw either way [rad].
        inertia: the ship's moments of inertia about level and upright axes through the pivot, as Bullet has
            them.
        time_step: of the physics [s].
    """

    def __init__(
        self,
        client: int,
        body: int,
        pivot: int,
        *,
        tilt: float,
        play: float,
        inertia: tuple[float, float],
        time_step: float,
    ) -> None:
        self._at = {"physicsClientId": client}
        self._body, self._pivot = body, pivot
        self._limit, self._play = tilt, play
        self._step = time_step
        self._gain, self._yaw_gain = inertia[0] / time_step, inertia[1] / time_step
        self._near = math.cos(max(0.0, tilt - NEAR))
        self._turned = math.sin(play / 4)

    def near(self, x: float, y: float, z: float) -> bool:
        """Whether a ship with these parts of its quaternion may soon meet a stop."""
        return 1 - 2 * (x * x + y * y) < self._near or abs(z) > self._turned

    def hold(self) -> None:
        """Push the ship back where it passes a stop; to be called before every step while it is `near`."""
        (x, y, z, w), (p, q, r), *_ = pybullet.getJointStateMultiDof(self._body, self._pivot, **self._at)
        east, north, up = 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)  # the mast's way
        yaw = 2 * math.atan2(z, w)
        too_fast = abs(r) - max(0.0, self._play - abs(yaw)) / self._step
        if yaw * r > 0 and too_fast > 0:
            turn = math.copysign(self._yaw_gain * too_fast, -r)
            self._twist((turn * east, turn * north, turn * up))
        level = math.hypot(east, north)
        beyond = math.atan2(level, up) - self._limit
        if beyond <= 0:
            return
        # The heel grows about this level axis; the joint's rates are about the ship's own axes.
        a, b = -north / level, east / level
        rate = (
            a * (p * (1 - 2 * (y * y + z * z)) + q * 2 * (x * y - w * z) + r * east)
            + b * (p * 2 * (x * y + w * z) + q * (1 - 2 * (x * x + z * z)) + r * north)
        )  # fmt: skip
        torque = -self._gain * max(0.0, rate + _RETURN * beyond / self._step)
        if torque:
            self._twist((torque * a, torque * b, 0.0))

    def _twist(self, torque: tuple[float, float, float]) -> None:
        """Let a torque, as Bullet has it, act on the ship for the next step."""
        pybullet.applyExternalTorque(self._body, self._pivot, torque, pybullet.WORLD_FRAME, **self._at)
