"""A recorded game as something to look at: poses for any moment, and what happened up to then."""

import bisect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riffraff.model import BODIES, Model, heel
from riffraff.window.meshes import Floats
from riffraff.window.supplies import Supplies


class Film:
    """Frames with their times, and the entries of the log between them.

    Args:
        model: of the ship and its cargo.
        times: of the frames, ascending [s], shape [frame].
        frames: poses of all bodies, shape [frame, `riffraff.model.BODIES`, 7], NaN where a piece is absent.
        events: entries of the log in order, each with ``event`` and ``time``; without them the supplies of
            the players are not shown.

    Attributes:
        model: as given.
        start, end: times of the first and the last frame [s].

    Raises:
        ValueError: there are no frames, or not as many as times, or they have another shape.
    """

    def __init__(
        self,
        model: Model,
        times: npt.ArrayLike,
        frames: npt.ArrayLike,
        events: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self.model = model
        self._times = np.asarray(times, np.float64)
        self._frames = np.asarray(frames)
        if self._frames.shape != (len(self._times), BODIES, 7) or not len(self._times):
            raise ValueError(
                f"frames have the shape [{len(self._times)} or more, {BODIES}, 7], one for each time, not "
                f"{list(self._frames.shape)}"
            )
        self.start, self.end = float(self._times[0]), float(self._times[-1])
        self._changes: list[float] = []
        self._tables: list[Floats] = []
        supplies = Supplies(model)
        for event in events:
            supplies.follow(event)
            if event["event"] in ("game_start", "take", "refused", "settled"):
                self._changes.append(event["time"])
                self._tables.append(supplies.poses())

    def poses(self, time: float) -> Floats:
        """Poses of all bodies in the last frame at or before a time [s], shape [body, 7].

        What a player still has to load lies on the table. Before the first frame the first one is given.
        """
        frame = max(0, int(np.searchsorted(self._times, time + 1e-6, side="right")) - 1)
        poses = np.array(self._frames[frame], np.float64)
        # A frame shows what has happened before it; a piece taken at its time is not in the world yet.
        table = bisect.bisect_right(self._changes, float(self._times[frame]) + 1e-6) - 1
        if table >= 0:
            absent = np.isnan(poses[:, 0])
            poses[absent] = self._tables[table][absent]
        return poses

    def heel(self, time: float) -> float:
        """Angle between the mast and the vertical at a time [rad]."""
        return heel(self.poses(time))


def moments(begin: float, end: float, rate: float) -> Sequence[float]:
    """Times from `begin` to `end` [s], both included where they fit, `rate` a second."""
    return [begin + k / rate for k in range(int(np.floor((end - begin) * rate + 1e-6)) + 1)]
