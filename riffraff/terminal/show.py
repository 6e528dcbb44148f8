"""Ways to show a game while it is played: JSON lines, plain lines, a live view."""

import math
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import IO, TYPE_CHECKING, Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from riffraff.terminal.board import Board
from riffraff.terminal.view import LEAST_SIZE, View
from riffraff.terminal.words import Narrator

if TYPE_CHECKING:
    from riffraff.game import Entry
    from riffraff.physics import World

_PERIOD = 0.1  # s between two pictures of the live view
_REMEMBERED = 200  # lines that the tallest terminal may show


class Show(Protocol):
    """Shows a game; a context manager around all of it."""

    def __enter__(self) -> "Show": ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def entry(self, entry: "Entry") -> None:
        """Show the next entry of the log."""

    def watch(self, world: "World") -> None:
        """Show the world after a frame."""


class JsonLines:
    """Writes the log as it is, a line of JSON for each entry."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output

    def __enter__(self) -> "JsonLines":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is kept back."""

    def entry(self, entry: "Entry") -> None:
        """Write the entry."""
        self._output.write(f"{entry.json()}\n")
        self._output.flush()

    def watch(self, world: "World") -> None:
        """The log has no frames."""


class PlainLines:
    """Writes the game in words, line by line."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._narrator = Narrator()

    def __enter__(self) -> "PlainLines":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is kept back."""

    def entry(self, entry: "Entry") -> None:
        """Write what there is to tell now."""
        lines = self._narrator.tell(entry)
        if lines:
            self._output.write("".join(f"{line}\n" for line in lines))
            self._output.flush()

    def watch(self, world: "World") -> None:
        """Words are for events, not for frames."""


class LiveView:
    """Draws the game over and over on a terminal's other screen; leaves the last picture on the first one.

    Args:
        console: the terminal.
        limit: the largest heel of the ship [rad].
        clock: the wall clock [s], which decides when the next picture is due.
    """

    def __init__(
        self, console: Console, *, limit: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._console, self._clock = console, clock
        self._limit = math.degrees(limit)
        self._board, self._narrator = Board(), Narrator()
        self._events: deque[str] = deque(maxlen=_REMEMBERED)
        self._roll = self._heel = 0.0
        self._due = -math.inf
        # No thread of its own may draw: PyBullet borrows the process's standard streams now and then.
        self._live = Live(
            console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )

    def __enter__(self) -> "LiveView":
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)
        if self._board.kinds:
            self._console.print(self._view())
        if self._board.over:
            self._console.print(Text(self._events[-1]))

    def entry(self, entry: "Entry") -> None:
        """Take in the entry, and draw if it is time."""
        self._board.follow(entry)
        self._events.extend(self._narrator.tell(entry))
        self._draw()

    def watch(self, world: "World") -> None:
        """Look how the ship lies, and draw if it is time."""
        if self._clock() < self._due:
            return
        self._board.time = world.time
        self._heel = math.degrees(world.heel)
        self._roll = math.degrees(world.roll_pitch_yaw[0])
        self._draw()

    def _draw(self) -> None:
        now = self._clock()
        if now >= self._due:
            self._due = now + _PERIOD
            self._live.update(self._view(), refresh=True)

    def _view(self) -> View:
        return View(self._board, tuple(self._events), roll=self._roll, heel=self._heel, limit=self._limit)


def show_on(output: IO[str], *, json: bool, limit: float) -> Show:
    """The way to show a game that suits an output: a live view only on a terminal that is up to it.

    Args:
        output: where the game is shown.
        json: whether JSON lines are wanted.
        limit: the largest heel of the ship [rad].
    """
    if json:
        return JsonLines(output)
    console = Console(file=output, highlight=False)
    roomy = console.width >= LEAST_SIZE[0] and console.height >= LEAST_SIZE[1]
    if output.isatty() and not console.is_dumb_terminal and not console.options.ascii_only and roomy:
        return LiveView(console, limit=limit)
    return PlainLines(output)
