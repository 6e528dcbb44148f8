"""Parameters as TOML text."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import tomlkit
from tomlkit.exceptions import KeyAlreadyPresent, ParseError, TOMLKitError

from riffraff.params.changes import applied
from riffraff.params.errors import ParameterError, one_line
from riffraff.params.parameters import Parameters
from riffraff.params.quantity import Group, catalog

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_POSITION = re.compile(r"\.? at line \d+ col \d+$")
_REPEATED = "already exists"
_HEADING = """Parameters of riffraff.
Values are SI; strings with a unit are understood too: "400 g", "2 deg". What is left out keeps its default.
"""


def load(path: str | Path) -> Parameters:
    """The parameters that a TOML file states; what it does not name keeps its default.

    Raises:
        ParameterError: the file cannot be read, is not TOML, or states what is not allowed; one line for each
            problem.
    """
    source = one_line(str(path))
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise ParameterError([f"{source}: no such file"]) from None
    except IsADirectoryError:
        raise ParameterError([f"{source}: is a directory, not a TOML file"]) from None
    except UnicodeDecodeError as error:
        raise ParameterError([f"{source}: not UTF-8 text (byte {error.start})"]) from None
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        raise ParameterError([f"{source}: cannot be read: {getattr(error, 'strerror', error)}"]) from None
    return loads(text, source=source)


def loads(text: str, *, source: str = "<text>") -> Parameters:
    """The parameters that TOML text states; what it does not name keeps its default.

    Args:
        text: TOML with a table for each group. Values are numbers in SI, or strings with a unit.
        source: where the text comes from, for errors.

    Raises:
        ParameterError: the text is not TOML, or states what is not allowed; one line for each problem.
    """
    text = f"{text}\n"  # tomlkit misplaces errors at the end of a last line that is not ended
    try:
        given = _named(tomlkit.parse(text).unwrap())
    except (ParseError, KeyAlreadyPresent) as error:
        reason = one_line(_POSITION.sub("", str(error)))
        if isinstance(error, KeyAlreadyPresent) or _REPEATED in reason:
            place = f"{_repetition(text)}"
        else:
            place = f"{error.line}:{error.col + 1}"
        raise ParameterError([f"{source}:{place}: not TOML: {reason}"]) from None
    lines: dict[str, int] = {}

    def locate(name: str) -> str:
        if not lines:
            lines.update(_lines(text))
        return f"{source}:{lines[name]}: {name}"

    return applied(Parameters(), given, locate=locate)


def dumps(parameters: Parameters) -> str:
    """All parameters as TOML, each with unit, bounds, meaning and source; `loads` gives them back exactly."""
    document = tomlkit.document()
    for line in _HEADING.splitlines():
        document.add(tomlkit.comment(line))
    for name, group in parameters:
        document.add(tomlkit.nl())
        document.add(name, _table(group))
    return tomlkit.dumps(document)


def _table(group: Group) -> tomlkit.items.Table:
    quantities = catalog(type(group))
    table = tomlkit.table()
    if group.__doc__:
        table.comment(group.__doc__.splitlines()[0])
    for name, value in group:
        if isinstance(value, Group):
            table.add(name, _table(value))
        else:
            about = quantities[name]
            table.add(name, tomlkit.item(value).comment(f"{about.bounds}: {about.meaning} ({about.source})"))
    return table


def _named(table: Mapping[str, object]) -> dict[str, object]:
    """`table` with keys as typed: one that is not a bare key is quoted, so that its dots divide nothing."""
    named: dict[str, object] = {}
    for key, value in table.items():
        name = key if _BARE_KEY.fullmatch(key) else json.dumps(key)
        named[name] = _named(value) if isinstance(value, Mapping) else value
    return named


def _lines(text: str) -> dict[str, int]:
    """The line on which each dotted name of valid TOML is first given; tomlkit does not tell.

    A statement ends with a line and is not valid before its end: the first lines that parse are one.
    """
    found: dict[str, int] = {}
    header, statement, start = "", "", 1
    for number, line in enumerate(text.split("\n"), start=1):
        statement += f"{line}\n"
        try:
            keys = _named(tomlkit.parse(statement).unwrap())
        except TOMLKitError:
            continue
        is_header = statement.lstrip().startswith("[")
        for name in _names(keys, "" if is_header else header):
            found.setdefault(name, start)
            header = f"{name}." if is_header else header
        statement, start = "", number + 1
    return found


def _names(table: Mapping[str, object], prefix: str) -> Iterator[str]:
    for key, value in table.items():
        yield prefix + key
        if isinstance(value, Mapping):
            yield from _names(value, f"{prefix}{key}.")


def _repetition(text: str) -> int:
    """The line that gives a key again, in TOML that fails for it; tomlkit tells the next line, or none."""
    lines = text.split("\n")
    for number in range(1, len(lines)):
        try:
            tomlkit.parse("\n".join(lines[:number]))
        except TOMLKitError as error:
            if _REPEATED in str(error):
                return number
    return len(lines)
