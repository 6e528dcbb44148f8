"""A ship of which the textbook tells all that is measured, in no time, and who simulates it: nobody."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import numpy as np

from riffraff.model import Swing
from riffraff.params import Parameters
from riffraff.tuning.measurements import (
    Decay,
    Heel,
    Measurement,
    Period,
    Slide,
    Surface,
    Task,
    Weight,
    Yardarm,
    quantity_of,
)

T = TypeVar("T")

UNKNOWN = math.nan
ROLL: dict[str, Any] = {"axis": Swing.ROLL, "amplitude": 0.1, "value": UNKNOWN}

PERIOD = Period(swings=3, uncertainty=0.05, **ROLL)
DECAY = Decay(swings=1, uncertainty=0.03, **ROLL)
HEEL = Heel(piece="chest", yardarm=Yardarm.LOW, distance=0.1, uncertainty=0.002, value=UNKNOWN)
SLIDE = Slide(piece="plank", surface=Surface.WOOD, uncertainty=0.01, value=UNKNOWN)
BALL = Weight(part="counterweight", uncertainty=0.004, value=UNKNOWN)


def given(parameters: Parameters, measurement: Measurement) -> float:
    """What the ship of the textbook gives for a measurement."""
    ship = parameters.ship
    stiffness = 9.81 * (ship.counterweight_mass * ship.counterweight_depth - 0.02)
    inertia = 0.003 + ship.counterweight_mass * ship.counterweight_depth**2
    damping = ship.pivot_damping / (2 * inertia)
    period = 2 * math.pi / math.sqrt(stiffness / inertia - damping**2)
    match measurement:
        case Period():
            return measurement.swings * period
        case Decay():
            return math.exp(-damping * measurement.swings * period)
        case Heel():
            return 0.0064 * 9.81 * measurement.distance / stiffness
        case Slide():
            return math.atan(parameters.wood.friction)
        case Weight():
            return ship.counterweight_mass
    raise TypeError(measurement)


@dataclass
class Textbook:
    """Workers that look it up instead of simulating it.

    Attributes:
        asked: the parameters and measurements that they were asked for.
        impossible: tells why a measurement cannot be made on a ship, if it cannot.
        dead: whether they die of whatever they are asked for.
        dies: how many questions about ships they die of, before they answer any.
    """

    asked: list[tuple[Parameters, tuple[Measurement, ...]]] = field(default_factory=list)
    impossible: Callable[[Parameters], str | None] = lambda parameters: None
    dead: bool = False
    dies: int = 0
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    most: int = 2

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        future: Future[Any] = Future()
        if self.dead or (arguments and self.dies):
            self.dies -= 1
            future.set_exception(BrokenExecutor())
        elif not arguments:
            future.set_result(None)
        else:
            parameters, measurements = arguments
            self.asked.append((parameters, tuple(measurements)))
            why = self.impossible(parameters)
            future.set_result([why or given(parameters, measurement) for measurement in measurements])
        return cast("Future[T]", future)

    def renew(self) -> None: ...

    def close(self, *, stop: bool) -> None: ...


def task(
    truth: Parameters,
    measurements: Sequence[Measurement],
    free: Sequence[str],
    noise: np.random.Generator | None = None,
) -> Task:
    """What somebody measures of a ship of the textbook, with or without errors."""
    found = [
        replace(
            one, value=given(truth, one) + (one.uncertainty * noise.normal() if noise is not None else 0.0)
        )
        for one in measurements
    ]
    return Task(tuple(found), {name: (quantity_of(name).low, quantity_of(name).high) for name in free})
