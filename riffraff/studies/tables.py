"""The tables of a study, from its shards: as frames, and as Parquet files that anything can read."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from riffraff import __version__
from riffraff.studies.rows import TABLES, GameRow, Key
from riffraff.studies.schema import Column, columns, described, schema, summary
from riffraff.studies.shards import NESTED
from riffraff.studies.study import Study
from riffraff.studies.whole import make_whole, write_whole


@dataclass(frozen=True, eq=False)
class Tables:
    """The results of a study as polars frames, sorted by case and game; `rows` says what is in them.

    Attributes:
        study: the study.
        games: a row for each game.
        seats: a row for each player of each game.
        turns: a row for each turn.
        placements: a row for each attempt to load a piece.
        falls: a row for each piece that left the ship for good.
        timing: time on the clock by turn and game; all other tables are the same whenever they are made.
        cases: a row for each case of the grid, with the value of each swept parameter.
    """

    study: Study
    games: pl.DataFrame
    seats: pl.DataFrame
    turns: pl.DataFrame
    placements: pl.DataFrame
    falls: pl.DataFrame
    timing: pl.DataFrame
    cases: pl.DataFrame


def tables_of(study: Study, shards: pl.LazyFrame) -> Tables:
    """The tables that the rows of shards make."""
    frames = {name: table(shards, name).collect() for name in TABLES}
    return Tables(study, **frames, cases=cases(study))


def table(shards: pl.LazyFrame, name: str) -> pl.LazyFrame:
    """One table, sorted by case and game, from the rows of shards in any order."""
    keys = list(schema(Key))
    if name == "games":
        return shards.select(keys + list(schema(GameRow))).sort(keys)
    # Sorted while the rows of a game are still one row: within a game they are in order.
    column = NESTED[name]
    games = shards.select([*keys, column]).filter(pl.col(column).list.len() > 0).sort(keys)
    return games.explode(column).unnest(column)


def cases(study: Study) -> pl.DataFrame:
    """The grid: a row for each case, a column for each swept parameter."""
    kinds = {"case": schema(Key)["case"], **{sweep.name: pl.Float64() for sweep in study.sweeps}}
    return pl.DataFrame(
        [{"case": case.number, **case.values} for case in study.cases], schema=kinds, orient="row"
    )


def case_columns(study: Study) -> Mapping[str, Column]:
    """What the columns of `cases` hold."""
    swept = {
        sweep.name: Column(pl.Float64(), sweep.quantity.meaning, sweep.quantity.unit.removeprefix("1"))
        for sweep in study.sweeps
    }
    return {"case": columns(Key)["case"], **swept}


def write_tables(folder: Path, study: Study, shards: pl.LazyFrame) -> None:
    """Write every table into a folder as a Parquet file, and a page that describes their columns.

    Raises:
        StudyError: something cannot be written.
    """
    for name, about, what in _all(study):
        lazy = cases(study).lazy() if name == "cases" else table(shards, name)
        _write(folder / f"{name}.parquet", lazy, _metadata(study, about, what))
    write_whole(folder / "columns.md", _page(study).encode())


def _all(study: Study) -> Iterator[tuple[str, Mapping[str, Column], str]]:
    """Name of every table, its columns and what its rows are."""
    yield "cases", case_columns(study), "One row for each case of the grid that the sweeps make."
    for name, row in TABLES.items():
        yield name, columns(Key, row), summary(row)


def _metadata(study: Study, about: Mapping[str, Column], what: str) -> dict[str, str]:
    named = {name: {"unit": column.unit, "meaning": column.meaning} for name, column in about.items()}
    return {
        "riffraff": __version__,
        "study": study.digest(),
        "table": what,
        "columns": json.dumps(named),
    }


def _write(path: Path, lazy: pl.LazyFrame, metadata: Mapping[str, str]) -> None:
    make_whole(path, lambda aside: lazy.sink_parquet(aside, metadata=dict(metadata), sync_on_close="all"))


def _page(study: Study) -> str:
    lines = ["# Tables of this study", ""]
    for name, about, what in _all(study):
        lines += [f"## {name}.parquet", "", what, "", *described(about), ""]
    return "\n".join(lines)
