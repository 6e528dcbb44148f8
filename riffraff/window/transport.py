"""Which moment of the game is shown: it runs, stands still, jumps, or goes along with a live game."""

import bisect
from collections import deque
from typing import Final, Protocol

from riffraff.window.tape import Tape

SPEEDS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Simulated seconds for each second on the clock that can be chosen."""
_MEASURED: Final = 1.0  # s over which the reached factor is taken
_INSTANT: Final = 1e-6  # s


class Clock(Protocol):
    """The time of a live game, which somebody else keeps."""

    def pace(self, factor: float) -> None:
        """Let it run so many times as fast as the clock on the wall; 0 stops it."""

    def one_frame(self) -> None:
        """Let it run for one frame, when it is stopped."""


class Transport:
    """The moment that is shown.

    Args:
        tape: of the game.
        clock: of a live game; None for a recording.

    Attributes:
        time: that is shown [s].
        running: whether it goes on.
        live: whether it stays with a live game.
        wanted: simulated seconds for each second on the clock, when it runs.
        reached: what comes about of that; 0 when it stands still.
        marks: times of turns and falls, ascending [s].
    """

    def __init__(self, tape: Tape, clock: Clock | None = None) -> None:
        self.tape = tape
        self._clock = clock
        self.live = clock is not None
        self.running = True
        self.wanted = 1.0
        self.reached = 0.0
        self.time = tape.start
        self.marks: list[float] = []
        self._past: deque[tuple[float, float]] = deque()

    def advance(self, seconds: float, now: float) -> bool:
        """Let real time pass; whether another moment is shown now.

        Args:
            seconds: real time since the last call.
            now: real time.
        """
        before = self.time
        if self.live:
            self.time = self.tape.end
        elif self.running:
            self.time = min(self.tape.end, self.time + self.wanted * seconds)
            if self.time >= self.tape.end:
                self.live = self._clock is not None
                self.running = self.live
                self._order()
        if self._clock is None:
            self._measure(now)
        return self.tape.frame(before) != self.tape.frame(self.time) if len(self.tape) else False

    def _measure(self, now: float) -> None:
        self._past.append((now, self.time))
        while self._past[0][0] < now - _MEASURED and len(self._past) > 2:
            self._past.popleft()
        (then, at), (_, until) = self._past[0], self._past[-1]
        self.reached = (until - at) / (now - then) if self.running and now > then else 0.0

    def toggle(self) -> None:
        """Stop, or go on; at the end of a recording from its beginning."""
        if self.running:
            self.stop()
        else:
            self.go()

    def stop(self) -> None:
        """Stand still."""
        self.running = False
        self._order()

    def go(self) -> None:
        """Go on; at the end of a recording from its beginning."""
        if self._clock is None and self.time >= self.tape.end - _INSTANT:
            self.time = self.tape.start
        elif self._clock is not None and self.time >= self.tape.end - _INSTANT:
            self.live = True
        self.running = True
        self._past.clear()
        self._order()

    def to(self, time: float) -> None:
        """Show a moment [s] of what there is, standing still; a live game stops meanwhile."""
        self.time = max(self.tape.start, min(self.tape.end, time))
        self.live = False
        self.stop()
        self._past.clear()

    def to_live(self) -> None:
        """Back to a live game, and let it go on; in a recording to its end."""
        if self._clock is None:
            self.to(self.tape.end)
            return
        self.live = self.running = True
        self.time = self.tape.end
        self._order()

    def step(self, frames: int) -> None:
        """So many frames on, or back; at the end of a live game this makes one."""
        if self._clock is not None and frames > 0 and self.time >= self.tape.end - _INSTANT:
            self.live, self.running = True, False
            self._order()
            self._clock.one_frame()
            return
        self.to(self.tape.time(self.tape.frame(self.time) + frames))

    def jump(self, marks: int) -> None:
        """To the next turn or fall, or with -1 to the one before."""
        if marks > 0:
            place = bisect.bisect_right(self.marks, self.time + _INSTANT)
            self.to(self.marks[place] if place < len(self.marks) else self.tape.end)
        else:
            place = bisect.bisect_left(self.marks, self.time - _INSTANT) - 1
            self.to(self.marks[place] if place >= 0 else self.tape.start)

    def faster(self, steps: int) -> None:
        """The next speed of `SPEEDS`, or with -1 the one before."""
        place = min(range(len(SPEEDS)), key=lambda number: abs(SPEEDS[number] - self.wanted)) + steps
        self.at_speed(SPEEDS[max(0, min(len(SPEEDS) - 1, place))])

    def at_speed(self, factor: float) -> None:
        """So many simulated seconds for each second on the clock."""
        self.wanted = factor
        self._past.clear()
        self._order()

    def _order(self) -> None:
        """Tell a live game's clock: it runs only while it is looked at."""
        if self._clock is not None:
            self._clock.pace(self.wanted if self.running and self.live else 0.0)
