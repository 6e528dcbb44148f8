"""When everything has come to rest.

A single look at the speeds says little: a swinging ship stands still at its turning points, and a pile at
rest still trembles in the solver. So rest is judged over time: a body lies still while it stays near the
place where it was first seen, and begins anew when it has got farther from there.
"""

import numpy as np
import numpy.typing as npt


class RestWatch:
    """Follows the poses of frame after frame and tells whether all of a set of bodies lie still.

    Args:
        bodies: number of bodies in a frame.
        frames: frames that a body must stay, the first one included, to be at rest.
        travel: farthest it may get from its place meanwhile [m].
        turn: largest angle it may turn away from its orientation meanwhile [rad].
    """

    def __init__(self, bodies: int, frames: int, *, travel: float, turn: float) -> None:
        self._places = np.full((bodies, 7), np.nan)
        self._stayed = np.zeros(bodies, np.int64)  # frames since a body is at its place
        self._frames = frames
        self._travel2 = travel**2
        self._cosine = np.cos(turn / 2)

    def forget(self) -> None:
        """Start anew: something was put, taken or moved by hand."""
        self._places.fill(np.nan)
        self._stayed.fill(0)

    def push(self, poses: npt.NDArray[np.float64]) -> None:
        """Take in a frame's poses, shape [body, 7]."""
        away = poses[:, :3] - self._places[:, :3]
        # The sign of a quaternion means nothing; the angle between two is twice the arc of their dot product.
        cosine = np.abs(np.einsum("bi,bi->b", poses[:, 3:], self._places[:, 3:]))
        # A body that is absent, or seen for the first time, has NaN here and counts as moved.
        stays = (np.einsum("bi,bi->b", away, away) <= self._travel2) & (cosine >= self._cosine)
        self._stayed += 1
        self._stayed[~stays] = 1
        np.copyto(self._places, poses, where=~stays[:, None])

    def at_rest(self, bodies: npt.NDArray[np.bool_]) -> bool:
        """Whether the marked bodies, shape [body], have lain still for long enough."""
        return self.stayed(bodies) >= self._frames

    def stayed(self, bodies: npt.NDArray[np.bool_]) -> int:
        """Frames for which all of the marked bodies, shape [body], have been at their places."""
        return int(self._stayed[bodies].min())
