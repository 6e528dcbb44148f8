"""Simulated measurements for many sets of parameters, by workers, each thing simulated once."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from riffraff.params import Parameters
from riffraff.studies import Workers
from riffraff.studies.calls import TRIES, Calls
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measurements import Measurement, Task
from riffraff.tuning.simulating import Outcome, outcomes

Point = tuple[float, ...]
"""Values of the free parameters in SI, in the order of the task."""


@dataclass(frozen=True)
class Progress:
    """How far a calibration has come.

    Attributes:
        doing: what is being done, in a few words.
        ships: simulated ships that have been measured.
        misfit: sum of the squared residuals so far, each in units of its uncertainty; None at first.
        seconds: time on the clock since the beginning.
    """

    doing: str
    ships: int
    misfit: float | None
    seconds: float


class Simulations:
    """What simulated ships give for the measurements of a task.

    What a measurement does not depend on makes no difference to it, so it is not simulated again for it.

    Args:
        task: the measurements and the free parameters.
        base: all other parameters.
        workers: who simulates; None for this process.
        watch: called several times a second; what it raises ends the work.

    Attributes:
        doing: what is being done, for whoever watches.
        misfit: as in `Progress`.
    """

    def __init__(
        self,
        task: Task,
        base: Parameters,
        workers: Workers | None = None,
        watch: Callable[[Progress], None] | None = None,
    ) -> None:
        self.task, self._base, self._workers = task, base, workers
        self._watch = watch if watch is not None else lambda progress: None
        self._known: dict[tuple[int, Point], Outcome] = {}
        self._deciding = [
            [place for place, name in enumerate(task.free) if name in measurement.depends_on]
            for measurement in task.measurements
        ]
        self._began = time.monotonic()
        self._ships = 0
        self.doing = ""
        self.misfit: float | None = None

    def parameters(self, point: Point) -> Parameters:
        """All parameters at a point."""
        return self._base.with_changes(dict(zip(self.task.free, point, strict=True)))

    def at(self, points: Sequence[Point]) -> list[list[Outcome]]:
        """What every measurement gives at every point.

        Raises:
            TuningError: the workers die of a ship, or went away.
        """
        missing: dict[tuple[int, Point], Point] = {}
        for point in points:
            for number in range(len(self.task.measurements)):
                key = self._key(number, point)
                if key not in self._known:
                    missing.setdefault(key, point)
        jobs: dict[Point, list[int]] = {}
        for (number, _), point in missing.items():
            jobs.setdefault(point, []).append(number)
        for point, found in self._run(jobs):
            for number, outcome in zip(jobs[point], found, strict=True):
                self._known[self._key(number, point)] = outcome
        numbers = range(len(self.task.measurements))
        return [[self._known[self._key(number, point)] for number in numbers] for point in points]

    def afresh(self, point: Point) -> list[Outcome]:
        """What every measurement gives at a point, all of them simulated there, whatever is known.

        Raises:
            TuningError: as `at`.
        """
        ((_, found),) = self._run({point: list(range(len(self.task.measurements)))})
        return found

    def _key(self, number: int, point: Point) -> tuple[int, Point]:
        return number, tuple(point[place] for place in self._deciding[number])

    def _run(self, jobs: dict[Point, list[int]]) -> list[tuple[Point, list[Outcome]]]:
        asked = {point: [self.task.measurements[number] for number in jobs[point]] for point in jobs}
        self._tell()
        if self._workers is None:
            return [(point, self._counted(self._alone(point, some))) for point, some in asked.items()]
        calls = Calls(
            self._workers,
            outcomes,
            ((point, (self.parameters(point), some)) for point, some in asked.items()),
            verb="simulate",
            deadly=self._deadly,
            kept="nothing is kept",
            error=TuningError,
        )
        done: list[tuple[Point, list[Outcome]]] = []
        for result in calls.results():
            if result is not None:
                done.append((result[0], self._counted(result[1])))
            else:
                self._tell()
        return done

    def _deadly(self, point: Point) -> NoReturn:
        ship = ", ".join(f"{name} {value:.9g}" for name, value in zip(self.task.free, point, strict=True))
        raise TuningError(
            f"a worker process died each of the {TRIES} times it was alone with the ship of {ship} (SI)",
            wrong=False,
        )

    def _alone(self, point: Point, some: Sequence[Measurement]) -> list[Outcome]:
        return outcomes(self.parameters(point), some)

    def _counted(self, found: list[Outcome]) -> list[Outcome]:
        self._ships += 1
        self._tell()
        return found

    def _tell(self) -> None:
        self._watch(Progress(self.doing, self._ships, self.misfit, time.monotonic() - self._began))
