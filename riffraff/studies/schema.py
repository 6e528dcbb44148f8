"""Typed and documented tables: a row is a dataclass whose annotations say what each column holds."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

import polars as pl


@dataclass(frozen=True)
class Column:
    """What a column holds; stands in the annotation of a row's field.

    Attributes:
        dtype: its type in the table.
        meaning: one line for a person.
        unit: SI unit, empty for what has none.
    """

    dtype: pl.DataType
    meaning: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    """The base of all rows: each subclass is a table, and its docstring's first line says of what."""

    def plain(self) -> dict[str, Any]:
        """The values by column."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}


def columns(*rows: type[Row]) -> Mapping[str, Column]:
    """The columns of tables side by side, in order."""
    found: dict[str, Column] = {}
    for row in rows:
        hints = get_type_hints(row, include_extras=True)
        found |= {field.name: hints[field.name].__metadata__[0] for field in dataclasses.fields(row)}
    return found


def schema(*rows: type[Row]) -> dict[str, pl.DataType]:
    """The types of the columns of tables side by side."""
    return {name: column.dtype for name, column in columns(*rows).items()}


def nested(row: type[Row]) -> pl.List:
    """The type of a column that holds rows of a table."""
    return pl.List(pl.Struct(schema(row)))


def summary(row: type[Row]) -> str:
    """What the rows of a table are, in a line."""
    return (row.__doc__ or "").splitlines()[0]


def described(named: Mapping[str, Column]) -> Iterable[str]:
    """The columns as lines of a Markdown table."""
    yield "| column | type | unit | meaning |"
    yield "| --- | --- | --- | --- |"
    for name, column in named.items():
        kind = "Enum" if isinstance(column.dtype, pl.Enum) else str(column.dtype)
        yield f"| `{name}` | {kind} | {column.unit} | {column.meaning} |"
