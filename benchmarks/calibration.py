"""Whether calibration finds the truth: secret parameters, measured with noise, are fitted.

Every repeat draws its own secret ship and its own noise, measures the simulated ship, and fits what was
measured from the default parameters. Counted is how often a secret value lies in the interval that should
hold it 90 times of 100; and without noise, how far off what is found is. A repeat takes half a minute; they
are kept in a file, and gone on with after a break.

    python benchmarks/calibration.py --out calibration.jsonl --workers 2
"""

import argparse
import functools
import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import tasks
from figures import Figure, exit_code, printed

from riffraff.model import Swing
from riffraff.params import Parameters
from riffraff.tuning.calibration import calibrate
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
)
from riffraff.tuning.simulating import outcomes

COVERED_AT_LEAST: Final = 85
EXACT_WITHIN: Final = 1.0  # %

_ROLL: Final = {"axis": Swing.ROLL, "amplitude": math.radians(8)}
_NOTHING: Final = {"value": math.nan}
MEASUREMENTS: Final[tuple[Measurement, ...]] = (
    Period(swings=3, uncertainty=0.05, **_ROLL, **_NOTHING),
    Decay(swings=1, uncertainty=0.03, **_ROLL, **_NOTHING),
    Heel(piece="chest", yardarm=Yardarm.LOW, distance=0.1, uncertainty=math.radians(0.1), **_NOTHING),
    Heel(piece="chest", yardarm=Yardarm.TOP, distance=0.06, uncertainty=math.radians(0.1), **_NOTHING),
    Slide(piece="chest", surface=Surface.WOOD, uncertainty=math.radians(0.7), **_NOTHING),
    Slide(piece="plank", surface=Surface.WOOD, uncertainty=math.radians(0.7), **_NOTHING),
    Weight(part="counterweight", uncertainty=0.005, **_NOTHING),
)
"""What is measured of each secret ship, and how exactly."""

FREE: Final = {
    "ship.counterweight_mass": (0.26, 0.52),
    "ship.counterweight_depth": (0.08, 0.12),
    "ship.pivot_damping": (0.0, 0.04),
    "wood.friction": (0.12, 0.5),
}
"""What is secret, within the bounds it is looked for."""

_SECRET: Final = {
    "ship.counterweight_mass": (0.34, 0.46),
    "ship.counterweight_depth": (0.095, 0.115),
    "ship.pivot_damping": (0.004, 0.016),
    "wood.friction": (0.2, 0.42),
}
"""Where the secrets are drawn from: ships on which all of this can be measured."""


def secret(rng: np.random.Generator) -> Parameters:
    """A ship that nobody is told."""
    return Parameters().with_changes({name: float(rng.uniform(*ends)) for name, ends in _SECRET.items()})


def measured(truth: Parameters, noise: np.random.Generator | None) -> Task:
    """What somebody measures of a ship, who is told nothing else."""
    found = []
    for measurement, value in zip(MEASUREMENTS, outcomes(truth, MEASUREMENTS), strict=True):
        if isinstance(value, str):
            raise RuntimeError(f"{measurement.label}: {value}")
        off = 0.0 if noise is None else measurement.uncertainty * noise.normal()
        found.append(replace(measurement, value=value + off))
    return Task(tuple(found), FREE)


def repeat(key: str) -> Any:
    """One secret ship, calibrated.

    Args:
        key: ``noisy-N`` or ``exact-N``; all of it follows from this.
    """
    kind, _, number = key.partition("-")
    rng = np.random.default_rng([kind == "noisy", int(number)])
    truth = secret(rng)
    calibration = calibrate(measured(truth, rng if kind == "noisy" else None))
    return {
        found.name: {
            "true": truth.value(found.name),
            "found": found.value,
            "low": found.low,
            "high": found.high,
        }
        for found in calibration.found
    } | {"misfit": calibration.misfit}


def figures(noisy: list[Any], exact: list[Any]) -> Iterator[Figure]:
    """What the repeats add up to."""
    for name in FREE:
        inside = [one[name]["low"] <= one[name]["true"] <= one[name]["high"] for one in noisy]
        if inside:
            share = 100 * sum(inside) / len(inside)
            yield Figure(f"truth_in_interval_{name}", share, "of_100", at_least=COVERED_AT_LEAST)
            off = [100 * abs(one[name]["found"] / one[name]["true"] - 1) for one in noisy]
            yield Figure(f"typical_error_{name}", float(np.median(off)), "%")
    for name in FREE:
        off = [100 * abs(one[name]["found"] / one[name]["true"] - 1) for one in exact]
        if off:
            yield Figure(f"error_without_noise_{name}", max(off), "%", at_most=EXACT_WITHIN)


def main() -> int:
    """Repeat, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=100, metavar="N", help="noisy ones (default 100)")
    parser.add_argument("--exact", type=int, default=5, metavar="N", help="without noise (default 5)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes (default 2)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep what is done there, and go on with it")
    options = parser.parse_args()
    keys = [f"exact-{n}" for n in range(options.exact)] + [f"noisy-{n}" for n in range(options.repeats)]
    run = functools.partial(tasks.run, out=options.out, workers=options.workers)
    found = run(repeat, keys)
    kinds = [[one for key, one in found.items() if key.startswith(kind)] for kind in ("noisy", "exact")]
    return exit_code(printed(figures(*kinds)))


if __name__ == "__main__":
    sys.exit(main())
