"""When everything has come to rest.

A single look at the speeds says little: a swinging ship stands still at its turning points, and a pile at
rest still trembles in the solver. So rest is judged over a window: nothing was, at any frame of it, farther
from where it is now than the rest speed would have taken it.
"""

import numpy as np
import numpy.typing as npt


class RestWatch:
    """Keeps the poses of the last frames and tells whether all of a set of bodies lie still.

    Args:
        bodies: number of bodies in a frame.
        frames: length of the window, in frames.
        travel: farthest a body may have been from its present place [m].
        turn: largest angle a body may have been from its present orientation [rad].
    """

    def __init__(self, bodies: int, frames: int, *, travel: float, turn: float) -> None:
        self._window = np.full((frames, bodies, 7), np.nan)
        self._travel = travel
        self._cosine = np.cos(turn / 2)
        self._seen = 0

    def forget(self) -> None:
        """Start the window anew: something was put, taken or moved by hand."""
        self._seen = 0

    def push(self, poses: npt.NDArray[np.float64]) -> None:
        """Take in a frame's poses, shape [body, 7]."""
        self._window[self._seen % len(self._window)] = poses
        self._seen += 1

    def at_rest(self, bodies: npt.NDArray[np.bool_]) -> bool:
        """Whether the marked bodies, shape [body], lay still for the whole window."""
        if self._seen < len(self._window):
            return False
        now = self._window[(self._seen - 1) % len(self._window), bodies]
        then = self._window[:, bodies]
        if (np.abs(then[..., :3] - now[:, :3]) > self._travel).any():
            return False
        # The sign of a quaternion means nothing; the angle between two is twice the arc of their dot product.
        cosine = np.abs(np.einsum("fbi,bi->fb", then[..., 3:], now[:, 3:]))
        return bool((cosine >= self._cosine).all())
