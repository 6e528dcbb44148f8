"""When everything has come to rest.

A single look at the speeds says little: a swinging ship stands still at its turning points, and a pile at
rest still trembles in the solver. So rest is judged over time: a body lies still while it stays near the
place where it was first seen, and begins anew when it has got farther from there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# Sums over a pose: of the parts of a position, and of those of a quaternion.
_SUMS = np.array([[1.0] * 3 + [0.0] * 4, [0.0] * 3 + [1.0] * 4])


@dataclass(frozen=True)
class Stillness:
    """What it takes for a body to be still.

    Attributes:
        frames: frames that it must stay, the first one included.
        travel: farthest it may get from its place meanwhile [m].
        turn: largest angle it may turn away from its orientation meanwhile [rad].
    """

    frames: int
    travel: float
    turn: float


class RestWatch:
    """Follows the poses of frame after frame and tells whether all of a set of bodies lie still.

    Args:
        bodies: number of bodies in a frame.
        kinds: of stillness, all watched alike.
    """

    def __init__(self, bodies: int, *kinds: Stillness) -> None:
        self._needed = [kind.frames for kind in kinds]
        self._frames = 0
        self._places: Array = np.full((len(kinds), bodies, 7), np.nan)
        self._since = np.ones((len(kinds), bodies), np.int64)  # the frame in which a body came there
        # The chord between two unit quaternions tells half the angle between them.
        self._limits = np.array([((kind.travel**2,), (2 - 2 * np.cos(kind.turn / 2),)) for kind in kinds])
        # Where the intermediate results of a frame are written.
        self._away = np.empty_like(self._places)
        self._squares = np.empty((len(kinds), 2, bodies))
        self._opposite = np.empty((len(kinds), bodies))

    def forget(self) -> None:
        """Start anew: something was put, taken or moved by hand."""
        self._places.fill(np.nan)
        self._since.fill(self._frames + 1)

    def push(self, poses: Array) -> None:
        """Take in a frame's poses, shape [body, 7]."""
        self._frames += 1
        away = np.subtract(poses, self._places, out=self._away)
        np.multiply(away, away, out=away)
        squares = np.matmul(_SUMS, away.swapaxes(1, 2), out=self._squares)
        # The sign of a quaternion means nothing; the squares of the chords to it and to its opposite make 4.
        turned = squares[:, 1]
        np.minimum(turned, np.subtract(4.0, turned, out=self._opposite), out=turned)
        # A body that is absent, or seen for the first time, has NaN here and counts as moved.
        near = squares <= self._limits
        moved = ~(near[:, 0] & near[:, 1])
        np.copyto(self._since, self._frames, where=moved)
        np.copyto(self._places, poses, where=moved[..., None])

    def at_rest(self, bodies: npt.NDArray[np.bool_] | int, kind: int = 0) -> bool:
        """Whether the marked bodies, shape [body], or the one of that number, lay still for long enough."""
        return self.stayed(bodies, kind) >= self._needed[kind]

    def stayed(self, bodies: npt.NDArray[np.bool_] | int, kind: int = 0) -> int:
        """Frames for which all of the bodies, as of `at_rest`, have been at their places."""
        since = self._since[kind, bodies]
        return self._frames + 1 - int(since if isinstance(bodies, int) else since.max())

    def stays(self, kind: int = 0) -> npt.NDArray[np.int64]:
        """Frames for which each body has been at its place, shape [body]."""
        stays: npt.NDArray[np.int64] = self._frames + 1 - self._since[kind]
        return stays
