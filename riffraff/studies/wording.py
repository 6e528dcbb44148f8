"""What a study found, in sentences and small tables: the text of a report, on a page or on a terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from riffraff.rules import Colour
from riffraff.studies.findings import Band, Effect, Findings, HeatMap, Measure
from riffraff.studies.rows import level_of
from riffraff.studies.stats import Estimate

FEW: Final = 10
"""Of fewer observations than this no probability is named: it would say nothing."""


def percent(rate: Estimate) -> str:
    """A probability with its interval: ``41 % [35, 47]``."""
    if not rate.count:
        return "unknown"
    interval = f" [{100 * rate.low:.0f}, {100 * rate.high:.0f}]" if rate.low == rate.low else ""
    return f"{100 * rate.value:.0f} %{interval}"


def number(value: Estimate, *, signed: bool = False) -> str:
    """A number with its interval: ``9.31 [8.90, 9.72]``."""
    if not value.count:
        return "unknown"
    sign = "+" if signed else ""
    interval = f" [{value.low:{sign}.3g}, {value.high:{sign}.3g}]" if value.low == value.low else ""
    return f"{value.value:{sign}.3g}{interval}"


def place(area: str) -> str:
    """An area with where it is: ``area 9 on the top yardarm``."""
    level = level_of(int(area))
    return f"area {area} on the deck" if level == "deck" else f"area {area} on the {level} yardarm"


def value_text(effect: Effect, value: float) -> str:
    """A value of a swept parameter with its unit."""
    unit = effect.quantity.unit
    return f"{value:.4g}" if unit == "1" else f"{value:.4g} {unit}"


def title(findings: Findings) -> str:
    """What was played, in a line."""
    study = findings.study
    kinds = ", ".join(f"{study.players.count(kind)} {kind}" for kind in dict.fromkeys(study.players))
    return f"{findings.games} games of {len(study.players)} players: {kinds}"


def notes(findings: Findings) -> Iterator[str]:
    """What a reader has to know before taking the numbers at their word."""
    study = findings.study
    finished = findings.games + findings.failed
    if finished < study.total:
        yield f"The study is not finished: {finished} of its {study.total} games have been played."
    if findings.failed:
        yield f"{findings.failed} games failed and are left out; the table of games says why."
    if study.sweeps:
        swept = ", ".join(sweep.name for sweep in study.sweeps)
        yield f"All but the effects of {swept} is over all {len(study.cases)} cases together."
    if len(set(study.players)) > 1 and not study.rotate:
        yield (
            "Every kind of player always had the same seats, so seats and kinds cannot be told apart; "
            "a study with rotating seats can."
        )


def answers(findings: Findings) -> Iterator[str]:
    """The answers, the most asked for first."""
    if not findings.games:
        yield "No game has been played to its end yet."
        return
    yield from (sentence for effect in findings.effects for sentence in effects(effect))
    yield (
        f"Of all cargo that is loaded, {percent(findings.down)} comes down again; "
        f"{percent(findings.caught)} of that is caught."
    )
    yield from _extremes(findings.coming_down)
    length = findings.length
    yield (
        f"A game ends in round {length.median:g} as a rule (eight of ten in rounds {length.most[0]:g} to "
        f"{length.most[1]:g}), after {number(length.minutes)} simulated minutes; {percent(length.emptied)} "
        "end because a supply is empty."
    )
    yield from _winners(findings)
    yield f"The ship capsizes in {percent(findings.capsized)} of the games."


def effects(effect: Effect) -> Iterator[str]:
    """What a swept parameter does from its first value to its last."""
    values = effect.sweep.values
    if len(values) < 2:
        return
    span = f"{effect.sweep.name} from {value_text(effect, values[0])} to {value_text(effect, values[-1])}"
    told = [_change(measure) for measure in effect.measures if measure.differences[-1].count]
    if told:
        yield f"{span}: {'; '.join(told)}."


def _change(measure: Measure) -> str:
    first, last, difference = measure.values[0], measure.values[-1], measure.differences[-1]
    unit = measure.unit if measure.unit == "°" else f" {measure.unit}"
    shows = difference.low == difference.low and not difference.low <= 0 <= difference.high
    by = number(difference, signed=True) if shows else "a difference that may be chance"
    by = "no difference" if difference.low == difference.high == 0 else by
    return f"{measure.name} {first.value:.3g} to {last.value:.3g}{unit} ({by})"


def _extremes(shown: HeatMap) -> Iterator[str]:
    cells = [
        (cell, shape, area)
        for shape, cells in zip(shown.rows, shown.cells, strict=True)
        for area, cell in zip(shown.columns, cells, strict=True)
        if cell.count >= FEW
    ]
    if len(cells) < 2:
        return
    # By the near end of the interval: what a lucky handful of placements did is no extreme.
    worst, shape, area = max(cells, key=lambda cell: cell[0].low)
    best, other, calm = min(cells, key=lambda cell: cell[0].high)
    yield f"The riskiest is the {shape} on {place(area)}: {percent(worst)} come down again."
    yield f"The safest is the {other} on {place(calm)}: {percent(best)}."


def _winners(findings: Findings) -> Iterator[str]:
    rates = [
        f"seat {seat} ({tuple(Colour)[seat].value}) {percent(rate)}"
        for seat, rate in enumerate(findings.seats)
    ]
    yield f"Games won by seat: {', '.join(rates)}."
    if len(findings.kinds) > 1:
        kinds = ", ".join(f"{kind} {percent(rate)}" for kind, rate in findings.kinds.items())
        yield f"Games won by a player of a kind: {kinds}."


# -- text for a terminal ----------------------------------------------------------------------------------


def text(findings: Findings) -> str:
    """The whole report as plain text."""
    lines = [title(findings), ""]
    lines += [*notes(findings), ""] if list(notes(findings)) else []
    lines += [f"- {answer}" for answer in answers(findings)]
    if findings.games:
        lines += [
            "",
            "Cargo that comes down again, by shape and area it was loaded on [%, number loaded]:",
            "",
        ]
        lines += _grid(findings.coming_down)
        lines += ["", "Placements that bring cargo down, by shape and area that was loaded [%, number]:", ""]
        lines += _grid(findings.bringing_down)
        lines += [
            "",
            "Heel by round [°]: a tenth below, half below, nine tenths below; turns with a capsize:",
            "",
        ]
        lines += _rounds(findings)
    for effect in findings.effects:
        lines += ["", f"{effect.sweep.name}: {effect.quantity.meaning}", "", *_effect(effect)]
        lines += ["", "  Cargo that comes down again, by shape and level [%, number loaded]:"]
        for value, shown in zip(effect.sweep.values, effect.maps, strict=True):
            lines += ["", f"  {value_text(effect, value)}", *_grid(shown)]
    lines += ["", "Intervals hold the true value 95 times of 100."]
    return "\n".join(lines) + "\n"


def _grid(shown: HeatMap) -> list[str]:
    rows = [["", *shown.columns]]
    for shape, cells in zip(shown.rows, shown.cells, strict=True):
        rows.append(
            [shape, *(f"{100 * cell.value:.0f} ({cell.count})" if cell.count else "-" for cell in cells)]
        )
    return aligned(rows)


def _rounds(findings: Findings) -> list[str]:
    rows = [["round", "at rest", "largest", "capsizes"]]
    for number_, resting in findings.resting.items():
        largest = findings.largest[number_]
        rows.append([str(number_), _band(resting), _band(largest), percent(findings.capsizes[number_])])
    return aligned(rows)


def _band(band: Band) -> str:
    return f"{band.low:.1f} {band.middle:.1f} {band.high:.1f}"


def _effect(effect: Effect) -> list[str]:
    rows = [["", *(f"{measure.name} [{measure.unit}]" for measure in effect.measures)]]
    for place_, value in enumerate(effect.sweep.values):
        known = (measure.values[place_] for measure in effect.measures)
        rows.append([value_text(effect, value), *map(number, known)])
    return aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with columns of equal width, the first to the left and the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
