"""The plots of a report, as SVG that stands on its own."""

import math
import statistics
from collections.abc import Mapping
from typing import Any, Final

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from riffraff.rules import Colour, Ending
from riffraff.studies.drawing import ALARM, INK, PALE, SEA, WOOD, explain, style, subplots, svgs
from riffraff.studies.findings import Band, Effect, Findings, HeatMap, Measure
from riffraff.studies.rows import LEVELS, level_of
from riffraff.studies.stats import Estimate
from riffraff.studies.wording import FEW, value_text

SEATS: Final = {
    Colour.RED: "#c0392b",
    Colour.BLUE: "#2f5fa8",
    Colour.TURQUOISE: "#2a9d8f",
    Colour.PURPLE: "#7d4fa0",
}
"""Colours of the seats: those of the cards (R1.3)."""


def charts(findings: Findings) -> dict[str, str]:
    """Every plot of a report as an SVG element, by name; one of each kind for every swept parameter."""
    with style():
        drawn = {
            "length": _length(findings),
            "wins": _wins(findings),
            "coming_down": _heat_map(findings.coming_down, "area it was loaded on"),
            "bringing_down": _heat_map(findings.bringing_down, "area that was loaded"),
            "heel": _heel(findings),
            "capsizes": _capsizes(findings),
        }
        for effect in findings.effects:
            drawn[f"effect {effect.sweep.name}"] = _effect(effect)
            drawn[f"maps {effect.sweep.name}"] = _maps(effect)
        return svgs(drawn)


def _length(findings: Findings) -> Figure:
    figure, (axes,) = subplots(4.9, 2.7)
    rounds = findings.length.rounds
    numbers = sorted({number for counts in rounds.values() for number in counts})
    base = [0] * len(numbers)
    names = {
        Ending.EMPTY_SUPPLY: ("a supply is empty", WOOD),
        Ending.CARDS_PLAYED: ("all cards played", PALE),
    }
    for ending, (label, colour) in names.items():
        heights = [rounds[ending.value].get(number, 0) for number in numbers]
        axes.bar(numbers, heights, bottom=base, color=colour, label=label, width=0.85)
        base = [below + height for below, height in zip(base, heights, strict=True)]
    axes.set(xlabel="round in which the game ends", ylabel="games")
    axes.set(xlim=(min(numbers) - 1, max(numbers) + 1), ylim=(0, None))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="x", visible=False)
    explain(axes)
    return figure


def _wins(findings: Findings) -> Figure:
    rates = [
        (f"seat {seat}, {tuple(Colour)[seat].value}", rate, SEATS[tuple(Colour)[seat]])
        for seat, rate in enumerate(findings.seats)
    ]
    if len(findings.kinds) > 1:
        rates += [(kind, rate, WOOD) for kind, rate in findings.kinds.items()]
    figure, (axes,) = subplots(4.9, 0.7 + 0.4 * len(rates))
    for place, (_, rate, colour) in enumerate(rates):
        axes.barh(place, rate.value, color=colour, alpha=0.85, height=0.62)
        axes.errorbar(rate.value, place, xerr=_arms(rate), color=INK, capsize=3, lw=1.2)
    axes.set_yticks(range(len(rates)), [label for label, _, _ in rates])
    axes.invert_yaxis()
    axes.axvline(1 / max(1, len(findings.seats)), color=INK, lw=1, ls=":")
    axes.set(xlim=(0, min(1.0, 0.05 + max([1 / 4, *(_top(rate) for _, rate, _ in rates)]))))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("games won (dotted: as many for everyone)")
    return figure


def _heat_map(shown: HeatMap, label: str) -> Figure:
    figure, (axes,) = subplots(4.9, 3.3)
    _draw_map(axes, shown)
    levels = [level_of(int(area)) for area in shown.columns]
    middles = [statistics.mean(n for n, level in enumerate(levels) if level == own) for own in LEVELS]
    below = axes.secondary_xaxis(-0.07)
    below.set_xticks(middles, [own if own == "deck" else f"{own} yardarm" for own in LEVELS], fontsize=8)
    below.tick_params(length=0)
    below.spines["bottom"].set_visible(False)
    below.set_xlabel(label)
    return figure


