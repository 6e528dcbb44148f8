"""When a verdict is certain though the ship still sways: its cargo lies still on it.

Waiting for rest takes long, for the heavy ship swings on while nothing else happens aboard. A ship whose
cargo, and whose yardarms, keep their places on the hull through its swing loses nothing more.

Chosen on 1,024 random drops onto ships with eight pieces aboard (seed 1 of `benchmarks/placements.py`), of
which 45 % lost cargo, by the share of verdicts that waiting for rest leaves as they are, and by the mean time
simulated. Rest took 3.63 s:

    stayed within   for     and heeled less than, going over slower than    or for    the same     time
    1.0 mm 0.05     0.3 s   -                                               -         98.05 %      1.02 s
    0.5 mm 0.025    0.3 s   -                                               -         98.83 %      1.16 s
    0.5 mm 0.025    0.4 s   -                                               -         99.22 %      1.36 s
    0.5 mm 0.025    0.5 s   -                                               -         99.51 %      1.53 s
    0.5 mm 0.025    0.4 s   10 degrees, 1 degree/s                          0.9 s     99.71 %      1.55 s
    0.3 mm 0.015    0.4 s   10 degrees, 1 degree/s                          0.9 s     99.80 %      1.68 s
    0.5 mm 0.025    0.9 s   -                                               -         99.80 %      2.09 s

The last but two is taken. What goes wrong without looking at the heel: a ship on its way over, on which all
stands as it stood; and cargo that slides by tenths of a millimetre on a deck near the angle of friction.
"""

import math

import numpy as np
import numpy.typing as npt

from riffraff.model import heel
from riffraff.physics.rest import RestWatch, Stillness

Array = npt.NDArray[np.float64]

_TRAVEL = 5e-4  # m
_TURN = 0.025  # rad
_SHORT, _LONG = 0.4, 0.9  # s
_HEEL = math.radians(10)
_GOING_OVER = math.radians(1)  # rad/s


class SteadyWatch:
    """Follows the poses of a ship and its cargo, frame after frame, as seen from the hull.

    Args:
        bodies: number of bodies in a frame; the first one is the hull.
        frame_rate: frames a second [Hz].
        sway: how far the hull may have turned meanwhile [rad]; as far as it likes, if not told.
    """

    def __init__(self, bodies: int, frame_rate: float, sway: float = math.inf) -> None:
        self._rate = frame_rate
        self._short, self._long = round(_SHORT * frame_rate) + 1, round(_LONG * frame_rate) + 1
        self._places = RestWatch(bodies, Stillness(self._short, _TRAVEL, _TURN))
        self._sway = None if sway == math.inf else RestWatch(1, Stillness(self._long, math.inf, sway))
        self._heel = math.inf
        self._calm = False

    def push(self, poses: Array) -> None:
        """Take in a frame's poses, shape [body, 7]."""
        self._places.push(from_first(poses))
        if self._sway is not None:
            self._sway.push(poses[:1])
        now = heel(poses)
        self._calm = now < _HEEL and (now - self._heel) * self._rate <= _GOING_OVER
        self._heel = now

    def steady(self, bodies: npt.NDArray[np.bool_]) -> bool:
        """Whether the marked bodies, shape [body], keep their places on the hull for good."""
        if self._sway is not None and not self._sway.at_rest(0):
            return False
        stayed = self._places.stayed(bodies)
        return stayed >= self._long or (self._calm and stayed >= self._short)


def from_first(poses: Array) -> Array:
    """Poses, shape [body, 7], as seen from that of the first body."""
    x, y, z, w = poses[0, 3:]
    turn = np.array([[w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z], [x, y, z, w]])
    matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    seen = np.empty_like(poses)
    seen[:, :3] = (poses[:, :3] - poses[0, :3]) @ matrix
    seen[:, 3:] = poses[:, 3:] @ turn.T
    return seen
