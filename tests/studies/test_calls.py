"""Calls of a function by workers that die, go away, or cannot be reached."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any, NoReturn, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.studies import StudyError
from riffraff.studies.calls import TRIES, Calls
from riffraff.studies.workers import hello

T = TypeVar("T")

DEAD = -1


class OwnError(StudyError):
    """What whoever calls wants raised."""


class Crew:
    """Workers in this process, who die of some numbers, each time with all the calls that wait.

    Args:
        deadly: how often a worker dies of each number.
        error: what every call raises, if any does.
        waiting: calls that are not answered before there are more.
    """

    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(
        self, deadly: dict[int, int] | None = None, *, error: Exception | None = None, waiting: int = 0
    ) -> None:
        self.most = waiting + 1
        self._left, self._error = dict(deadly or {}), error
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._broken = False

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        if self._broken:
            raise BrokenExecutor
        future: Future[T] = Future()
        if self._error is not None and function is not hello:
            future.set_exception(self._error)
        elif arguments and self._left.get(arguments[0], 0):
            self._left[arguments[0]] -= 1
            self._broken = True
            for one in (future, *(one for one, _ in self._waiting)):
                one.set_exception(BrokenExecutor())
            self._waiting.clear()
        else:
            self._waiting.append((future, lambda: function(*arguments)))
            if len(self._waiting) == self.most or function is hello:
                self.answer()
        return future

    def answer(self) -> None:
        """Answer all calls that wait."""
        for future, call in self._waiting:
            future.set_result(call())
        self._waiting.clear()

    def renew(self) -> None:
        assert not self._waiting
        self._broken = False

    def close(self, *, stop: bool) -> None: ...


def square(number: int) -> int:
    return number * number


def squares(crew: Crew, count: int, deadly: Callable[[int], int] = lambda number: DEAD) -> Calls[int, int]:
    calls = ((number, (number,)) for number in range(count))
    return Calls(crew, square, calls, verb="square", deadly=deadly, kept="all is lost", error=OwnError)


@given(deaths=st.dictionaries(st.integers(0, 11), st.integers(1, 2 * TRIES), max_size=5))
def test_only_the_calls_that_kill_each_time_are_given_up(deaths: dict[int, int]) -> None:
    results = [result for result in squares(Crew(deaths), 12).results() if result is not None]
    assert dict(results) == {
        number: DEAD if deaths.get(number, 0) > TRIES else square(number) for number in range(12)
    }
    assert len(results) == 12  # none comes twice


def test_a_call_that_waits_beside_a_deadly_one_is_made_again() -> None:
    crew = Crew({2: 1}, waiting=2)
    found: dict[int, int] = {}
    for result in squares(crew, 3).results():  # 0 and 1 wait when a worker dies of 2
        found.update([result] if result is not None else [])
        crew.answer()
    assert found == {0: 0, 1: 1, 2: 4}


def test_what_a_deadly_call_raises_ends_the_calls() -> None:
    def deadly(number: int) -> NoReturn:
        raise OwnError(f"{number} kills")

    with pytest.raises(OwnError, match=r"^3 kills$"):
        list(squares(Crew({3: 99}), 12, deadly).results())


def test_workers_that_cannot_even_start_are_told() -> None:
    class Hopeless(Crew):
        def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
            dead: Future[T] = Future()
            dead.set_exception(BrokenExecutor())
            return dead

    with pytest.raises(OwnError, match=r"die before they can square.*__main__") as failure:
        list(squares(Hopeless(), 3).results())
    assert not failure.value.wrong


def test_an_error_of_a_worker_is_told_with_what_it_could_not_do() -> None:
    with pytest.raises(OwnError, match=r"^a worker cannot square: OSError: \[Errno 28\] no room$") as failure:
        list(squares(Crew(error=OSError(28, "no room")), 3).results())
    assert not failure.value.wrong


def test_an_error_of_a_study_is_passed_on() -> None:
    with pytest.raises(StudyError) as failure:
        list(squares(Crew(error=StudyError("another version")), 3).results())
    assert type(failure.value) is StudyError


def test_workers_that_cannot_be_reached_are_told() -> None:
    class Unreachable(Crew):
        def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
            raise ConnectionResetError("gone")

    with pytest.raises(OwnError, match=r"^a worker cannot square: ConnectionResetError: gone$"):
        list(squares(Unreachable(), 3).results())


def test_a_cluster_that_goes_away_is_told_with_what_is_left() -> None:
    class Leaving(Crew):
        def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
            future: Future[T] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(OwnError, match=r"^the cluster went away; all is lost$"):
        list(squares(Leaving(), 3).results())


def test_what_is_finished_after_it_was_left_early_is_not_lost() -> None:
    crew = Crew(waiting=3)
    calls = squares(crew, 4)
    results = calls.results()
    first = next(results)
    assert first is not None
    assert dict([first, *calls.finished()]) == {number: square(number) for number in range(4)}
