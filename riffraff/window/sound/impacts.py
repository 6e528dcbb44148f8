"""What knocks: pieces whose velocity changes, from frame to frame, as nothing but a knock changes it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from riffraff.model import FIRST_PIECE_BODY
from riffraff.window.meshes import Floats
from riffraff.window.tape import Tape

FAINTEST: Final = 0.04
"""Change of velocity [m/s] from which a knock is heard: a fall of less than a tenth of a millimetre."""
_SAME: Final = 0.05
"""Time [s] within which what follows a knock of a piece is the same knock, unless it is a stronger one."""
_GAP: Final = 0.1
"""Time between frames [s] above which they tell no velocity."""
_MOST: Final = 60
"""Frames at once above which time has jumped."""


@dataclass(frozen=True)
class Knock:
    """A piece that hit something, or was hit.

    Attributes:
        piece: its number.
        time: of the frame in which its velocity had changed [s].
        change: of its velocity, without what gravity does [m/s].
    """

    piece: int
    time: float
    change: float


def changes(times: Floats, centres: Floats, gravity: float) -> Floats:
    """How much the velocities of bodies changed by knocks.

    What lies keeps its velocity, and what falls gains as much as gravity gives: the smaller one of both
    differences counts.

    Args:
        times: of frames, ascending [s], shape [frame].
        centres: of the bodies' masses in them [m], shape [frame, body, 3].
        gravity: [m/s2].

    Returns:
        Changes [m/s] in all frames but the first two, shape [frame - 2, body]; 0 where it is unknown.
    """
    if len(times) < 3:
        return np.zeros((0, centres.shape[1]))
    steps = np.diff(times)[:, None]
    known = (steps > 0.0) & (steps < _GAP)
    velocities = np.diff(centres, axis=0) / np.where(known, steps, np.nan)[:, :, None]
    found = np.diff(velocities, axis=0)
    falling = found.copy()
    falling[:, :, 2] += gravity * (steps[1:] + steps[:-1]) / 2.0
    smaller = np.minimum(np.linalg.norm(found, axis=2), np.linalg.norm(falling, axis=2))
    return np.asarray(np.nan_to_num(smaller))


class Ears:
    """Listens to a game as it is shown: frame after frame, and deaf while time jumps or runs backward."""

    def __init__(self) -> None:
        self._tape: Tape | None = None
        self._heard = 0
        self._last: dict[int, Knock] = {}

    def skip(self, tape: Tape, time: float) -> None:
        """Hear nothing up to a time [s]."""
        self._last.clear()
        self._tape, self._heard = tape, tape.frame(time)

    def listen(self, tape: Tape, time: float) -> list[Knock]:
        """What knocked in the frames since the last call.

        Args:
            tape: of the game.
            time: up to which it is shown [s].
        """
        frame = tape.frame(time)
        if tape is not self._tape or not 0 <= frame - self._heard <= _MOST:
            self.skip(tape, time)
            return []
        if frame == self._heard:
            return []
        first, last = max(0, self._heard - 1), frame + 1
        self._heard = frame
        times = np.array([tape.time(number) for number in range(first, last)])
        centres = tape.frames(first, last)[:, FIRST_PIECE_BODY:, :3].astype(float)
        found = changes(times, centres, tape.model.parameters.world.gravity)
        knocks = []
        for row, piece in np.argwhere(found > FAINTEST).tolist():
            knock = Knock(piece, float(times[row + 2]), float(found[row, piece]))
            before = self._last.get(piece)
            if before is None or knock.time > before.time + _SAME or knock.change > 1.5 * before.change:
                knocks.append(knock)
                self._last[piece] = knock
        return knocks
