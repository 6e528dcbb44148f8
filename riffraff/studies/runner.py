"""Playing the games of a study: handing them to workers, taking in what comes of them, whatever happens."""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from riffraff.studies.calls import TRIES, Calls
from riffraff.studies.errors import StudyError
from riffraff.studies.folder import Folder
from riffraff.studies.playing import failed
from riffraff.studies.rows import Played
from riffraff.studies.shards import Count, Shards
from riffraff.studies.study import Job
from riffraff.studies.versions import versions
from riffraff.studies.workers import Play, Workers, work


@dataclass(frozen=True)
class Progress:
    """How far a study has come.

    Attributes:
        total: games of the study.
        before: games that were finished when this run began.
        count: what all finished games add up to.
        seconds: time on the clock since this run began.
        damaged: names of the shards that were found damaged; their games are played again.
    """

    total: int
    before: int
    count: Count
    seconds: float
    damaged: tuple[str, ...] = ()


class Runner:
    """Plays all games of a study that are not finished.

    Args:
        folder: the study's.
        shards: where finished games go.
        workers: who plays; closed in the end.
        play: what plays a game.
        max_failures: share of the study's games that may fail.
        watch: called several times a second and in the end; what it raises stops the run.
    """

    def __init__(
        self,
        folder: Folder,
        shards: Shards,
        workers: Workers,
        *,
        play: Play,
        max_failures: float,
        watch: Callable[[Progress], None],
    ) -> None:
        self._folder, self._shards, self._workers = folder, shards, workers
        self._study = folder.study
        self._play, self._watch = play, watch
        self._most_failures = math.floor(max_failures * self._study.total + 1e-9)
        self._before, self._began = shards.count.games, time.monotonic()

    @property
    def progress(self) -> Progress:
        """How far the study has come."""
        return Progress(
            total=self._study.total,
            before=self._before,
            count=self._shards.count,
            seconds=time.monotonic() - self._began,
            damaged=tuple(self._shards.damaged),
        )

    def run(self) -> None:
        """Play on until all games are finished. However this ends, finished games are on the disk.

        Raises:
            StudyError: too many games failed, workers cannot play, or games cannot be written.
        """
        calls = Calls(
            self._workers, work, self._jobs(), verb="play", deadly=_deadly, kept="all finished games are kept"
        )
        stopped = True
        try:
            for result in calls.results():
                if result is not None:
                    self._add(result[1])
                else:
                    self._shards.flush(all_=False)
                    self._watch(self.progress)
            stopped = False
        finally:
            self._end(calls, stop=stopped)

    def _jobs(self) -> Iterator[tuple[Job, tuple[Play, Job, Mapping[str, str]]]]:
        done = self._shards.done
        jobs = (self._study.job(*key) for key in self._study.order() if not done[key])
        return ((job, (self._play, job, versions())) for job in jobs)

    def _add(self, played: Played) -> None:
        self._folder.keep(played)
        self._shards.add(played)
        failures = self._shards.count.failed
        if played.game.error is not None and failures > self._most_failures:
            raise StudyError(
                f"{failures} of {self._shards.count.games} games failed, and of the study's "
                f"{self._study.total} only {self._most_failures} may; the last: {played.game.error}; "
                f"play it again with: {self._folder.command(*played.key)}",
                wrong=False,
            )

    def _end(self, calls: Calls[Job, Played], *, stop: bool) -> None:
        try:
            self._workers.close(stop=stop)
        finally:
            for _, played in calls.finished():
                self._folder.keep(played)
                self._shards.add(played)
            self._shards.flush()
            self._watch(self.progress)


def _deadly(job: Job) -> Played:
    """What is known of a game that kills whoever plays it."""
    return failed(job, f"WorkerDied: its process died each of the {TRIES} times it was played alone")
