"""A recorded game as something to look at: poses for any moment, and what happened up to then."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riffraff.model import BODIES, Model
from riffraff.window.tape import Tape


class Film(Tape):
    """A tape that is whole from the start.

    Args:
        model: of the ship and its cargo.
        times: of the frames, ascending [s], shape [frame].
        frames: poses of all bodies, shape [frame, `riffraff.model.BODIES`, 7], NaN where a piece is absent.
        events: entries of the log in order, each with ``event`` and ``time``; without them the supplies of
            the players are not shown.

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
        super().__init__(model)
        count = np.size(np.asarray(times))
        if not count or np.shape(frames) != (count, BODIES, 7):
            raise ValueError(
                f"frames have the shape [{count} or more, {BODIES}, 7], one for each time, not "
                f"{list(np.shape(frames))}"
            )
        self.append(times, frames)
        for event in events:
            self.follow(event)


def moments(begin: float, end: float, rate: float) -> Sequence[float]:
    """Times from `begin` to `end` [s], both included where they fit, `rate` a second."""
    return [begin + k / rate for k in range(int(np.floor((end - begin) * rate + 1e-6)) + 1)]
