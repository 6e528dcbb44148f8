"""How far a study has come: a bar on a terminal, and the result in a line."""

from types import TracebackType
from typing import IO, TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from riffraff.terminal.streams import say

if TYPE_CHECKING:
    from riffraff.studies import Progress as StudyProgress


class BatchBar:
    """A bar with rate, time left and running fall rate; nothing at all where nobody looks.

    Args:
        output: where it is drawn, if that is a terminal.
    """

    def __init__(self, output: IO[str] | None) -> None:
        shown = output is not None and output.isatty()
        self._bar = Progress(
            TextColumn("{task.fields[games]}"),
            BarColumn(bar_width=None),
            TextColumn("{task.fields[about]}"),
            console=Console(file=output),
            transient=True,
            disable=not shown,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
            expand=True,
        )
        self._task = self._bar.add_task("", total=None, games="", about="starting the workers")
        self._last: StudyProgress | None = None

    def __enter__(self) -> "BatchBar":
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show(self, progress: "StudyProgress") -> None:
        """Show how far the study has come."""
        if self._last is None:
            for name in progress.damaged:
                say(f"riffraff: shard {name} was damaged; its games are played again")
        self._last = progress
        self._bar.update(
            self._task,
            total=progress.total,
            completed=progress.count.games,
            games=f"{progress.count.games}/{progress.total} games",
            about=about(progress),
            refresh=True,
        )

    @property
    def finished(self) -> str:
        """How many games are finished."""
        if self._last is None:
            return "nothing was played"
        return f"{self._last.count.games} of {self._last.total} games are finished and kept"


def about(progress: "StudyProgress") -> str:
    """Rate, time left, and how much of the cargo comes down so far."""
    played = progress.count.games - progress.before
    parts = []
    if played:
        rate = played / progress.seconds
        parts += [_rate(rate), f"{duration((progress.total - progress.count.games) / rate)} left"]
    if progress.count.loaded:
        parts.append(f"{progress.count.lost / progress.count.loaded:.0%} of the cargo comes down")
    if progress.count.failed:
        parts.append(f"{progress.count.failed} failed")
    return ", ".join(parts) or "the first games are being played"


def batch_result(progress: "StudyProgress") -> str:
    """What a run came to, in a line."""
    played = progress.count.games - progress.before
    if not played:
        return f"all {progress.total} games were finished already"
    before = f", after {progress.before} before" if progress.before else ""
    rate = _rate(played / progress.seconds)
    return f"{played} games in {duration(progress.seconds)}{before}, {rate}"


def _rate(rate: float) -> str:
    return f"{rate:.2f} games/s" if rate >= 1 else f"{60 * rate:.2f} games/min"


def duration(seconds: float) -> str:
    """A time for a person: ``4 s``, ``3:05 min``, ``12:03 h``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"
