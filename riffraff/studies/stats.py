"""Estimates with intervals. Games are independent of each other, what happens within one is not."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import stats

CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""

_RESAMPLES: Final = 2000
_BATCH: Final = 50  # resamples at a time: memory is to stay small for many games
_SEED: Final = 1  # a report is the same whenever it is made

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A value with the interval it is in, and what it comes from.

    Attributes:
        value: the estimate; NaN where there is nothing to estimate from.
        low: lower end of the interval; NaN where nothing is known of it.
        high: upper end.
        count: number of observations.
    """

    value: float
    low: float
    high: float
    count: int

    def times(self, factor: float) -> "Estimate":
        """The same in another unit."""
        return Estimate(factor * self.value, factor * self.low, factor * self.high, self.count)


NOTHING: Final = Estimate(float("nan"), float("nan"), float("nan"), 0)


def proportion(hits: int, trials: int) -> Estimate:
    """A probability from independent trials, with Wilson's interval."""
    if trials == 0:
        return NOTHING
    interval = stats.binomtest(hits, trials).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(hits / trials, float(interval.low), float(interval.high), trials)


def mean(values: npt.ArrayLike) -> Estimate:
    """The mean of one value for each game, with a bootstrap interval."""
    return ratio(values, np.ones(len(np.asarray(values))))


def ratio(parts: npt.ArrayLike, wholes: npt.ArrayLike) -> Estimate:
    """The sum of parts over the sum of wholes, both one for each game, with a bootstrap interval over games.

    Games are drawn again, not what happened in them: the pieces of one game share its ship.
    """
    part, whole = np.asarray(parts, float), np.asarray(wholes, float)
    total = float(whole.sum())
    if total == 0:
        return NOTHING
    value = float(part.sum()) / total
    if len(part) == 1:
        return Estimate(value, float("nan"), float("nan"), 1)  # one game says nothing of others
    if np.ptp(part - value * whole) == 0:
        return Estimate(value, value, value, len(part))
    with np.errstate(divide="ignore", invalid="ignore"):  # a resample may hold no wholes
        interval = stats.bootstrap(
            (part, whole),
            lambda a, b, axis: a.sum(axis=axis) / b.sum(axis=axis),
            paired=True,
            vectorized=True,
            method="percentile",
            confidence_level=CONFIDENCE,
            n_resamples=_RESAMPLES,
            batch=_BATCH,
            random_state=np.random.default_rng(_SEED),
        ).confidence_interval
    return Estimate(value, float(interval.low), float(interval.high), len(part))
