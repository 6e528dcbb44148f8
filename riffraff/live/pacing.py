"""True time: when the next frame is due, and how fast time really runs."""

from typing import Final

_LATE: Final = 0.1  # s behind: what a slow machine has missed so far is not caught up with
_WINDOW: Final = 0.5  # s of wall time over which the reached factor is measured


class Clock:
    """Tells when frames are due. It does not wait, and is told what time it is.

    Args:
        factor: simulated seconds for each second on the wall to begin with; 0 is a pause.
        tumbling: factor on that while cargo tumbles.
        now: wall time [s].

    Attributes:
        factor, tumbling: as given; may be changed at any time.
    """

    def __init__(self, factor: float, tumbling: float, now: float) -> None:
        self.factor, self.tumbling = factor, tumbling
        self._due = now
        self._since, self._simulated = now, 0.0
        self._reached = factor

    def due(self, seconds: float, now: float, *, falling: bool) -> float:
        """When a frame that lasts so long, and is ready now, shall be over by the wall [s]."""
        pace = self.factor * (self.tumbling if falling else 1.0)
        if pace > 0:
            self._due = max(self._due, now - _LATE) + seconds / pace
        self._simulated += seconds
        return self._due

    def hold(self, now: float) -> None:
        """Time stood still up to now: that is not to be caught up with, nor counts for what was reached."""
        self._due = now
        self._since, self._simulated = now, 0.0

    def reached(self, now: float) -> float | None:
        """The factor reached, once in a while; None in between."""
        passed = now - self._since
        if passed < _WINDOW:
            return None
        self._reached = self._simulated / passed
        self._since, self._simulated = now, 0.0
        return self._reached
