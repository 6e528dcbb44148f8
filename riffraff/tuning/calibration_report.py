"""The report of a calibration: rows of tables, a few sentences, and a page with pictures."""

import math
from typing import Final

from riffraff import __version__
from riffraff.tuning.calibration import Calibration, Found
from riffraff.tuning.fitting import CONFIDENCE
from riffraff.tuning.page import page

_FOOTER: Final = (
    "Residuals are what is simulated less what was measured, in units of the measurement's own uncertainty. "
    "Intervals hold the true value 90 times of 100, if the wooden ship is one of those that the simulation "
    "knows and errors of measurement are normal: from the change of every simulated measurement with every "
    "parameter, and Student's t for the residuals' own scatter; from the stated uncertainties alone where no "
    "more is measured than found."
)

_SHOWN: Final = {"kg": (1e3, "g"), "m": (1e3, "mm"), "rad": (180 / math.pi, "°")}
"""For some SI units the one that a person reads, and how many of it make the SI unit."""


def report_html(calibration: Calibration) -> str:
    """The report as an HTML page that needs no other file and no network."""
    from riffraff.tuning.calibration_charts import charts  # takes long to load

    return page(
        "calibration.html.j2",
        title="Calibrated to measurements",
        lead=f"{len(calibration.compared)} measurements, {len(calibration.found)} free parameters",
        warnings=calibration.warnings,
        answer=answer(calibration),
        parameters=parameter_rows(calibration),
        measurements=measurement_rows(calibration),
        charts=charts(calibration),
        facts_heading="How it was asked",
        facts=_facts(calibration),
        footer=_FOOTER,
    )


def answer(calibration: Calibration) -> str:
    """How well it fits, in a sentence."""
    before, after = (
        math.sqrt(misfit / len(calibration.compared))
        for misfit in (calibration.misfit_before, calibration.misfit)
    )
    return (
        f"The simulated ship was {before:.1f} uncertainties away from a measurement, root mean square; with "
        f"the parameters found it is {after:.1f}."
    )


def parameter_rows(calibration: Calibration) -> list[list[str]]:
    """What was found, with its interval, where it began, and its bounds."""
    rows = [["", "found", f"{100 * CONFIDENCE:.0f} % interval", "before", "bounds", "unit"]]
    for found in calibration.found:
        factor, unit = shown_in(found.quantity.unit)
        value, low, high = (factor * number for number in (found.value, found.low, found.high))
        digits = _digits(high - low)
        bounds = " to ".join(f"{factor * bound:.4g}" for bound in found.bounds)
        interval = f"{low:.{digits}f} to {high:.{digits}f}"
        row = [
            found.name,
            f"{value:.{digits}f}",
            interval,
            f"{factor * found.start:.{digits}f}",
            bounds,
            unit,
        ]
        rows.append(row)
    return rows


def measurement_rows(calibration: Calibration) -> list[list[str]]:
    """What was measured, and what the simulated ship gives for it."""
    rows = [["", "measured", "before", "after", "unit", "residual"]]
    for number, one in enumerate(calibration.compared, 1):
        factor, unit = shown_in(one.measurement.unit)
        digits = _digits(4 * factor * one.measurement.uncertainty)
        measured, uncertain, before, after = (
            f"{factor * value:.{digits}f}"
            for value in (one.measurement.value, one.measurement.uncertainty, one.before, one.after)
        )
        label = f"{number}. {one.measurement.label}"
        rows.append([label, f"{measured} ± {uncertain}", before, after, unit, f"{one.residual:+.1f}"])
    return rows


def shown_in(unit: str) -> tuple[float, str]:
    """How many of the unit that a person reads make an SI unit, and which that is."""
    return _SHOWN.get(unit, (1.0, unit.removeprefix("1")))


def interval_text(found: Found) -> str:
    """A parameter with its interval in a line: ``392 g [385, 398]``."""
    factor, unit = shown_in(found.quantity.unit)
    value, low, high = (factor * number for number in (found.value, found.low, found.high))
    digits = _digits(high - low)
    return f"{value:.{digits}f} {unit}".rstrip() + f" [{low:.{digits}f}, {high:.{digits}f}]"


def _digits(width: float) -> int:
    """Digits after the point that tell the ends of so wide an interval apart by hundredths of it."""
    return max(0, min(9, 2 - math.ceil(math.log10(width)))) if width > 0 else 6


def _facts(calibration: Calibration) -> list[list[str]]:
    facts = [
        ["measurements beyond the parameters", str(calibration.freedom)],
        ["sum of squared residuals before", f"{calibration.misfit_before:.4g}"],
        ["sum of squared residuals after", f"{calibration.misfit:.4g}"],
        ["riffraff", __version__],
    ]
    free = {found.name for found in calibration.found}
    for name, quantity in calibration.base.quantities().items():
        value = calibration.base.value(name)
        if name not in free and value != quantity.default:
            facts.append([name, f"{value:.6g} {quantity.unit.removeprefix('1')}".strip()])
    return facts
