"""A calibration: from a task to the parameters that fit it, how sure they are, and what to beware of."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import stats

from riffraff.params import Parameters, Quantity
from riffraff.studies import Workers
from riffraff.tuning.fitting import UNSEEN, Array, Fit, fit
from riffraff.tuning.measurements import Measurement, Task, quantity_of
from riffraff.tuning.simulations import Progress, Simulations

_AT_BOUND = 2e-3  # of the bounds
_MIXED = 0.2
"""Share of the bounds that two parameters may go, together and to one side, while all fits as well."""
_UNKNOWN = 0.4
"""The same for one by itself: beyond, its interval is nearly all that is allowed."""
_ALONE = 0.9  # part of a unit direction that makes it one parameter's own
_STRANGE = 0.01  # probability below which a misfit is no chance
_FAR = 3.0  # uncertainties that a single measurement is off by no chance


@dataclass(frozen=True)
class Found:
    """One parameter that was found.

    Attributes:
        quantity: its description.
        bounds: what was allowed [SI].
        start: where the fit began [SI].
        value: where it ended [SI].
        low: lower end of its interval [SI].
        high: upper end.
        at_bound: whether it would have gone on beyond a bound.
    """

    quantity: Quantity
    bounds: tuple[float, float]
    start: float
    value: float
    low: float
    high: float
    at_bound: bool

    @property
    def name(self) -> str:
        """Its dotted name."""
        return self.quantity.name


@dataclass(frozen=True)
class Compared:
    """One measurement beside what the simulated ship gives [SI].

    Attributes:
        measurement: what was measured.
        before: what the ship gives with the parameters that the fit began from.
        after: what it gives with those that were found.
    """

    measurement: Measurement
    before: float
    after: float

    @property
    def residual(self) -> float:
        """What is simulated less what was measured, in units of the uncertainty."""
        return (self.after - self.measurement.value) / self.measurement.uncertainty

    @property
    def residual_before(self) -> float:
        """The same before the fit."""
        return (self.before - self.measurement.value) / self.measurement.uncertainty


@dataclass(frozen=True)
class Calibration:
    """What came of a calibration.

    Attributes:
        base: the parameters that it began from.
        parameters: those that fit best.
        found: the free ones.
        compared: the measurements.
        correlation: of what was found, shape [parameter, parameter].
        covariance: of what was found, in shares of the bounds, shape [parameter, parameter].
        misfit: sum of the squared residuals.
        misfit_before: the same before the fit.
        freedom: measurements beyond the number of parameters.
        quantile: half the width of an interval over the standard deviation.
        warnings: what to beware of, in sentences.
    """

    base: Parameters
    parameters: Parameters
    found: tuple[Found, ...]
    compared: tuple[Compared, ...]
    correlation: Array
    covariance: Array
    misfit: float
    misfit_before: float
    freedom: int
    quantile: float
    warnings: tuple[str, ...]


def calibrate(
    task: Task,
    base: Parameters | None = None,
    *,
    workers: Workers | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Calibration:
    """The parameters with which the simulated ship does best what was measured of a wooden one.

    Args:
        task: the measurements, and the parameters to be found.
        base: the parameters to start from; those that are not free stay as they are.
        workers: who simulates, not closed in the end; None for this process.
        watch: called several times a second with how far it has come; what it raises ends the work.

    Raises:
        TuningError: a measurement cannot be made on the ship it starts from or comes to, or workers died.
    """
    base = base if base is not None else Parameters()
    simulations = Simulations(task, base, workers, watch)
    result = fit(simulations, base)
    low, high = np.array(list(task.free.values())).T
    point = tuple(float(value) for value in np.clip(low + result.found * (high - low), low, high))
    found = tuple(_found(task, result))
    compared = tuple(
        Compared(
            measurement,
            before=float(measurement.value + before * measurement.uncertainty),
            after=float(measurement.value + after * measurement.uncertainty),
        )
        for measurement, before, after in zip(task.measurements, result.before, result.after, strict=True)
    )
    return Calibration(
        base=base,
        parameters=simulations.parameters(point),
        found=found,
        compared=compared,
        correlation=result.correlation,
        covariance=result.covariance,
        misfit=result.misfit,
        misfit_before=float(result.before @ result.before),
        freedom=result.freedom,
        quantile=result.quantile,
        warnings=(*_indistinct(task, result), *_at_bounds(found), *_strange(compared, result)),
    )


def _found(task: Task, result: Fit) -> Iterator[Found]:
    uphill = result.jacobian.T @ result.after  # half the slope of the misfit
    for place, (name, (low, high)) in enumerate(task.free.items()):
        here, reach = float(result.found[place]), float(result.reach[place])
        width = high - low
        ends = [float(np.clip(low + width * end, low, high)) for end in (here - reach, here + reach)]
        yield Found(
            quantity=quantity_of(name),
            bounds=(low, high),
            start=low + width * float(result.start[place]),
            value=float(np.clip(low + width * here, low, high)),
            low=ends[0],
            high=ends[1],
            at_bound=(here < _AT_BOUND and uphill[place] > 0) or (here > 1 - _AT_BOUND and uphill[place] < 0),
        )


# -- warnings ---------------------------------------------------------------------------------------------


def _indistinct(task: Task, result: Fit) -> Iterator[str]:
    """What the data cannot tell: directions in which the parameters may go far while all fits as well."""
    names = list(task.free)
    strengths, directions = result.directions
    told: set[tuple[int, int]] = set()
    for strength, direction in zip(strengths[::-1], directions.T[::-1], strict=True):  # the weakest first
        reach = result.quantile * result.scatter / strength if strength > UNSEEN else np.inf
        if reach < _MIXED:
            continue
        strongest = int(np.argmax(np.abs(direction)))
        first, second = sorted(np.argsort(-np.abs(direction))[:2].tolist()) if len(names) > 1 else (0, 0)
        if (first, second) in told:
            continue
        told.add((first, second))
        if abs(direction[strongest]) > _ALONE:
            if reach < _UNKNOWN:
                continue
            yield (
                f"The data say next to nothing of {names[strongest]}: it may be almost anything within its "
                "bounds. Add a measurement that depends on it more, or do not free it."
            )
            continue
        way = "more" if direction[first] * direction[second] > 0 else "less"
        yield (
            f"The data cannot tell {names[first]} and {names[second]} apart: more of the one with {way} of "
            "the other fits as well. Measure one of them by itself, or free only one."
        )


def _at_bounds(found: tuple[Found, ...]) -> Iterator[str]:
    for one in found:
        if one.at_bound:
            lower = one.value - one.bounds[0] < one.bounds[1] - one.value
            way, bound = ("lower", one.bounds[0]) if lower else ("higher", one.bounds[1])
            yield (
                f"{one.name} is at its bound, {bound:g} {one.quantity.unit.removeprefix('1')}".rstrip()
                + f": the measurements want it {way}. Something else may be wrong that it has to make up for."
            )


def _strange(compared: tuple[Compared, ...], result: Fit) -> Iterator[str]:
    """Measurements that do not go together, or not with the simulated ship."""
    for number, one in enumerate(compared, 1):
        if abs(one.residual) > _FAR:
            yield (
                f"Measurement {number} ({one.measurement.label}) is {abs(one.residual):.1f} of its "
                "uncertainties away from what fits the others: measure it again."
            )
    if result.freedom and float(stats.chi2.sf(result.misfit, result.freedom)) < _STRANGE:
        yield (
            f"The measurements fit worse than their uncertainties allow ({result.scatter:.1f} times as far "
            "off as stated): some are less sure than stated, or the ship is of another kind. The intervals "
            "are wider for it."
        )
