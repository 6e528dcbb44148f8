"""Where sets of parameters play games: on the executors of batches, kept in shards as studies are."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from riffraff.params import Parameters
from riffraff.studies import Job, Progress, Study, Workers, play_game
from riffraff.studies.calls import TRIES, Calls
from riffraff.studies.shards import Count, Shards
from riffraff.studies.versions import versions
from riffraff.studies.workers import Play, work
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measures import Measure, Tally, tallies

T = TypeVar("T")

_KEPT: Final = "all finished games are kept"


class Arena:
    """Plays games of many sets of parameters, each with the same seeds, and measures them.

    Args:
        folder: where finished games are kept.
        digest: of all that the games follow from.
        study: its games have the seeds and the seats.
        points: number of sets of parameters there may be.
        workers: who plays; they stay open.
        watch: called several times a second with how far it has come; what it raises stops it.
        play: plays one game.
    """

    def __init__(
        self,
        folder: Path,
        digest: str,
        study: Study,
        *,
        points: int,
        workers: Workers,
        watch: Callable[[Progress], None],
        play: Play = play_game,
    ) -> None:
        self._study, self._workers, self._watch, self._play = study, workers, watch, play
        self._shards = Shards(folder, digest, (points, study.games))
        self._before, self._began = self._shards.count.games, time.monotonic()
        self.expected = points * study.games
        """Games that there will be when all is done, as far as is known."""

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(
            total=max(self.expected, self._shards.count.games),
            before=self._before,
            count=self._shards.count,
            seconds=time.monotonic() - self._began,
            damaged=tuple(self._shards.damaged),
        )

    @property
    def count(self) -> Count:
        """What all finished games add up to."""
        return self._shards.count

    def play(self, points: Mapping[int, Parameters], games: range) -> None:
        """Have games played that are not finished. However this ends, finished games are on the disk.

        Args:
            points: parameters by the number of the set.
            games: numbers of the games of each.

        Raises:
            StudyError: workers cannot play, or games cannot be written.
        """
        calls = Calls(
            self._workers,
            work,
            self._jobs(points, games),
            verb="play",
            deadly=_deadly,
            kept=_KEPT,
            error=TuningError,
        )
        stopped = True
        try:
            for result in calls.results():
                if result is not None:
                    self._shards.add(result[1])
                else:
                    self._shards.flush(all_=False)
                    self._watch(self.progress)
            stopped = False
        finally:
            if stopped:
                self._workers.close(stop=True)
                for _, played in calls.finished():
                    self._shards.add(played)
            self._shards.flush()
        self._watch(self.progress)

    def _jobs(
        self, points: Mapping[int, Parameters], games: range
    ) -> Iterator[tuple[str, tuple[Play, Job, Mapping[str, str]]]]:
        """Game by game through all sets: wherever it is stopped, they can be compared."""
        for game in games:
            for point, parameters in points.items():
                if not self._shards.done[point, game]:
                    job = replace(self._study.job(0, game), case=point, parameters=parameters)
                    yield f"game {game} of set {point} (seed {job.seed})", (self._play, job, versions())

    def compute(self, function: Callable[..., T], arguments: Sequence[tuple[Any, ...]]) -> list[T]:
        """Results of a function, computed by the workers, in the order of its arguments.

        Raises:
            StudyError: one cannot be computed.
        """
        calls = Calls(
            self._workers,
            function,
            enumerate(arguments),
            verb="compute",
            deadly=_deadly,
            kept=_KEPT,
            error=TuningError,
        )
        found: dict[int, T] = {}
        stopped = True
        try:
            for result in calls.results():
                if result is not None:
                    found[result[0]] = result[1]
                else:
                    self._watch(self.progress)
            stopped = False
        finally:
            if stopped:
                self._workers.close(stop=True)
        return [found[number] for number in range(len(arguments))]

    def tallies(self, measures: Sequence[Measure], points: Sequence[int], games: range) -> dict[int, Tally]:
        """What finished games came to, by the number of the set."""
        return tallies(self._shards.scan(), measures, points, games, seats=len(self._study.players))


def _deadly(key: object) -> NoReturn:
    raise TuningError(f"a worker process died each of the {TRIES} times it was alone with {key}", wrong=False)
