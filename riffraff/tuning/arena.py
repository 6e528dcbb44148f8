"""Where sets of parameters play games: on the executors of batches, kept in shards as studies are."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from riffraff.params import Parameters
from riffraff.params.errors import one_line
from riffraff.studies import Job, Progress, Study, StudyError, Workers, play_game
from riffraff.studies.shards import Count, Shards
from riffraff.studies.versions import versions
from riffraff.studies.workers import Play, work
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measures import Measure, Tally, tallies

K = TypeVar("K")
T = TypeVar("T")

TRIES: Final = 3
"""Times that something is tried alone after a worker died while it was at work on it."""

_TICK: Final = 0.1  # s at most between two looks whether anything happened


class Calls(Generic[K, T]):
    """Calls of a function by workers; what came of each as it comes.

    A call under way when a worker dies is made again, by itself, so that one that kills workers is found.

    Args:
        workers: who calls.
        function: what is called.
        calls: the arguments of each call, by a key.
    """

    def __init__(
        self, workers: Workers, function: Callable[..., T], calls: Iterable[tuple[K, tuple[Any, ...]]]
    ) -> None:
        self._workers, self._function = workers, function
        self._calls = iter(calls)
        self._running: dict[Future[T], tuple[K, tuple[Any, ...]]] = {}
        self._suspects: deque[tuple[K, tuple[Any, ...]]] = deque()
        self._alone = 0  # how often the call under way was made alone, 0 for those made beside others

    def results(self) -> Iterator[tuple[K, T] | None]:
        """What came of each call; None now and then while nothing did.

        Raises:
            StudyError: a call fails, kills its worker again and again, or cannot be made.
        """
        while self._hand_out():
            finished, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
            yield None
            for future in finished:
                call = self._running.pop(future)
                try:
                    result = future.result()
                except self._workers.deaths:
                    self._died(call)
                    continue
                except CancelledError:
                    raise TuningError(
                        "the cluster went away; what is finished is kept", wrong=False
                    ) from None
                except StudyError:
                    raise
                except Exception as error:
                    reason = one_line(f"a worker cannot do it: {type(error).__name__}: {error}")
                    raise TuningError(reason, wrong=False) from error
                self._alone = 0
                yield call[0], result

    def finished(self) -> Iterator[tuple[K, T]]:
        """After the workers were closed: what else has been finished."""
        for future, call in self._running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                yield call[0], future.result()

    def _hand_out(self) -> bool:
        if self._suspects and not self._running:
            self._workers.renew()
            self._alone += 1
            self._submit(self._suspects.popleft())
        while not self._suspects and not self._alone and len(self._running) < self._workers.most:
            call = next(self._calls, None)
            if call is None:
                break
            self._submit(call)
        return bool(self._running or self._suspects)

    def _submit(self, call: tuple[K, tuple[Any, ...]]) -> None:
        try:
            self._running[self._workers.submit(self._function, *call[1])] = call
        except BrokenExecutor:
            self._died(call)

    def _died(self, call: tuple[K, tuple[Any, ...]]) -> None:
        if self._alone >= TRIES:
            raise TuningError(
                one_line(f"a worker process died each of the {TRIES} times it was alone with {call[0]}"),
                wrong=False,
            )
        if self._alone:
            self._suspects.appendleft(call)  # the same once more, before any other
        else:
            self._suspects.append(call)


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
        calls = Calls(self._workers, work, self._jobs(points, games))
        stopped = True
        try:
            for result in calls.results():
                if result is not None:
                    self._shards.add(result[1])
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
        calls = Calls(self._workers, function, enumerate(arguments))
        found: dict[int, T] = {}
        stopped = True
        try:
            for result in calls.results():
                if result is not None:
                    found[result[0]] = result[1]
                self._watch(self.progress)
            stopped = False
        finally:
            if stopped:
                self._workers.close(stop=True)
        return [found[number] for number in range(len(arguments))]

    def tallies(self, measures: Sequence[Measure], points: Sequence[int], games: range) -> dict[int, Tally]:
        """What finished games came to, by the number of the set."""
        return tallies(self._shards.scan(), measures, points, games, seats=len(self._study.players))
