"""The plots of a search's report, as SVG that stands on its own."""

import itertools
import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from riffraff.studies.drawing import ALARM, INK, PALE, SEA, WOOD, explain, style, subplots, svgs
from riffraff.studies.stats import Estimate
from riffraff.tuning.asking import State, Trial
from riffraff.tuning.search import Found
from riffraff.tuning.space import Free
from riffraff.tuning.wants import Want

_ACROSS = 3
_MOST_IN_PAIRS = 5  # parameters; more would be too many pairs to look at


def charts(found: Found, shares: Mapping[str, float]) -> dict[str, str]:
    """Every plot of the report as an SVG element, by name.

    Args:
        found: what was found.
        shares: how much each parameter matters, if that is known.
    """
    free = sorted(found.goal.free, key=lambda one: -shares.get(one.name, 0.0))
    with style():
        drawn = {
            "before_after": _before_after(found),
            "history": _history(found),
            "slices": _slices(found, free),
        }
        if shares:
            drawn["importance"] = _importance(shares)
        if len(free) > 1:
            drawn["pairs"] = _pairs(found, free[:_MOST_IN_PAIRS])
        return svgs(drawn)


def _grid(count: int, height: float) -> tuple[Figure, list[Axes]]:
    """Axes for so many plots, in rows."""
    columns = min(_ACROSS, count)
    rows = math.ceil(count / columns)
    figure, axes = subplots(3.1 * columns + 0.2, height * rows, columns, rows)
    for unused in axes[count:]:
        unused.set_visible(False)
    return figure, axes[:count]


# -- before and after -------------------------------------------------------------------------------------


def _before_after(found: Found) -> Figure:
    aims = found.goal.aims
    figure, all_axes = _grid(len(aims.each), 2.5)
    before, after = aims.estimates(found.before), aims.estimates(found.after)
    for axes, want, first, last in zip(all_axes, aims.each, before, after, strict=True):
        _draw_want(axes, want, first, last)
    return figure


def _draw_want(axes: Axes, want: Want, before: Sequence[Estimate], after: Sequence[Estimate]) -> None:
    scale = want.measure.scale
    for place, estimates in enumerate((before, after)):
        for number, one in enumerate(estimates):
            aside = (number - (len(estimates) - 1) / 2) * 0.16
            known = one.low == one.low
            arms = [[scale * (one.value - one.low)], [scale * (one.high - one.value)]] if known else None
            axes.errorbar(
                place + aside, scale * one.value, yerr=arms, color=SEA if place else WOOD, marker="o", ms=5,
                capsize=3, lw=1.4,
            )  # fmt: skip
    ends = [scale * end for end in want.band]
    shown = [*axes.get_ylim(), *(end for end in ends if math.isfinite(end))]
    room = 0.12 * (max(shown) - min(shown))
    bottom, top = min(shown) - room, max(shown) + room
    axes.axhspan(max(ends[0], bottom), min(ends[1], top), color=SEA, alpha=0.12, lw=0)
    axes.set(xlim=(-0.6, 1.6), ylim=(bottom, top))
    axes.set_xticks([0, 1], ["before", "after"])
    axes.grid(axis="x", visible=False)
    axes.set_title(f"{want.name} [{want.measure.unit}]", fontsize=9)


# -- the search -------------------------------------------------------------------------------------------

_LOOKS = {
    State.COMPLETE: ("played to the end", SEA, "o"),
    State.PRUNED: ("given up", PALE, "v"),
}


def _of(found: Found, state: State) -> list[Trial]:
    return [trial for trial in found.trials if trial.state is state]


def _history(found: Found) -> Figure:
    figure, (axes,) = subplots(9.4, 3.0)
    for state, (label, colour, marker) in _LOOKS.items():
        trials = _of(found, state)
        axes.scatter(
            [trial.number for trial in trials],
            [trial.loss or 0.0 for trial in trials],
            color=colour, marker=marker, s=26, label=label, zorder=3,
        )  # fmt: skip
    failed = [trial.number for trial in _of(found, State.FAILED)]
    if failed:
        axes.plot(failed, [0.0] * len(failed), "x", color=ALARM, label="failed", clip_on=False)
    complete = _of(found, State.COMPLETE)
    best = list(itertools.accumulate((trial.loss or 0.0 for trial in complete), min))
    axes.step([trial.number for trial in complete], best, where="post", color=WOOD, label="best so far")
    _ring(axes, found.winner.number, found.winner.loss)
    axes.set(xlabel="trial", ylabel="distance from the goal [tolerances]", ylim=(0, None))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    explain(axes)
    return figure


def _ring(axes: Axes, x: float, y: float | None) -> None:
    axes.scatter([x], [y or 0.0], s=110, facecolors="none", edgecolors=ALARM, lw=1.6, zorder=4)


def _importance(shares: Mapping[str, float]) -> Figure:
    figure, (axes,) = subplots(4.9, 0.7 + 0.4 * len(shares))
    names = sorted(shares, key=lambda name: -shares[name])
    axes.barh(range(len(names)), [shares[name] for name in names], color=WOOD, alpha=0.85, height=0.62)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set(xlim=(0, 1))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(axis="y", visible=False)
    return figure


def _slices(found: Found, free: Sequence[Free]) -> Figure:
    figure, all_axes = _grid(len(free), 2.6)
    for axes, one in zip(all_axes, free, strict=True):
        for state, (_, colour, marker) in _LOOKS.items():
            trials = _of(found, state)
            axes.scatter(
                [trial.values[one.name] for trial in trials],
                [trial.loss or 0.0 for trial in trials],
                color=colour, marker=marker, s=18,
            )  # fmt: skip
        _ring(axes, found.winner.values[one.name], found.winner.loss)
        axes.axvline(found.goal.parameters.value(one.name), color=INK, lw=1, ls=":")
        axes.set(xlabel=one.label, xlim=_room(one), ylim=(0, None))
        axes.xaxis.set_major_locator(MaxNLocator(4))
    figure.supylabel("distance from the goal [tolerances]", fontsize=9.5)
    return figure


def _pairs(found: Found, free: Sequence[Free]) -> Figure:
    pairs = list(itertools.combinations(free, 2))
    figure, all_axes = _grid(len(pairs), 2.8)
    trials = [trial for trial in found.trials if trial.loss is not None]
    losses = [trial.loss or 0.0 for trial in trials]
    for axes, (one, other) in zip(all_axes, pairs, strict=True):
        shown = axes.scatter(
            [trial.values[one.name] for trial in trials],
            [trial.values[other.name] for trial in trials],
            c=losses, cmap="YlGnBu_r", edgecolors=PALE, lw=0.6, s=34,
        )  # fmt: skip
        axes.scatter(
            [found.winner.values[one.name]], [found.winner.values[other.name]],
            s=130, facecolors="none", edgecolors=ALARM, lw=1.6,
        )  # fmt: skip
        axes.set(xlabel=one.label, ylabel=other.label, xlim=_room(one), ylim=_room(other))
        axes.xaxis.set_major_locator(MaxNLocator(4))
    figure.colorbar(shown, ax=all_axes, label="distance from the goal", shrink=0.8)
    return figure


def _room(free: Free) -> tuple[float, float]:
    """The range of a parameter with some room beside it."""
    room = 0.04 * (free.high - free.low)
    return free.low - room, free.high + room
