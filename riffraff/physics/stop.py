"""The tilt stop: where rod and hull meet the ring and the waves, however the ship falls.

Bullet limits a spherical joint's two angles of swing each for itself, so that a ship with a stop at 30
degrees goes to 42 diagonally (measured). The stop is the same all round here: a torque takes away the rate at
which the heel still grows beyond it, as wood that meets wood, without throwing the ship back.
"""

import math

from riffraff.physics.bullet import pybullet

NEAR = 0.2
"""Heel short of the stop [rad] from which on the ship can be there within a frame: at 12 rad/s."""

# Share of the heel beyond the stop that a step takes back.
_RETURN = 0.2


class TiltStop:
    """Holds the ship in a client at its greatest heel.

    Args:
        client: PyBullet's number of the client.
        body: Bullet's body of the ship.
        pivot: Bullet's number of the joint it swings on.
        limit: the greatest heel [rad].
        inertia: the ship's moment of inertia about the pivot, as Bullet has it.
        time_step: of the physics [s].
    """

    def __init__(
        self, client: int, body: int, pivot: int, *, limit: float, inertia: float, time_step: float
    ) -> None:
        self._at = {"physicsClientId": client}
        self._body, self._pivot = body, pivot
        self._limit = limit
        self._step = time_step
        self._gain = inertia / time_step
        self._near = math.cos(max(0.0, limit - NEAR))

    def near(self, x: float, y: float) -> bool:
        """Whether a ship with these parts x and y of its quaternion may meet the stop within a frame."""
        return 1 - 2 * (x * x + y * y) < self._near

    def hold(self) -> None:
        """Push the ship back if it is beyond the stop; to be called before every step while it is `near`."""
        (x, y, z, w), (p, q, r), *_ = pybullet.getJointStateMultiDof(self._body, self._pivot, **self._at)
        east, north, up = 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)  # the mast's way
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
            pybullet.applyExternalTorque(
                self._body, self._pivot, [torque * a, torque * b, 0.0], pybullet.WORLD_FRAME, **self._at
            )
