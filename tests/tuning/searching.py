"""Goals of made-up games, and workers that are this process."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any, Final, TypeVar

from riffraff.params import Parameters
from riffraff.tuning.goal import Goal
from riffraff.tuning.space import Free
from riffraff.tuning.wants import want_of

T = TypeVar("T")

GOAL_TEXT: Final = """
trials = 12
generation = 4
games = 16
finalists = 3
runoff = 8
fresh = 12
[set]
ship.counterweight_mass = "375 g"
wood.friction = 0.3
[want]
falls = { value = "25 %", tolerance = "3 %" }
rounds_below = 8
[free]
ship.counterweight_mass = "300 g:450 g"
wood.friction = [0.2, 0.4]
"""


START: Final = Parameters().with_changes({"ship.counterweight_mass": 0.375, "wood.friction": 0.3})
"""Where searches begin; the defaults are free to change."""


def goal(**changes: Any) -> Goal:
    """A small goal that the games of `made_up_games` can reach."""
    about: dict[str, Any] = {
        "wants": (want_of("falls", {"value": "25 %", "tolerance": "3 %"}),),
        "free": (Free.of("ship.counterweight_mass", "300 g:450 g"), Free.of("wood.friction", [0.2, 0.4])),
        "parameters": START,
        "trials": 12,
        "generation": 4,
        "games": 16,
        "finalists": 3,
        "runoff": 8,
        "fresh": 12,
    }
    return Goal(**{**about, **changes})


class Here:
    """Workers that are this process: what is submitted is done at once."""

    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    most = 4

    def __init__(self) -> None:
        self.closed: list[bool] = []

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        done: Future[T] = Future()
        try:
            done.set_result(function(*arguments))
        except Exception as error:
            done.set_exception(error)
        return done

    def renew(self) -> None:
        raise AssertionError("nobody died")

    def close(self, *, stop: bool) -> None:
        self.closed.append(stop)
