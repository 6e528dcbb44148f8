"""Playing the games of a study: handing them to workers, taking in what comes of them, whatever happens."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Final

from riffraff.params.errors import one_line
from riffraff.studies.errors import StudyError
from riffraff.studies.folder import Folder
from riffraff.studies.playing import failed
from riffraff.studies.rows import Played
from riffraff.studies.shards import Count, Shards
from riffraff.studies.study import Job
from riffraff.studies.versions import versions
from riffraff.studies.workers import Play, Workers, hello, work

TRIES: Final = 3
"""Times that a game is given to a worker of its own after one died while playing it."""

_TICK: Final = 0.1  # s at most between two looks whether anything happened


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
        self._running: dict[Future[Played], Job] = {}
        self._suspects: deque[tuple[Job, int]] = deque()  # games whose worker died, and how often alone
        self._alone: tuple[Job, int] | None = None

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
        jobs = self._jobs()
        stopped = True
        try:
            while self._hand_out(jobs):
                finished, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
                for future in finished:
                    self._take(self._running.pop(future), future)
                self._shards.flush(all_=False)
                self._watch(self.progress)
            stopped = False
        finally:
            self._end(stop=stopped)

    def _jobs(self) -> Iterator[Job]:
        done = self._shards.done
        return (self._study.job(*key) for key in self._study.order() if not done[key])

    def _hand_out(self, jobs: Iterator[Job]) -> bool:
        """Give the workers what they can take. Returns whether anything is being played."""
        if self._suspects and not self._running:
            self._workers.renew()
            self._alone = self._suspects.popleft()
            self._submit(self._alone[0])
        while not self._suspects and not self._alone and len(self._running) < self._workers.most:
            job = next(jobs, None)
            if job is None:
                break
            self._submit(job)
        return bool(self._running or self._suspects)

    def _submit(self, job: Job) -> None:
        try:
            self._running[self._workers.submit(work, self._play, job, versions())] = job
        except BrokenExecutor:
            self._died(job)

    def _take(self, job: Job, future: "Future[Played]") -> None:
        """Take in what came of a game."""
        try:
            played = future.result()
        except self._workers.deaths:
            self._died(job)
            return
        except CancelledError:
            raise StudyError("the cluster went away; all finished games are kept", wrong=False) from None
        except StudyError:
            raise
        except Exception as error:  # a game's own errors are in its row; this is the worker's
            reason = f"a worker cannot play: {type(error).__name__}: {error}"
            raise StudyError(one_line(reason), wrong=False) from error
        self._alone = None
        self._add(played)

    def _died(self, job: Job) -> None:
        """A worker died, and this game is one of those that may have killed it.

        It is played again, by itself, so that one that kills workers takes no other game with it.
        """
        tries = self._alone[1] + 1 if self._alone is not None else 0
        self._alone = None
        if tries < TRIES:
            self._suspects.append((job, tries))
            return
        self._workers.renew()
        try:
            self._workers.submit(hello).result()
        except self._workers.deaths:
            raise StudyError(
                "worker processes die before they can play; in a script of your own, start the study "
                "below: if __name__ == '__main__':",
                wrong=False,
            ) from None
        self._add(failed(job, f"WorkerDied: its process died each of the {TRIES} times it was played alone"))

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

    def _end(self, *, stop: bool) -> None:
        try:
            self._workers.close(stop=stop)
        finally:
            for future in self._running:
                if future.done() and not future.cancelled() and future.exception() is None:
                    played = future.result()
                    self._folder.keep(played)
                    self._shards.add(played)
            self._shards.flush()
            self._watch(self.progress)
