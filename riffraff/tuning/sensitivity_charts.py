"""The plots of the report on which parameters matter, as SVG that stands on its own."""

from collections.abc import Sequence

import polars as pl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from riffraff.studies.drawing import INK, PALE, SEA, WOOD, style, subplots, svgs
from riffraff.tuning.indices import Index
from riffraff.tuning.sensitivity import OUTPUTS, Ranking

_ROW = 0.42  # inches for each parameter
_MOST = 1.6  # share up to which is drawn; intervals of few points go far beyond


def charts(found: Ranking) -> dict[str, str]:
    """Every plot of the report as an SVG element, by name."""
    with style():
        drawn = {"shares": _shares(found), "effects": _effects(found), "slices": _slices(found)}
        return svgs(drawn)


def _shares(found: Ranking) -> Figure:
    names = [free.name for free in found.ranked]
    figure, all_axes = subplots(9.4, 1.0 + 1.4 * _ROW * len(names), len(OUTPUTS))
    for axes, output in zip(all_axes, OUTPUTS, strict=True):
        known = found.shares[output.name] or []
        for aside, colour, shown in (
            (0.2, PALE, [one.total for one in known]),
            (-0.2, SEA, [one.alone for one in known]),
        ):
            places = [place + aside for place in range(len(shown))]
            axes.barh(places, [max(0.0, one.value) for one in shown], color=colour, height=0.36)
            axes.errorbar(
                [one.value for one in shown],
                places,
                xerr=_arms(shown),
                fmt="none",
                ecolor=INK,
                capsize=2,
                lw=1,
            )
        axes.set(xlim=(0, min(_MOST, axes.get_xlim()[1])), ylim=(len(names) - 0.5, -0.5), title=output.name)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.grid(axis="y", visible=False)
        axes.set_yticks(range(len(names)), names if axes is all_axes[0] else [])
    return figure


def _effects(found: Ranking) -> Figure:
    names = [free.name for free in found.inquiry.free]
    ranked = {free.name for free in found.ranked}
    figure, all_axes = subplots(9.4, 1.0 + _ROW * len(names), len(OUTPUTS))
    for axes, output in zip(all_axes, OUTPUTS, strict=True):
        sizes = [effect.size for effect in found.effects[output.name] or []]
        places = range(len(sizes))
        colours = [WOOD if name in ranked else PALE for name in names[: len(sizes)]]
        axes.barh(places, [size.value for size in sizes], color=colours, height=0.62)
        axes.errorbar(
            [size.value for size in sizes], places, xerr=_arms(sizes), fmt="none", ecolor=INK, capsize=2, lw=1
        )
        axes.set(xlim=(0, None), ylim=(len(names) - 0.5, -0.5), title=output.name, xlabel=output.unit)
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.grid(axis="y", visible=False)
        axes.set_yticks(range(len(names)), names if axes is all_axes[0] else [])
    return figure


def _arms(indices: Sequence[Index]) -> list[float]:
    return [one.arm if one.arm == one.arm else 0.0 for one in indices]


def _slices(found: Ranking) -> Figure:
    points = found.points.filter(pl.col("stage") == "ranking")
    columns = len(found.ranked)
    figure, all_axes = subplots(2.2 * columns + 0.8, 1.9 * len(OUTPUTS), columns, len(OUTPUTS))
    for place, axes in enumerate(all_axes):
        row, column = divmod(place, columns)
        output, free = OUTPUTS[row], found.ranked[column]
        shown = points.filter(pl.col(output.name).is_not_null())
        axes.scatter(
            shown[free.name].to_list(), shown[output.name].to_list(), s=9, color=SEA, alpha=0.7, lw=0
        )
        axes.xaxis.set_major_locator(MaxNLocator(3))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        if column == 0:
            axes.set_ylabel(f"{output.name} [{output.unit}]")
        if row == len(OUTPUTS) - 1:
            axes.set_xlabel(free.label, fontsize=8)
    return figure
