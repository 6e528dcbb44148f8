"""Parameters that fit measurements: least squares on simulated ships, in coordinates from 0 to 1.

Every coordinate is a parameter within its bounds: 0 at the lower one, 1 at the upper. A residual is what is
simulated less what was measured, in units of the measurement's uncertainty.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import optimize, stats

from riffraff.params import Parameters
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measurements import Task
from riffraff.tuning.simulating import Outcome
from riffraff.tuning.simulations import Point, Simulations

CONFIDENCE: Final = 0.90
"""How often an interval holds the true value."""

UNSEEN: Final = 1e-3
"""Change of the residuals, all together, below which a direction from bound to bound counts as unseen."""

_STEP: Final = 0.01  # of the bounds, over which differences are taken
_NEAR: Final = 0.1  # of the bounds: a Jacobian from no farther away serves
_CLOSE: Final = 1e-4  # of the bounds: closer than this the fit need not get
_FLAT: Final = 1e-3  # of the misfit: what is gained by less is not worth a round
_ROUNDS: Final = 40
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """What least squares found, in coordinates from 0 to 1.

    Attributes:
        start: where it began, shape [parameter].
        found: where it ended, shape [parameter].
        before: residuals at the start, shape [measurement].
        after: residuals at the end, shape [measurement].
        jacobian: change of the residuals with the coordinates at the end, shape [measurement, parameter].
    """

    start: Array
    found: Array
    before: Array
    after: Array
    jacobian: Array

    @property
    def freedom(self) -> int:
        """Degrees of freedom: measurements beyond those that the parameters take up."""
        return max(0, len(self.after) - len(self.found))

    @property
    def misfit(self) -> float:
        """Sum of the squared residuals."""
        return float(self.after @ self.after)

    @property
    def quantile(self) -> float:
        """Half the width of an interval over the standard deviation."""
        if self.freedom:
            return float(stats.t.ppf((1 + CONFIDENCE) / 2, self.freedom))
        return float(stats.norm.ppf((1 + CONFIDENCE) / 2))

    @property
    def scatter(self) -> float:
        """How large residuals are over the stated uncertainties; 1 where nothing is left to tell it."""
        return math.sqrt(self.misfit / self.freedom) if self.freedom else 1.0

    @property
    def covariance(self) -> Array:
        """Covariance of the coordinates, shape [parameter, parameter].

        The residuals' own scatter says how sure the measurements are, or their stated uncertainties where as
        many parameters are free as there are measurements.
        """
        return np.asarray(self._stated * self.scatter**2)

    @property
    def correlation(self) -> Array:
        """Correlation of the coordinates, shape [parameter, parameter]."""
        spread = np.sqrt(np.diag(self._stated))
        return np.asarray(self._stated / np.outer(spread, spread))

    @property
    def _stated(self) -> Array:
        """The covariance if the stated uncertainties are right."""
        strengths, directions = self.directions
        scaled = directions / np.maximum(strengths, UNSEEN)
        return np.asarray(scaled @ scaled.T)

    @property
    def directions(self) -> tuple[Array, Array]:
        """Singular values of the Jacobian, the largest first, and as columns their directions."""
        _, values, rows = np.linalg.svd(self.jacobian)
        strengths = np.zeros(len(self.found))
        strengths[: len(values)] = values
        return strengths, np.asarray(rows.T)

    @property
    def reach(self) -> Array:
        """Half the width of each coordinate's interval, bounds aside, shape [parameter]."""
        return np.asarray(self.quantile * np.sqrt(np.diag(self.covariance)))


def fit(simulations: Simulations, base: Parameters) -> Fit:
    """The parameters whose ship comes nearest to the measurements.

    Args:
        simulations: of the task, with the same base.
        base: the parameters to start from.

    Raises:
        TuningError: a measurement cannot be made on the ship that the fit starts from, or around the one it
            comes to; or the workers died.
    """
    return _Fitting(simulations).run(base)


