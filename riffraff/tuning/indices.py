"""How much each of some parameters matters for an output: SALib's points, and what it makes of the outputs.

Morris screens: from each of some starting points the parameters are changed one after the other, by two
thirds of their range. Sobol ranks: the variance of the output over all ranges is shared out among the
parameters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from SALib.analyze import morris as analyze_morris
from SALib.analyze import sobol as analyze_sobol
from SALib.sample import morris as sample_morris
from SALib.sample import sobol as sample_sobol

from riffraff.studies.stats import CONFIDENCE

Floats = npt.NDArray[np.float64]
Range = tuple[float, float]

LEVELS: Final = 4
"""Values of each parameter that the starting points are drawn from."""

FEWEST: Final = 2
"""Groups of points, starting points of Morris or rows of Sobol's base sample, that are needed at least."""

_RESAMPLES: Final = 1000


@dataclass(frozen=True)
class Index:
    """An index with half the width of its interval.

    Attributes:
        value: the index.
        arm: it is this much more or less, 95 times of 100; NaN if that is not known.
    """

    value: float
    arm: float


@dataclass(frozen=True)
class Effect:
    """What Morris says of a parameter, for one output.

    Attributes:
        size: mean of the absolute change of the output, over the whole range (mu*).
        spread: standard deviation of the change (sigma): large where it depends on where the others are.
    """

    size: Index
    spread: float


@dataclass(frozen=True)
class Shares:
    """What Sobol says of a parameter, for one output.

    Attributes:
        alone: share of the output's variance that the parameter brings by itself (S1).
        total: share that it has a part in, together with others too (ST).
    """

    alone: Index
    total: Index


NO_EFFECT: Final = Effect(Index(0.0, 0.0), 0.0)
NO_SHARES: Final = Shares(Index(0.0, 0.0), Index(0.0, 0.0))


def _problem(ranges: Sequence[Range]) -> dict[str, Any]:
    names = [str(number) for number in range(len(ranges))]
    return {"num_vars": len(ranges), "names": names, "bounds": [list(one) for one in ranges]}


def morris_points(ranges: Sequence[Range], starts: int, *, seed: int) -> Floats:
    """Points to screen by.

    Args:
        ranges: from and to, for each parameter.
        starts: number of starting points.
        seed: of their choice.

    Returns:
        Shape [starts * (1 + parameters), parameter].
    """
    points: Floats = sample_morris.sample(_problem(ranges), starts, num_levels=LEVELS, seed=seed)
    return points


def morris(ranges: Sequence[Range], points: Floats, outputs: Floats) -> list[Effect] | None:
    """What the outputs at the points of `morris_points` say of each parameter.

    Args:
        ranges: as there.
        points: as there.
        outputs: shape [point]; NaN where there is none: all from that starting point is left out.

    Returns:
        An effect for each parameter, or None if too little is left.
    """
    points, outputs = _whole_groups(points, outputs, len(ranges) + 1)
    if len(outputs) < FEWEST * (len(ranges) + 1):
        return None
    if np.ptp(outputs) == 0:
        return [NO_EFFECT] * len(ranges)
    found = analyze_morris.analyze(
        _problem(ranges), points, outputs, num_levels=LEVELS, num_resamples=_RESAMPLES,
        conf_level=CONFIDENCE, seed=1,
    )  # fmt: skip
    rows = zip(
        *(np.asarray(found[name], float) for name in ("mu_star", "mu_star_conf", "sigma")), strict=True
    )
    return [Effect(Index(float(size), float(arm)), float(spread)) for size, arm, spread in rows]


def sobol_points(ranges: Sequence[Range], samples: int, *, seed: int) -> Floats:
    """Points to rank by.

    Args:
        ranges: from and to, for each parameter.
        samples: size of the base sample, a power of 2.
        seed: of its scrambling.

    Returns:
        Shape [samples * (2 + parameters), parameter].
    """
    points: Floats = sample_sobol.sample(_problem(ranges), samples, calc_second_order=False, seed=seed)
    return points


def sobol(ranges: Sequence[Range], outputs: Floats) -> list[Shares] | None:
    """What the outputs at the points of `sobol_points` say of each parameter.

    Args:
        ranges: as there.
        outputs: shape [point]; NaN where there is none: all of that row of the base sample is left out.

    Returns:
        The shares of each parameter, or None if too little is left.
    """
    _, outputs = _whole_groups(outputs.reshape(-1, 1), outputs, len(ranges) + 2)
    if len(outputs) < FEWEST * (len(ranges) + 2):
        return None
    if np.ptp(outputs) == 0:
        return [NO_SHARES] * len(ranges)
    found = analyze_sobol.analyze(
        _problem(ranges), outputs, calc_second_order=False, num_resamples=_RESAMPLES,
        conf_level=CONFIDENCE, seed=1,
    )  # fmt: skip
    rows = zip(*(np.asarray(found[name], float) for name in ("S1", "S1_conf", "ST", "ST_conf")), strict=True)
    return [
        Shares(Index(float(alone), float(arm)), Index(float(total), float(total_arm)))
        for alone, arm, total, total_arm in rows
    ]


def _whole_groups(points: Floats, outputs: Floats, size: int) -> tuple[Floats, Floats]:
    """Points and outputs without the groups in which an output is missing."""
    whole = np.repeat(np.isfinite(outputs).reshape(-1, size).all(axis=1), size)
    return points[whole], outputs[whole]
