"""The plots of a calibration's report, as SVG that stands on its own."""

import itertools
import math
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from riffraff.studies.drawing import ALARM, INK, PALE, SEA, WOOD, explain, style, subplots, svgs
from riffraff.tuning.calibration import Calibration, Found
from riffraff.tuning.calibration_report import interval_text, shown_in
from riffraff.tuning.fitting import CONFIDENCE

_ACROSS: Final = 3
_MOST_IN_PAIRS: Final = 5  # parameters; more would be too many pairs to look at
_FARTHEST: Final = 6.0  # uncertainties: residuals beyond are drawn at the edge


def charts(calibration: Calibration) -> dict[str, str]:
    """Every plot of the report as an SVG element, by name."""
    with style():
        drawn = {"intervals": _intervals(calibration), "residuals": _residuals(calibration)}
        if len(calibration.found) > 1:
            drawn["pairs"] = _pairs(calibration)
        return svgs(drawn)


def _intervals(calibration: Calibration) -> Figure:
    count = len(calibration.found)
    figure, (axes,) = subplots(9.2, 0.7 + 0.5 * count)
    for place, found in enumerate(calibration.found):
        low, high = found.bounds
        ends = [(end - low) / (high - low) for end in (found.low, found.high)]
        axes.plot([0, 1], [place, place], color=PALE, lw=7, solid_capstyle="round", zorder=1)
        axes.plot(ends, [place, place], color=SEA, lw=3, solid_capstyle="butt", zorder=2)
        value, start = ((number - low) / (high - low) for number in (found.value, found.start))
        axes.plot([start], [place], "o", mfc="white", mec=INK, ms=6, zorder=3)
        axes.plot([value], [place], "o", color=ALARM if found.at_bound else SEA, ms=7, zorder=4)
        factor, unit = shown_in(found.quantity.unit)
        axes.text(0, place + 0.33, f"{factor * low:.4g}", fontsize=7.5, ha="center", va="top")
        axes.text(1, place + 0.33, f"{factor * high:.4g} {unit}", fontsize=7.5, ha="center", va="top")
        axes.text(1.06, place, interval_text(found), va="center")
    axes.set_yticks(range(count), [found.name for found in calibration.found])
    axes.set(xlim=(-0.04, 1.42), ylim=(count - 0.4, -0.5))
    axes.set_xticks([])
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _residuals(calibration: Calibration) -> Figure:
    count = len(calibration.compared)
    figure, (axes,) = subplots(9.2, 0.9 + 0.3 * count)
    axes.axvspan(-2, 2, color=PALE, alpha=0.35, lw=0)
    axes.axvspan(-1, 1, color=PALE, alpha=0.6, lw=0)
    axes.axvline(0, color=INK, lw=1)
    for place, one in enumerate(calibration.compared):
        before, after = (
            float(np.clip(residual, -_FARTHEST, _FARTHEST))
            for residual in (one.residual_before, one.residual)
        )
        axes.plot([before, after], [place, place], color=PALE, lw=1.5, zorder=2)
        mark = "o" if abs(one.residual_before) < _FARTHEST else "<" if before < 0 else ">"
        axes.plot(
            [before], [place], mark, mfc="white", mec=WOOD, ms=6, zorder=3, label="" if place else "before"
        )
        axes.plot([after], [place], "o", color=SEA, ms=6, zorder=4, label="" if place else "after")
    labels = [f"{number}. {one.measurement.label}" for number, one in enumerate(calibration.compared, 1)]
    axes.set_yticks(range(count), labels)
    axes.set(xlim=(-_FARTHEST - 0.3, _FARTHEST + 0.3), ylim=(count - 0.5, -0.5))
    axes.set_xlabel("residual [uncertainties]; a wedge: farther off than drawn")
    axes.grid(axis="y", visible=False)
    explain(axes)
    return figure


def _pairs(calibration: Calibration) -> Figure:
    places = range(min(_MOST_IN_PAIRS, len(calibration.found)))
    pairs = list(itertools.combinations(places, 2))
    columns = min(_ACROSS, len(pairs))
    rows = math.ceil(len(pairs) / columns)
    figure, all_axes = subplots(3.0 * columns + 0.2, 2.7 * rows, columns, rows)
    for unused in all_axes[len(pairs) :]:
        unused.set_visible(False)
    for axes, (first, second) in zip(all_axes, pairs, strict=False):
        _draw_pair(axes, calibration, first, second)
    return figure


def _draw_pair(axes: Axes, calibration: Calibration, first: int, second: int) -> None:
    """The ellipse that holds two parameters' true values."""
    pair = [calibration.found[first], calibration.found[second]]
    factors = np.array([shown_in(found.quantity.unit)[0] for found in pair])
    middle = factors * [found.value for found in pair]
    widths = factors * [found.bounds[1] - found.bounds[0] for found in pair]
    chosen = np.ix_([first, second], [first, second])
    covariance = calibration.covariance[chosen] * np.outer(widths, widths)
    # The two together, where the residuals' own scatter tells the variance: Fisher's F with the t's freedom.
    freedom = calibration.freedom
    radius2 = 2 * stats.f.ppf(CONFIDENCE, 2, freedom) if freedom else stats.chi2.ppf(CONFIDENCE, 2)
    values, vectors = np.linalg.eigh(covariance)
    angles = np.linspace(0, 2 * math.pi, 121)
    circle = np.vstack([np.cos(angles), np.sin(angles)])
    ellipse = middle[:, None] + vectors @ (np.sqrt(np.maximum(values, 0) * radius2)[:, None] * circle)
    axes.fill(*ellipse, color=SEA, alpha=0.2, lw=0)
    axes.plot(*ellipse, color=SEA, lw=1.3)
    axes.plot(*middle, "o", color=SEA, ms=5)
    axes.plot(*(factors * [found.start for found in pair]), "o", mfc="white", mec=INK, ms=5)
    (x_ends, y_ends), (x_label, y_label) = map(_ends, pair), map(_label, pair)
    axes.set(xlim=x_ends, ylim=y_ends)
    axes.set_xlabel(x_label, fontsize=8)
    axes.set_ylabel(y_label, fontsize=8)
    axes.set_title(
        f"correlation {calibration.correlation[first, second]:+.2f}", fontsize=8.5, weight="normal"
    )


def _ends(found: Found) -> tuple[float, float]:
    """Ends of an axis that shows all within a parameter's bounds, and a little room."""
    low, high = (shown_in(found.quantity.unit)[0] * bound for bound in found.bounds)
    room = 0.03 * (high - low)
    return low - room, high + room


def _label(found: Found) -> str:
    """A parameter with its unit, as an axis of a small plot says it."""
    name, (_, unit) = found.name.partition(".")[2], shown_in(found.quantity.unit)
    return f"{name} [{unit}]" if unit else name