class _Fitting:
    def __init__(self, simulations: Simulations) -> None:
        self._simulations = simulations
        self._task: Task = simulations.task
        bounds = np.array(list(self._task.free.values()))
        self._low, self._width = bounds[:, 0], bounds[:, 1] - bounds[:, 0]
        self._measured = np.array([measurement.value for measurement in self._task.measurements])
        self._sigma = np.array([measurement.uncertainty for measurement in self._task.measurements])
        self._last: tuple[Array, Array] | None = None

    def run(self, base: Parameters) -> Fit:
        values = np.array([base.value(name) for name in self._task.free])
        start = np.clip((values - self._low) / self._width, 0.0, 1.0)
        self._simulations.doing = "the ship as it is"
        (first,) = self._simulations.at([self.point(start)])
        before = self._residuals(first)
        self._refuse(before, first, "the fit starts from")
        self._simulations.misfit = float(before @ before)
        self._simulations.doing = "fitting"
        result = optimize.least_squares(
            self._function,
            start,
            jac=self._jacobian,
            bounds=(0.0, 1.0),
            method="trf",
            xtol=_CLOSE,
            ftol=_FLAT,
            gtol=1e-10,
            max_nfev=_ROUNDS,
        )
        found = np.asarray(result.x)
        self._simulations.doing = "intervals"
        jacobian = self._differences(found, both=True)
        outcomes = self._simulations.afresh(self.point(found))
        after = self._residuals(outcomes)
        self._refuse(after, outcomes, "the fit comes to")
        return Fit(start=start, found=found, before=before, after=after, jacobian=jacobian)

    def point(self, coordinates: Array) -> Point:
        """The values of the free parameters at some coordinates, none outside its bounds by rounding."""
        values = np.clip(self._low + coordinates * self._width, self._low, self._low + self._width)
        return tuple(float(value) for value in values)

    def _function(self, coordinates: Array) -> Array:
        residuals = self._residuals(self._simulations.at([self.point(coordinates)])[0])
        misfit = float(residuals @ residuals)
        if self._simulations.misfit is None or misfit < self._simulations.misfit:
            self._simulations.misfit = misfit
        return residuals

    def _jacobian(self, coordinates: Array) -> Array:
        if self._last is not None and np.abs(coordinates - self._last[0]).max() < _NEAR:
            return self._last[1]
        self._last = (np.array(coordinates), self._differences(coordinates, both=False))
        return self._last[1]

    def _residuals(self, outcomes: Sequence[Outcome]) -> Array:
        """Residuals, shape [measurement]; not a number where a measurement cannot be made."""
        simulated = [outcome if isinstance(outcome, float) else math.nan for outcome in outcomes]
        return np.asarray((np.array(simulated) - self._measured) / self._sigma)

    def _differences(self, here: Array, *, both: bool) -> Array:
        """The Jacobian by differences, shape [measurement, parameter].

        Args:
            here: the coordinates.
            both: whether to go to both sides of each, for more exactness.
        """
        up, down = np.minimum(here + _STEP, 1.0), np.maximum(here - _STEP, 0.0)
        steps = np.eye(len(here))
        ahead = [here + (up - here)[place] * steps[place] for place in range(len(here))]
        behind = [here + (down - here)[place] * steps[place] for place in range(len(here))]
        if not both:
            # To the side where there is more room.
            ahead = [one if here[place] < 0.5 else behind[place] for place, one in enumerate(ahead)]
            behind = [here] * len(here)
        residuals = self._all(ahead), self._all(behind)
        centre = self._all([here])[0]
        columns = []
        for place, (one, other) in enumerate(zip(*residuals, strict=True)):
            first, second = ahead[place][place], behind[place][place]
            # What cannot be measured on one side is compared with the middle.
            one, first = (
                np.where(np.isfinite(one), one, centre),
                np.where(np.isfinite(one), first, here[place]),
            )
            other = np.where(np.isfinite(other), other, centre)
            second = np.where(np.isfinite(residuals[1][place]), second, here[place])
            apart = first - second
            columns.append(np.divide(one - other, apart, out=np.zeros_like(one), where=apart != 0))
        return np.column_stack(columns)

    def _all(self, coordinates: Sequence[Array]) -> list[Array]:
        found = self._simulations.at([self.point(one) for one in coordinates])
        return [self._residuals(outcomes) for outcomes in found]

    def _refuse(self, residuals: Array, outcomes: Sequence[Outcome], which: str) -> None:
        """Raise what makes measurements impossible on a ship."""
        problems = [
            f"measurement {number + 1} ({measurement.label}): not possible on the ship that {which}: {reason}"
            for number, (measurement, reason) in enumerate(
                zip(self._task.measurements, outcomes, strict=True)
            )
            if isinstance(reason, str)
        ]
        if problems:
            raise TuningError(problems)
        if not np.isfinite(residuals).all():
            raise TuningError(f"the ship that {which} gives no finite numbers", wrong=False)
