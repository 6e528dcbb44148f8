"""On which lines of a TOML text its entries stand; tomlkit does not tell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from riffraff.params.errors import one_line, shortened

Place = tuple[str | int, ...]
"""An entry: names of tables, numbers in arrays of tables from 0, and the entry's own name, dotted or not."""


@dataclass(frozen=True)
class Lines:
    """The lines of a text's entries."""

    found: Mapping[Place, int]

    def where(self, place: Place) -> str:
        """A place for an error message: ``:12: measurement 3: value``; empty for the whole file."""
        shown = place
        while shown and shown not in self.found:
            shown = shown[:-1]
        line = f":{self.found[shown]}" if shown else ""
        told = [
            f"{place[index - 1]} {part + 1}" if isinstance(part, int) else shortened(one_line(part))
            for index, part in enumerate(place)
            if isinstance(part, int) or not (index + 1 < len(place) and isinstance(place[index + 1], int))
        ]
        return ": ".join([line, *told])


def lines_of(text: str) -> Lines:
    """The line on which each entry of valid TOML is first given.

    A statement ends with a line and is not valid before its end: the first lines that parse are one.
    """
    found: dict[Place, int] = {}
    counts: dict[str, int] = {}
    table: Place = ()
    statement, start = "", 1
    for number, line in enumerate(text.split("\n"), start=1):
        statement += f"{line}\n"
        try:
            keys = tomlkit.parse(statement).unwrap()
        except TOMLKitError:
            continue
        names = list(_names(keys))
        if statement.lstrip().startswith("[["):
            (name,) = keys
            counts[name] = counts.get(name, -1) + 1
            table = (name, counts[name])
            found[table] = start
        elif statement.lstrip().startswith("["):
            table = tuple(names[0].split(".")) if names else ()
            found.setdefault(table, start)
        else:
            for name in names:
                found.setdefault((*table, name), start)
                found.setdefault((*table, *name.split(".")), start)
        statement, start = "", number + 1
    return Lines(found)


def _names(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _names(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"
