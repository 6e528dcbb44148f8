"""Where games are played: an executor of processes on this machine, or that of a Dask cluster."""

import logging
import multiprocessing
import os
import platform
import signal
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing.sharedctypes import RawValue
from typing import Any, Final, Protocol, TypeVar

from riffraff.params.errors import one_line
from riffraff.signals import processes_without_interrupts
from riffraff.studies.errors import StudyError
from riffraff.studies.playing import StoppedError
from riffraff.studies.rows import Played
from riffraff.studies.study import Job
from riffraff.studies.versions import difference

T = TypeVar("T")

Play = Callable[[Job, Callable[[], None]], Played]
"""What plays a game: `play_game`, or a stand-in for it. See there for the arguments."""

_CONNECT: Final = 10.0  # s to wait for a scheduler to answer
_LOOK: Final = 2.0  # s between two looks how large the cluster is


class Workers(Protocol):
    """Something that plays games, through an executor.

    Attributes:
        deaths: what a future raises whose worker died while it was at work.
    """

    deaths: tuple[type[BaseException], ...]

    @property
    def most(self) -> int:
        """Games that may be given to it at a time."""

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Have a function called by a worker.

        Raises:
            BrokenExecutor: a worker died; nothing is played any more before `renew`.
        """

    def renew(self) -> None:
        """After the death of a worker, make ready again. No game is under way."""

    def close(self, *, stop: bool) -> None:
        """Let all workers go.

        Args:
            stop: whether games under way are to be given up; else there are none.
        """


def available() -> int:
    """Number of processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


class LocalWorkers:
    """Processes on this machine, each of which plays one game at a time.

    They are spawned, not forked: nothing of this process's state gets into a game.

    Args:
        number: of processes, by default one for each processor.
    """

    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, number: int | None = None) -> None:
        self._number = number if number is not None else available()
        self._context = multiprocessing.get_context("spawn")
        self._open()

    @property
    def most(self) -> int:
        """One game each, and one more that waits for whoever is finished first."""
        return self._number + 1

    def _open(self) -> None:
        # Without a lock: a worker that is killed while it looks must not leave one behind.
        self._stop = RawValue("b", 0)
        self._executor: Executor = ProcessPoolExecutor(
            self._number, self._context, initializer=_begin, initargs=(self._stop,)
        )

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """See `Workers.submit`."""
        with processes_without_interrupts():
            return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """See `Workers.renew`."""
        self.close(stop=True)
        self._open()

    def close(self, *, stop: bool) -> None:
        """See `Workers.close`."""
        self._stop.value = stop
        self._executor.shutdown(wait=True, cancel_futures=True)


class DaskWorkers:
    """The workers of a Dask cluster.

    Args:
        address: of its scheduler, ``tcp://host:port``.

    Raises:
        StudyError: Dask is not installed, or no scheduler answers there.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise StudyError("a cluster needs Dask: pip install 'riffraff[dask]'") from None
        self.deaths: tuple[type[BaseException], ...] = (KilledWorker,)
        for name in ("distributed", "distributed.client"):  # a lost cluster is told once, by us
            logging.getLogger(name).setLevel(logging.CRITICAL)
        new_client: Any = distributed.Client  # its own types say too little
        try:
            self._client = new_client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise StudyError(one_line(f"cluster {address}: no scheduler answers: {error}")) from None
        self._executor = self._client.get_executor(pure=False)
        self._most, self._looked = 1, float("-inf")

    @property
    def most(self) -> int:
        """One game for each process and one more that waits; clusters grow and shrink."""
        if time.monotonic() - self._looked > _LOOK:
            self._most = max(1, 2 * len(self._client.nthreads()))
            self._looked = time.monotonic()
        return self._most

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """See `Workers.submit`."""
        future: Future[T] = self._executor.submit(function, *arguments)
        return future

    def renew(self) -> None:
        """See `Workers.renew`; the scheduler has seen to it."""

    def close(self, *, stop: bool) -> None:
        """See `Workers.close`."""
        self._executor.shutdown(wait=not stop)
        self._client.close(timeout=_LOOK)


# -- in a worker ------------------------------------------------------------------------------------------

_stop: Any = None  # a byte that the process which wants the games sets when it wants them no longer
_one_at_a_time = threading.Lock()


def work(play: Play, job: Job, begun: Mapping[str, str]) -> Played:
    """Play a game in a worker.

    Args:
        play: plays it.
        job: which game.
        begun: the versions that the study was begun with.

    Raises:
        StudyError: this worker has others, and would play another game.
    """
    other = difference(begun)
    if other is not None:
        raise StudyError(f"a worker on {platform.node()} cannot play for this study: {other}", wrong=False)
    with _one_at_a_time:  # threads would gain nothing, and PyBullet's output is caught for the whole process
        return play(job, _pulse)


def hello() -> None:
    """What any worker can do that can do anything."""


def _pulse() -> None:
    if _stop is not None and _stop.value:
        raise StoppedError


def _begin(stop: Any) -> None:
    global _stop
    _stop = stop
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C goes to all; the process that wants the games decides
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End this process when its parent was killed; it would wait for its next game for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
