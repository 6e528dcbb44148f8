"""What the window has seen of a game: frames that go on growing, and the poses at any moment of them."""

import bisect
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from riffraff.model import BODIES, FIRST_PIECE_BODY, SHIP_LINKS, Model, heel, piece_shape
from riffraff.window.meshes import Floats
from riffraff.window.supplies import Supplies

READINGS: Final = 6
"""Columns of what is measured in a frame: heel, roll and pitch [rad], kinetic energy [J], number of contacts,
and wall time of the physics [s]; NaN where it is not known."""

_BLOCK: Final = 1024  # frames that are stored together
_INSTANT: Final = 1e-6  # s
_TABLE_EVENTS: Final = frozenset({"game_start", "take", "refused", "settled"})
"""Entries of the log that change what lies on the table."""


class Tape:
    """Frames with their times, and the entries of the log between them. It grows; nothing in it changes.

    Args:
        model: of the ship and its cargo.

    Attributes:
        model: as given.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._count = 0
        self._times: Floats = np.zeros(_BLOCK)
        self._readings: npt.NDArray[np.float32] = np.zeros((_BLOCK, READINGS), np.float32)
        self._measured: npt.NDArray[np.bool_] = np.zeros(_BLOCK, np.bool_)
        self._blocks: list[npt.NDArray[np.float32]] = []
        self._changes: list[float] = []
        self._tables: list[Floats] = []
        self._supplies = Supplies(model)

    def __len__(self) -> int:
        """Number of frames."""
        return self._count

    @property
    def start(self) -> float:
        """Time of the first frame [s], 0 if there is none."""
        return float(self._times[0]) if self._count else 0.0

    @property
    def end(self) -> float:
        """Time of the last frame [s], 0 if there is none."""
        return float(self._times[self._count - 1]) if self._count else 0.0

    def append(
        self, times: npt.ArrayLike, frames: npt.ArrayLike, readings: npt.ArrayLike | None = None
    ) -> None:
        """Add frames at the end.

        Args:
            times: of the frames, ascending from the last one on [s], shape [frame].
            frames: poses of all bodies, shape [frame, `riffraff.model.BODIES`, 7], NaN where one is absent.
            readings: what was measured in them, shape [frame, `READINGS`]; by default what the poses tell.

        Raises:
            ValueError: the shapes are others, or a time is before the one in front of it.
        """
        when, poses = np.asarray(times, np.float64), np.asarray(frames, np.float32)
        if when.ndim != 1 or poses.shape != (len(when), BODIES, 7):
            raise ValueError(f"frames have the shape [{when.size}, {BODIES}, 7], not {list(poses.shape)}")
        if not len(when):
            return
        if (np.diff(when, prepend=self.end if self._count else when[0]) < -_INSTANT).any():
            raise ValueError(f"times of frames ascend, from {self.end:g} s on")
        measured = None if readings is None else np.asarray(readings, np.float32)
        if measured is not None and measured.shape != (len(when), READINGS):
            raise ValueError(f"readings have the shape [{len(when)}, {READINGS}], not {list(measured.shape)}")
        first, last = self._count, self._count + len(when)
        while last > len(self._times):
            self._times = np.concatenate([self._times, np.zeros_like(self._times)])
            self._readings = np.concatenate([self._readings, np.zeros_like(self._readings)])
            self._measured = np.concatenate([self._measured, np.zeros_like(self._measured)])
        self._times[first:last] = when
        if measured is not None:
            self._readings[first:last] = measured
            self._measured[first:last] = True
        done = 0
        while done < len(when):
            block, place = divmod(first + done, _BLOCK)
            if block == len(self._blocks):
                self._blocks.append(np.empty((_BLOCK, BODIES, 7), np.float32))
            fit = min(len(when) - done, _BLOCK - place)
            self._blocks[block][place : place + fit] = poses[done : done + fit]
            done += fit
        self._count = last

    def follow(self, event: Mapping[str, Any]) -> None:
        """Take in the next entry of the log: what lies on the table follows from it."""
        self._supplies.follow(event)
        if event["event"] in _TABLE_EVENTS:
            self._changes.append(float(event["time"]))
            self._tables.append(self._supplies.poses())

    def frame(self, time: float) -> int:
        """Number of the last frame at or before a time [s]; the first one if there is none."""
        return max(0, int(np.searchsorted(self._times[: self._count], time + _INSTANT, side="right")) - 1)

    def time(self, frame: int) -> float:
        """Time [s] of a frame; of the first or last one if there is none of that number."""
        return float(self._times[max(0, min(self._count - 1, frame))]) if self._count else 0.0

    def poses(self, time: float) -> Floats:
        """Poses of all bodies in the last frame at or before a time [s], shape [body, 7].

        What a player still has to load lies on the table. Before the first frame the first one is given.

        Raises:
            ValueError: there is no frame yet.
        """
        if not self._count:
            raise ValueError("there is no frame yet")
        frame = self.frame(time)
        block, place = divmod(frame, _BLOCK)
        poses = np.array(self._blocks[block][place], np.float64)
        # A frame shows what has happened before it; a piece taken at its time is not in the world yet.
        table = bisect.bisect_right(self._changes, float(self._times[frame]) + _INSTANT) - 1
        if table >= 0:
            absent = np.isnan(poses[:, 0])
            poses[absent] = self._tables[table][absent]
        return poses

    def frames(self, first: int, last: int) -> npt.NDArray[np.float32]:
        """Poses in the frames from one to before another, shape [frame, body, 7], NaN where one is absent."""
        spans = [
            self._blocks[block][max(first - block * _BLOCK, 0) : last - block * _BLOCK]
            for block in range(first // _BLOCK, -(-last // _BLOCK))
        ]
        return np.concatenate(spans) if spans else np.empty((0, BODIES, 7), np.float32)

    def _measure(self, first: int, last: int) -> None:
        """Measure those of the frames from one to before another that nobody has measured."""
        missing = np.flatnonzero(~self._measured[first:last])
        if not len(missing):
            return
        first, last = first + int(missing[0]), first + int(missing[-1]) + 1
        before = max(0, first - 1)  # a speed takes two frames
        found = measure(self.model, self._times[before:last], self.frames(before, last))
        found = found[first - before :]
        new = ~self._measured[first:last]
        self._readings[first:last][new] = found[new]
        self._measured[first:last] = True

    def speed(self, body: int, time: float) -> float | None:
        """Speed of a body at a time [m/s], from the frame before; None where it is in neither."""
        frame = self.frame(time)
        if frame == 0 or frame >= self._count:
            return None
        before, after = self.frames(frame - 1, frame + 1)[:, body, :3].astype(float)
        step = self._times[frame] - self._times[frame - 1]
        way = float(np.linalg.norm(after - before))
        return way / float(step) if step > 0.0 and np.isfinite(way) else None

    def heel(self, time: float) -> float:
        """Angle between the mast and the vertical at a time [rad]."""
        return heel(self.poses(time))

    def readings(self, begin: float, end: float, most: int) -> tuple[Floats, Floats]:
        """What was measured from one time to another [s], thinned out to at most about `most` frames.

        Returns:
            Times [frame] in s and readings [frame, `READINGS`].
        """
        first = int(np.searchsorted(self._times[: self._count], begin - _INSTANT))
        last = int(np.searchsorted(self._times[: self._count], end + _INSTANT, side="right"))
        step = max(1, -(-(last - first) // most))
        # Always the same frames, however far the game has come: else a thinned line flickers.
        first = -(-first // step) * step
        self._measure(first, last)
        return self._times[first:last:step].copy(), self._readings[first:last:step].astype(np.float64)


def measure(model: Model, times: Floats, frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """What frames tell by themselves, shape [frame, `READINGS`]: no contacts, and no wall time.

    The kinetic energy follows from the way of each body since the frame before; it is unknown in the first.
    """
    readings = np.full((len(times), READINGS), np.nan, np.float32)
    hull = Rotation.from_quat(frames[:, 0, 3:].astype(float))
    readings[:, 0] = np.arccos(np.clip(hull.apply([0.0, 0.0, 1.0])[:, 2], -1.0, 1.0))
    readings[:, 1:3] = hull.as_euler("xyz")[:, :2]
    steps = np.diff(times)
    there = np.isfinite(frames[:, :, 0])
    rows, bodies = np.nonzero(there[1:] & there[:-1] & (steps > 0.0)[:, None])
    if not len(rows):
        return readings
    inertials = [model.ship.link(link).inertial for link in SHIP_LINKS]
    inertials += [model.cargo[piece_shape(piece)].inertial for piece in range(BODIES - FIRST_PIECE_BODY)]
    masses = np.array([inertial.mass for inertial in inertials])[bodies]
    centres = np.array([inertial.centre for inertial in inertials])[bodies]
    moments = np.array([inertial.moments for inertial in inertials])[bodies]
    before, after = frames[rows, bodies].astype(float), frames[rows + 1, bodies].astype(float)
    old, new = Rotation.from_quat(before[:, 3:]), Rotation.from_quat(after[:, 3:])
    seconds = steps[rows, None]
    speed = (after[:, :3] + new.apply(centres) - before[:, :3] - old.apply(centres)) / seconds
    spin = new.inv().apply((new * old.inv()).as_rotvec()) / seconds
    energy = 0.5 * (masses * (speed**2).sum(axis=1) + (moments * spin**2).sum(axis=1))
    readings[1:, 3] = np.bincount(rows, energy, len(steps))
    return readings
