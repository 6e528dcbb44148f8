"""When a verdict is certain though the ship still sways: its cargo lies still on it.

Waiting for rest takes long, for the heavy ship swings on while nothing else happens aboard. A ship whose
cargo, and whose yardarms, keep their places on the hull through its swing loses nothing more. How far a swing
will carry the ship is known before it gets there: from its heel and from how fast that changes.

Chosen on 952 random drops onto ships with eight pieces aboard (seed 1 of `benchmarks/placements.py`), of
which 37 % lost cargo, and on the 72 of those nine scenes of seed 6 in which the second row was wrong (9 of
960), by how many verdicts waiting for rest corrects, and by the mean time simulated with seed 1, where rest
took 4.67 s:

    stayed within   for      wrong of 952    of the 72    time
    0.5 mm 0.025    0.2 s    5               12           0.83 s
    0.3 mm 0.015    0.2 s    4                9           0.92 s
    0.3 mm 0.015    0.3 s    1                7           1.10 s
    0.5 mm 0.025    0.4 s    2                9           1.13 s
    0.5 mm 0.025    0.5 s    1                4           1.31 s
    0.5 mm 0.025    0.6 s    0                4           1.49 s
    0.3 mm 0.015    0.5 s    0                4           1.55 s
    0.5 mm 0.025    0.9 s    0                4           1.96 s

Half a second within half a millimetre is taken. What is corrected are pieces that stand poised, a flacon on
its belly, a chest on the edge of a yardarm, and take their time to tip; the four that are left slide or roll
for seconds. To be trusted after so short a time the ship must be expected to stay within 10 degrees, and not
to go over faster and faster, for on a ship that capsizes all stands as it stood until it slides.
`benchmarks/early_end.py` tries the rule on other placements.
"""

import math

import numpy as np
import numpy.typing as npt

from riffraff.model import heel
from riffraff.physics.rest import RestWatch, Stillness

Array = npt.NDArray[np.float64]

_TRAVEL = 5e-4  # m
_TURN = 0.025  # rad
_SHORT, _LONG = 0.5, 0.9  # s
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