def _draw_map(axes: Axes, shown: HeatMap) -> None:
    colours = colormaps["YlOrBr"]
    for row, cells in enumerate(shown.cells):
        for column, cell in enumerate(cells):
            enough = cell.count >= FEW
            face = colours(0.05 + 0.9 * cell.value) if enough else "#f6f3ec"
            axes.add_patch(_square(column, row, face))
            if cell.count:
                dark = enough and cell.value > 0.55
                text = f"{100 * cell.value:.0f}"
                axes.text(
                    column, row, text, ha="center", va="center", fontsize=8,
                    color="white" if dark else INK if enough else "#a09a8e",
                )  # fmt: skip
    axes.set(xlim=(-0.5, len(shown.columns) - 0.5), ylim=(len(shown.rows) - 0.5, -0.5))
    axes.set_xticks(range(len(shown.columns)), shown.columns)
    axes.set_yticks(range(len(shown.rows)), shown.rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _square(column: int, row: int, face: Any) -> FancyBboxPatch:
    return FancyBboxPatch(
        (column - 0.46, row - 0.46), 0.92, 0.92, boxstyle="round,pad=0,rounding_size=0.08", fc=face, ec="none"
    )


def _heel(findings: Findings) -> Figure:
    figure, (axes,) = subplots(4.9, 2.7)
    _band(axes, findings.largest, SEA, "largest of a turn")
    _band(axes, findings.resting, WOOD, "at rest after a turn")
    axes.set(xlabel="round", ylabel="heel [°]", ylim=(0, None))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    explain(axes)
    return figure


def _band(axes: Axes, bands: Mapping[int, Band], colour: str, label: str) -> None:
    rounds = list(bands)
    axes.fill_between(
        rounds,
        [band.low for band in bands.values()],
        [band.high for band in bands.values()],
        color=colour,
        alpha=0.18,
        lw=0,
    )
    axes.plot(rounds, [band.middle for band in bands.values()], color=colour, marker="o", ms=3.5, label=label)


def _capsizes(findings: Findings) -> Figure:
    figure, (axes,) = subplots(4.9, 2.7)
    for number, rate in findings.capsizes.items():
        axes.bar(number, rate.value, color=ALARM, alpha=0.85, width=0.7)
        axes.errorbar(number, rate.value, yerr=_arms(rate), color=INK, capsize=2, lw=1)
    axes.set(xlabel="round", ylabel="turns with a capsize", ylim=(0, None))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="x", visible=False)
    return figure


def _effect(effect: Effect) -> Figure:
    figure, all_axes = subplots(9.4, 2.7, columns=len(effect.measures))
    for axes, measure in zip(all_axes, effect.measures, strict=True):
        _draw_measure(axes, effect, measure)
    figure.supxlabel(value_label(effect), fontsize=9.5)
    return figure


def _draw_measure(axes: Axes, effect: Effect, measure: Measure) -> None:
    shown = [
        (value, known)
        for value, known in zip(effect.sweep.values, measure.values, strict=True)
        if known.count
    ]
    axes.errorbar(
        [value for value, _ in shown],
        [known.value for _, known in shown],
        yerr=[_ends(known for _, known in shown)[end] for end in (0, 1)],
        color=SEA,
        marker="o",
        ms=4,
        capsize=3,
        lw=1.4,
    )
    axes.set_title(f"{measure.name} [{measure.unit}]", fontsize=9)
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.margins(y=0.25)
    if measure.unit == "%":
        low, high = axes.get_ylim()
        axes.set_ylim(max(low, -2.0), min(high, 102.0))


def _maps(effect: Effect) -> Figure:
    columns = min(4, len(effect.maps))
    rows = math.ceil(len(effect.maps) / columns)
    figure, all_axes = subplots(2.35 * columns + 0.6, 2.7 * rows, columns, rows)
    for place, axes in enumerate(all_axes):
        if place >= len(effect.maps):
            axes.set_visible(False)
            continue
        _draw_map(axes, effect.maps[place])
        axes.set_title(value_text(effect, effect.sweep.values[place]), fontsize=9)
        if place % columns:
            axes.set_yticks([])
    return figure


def value_label(effect: Effect) -> str:
    """A swept parameter with its unit, as an axis says it."""
    unit = effect.quantity.unit
    return effect.sweep.name if unit == "1" else f"{effect.sweep.name} [{unit}]"


def _arms(rate: Estimate) -> list[list[float]]:
    """An interval as lengths to both sides, as matplotlib takes it."""
    low, high = _ends([rate])
    return [low, high]


def _ends(rates: Any) -> tuple[list[float], list[float]]:
    known = list(rates)
    low = [max(0.0, rate.value - rate.low) if rate.low == rate.low else 0.0 for rate in known]
    high = [max(0.0, rate.high - rate.value) if rate.high == rate.high else 0.0 for rate in known]
    return low, high


def _top(rate: Estimate) -> float:
    return rate.high if rate.high == rate.high else rate.value
