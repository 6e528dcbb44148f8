"""Filming a recorded game: its words on its pictures, one after the other, and how far that is."""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from riffraff.game.log import Entry
from riffraff.game.recording import Recording
from riffraff.rules import Area, Seat
from riffraff.terminal.board import Board
from riffraff.terminal.words import Narrator
from riffraff.window import Camera, Caption, Film, Options, Picture, Pictures, written

_NEWS: Final = 3  # lines about what has happened
_SOON: Final = 2.0  # s after which a bar shows how far it is
_INSTANT: Final = 1e-6  # s

_WORDS: Final = ((1.0, 0.45, 0.40), (0.45, 0.66, 1.0), (0.32, 0.85, 0.80), (0.82, 0.56, 1.0))
_LIGHTS: Final = ((0.95, 0.16, 0.12), (0.12, 0.40, 1.0), (0.05, 0.80, 0.72), (0.62, 0.20, 0.95))
"""Colours of the seats (R1.3): red, blue, turquoise, purple, for words on a dark panel and for lit areas."""


@dataclass(frozen=True)
class _Moment:
    """The state of a game from a time [s] on."""

    time: float
    title: str
    doing: str
    seat: Seat | None
    area: Area | None
    told: int


class Captions:
    """What is told with the picture of any moment of a recorded game.

    Args:
        recording: of the game.
    """

    def __init__(self, recording: Recording) -> None:
        self._limit = recording.facts.parameters.ship.tilt_stop
        self._moments = [_Moment(0.0, "riffraff", "", None, None, 0)]
        self._news: list[str] = []
        board, narrator = Board(), Narrator()
        for event in recording.events:
            data = {name: value for name, value in event.items() if name not in ("event", "time")}
            entry = Entry(event["event"], event["time"], data)
            board.follow(entry)
            self._news += [line.strip() for line in narrator.tell(entry)]
            title = f"Round {board.round} of at most {board.rounds}" if board.round else "riffraff"
            self._moments.append(
                _Moment(entry.time, title, board.doing, board.active, board.area, len(self._news))
            )

    def _moment(self, time: float) -> _Moment:
        return [moment for moment in self._moments if moment.time <= time + _INSTANT][-1]

    def at(self, time: float, heel: float) -> Caption:
        """The caption at a time [s], when the mast is at an angle to the vertical [rad]."""
        now = self._moment(time)
        return Caption(
            time=time,
            heel=heel,
            limit=self._limit,
            title=now.title,
            doing=now.doing,
            colour=None if now.seat is None else _WORDS[now.seat],
            news=tuple(self._news[max(0, now.told - _NEWS) : now.told]),
        )

    def lit(self, time: float) -> dict[Area, tuple[float, float, float]]:
        """The area that is being loaded at a time [s], in the colour of whose turn it is."""
        now = self._moment(time)
        return {} if now.area is None or now.seat is None else {now.area: _LIGHTS[now.seat]}


class Shots:
    """Takes pictures of a film from one place.

    Args:
        film: what is shown.
        drawing: draws it.
        camera: where it is seen from.
        options: light and backdrop.
        captions: what is written on the pictures, if anything.
    """

    def __init__(
        self,
        film: Film,
        drawing: Pictures,
        camera: Camera,
        *,
        options: Options,
        captions: Captions | None = None,
    ) -> None:
        self._film, self._drawing, self._camera = film, drawing, camera
        self._options, self._captions = options, captions

    def pictures(self, times: Iterable[float]) -> Iterator[Picture]:
        """The pictures of these moments [s]."""
        for moment in times:
            poses = self._film.poses(moment)
            if self._captions is None:
                yield self._drawing.draw(self._camera, poses, options=self._options)
                continue
            options = replace(self._options, areas=self._captions.lit(moment))
            picture = self._drawing.draw(self._camera, poses, options=options)
            yield written(picture, self._captions.at(moment, self._film.heel(moment)))


def watched(pictures: Iterable[Picture], count: int, *, check: Callable[[], None]) -> Iterator[Picture]:
    """The same pictures; on a terminal a bar shows how many are done, if it takes more than a moment.

    Args:
        pictures: one after the other.
        count: how many there are.
        check: called after each one; raises what ends it early.
    """
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("drawing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,
        disable=not console.is_terminal,
    )
    task = bar.add_task("", total=count)
    begun = time.monotonic()
    with contextlib.ExitStack() as shown:
        for done, picture in enumerate(pictures, start=1):
            check()
            if not bar.live.is_started and time.monotonic() - begun > _SOON:
                shown.enter_context(bar)
            bar.update(task, completed=done, refresh=bar.live.is_started)
            yield picture
