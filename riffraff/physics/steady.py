"""When a verdict is certain though the ship still sways: its cargo lies still on it.

Waiting for rest takes long, for the heavy ship swings on while nothing else happens aboard. A ship whose
cargo, and whose yardarms, keep their places on the hull through its swing loses nothing more. How far a swing
will carry the ship is known before it gets there: from its heel and from how fast that changes.

Chosen on 960 random drops onto ships with eight pieces aboard (seed 1 of `benchmarks/placements.py`), of
which 40 % lost cargo, by the share of verdicts that waiting for rest leaves as they are, and by the mean time
simulated. Rest took 4.47 s, with a counterweight of 450 g:

    stayed within   for     swing within 10 degrees, not going over         or for    the same     time
    1.0 mm 0.05     0.2 s   -                                               -         99.27 %      0.68 s
    0.5 mm 0.025    0.2 s   -                                               -         99.48 %      0.75 s
    0.5 mm 0.025    0.5 s   -                                               -         99.79 %      1.22 s
    0.5 mm 0.025    0.2 s   without the look at going over                  0.9 s     99.58 %      0.76 s
    0.5 mm 0.025    0.2 s   yes                                             0.9 s     99.69 %      0.80 s
    0.3 mm 0.015    0.2 s   yes                                             0.9 s     99.69 %      0.86 s
    0.3 mm 0.015    0.3 s   yes                                             0.9 s     99.79 %      1.01 s
    0.5 mm 0.025    0.9 s   -                                               -         99.79 %      1.79 s

The last but two is taken; it does not trust cargo that slides by two millimetres a second. A ship on its way
over, on which all stands as it stood, is what the look at the swing is for. `benchmarks/early_end.py` tries the
rule on other placements.
"""

import math

import numpy as np
import numpy.typing as npt

from riffraff.model import heel
from riffraff.physics.rest import RestWatch, Stillness

Array = npt.NDArray[np.float64]

_TRAVEL = 3e-4  # m
_TURN = 0.015  # rad
_SHORT, _LONG = 0.2, 0.9  # s
_REACH = math.radians(10)
_SLOWEST = 2.0  # rad/s: swings with a period of 3.1 s, of a ship that carries all it can
_GOING_OVER = math.radians(1)  # rad/s


class SteadyWatch:
    """Follows the poses of a ship and its cargo, frame after frame, as seen from the hull.

    Args:
        bodies: number of bodies in a frame; the first one is the hull.
        frame_rate: frames a second [Hz].
        sway: how far the hull may have turned meanwhile [rad]; as far as it likes, if not told.
    """

    def __init__(self, bodies: int, frame_rate: float, sway: float = math.inf) -> None:
        self._frame_rate = frame_rate
        self._short, self._long = round(_SHORT * frame_rate) + 1, round(_LONG * frame_rate) + 1
        self._places = RestWatch(bodies, Stillness(self._short, _TRAVEL, _TURN))
        self._sway = None if sway == math.inf else RestWatch(1, Stillness(self._long, math.inf, sway))
        self._calm = False
        self._mast = (math.inf, math.inf)
        self._heel, self._rate_of_heel = 0.0, -math.inf

    def push(self, poses: Array) -> None:
        """Take in a frame's poses, shape [body, 7]."""
        self._places.push(from_first(poses))
        if self._sway is not None:
            self._sway.push(poses[:1])
        self._calm = self._calms_down(poses)

    def _calms_down(self, poses: Array) -> bool:
        """Whether the ship will stay near upright: a swing gets slower on its way out, a capsize faster."""
        x, y, z, w = poses[0, 3:].tolist()
        mast, now = (2 * (x * z + w * y), 2 * (y * z - w * x)), heel(poses)
        speed = math.dist(mast, self._mast) * self._frame_rate
        rate = (now - self._heel) * self._frame_rate
        faster = rate > max(_GOING_OVER, self._rate_of_heel)
        self._mast, self._heel, self._rate_of_heel = mast, now, rate
        return math.hypot(now, speed / _SLOWEST) < _REACH and not faster

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
