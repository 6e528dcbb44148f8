"""When a verdict is certain though the ship still sways: its cargo lies still on it.

Waiting for rest takes long, for the heavy ship swings on while nothing else happens aboard. Cargo that keeps
its place on the hull, or on the yardarm that rocks with it, through the ship's swing is not lost any more.
How far a swing will carry the ship is known before it gets there: from its heel and from how fast that
changes.

Chosen on 952 random drops onto ships with eight pieces aboard (seed 1 of `benchmarks/placements.py`), of
which 37 % lost cargo, and on 72 of nine scenes of seed 6 in which an earlier rule was wrong nine times, by
how many verdicts waiting for rest corrects, and by the mean time simulated with seed 1, where rest took
4.67 s:

    stayed within   for      or within   for       wrong of 952    of the 72    time
    0.5 mm 0.025    0.2 s                          7               14           0.60 s
    0.5 mm 0.025    0.4 s                          4               10           0.83 s
    0.5 mm 0.025    0.5 s                          2                4           0.97 s
    0.3 mm 0.015    0.5 s                          1                4           1.14 s
    0.2 mm 0.010    0.5 s                          1                3           1.41 s
    0.5 mm 0.025    0.4 s    0.03 mm     0.25 s    5               10           0.77 s
    0.5 mm 0.025    0.5 s    0.03 mm     0.15 s    4                7           0.77 s
    0.5 mm 0.025    0.5 s    0.03 mm     0.25 s    2                5           0.85 s
    0.5 mm 0.025    0.6 s    0.03 mm     0.25 s    1                4           0.95 s

The last but one is taken: long enough for what trembles, and at once for what is quite still. On 984 others
(`benchmarks/early_end.py`, seed 8) it was wrong 4 times: 99.59 % of its verdicts stayed. To ask as well that
nothing gets faster wins nothing: 1 and 5 wrong after 0.90 s. What the wait corrects are pieces that stand
poised, a flacon on its belly, a chest on the edge of a yardarm, and take their time to tip, and cargo that
slides or rolls for seconds before it falls. To be trusted after so short a time the ship must be expected to
stay within 10 degrees, and not to go over faster and faster, for on a ship that capsizes all stands as it
stood until it slides.
"""

import math

import numpy as np
import numpy.typing as npt

from riffraff.model import heel
from riffraff.physics.frames import seen_from
from riffraff.physics.rest import RestWatch, Stillness

Array = npt.NDArray[np.float64]

# How far one that trembles or rocks a little may get [m] and turn [rad], and one that is quite still.
_NEAR, _STILL = (5e-4, 0.025), (3e-5, 0.0015)
_SHORT, _LONG = 0.5, 0.9  # s: for which it has to stay near
_AT_ONCE = 0.25  # s: for which it has to be still
_REACH = math.radians(10)
_SLOWEST = 2.0  # rad/s: swings with a period of 3.1 s, of a ship that carries all it can
_GOING_OVER = math.radians(1)  # rad/s


class SteadyWatch:
    """Follows the poses of a ship and its cargo, frame after frame, as seen from the ship's moving links.

    Args:
        bodies: number of bodies in a frame; the first ones are the ship's links, the very first is the hull.
        links: how many of them are links of the ship.
        frame_rate: frames a second [Hz].
        sway: how far the hull may have turned meanwhile [rad], and then the other links have to keep their
            places too; all as they like, if not told.
    """

    def __init__(self, bodies: int, links: int, frame_rate: float, sway: float = math.inf) -> None:
        self._links = links
        self._frame_rate = frame_rate
        self._short, self._long, self._at_once = (
            round(seconds * frame_rate) + 1 for seconds in (_SHORT, _LONG, _AT_ONCE)
        )
        kinds = Stillness(self._short, *_NEAR), Stillness(self._at_once, *_STILL)
        self._places = RestWatch(links * bodies, *kinds)
        self._sway = None if sway == math.inf else RestWatch(1, Stillness(self._long, math.inf, sway))
        self._calm = False
        self._mast = (math.inf, math.inf)
        self._heel, self._rate_of_heel = 0.0, -math.inf

    def push(self, poses: Array) -> None:
        """Take in a frame's poses, shape [body, 7]."""
        self._places.push(seen_from(poses, self._links).reshape(-1, 7))
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
        """Whether the marked bodies, shape [body], keep their places on a link of the ship for good."""
        if self._sway is not None and not self._sway.at_rest(0):
            return False
        near, still = self._stays(0), self._stays(1)
        kept = (near >= self._short) | (still >= self._at_once)
        if self._calm and kept[0] and kept[bodies].all():
            return True
        return int(near[bodies].min(initial=near[0])) >= self._long

    def _stays(self, kind: int) -> npt.NDArray[np.int64]:
        """Frames for which each body has kept its place, shape [body]: on the link where it has longest."""
        from_each = self._places.stays(kind).reshape(self._links, -1)
        stays: npt.NDArray[np.int64] = from_each.max(axis=0)
        # Seen from itself a link never moves: the hull has stayed for as long as has been watched.
        stays[1 : self._links] = from_each[0, 1 : self._links] if self._sway is not None else stays[0]
        return stays
