"""How the state of a fleet lies in memory: arrays over one block, which processes may share."""

import math
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riffraff.model import Pose
from riffraff.physics import BODIES, PIECES, Change, Motion

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Events = npt.NDArray[np.void]

EVENT: Final = np.dtype(
    [
        ("world", np.int32),
        ("time", np.float64),
        ("piece", np.int8),
        ("change", f"U{max(len(change.value) for change in Change)}"),
    ]
)
"""An event of a fleet: world, simulated time [s], piece, and the value of its `Change`, as ``left``."""

_LAYOUT: Final[dict[str, tuple[type[np.generic], tuple[int, ...]]]] = {
    "poses": (np.float64, (BODIES, 7)),
    "velocities": (np.float64, (BODIES, 6)),
    "heel": (np.float64, ()),
    "time": (np.float64, ()),
    "status": (np.int8, (PIECES,)),
    "aboard": (np.bool_, (PIECES,)),
    "rest": (np.bool_, ()),
}
"""Type and shape of a world's part of each array; the types that need alignment come first."""


@dataclass(frozen=True)
class Arrays:
    """The state of all worlds of a fleet, as views of one block of memory.

    They are those of `Fleet`, which says what they hold.
    """

    poses: Floats
    velocities: Floats
    heel: Floats
    time: Floats
    status: npt.NDArray[np.int8]
    aboard: Bools
    rest: Bools

    @classmethod
    def over(cls, block: Any, worlds: int, *, writeable: bool) -> "Arrays":
        """Lay the arrays over a block, a buffer of at least `size` bytes."""
        views: dict[str, Any] = {}
        offset = 0
        for field in fields(cls):
            kind, shape = _LAYOUT[field.name]
            view: npt.NDArray[Any] = np.ndarray((worlds, *shape), kind, block, offset)
            view.flags.writeable = writeable
            views[field.name] = view
            offset += view.nbytes
        return cls(**views)


def size(worlds: int) -> int:
    """Bytes that the arrays of so many worlds take."""
    return worlds * sum(math.prod(shape) * np.dtype(kind).itemsize for kind, shape in _LAYOUT.values())


def motion(row: Floats) -> Motion:
    """A motion from its thirteen numbers: position, orientation, velocity, spin."""
    x, y, z, i, j, k, w, u, v, t, p, q, r = row.tolist()
    return Motion(Pose((x, y, z), (i, j, k, w)), (u, v, t), (p, q, r))
