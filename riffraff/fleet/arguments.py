"""What may be asked of a fleet: arguments are looked over before anything is sent to a worker."""

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riffraff.fleet.layout import Bools, Floats, motion
from riffraff.fleet.outcomes import Candidate
from riffraff.fleet.worlds import JointCounts
from riffraff.physics import PIECES, Snapshot

Integers = npt.NDArray[np.int64]


def whole(name: str, value: object, least: int) -> int:
    """A whole number of at least `least`."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]  # what it cannot take, it refuses
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None
    if number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}")
    return number


def positive(name: str, unit: str, value: float) -> float:
    """A finite number above zero."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number of {unit}, not {value!r}") from None
    if not 0 < number < math.inf:
        raise ValueError(f"{name} must be finite and above 0 {unit}, not {number:g}")
    return number


def time_limit(value: float | None) -> float | None:
    """A limit of time [s], or None for the default one."""
    return None if value is None else positive("limit", "s", value)


def a_world(name: str, value: object, worlds: int) -> int:
    """The number of a world."""
    number = whole(name, value, 0)
    if number >= worlds:
        raise ValueError(f"{name}: there is no world {number}; worlds are 0 to {worlds - 1}")
    return number


def chosen(mask: npt.ArrayLike | None, worlds: int) -> Integers:
    """Numbers of the worlds that a mask, shape [world], marks; all of them without one."""
    if mask is None:
        return np.arange(worlds)
    marks = np.asarray(mask)
    if marks.dtype != np.bool_ or marks.shape != (worlds,):
        raise ValueError(
            f"mask must be one bool for each of the {worlds} worlds, not {marks.dtype} of shape {marks.shape}"
        )
    return np.flatnonzero(marks)


class Rows:
    """Looks over arrays that have a row for each world, or for each candidate.

    Args:
        kind: what a row is for: ``world`` or ``candidate``.
        count: number of rows.
        needed: numbers of the rows that are looked at and handed on.
    """

    def __init__(self, kind: str, count: int, needed: Integers) -> None:
        self._kind, self._count, self._needed = kind, count, needed

    def _rows(self, name: str, values: npt.ArrayLike, width: tuple[int, ...]) -> npt.NDArray[Any]:
        """The needed rows of an array that has all rows, or of one row that serves for all."""
        array = _array(name, values)
        full = (self._count, *width)
        if array.shape not in (full, width):
            shape = ", ".join(map(str, (self._kind, *width)))
            raise ValueError(
                f"{name} must have shape [{shape}], here {list(full)}, or {list(width)} for all alike, "
                f"not {list(array.shape)}"
            )
        return np.broadcast_to(array, full)[self._needed]

    def _refuse(self, bad: Bools, message: str, rows: npt.NDArray[Any]) -> None:
        """Raise an error about the first of the needed rows that is bad."""
        if bad.any():
            first = int(np.flatnonzero(bad)[0])
            raise ValueError(f"{self._kind} {self._needed[first]}: {message}, not {rows[first].tolist()}")

    def numbers(self, name: str, values: npt.ArrayLike, low: int, high: int) -> Integers:
        """Whole numbers from `low` to `high`, shape [needed]."""
        rows = self._rows(name, values, ())
        if not np.issubdtype(rows.dtype, np.integer):
            raise ValueError(f"{name} must be whole numbers, not {rows.dtype}")
        self._refuse((rows < low) | (rows > high), f"there are {name} {low} to {high}", rows)
        return rows.astype(np.int64)

    def floats(self, name: str, values: npt.ArrayLike, width: int) -> Floats:
        """Finite numbers, shape [needed, width]."""
        rows = self._rows(name, values, (width,))
        if not (np.issubdtype(rows.dtype, np.floating) or np.issubdtype(rows.dtype, np.integer)):
            raise ValueError(f"{name} must be numbers, not {rows.dtype}")
        rows = rows.astype(np.float64)
        self._refuse(~np.isfinite(rows).all(axis=1), f"{name} must be finite", rows)
        return rows

    def motions(self, poses: npt.ArrayLike, velocities: npt.ArrayLike | None) -> Floats:
        """Poses and velocities, shape [needed, 13]."""
        rows = self.floats("poses", poses, 7)
        lengths = np.linalg.norm(rows[:, 3:], axis=1)
        self._refuse(np.abs(lengths - 1) > 1e-6, "the orientation of a pose must be a unit quaternion", rows)
        if velocities is None:
            return np.concatenate([rows, np.zeros((len(rows), 6))], axis=1)
        return np.concatenate([rows, self.floats("velocities", velocities, 6)], axis=1)

    def snapshots(self, values: Snapshot | Sequence[Snapshot], joints: JointCounts) -> list[Snapshot]:
        """Snapshots of ships with such joints, one for each needed row."""
        if isinstance(values, Snapshot):
            found = [values] * len(self._needed)
        else:
            if len(values) != self._count:
                raise ValueError(
                    f"there must be one snapshot, or one for each {self._kind}, here {self._count}, "
                    f"not {len(values)}"
                )
            found = [values[number] for number in self._needed]
        for number, snapshot in zip(self._needed, found, strict=True):
            if not isinstance(snapshot, Snapshot):
                raise ValueError(f"{self._kind} {number}: needs a Snapshot, not {snapshot!r}")
            if tuple((len(position), len(velocity)) for position, velocity in snapshot.joints) != joints:
                raise ValueError(
                    f"{self._kind} {number}: its snapshot is not one of a ship with these joints"
                )
            if not all(math.isfinite(x) for joint in snapshot.joints for part in joint for x in part):
                raise ValueError(f"{self._kind} {number}: its snapshot has a joint that is not finite")
            strange = [piece for piece in snapshot.pieces if not 0 <= piece < PIECES]
            if strange:
                raise ValueError(
                    f"{self._kind} {number}: its snapshot has a piece {strange[0]}; there are pieces 0 to "
                    f"{PIECES - 1}"
                )
        return found


def candidates(
    start: Snapshot | Sequence[Snapshot],
    pieces: npt.ArrayLike,
    poses: npt.ArrayLike,
    velocities: npt.ArrayLike | None,
    joints: JointCounts,
) -> list[Candidate]:
    """Candidates from arrays with a row for each, or one row for all; see `Fleet.outcomes`."""
    if isinstance(start, Snapshot):
        ranks = [("pieces", pieces, 0), ("poses", poses, 1)]
        if velocities is not None:
            ranks.append(("velocities", velocities, 1))
        arrays = [(_array(name, values), rank) for name, values, rank in ranks]
        count = next((len(array) for array, rank in arrays if array.ndim > rank), 1)
    elif isinstance(start, Sequence):
        count = len(start)
    else:
        raise ValueError(f"start must be a Snapshot or a sequence of them, not {start!r}")
    rows = Rows("candidate", count, np.arange(count))
    starts = rows.snapshots(start, joints)
    numbers = rows.numbers("pieces", pieces, 0, PIECES - 1).tolist()
    found = [
        Candidate(state, piece, motion(row))
        for state, piece, row in zip(starts, numbers, rows.motions(poses, velocities), strict=True)
    ]
    for number, candidate in enumerate(found):
        if candidate.piece in candidate.start.pieces:
            raise ValueError(f"candidate {number}: piece {candidate.piece} is aboard at the start")
    return found


def _array(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be an array of numbers; its rows differ in length") from None
