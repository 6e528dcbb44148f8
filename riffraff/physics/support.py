"""When contacts need not be looked at: what loses its support gathers speed.

Asking Bullet for its contacts is the dearest question of a frame, and nearly every frame answers it as the
last one did. A piece that nothing carries falls freely: already the first step without support leaves it
lower than its motion so far would have, by gravity times the square of the step (0.17 mm at 240 Hz). Cargo on
a swaying ship changes its speed far less. So while no height departs by more than a fraction of that from
where the two frames before lead, all that was carried still is. Only what may touch the ground, which carries
too, has to be looked at in any case.
"""

import numpy as np
import numpy.typing as npt

from riffraff.model import FIRST_PIECE_BODY, Model, outline, piece_shape
from riffraff.params import Parameters
from riffraff.physics.falls import Bools

Array = npt.NDArray[np.float64]

# Share of the fall in the first step without support that goes unnoticed: below a half, so that a ship which
# lifts its cargo by just as much cannot hide it.
_SHARE = 0.3

_SKIN = 0.002
"""Distance [m] from the ground within which a piece may touch it: twice that at which Bullet begins to."""


class SupportWatch:
    """Follows the heights of frame after frame and tells in which of them support may have been lost.

    Args:
        parameters: the physical constants.
        model: of ship and cargo.
        ground: height above which there is nothing but ship and cargo [m].
    """

    def __init__(self, parameters: Parameters, model: Model, ground: float) -> None:
        world = parameters.world
        self._unnoticed = _SHARE * world.gravity * world.time_step**2
        self._clear = {
            shape: ground
            + _SKIN
            + max(float(np.linalg.norm(outline(part), axis=1).max()) for part in cargo.parts)
            for shape, cargo in model.cargo.items()
        }
        self._least: Array = np.empty(0)
        self._before: Array | None = None

    def forget(self) -> None:
        """Start anew: something was put, taken or moved by hand."""
        self._before = None

    def note(self, bodies: npt.NDArray[np.int64], aboard: Bools) -> None:
        """Remember what is aboard now that contacts are looked at.

        Args:
            bodies: those whose heights will be told, in this order.
            aboard: which pieces count as aboard, shape [piece].
        """
        pieces = (bodies - FIRST_PIECE_BODY).tolist()
        self._least = np.array(
            [self._clear[piece_shape(n)] if n >= 0 and aboard[n] else -np.inf for n in pieces]
        )

    def sure(self, heights: Array, ways: Array) -> bool:
        """Take in a frame, and tell whether all that was carried when last noted certainly still is.

        Args:
            heights: of the bodies [m], shape [n].
            ways: by how much they are higher than in the frame before [m], shape [n].
        """
        before, self._before = self._before, ways
        if before is None or not np.abs(ways - before).max() <= self._unnoticed:
            return False
        return bool((heights > self._least).all())
