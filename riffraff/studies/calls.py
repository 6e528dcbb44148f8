"""Calls of a function by workers, of which any may die at any time."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Any, Final, Generic, TypeVar

from riffraff.params.errors import one_line
from riffraff.studies.errors import StudyError
from riffraff.studies.workers import Workers, hello

K = TypeVar("K")
T = TypeVar("T")

TRIES: Final = 3
"""Times that a call is made by itself after a worker died while it, and maybe others, were under way."""

_TICK: Final = 0.1  # s at most between two looks whether anything happened


class Calls(Generic[K, T]):
    """Calls of a function by workers; what came of each as it comes.

    A call under way when a worker dies is made again, by itself, so that one that kills workers is found,
    and takes no other with it.

    Args:
        workers: who calls; they stay open.
        function: what is called.
        calls: the arguments of each call, by a key.
        verb: what workers do in a call, for errors.
        deadly: what comes of a call whose worker died each of the `TRIES` times it was made by itself;
            what it raises ends the calls.
        kept: what is left of all this when it ends with an error, for errors.
        error: what is raised when calls cannot be made.
    """

    def __init__(
        self,
        workers: Workers,
        function: Callable[..., T],
        calls: Iterable[tuple[K, tuple[Any, ...]]],
        *,
        verb: str,
        deadly: Callable[[K], T],
        kept: str,
        error: type[StudyError] = StudyError,
    ) -> None:
        self._workers, self._function, self._calls = workers, function, iter(calls)
        self._verb, self._deadly, self._kept, self._error = verb, deadly, kept, error
        self._running: dict[Future[T], tuple[K, tuple[Any, ...]]] = {}
        self._suspects: deque[tuple[K, tuple[Any, ...]]] = deque()  # a worker died while they were under way
        self._alone = 0  # how often the call under way was made by itself; 0 for those made beside others

    def results(self) -> Iterator[tuple[K, T] | None]:
        """What came of each call, by its key; None several times a second, whether anything came or not.

        Raises:
            StudyError: a call failed, the workers die of anything, or a cluster went away; or what was
                asked for in its place.
        """
        while self._hand_out():
            finished, _ = wait(self._running, timeout=_TICK, return_when=FIRST_COMPLETED)
            for future in finished:
                call = self._running.pop(future)
                try:
                    result = future.result()
                except self._workers.deaths:
                    self._died(call)
                    continue
                except CancelledError:
                    raise self._error(f"the cluster went away; {self._kept}", wrong=False) from None
                except StudyError:
                    raise
                except Exception as error:
                    raise self._failure(error) from error
                self._alone = 0
                yield call[0], result
            yield None

    def finished(self) -> Iterator[tuple[K, T]]:
        """What else came of calls, after `results` was left early and the workers were closed."""
        for future, call in self._running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                yield call[0], future.result()

    def _hand_out(self) -> bool:
        """Give the workers what they can take. Returns whether there is anything to wait for."""
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
        except OSError as error:
            raise self._failure(error) from error

    def _died(self, call: tuple[K, tuple[Any, ...]]) -> None:
        """A worker died, and this call is one of those that may have killed it."""
        if self._alone >= TRIES:
            self._give_up(call)
        elif self._alone:
            self._suspects.appendleft(call)  # the same once more, before any other
        else:
            self._suspects.append(call)

    def _give_up(self, call: tuple[K, tuple[Any, ...]]) -> None:
        self._workers.renew()
        try:
            self._workers.submit(hello).result()
        except self._workers.deaths:
            raise self._error(
                f"a worker died, and new ones die before they can {self._verb}; in a script of your own, "
                "start this below: if __name__ == '__main__':",
                wrong=False,
            ) from None
        given: Future[T] = Future()
        given.set_result(self._deadly(call[0]))
        self._running[given] = call

    def _failure(self, error: Exception) -> StudyError:
        reason = f"a worker cannot {self._verb}: {type(error).__name__}: {error}"
        return self._error(one_line(reason), wrong=False)
