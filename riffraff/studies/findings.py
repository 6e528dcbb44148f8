"""What the tables of a study say: the numbers of a report, before they are drawn or printed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from riffraff.params import Quantity
from riffraff.rules import AREAS, Ending, Shape
from riffraff.studies.rows import LEVELS
from riffraff.studies.stats import Estimate, mean, proportion, ratio
from riffraff.studies.study import Study
from riffraff.studies.sweep import Sweep
from riffraff.studies.tables import Tables

SHAPES: Final = tuple(shape.value for shape in Shape)


@dataclass(frozen=True)
class Length:
    """How long the games are.

    Attributes:
        rounds: number of games by the round they ended in, for each ending.
        median: median of the rounds.
        most: the rounds that the middle eight of ten games end in.
        emptied: share of the games that end as a supply is empty.
        minutes: mean simulated time [min].
    """

    rounds: Mapping[str, Mapping[int, int]]
    median: float
    most: tuple[float, float]
    emptied: Estimate
    minutes: Estimate


@dataclass(frozen=True)
class HeatMap:
    """Probabilities by shape and place.

    Attributes:
        rows: the shapes.
        columns: the places.
        cells: what is known of each, by row and column.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Estimate]]


@dataclass(frozen=True)
class Band:
    """Tenth, half and nine tenths of some values."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Measure:
    """Something measured for each value of a swept parameter.

    Attributes:
        name: what it is.
        unit: of it.
        values: its mean for each value, over all other sweeps.
        differences: for each value but the first what it is more than for the first, from games of the same
            number, which had the same luck.
    """

    name: str
    unit: str
    values: Sequence[Estimate]
    differences: Sequence[Estimate]


@dataclass(frozen=True)
class Effect:
    """What a swept parameter does.

    Attributes:
        sweep: the parameter and its values.
        quantity: its description.
        measures: what was measured for each value.
        maps: for each value the probability to come down by shape and level.
    """

    sweep: Sweep
    quantity: Quantity
    measures: Sequence[Measure]
    maps: Sequence[HeatMap]


@dataclass(frozen=True)
class Findings:
    """Everything that a report shows.

    Attributes:
        study: the study.
        games: games that were played to their end.
        failed: games that failed.
        down: share of the loaded pieces that come down again.
        caught: share of those that are caught.
        length: how long the games are.
        seats: win rate by seat; a shared victory counts for everyone.
        kinds: win rate by kind of player.
        capsized: share of the games in which the ship capsizes.
        capsizes: by round the share of turns in which it does.
        resting: by round the heel at rest after a turn [deg].
        largest: by round the largest heel of a turn [deg].
        coming_down: probability that a piece comes down again, by shape and the area it was loaded on.
        bringing_down: probability that loading a piece brings cargo down, by shape and area.
        effects: what each swept parameter does.
    """

    study: Study
    games: int
    failed: int
    down: Estimate
    caught: Estimate
    length: Length
    seats: Sequence[Estimate]
    kinds: Mapping[str, Estimate]
    capsized: Estimate
    capsizes: Mapping[int, Estimate]
    resting: Mapping[int, Band]
    largest: Mapping[int, Band]
    coming_down: HeatMap
    bringing_down: HeatMap
    effects: Sequence[Effect]


def find(tables: Tables) -> Findings:
    """What the tables say. Failed games are counted, and left out of all else."""
    games = tables.games.filter(pl.col("error").is_null())
    lost = (games["fell"] + games["caught"]).to_numpy()
    loaded = tables.placements.filter("let_go")
    came_down, brought_down = pl.col("fate") != "aboard", (pl.col("fell") + pl.col("caught")) > 0
    areas = [str(area) for area in AREAS]
    turns = tables.turns
    return Findings(
        study=tables.study,
        games=games.height,
        failed=tables.games.height - games.height,
        down=ratio(lost, games["loaded"].to_numpy()),
        caught=ratio(games["caught"].to_numpy(), lost),
        length=_length(games),
        seats=_seats(tables),
        kinds=_kinds(tables),
        capsized=proportion(int((games["capsizes"] > 0).sum()), games.height),
        capsizes=_by_round(turns),
        resting=_bands(turns, "heel_after"),
        largest=_bands(turns, "heel_max"),
        coming_down=_map(loaded, pl.col("area").cast(pl.String), areas, came_down),
        bringing_down=_map(loaded, pl.col("area").cast(pl.String), areas, brought_down),
        effects=[_effect(tables, games, loaded, sweep) for sweep in tables.study.sweeps],
    )


def _length(games: pl.DataFrame) -> Length:
    rounds: dict[str, dict[int, int]] = {ending.value: {} for ending in Ending}
    for ending, number, count in games.group_by("ending", "rounds").len().sort("rounds").rows():
        rounds[ending][number] = count
    quantiles = [games["rounds"].quantile(share, "nearest") for share in (0.1, 0.5, 0.9)]
    low, middle, high = (math.nan if value is None else float(value) for value in quantiles)
    emptied = int((games["ending"] == Ending.EMPTY_SUPPLY.value).sum())
    return Length(
        rounds=rounds,
        median=middle,
        most=(low, high),
        emptied=proportion(emptied, games.height),
        minutes=mean(games["duration"].to_numpy() / 60),
    )


def _seats(tables: Tables) -> list[Estimate]:
    wins = tables.seats.group_by("seat").agg(pl.col("won").sum(), pl.len()).sort("seat")
    return [proportion(won, count) for _, won, count in wins.rows()]


def _kinds(tables: Tables) -> dict[str, Estimate]:
    # By game: of players of the same kind in one game only one can win, as a rule.
    games = tables.seats.group_by("kind", "case", "game").agg(pl.col("won").sum(), pl.len())
    return {
        kind: ratio(own["won"].to_numpy(), own["len"].to_numpy())
        for kind in dict.fromkeys(tables.study.players)
        if (own := games.filter(pl.col("kind") == kind).sort("case", "game")).height
    }


def _by_round(turns: pl.DataFrame) -> dict[int, Estimate]:
    counts = turns.group_by("round").agg(pl.col("capsized").sum(), pl.len()).sort("round")
    return {number: proportion(capsized, count) for number, capsized, count in counts.rows()}


def _bands(turns: pl.DataFrame, column: str) -> dict[int, Band]:
    heel = pl.col(column).degrees()
    quantiles = [heel.quantile(share, "linear").alias(f"{share}") for share in (0.1, 0.5, 0.9)]
    rows = turns.group_by("round").agg(quantiles).sort("round").rows()
    return {number: Band(low, middle, high) for number, low, middle, high in rows}


def _map(placements: pl.DataFrame, place: pl.Expr, places: Sequence[str], hit: pl.Expr) -> HeatMap:
    counts = placements.group_by("shape", place.alias("place")).agg(hit.sum().alias("hits"), pl.len())
    known = {(shape, where): proportion(hits, count) for shape, where, hits, count in counts.rows()}
    none = proportion(0, 0)
    return HeatMap(
        SHAPES, places, [[known.get((shape, where), none) for where in places] for shape in SHAPES]
    )


# -- sweeps -----------------------------------------------------------------------------------------------


def _effect(tables: Tables, games: pl.DataFrame, loaded: pl.DataFrame, sweep: Sweep) -> Effect:
    value = tables.cases.select("case", pl.col(sweep.name).alias("value"))
    lost = pl.col("fell") + pl.col("caught")
    measured = {
        ("cargo that comes down", "%"): 100.0 * lost / pl.max_horizontal("loaded", 1),
        ("length", "rounds"): pl.col("rounds").cast(pl.Float64),
        ("games with a capsize", "%"): pl.col("capsizes") > 0,
        ("largest heel of a game", "°"): pl.col("heel_max").degrees(),
    }
    own = games.join(value, on="case")
    level = pl.col("level").cast(pl.String)
    maps = [
        _map(part, level, LEVELS, pl.col("fate") != "aboard")
        for number in sweep.values
        for part in [loaded.join(value.filter(pl.col("value") == number), on="case")]
    ]
    return Effect(
        sweep=sweep,
        quantity=sweep.quantity,
        measures=[_measure(own, sweep, name, unit, what) for (name, unit), what in measured.items()],
        maps=maps,
    )


def _measure(games: pl.DataFrame, sweep: Sweep, name: str, unit: str, what: pl.Expr) -> Measure:
    it = games.select("value", "game", what.alias("it"))
    events = it.schema["it"] == pl.Boolean  # 0 of 16 games is not quite "never"; a bootstrap would say so
    values = [it.filter(pl.col("value") == value)["it"] for value in sweep.values]
    # One number for each game number, over all other sweeps: these games share their seed.
    scale = 100.0 if events else 1.0
    numbers = it.group_by("value", "game").agg(pl.col("it").mean() * scale).sort("value", "game")
    parts = [numbers.filter(pl.col("value") == value).select("game", "it") for value in sweep.values]
    pairs = [part.join(parts[0], on="game", suffix="_first").sort("game") for part in parts[1:]]
    return Measure(
        name,
        unit,
        values=[
            proportion(int(own.sum()), len(own)).times(scale) if events else mean(part["it"].to_numpy())
            for own, part in zip(values, parts, strict=True)
        ],
        differences=[mean((pair["it"] - pair["it_first"]).to_numpy()) for pair in pairs],
    )
