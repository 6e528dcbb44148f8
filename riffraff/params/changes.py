"""Changing a tree of parameters by names and values from outside, and saying what is wrong with them."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from riffraff.params.errors import ParameterError, shortened
from riffraff.params.quantity import CONTRADICTION, Group, Quantity, catalog
from riffraff.params.units import to_si

G = TypeVar("G", bound=Group)

_LONGEST_COMPARED = 60
_WHERE_LISTED = "'riffraff params' lists them"
_REFUSALS = {
    "greater_than_equal": "too small",
    "less_than_equal": "too large",
    "finite_number": "not a finite number",
    "float_type": "not a number",
    "int_type": "not a whole number",
}
"""What pydantic's error types mean for a quantity."""


def applied(base: G, changes: object, *, locate: Callable[[str], str] = str, complete: bool = False) -> G:
    """`base` with `changes` applied and everything checked.

    Args:
        base: the tree to start from.
        changes: a mapping of values by dotted name, or of nested mappings by group. Values are numbers in SI
            or strings with a unit.
        locate: says where a name was given, for the error: ``params.toml:7: ship.tilt_stop``.
        complete: whether `changes` must name every parameter.

    Raises:
        ParameterError: every unknown name and refused value, one line each.
    """
    if not isinstance(changes, Mapping):
        raise ParameterError([f"{_shown(changes)} is not a table of parameters"])
    kind = type(base)
    known = catalog(kind)
    tree = base.model_dump()
    given = dict(_leaves(kind, changes))
    problems: dict[str, str] = {}
    for name, value in given.items():
        if name not in known:
            problems[name] = unknown(kind, name)
        elif isinstance(value, Mapping):
            problems[name] = f"is one value, not a group; allowed: {known[name].bounds}"
        else:
            try:
                _put(tree, name, to_si(value, known[name]) if isinstance(value, str) else value)
            except ValueError as refusal:
                problems[name] = str(refusal)
    try:
        result = kind.model_validate(tree)
    except ValidationError as refusals:
        for error in refusals.errors():
            name = ".".join(str(part) for part in error["loc"])
            if error["type"] != CONTRADICTION:
                problems[name] = _refusal(error, given[name], known[name])
            elif not problems:  # else it may be the old value of one refused that others contradict
                culprit = next(field for field in error["ctx"]["fields"] if f"{name}.{field}" in given)
                problems[f"{name}.{culprit}"] = error["ctx"]["reason"]
    lines = [f"{locate(name)}: {problems[name]}" for name in given if name in problems]
    if complete:
        lines += [f"{name}: missing" for name in known if name not in given]
    if lines:
        raise ParameterError(lines)
    return result


def unknown(kind: type[Group], name: str) -> str:
    """Why `name` names no parameter of `kind`, and which name was probably meant."""
    known = catalog(kind)
    inside = [other for other in known if other.startswith(f"{name}.")]
    if inside:
        more = ", ..." if len(inside) > 3 else ""
        return f"is a group, not one value; it holds {', '.join(inside[:3])}{more}"
    nearest = _nearest(name[:_LONGEST_COMPARED].lower(), known)
    return f"no such parameter; did you mean {nearest}?" if nearest else f"no such parameter; {_WHERE_LISTED}"


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """The name most like `name`: in its own group, else by the last part in any group, else a group."""
    group, _, last = name.rpartition(".")
    siblings: dict[str, str] = {}
    by_last: dict[str, list[str]] = {}
    for other in known:
        other_group, _, other_last = other.rpartition(".")
        by_last.setdefault(other_last, []).append(other)
        if other_group == group:
            siblings[other_last] = other
    if close := difflib.get_close_matches(last, siblings, n=1):
        return siblings[close[0]]
    if close := difflib.get_close_matches(last, by_last, n=1):
        return max(by_last[close[0]], key=lambda other: difflib.SequenceMatcher(a=name, b=other).ratio())
    close = [] if siblings else difflib.get_close_matches(name, _groups(known), n=1)
    return close[0] if close else None


def _groups(known: Iterable[str]) -> set[str]:
    """Every dotted beginning of the names."""
    parts = [name.split(".") for name in known]
    return {".".join(some[:length]) for some in parts for length in range(1, len(some))}


def _leaves(
    kind: type[Group], changes: Mapping[str, object], prefix: str = ""
) -> Iterator[tuple[str, object]]:
    groups = _groups(catalog(kind))
    for key, value in changes.items():
        name = f"{prefix}{key}"
        if name in groups and isinstance(value, Mapping):
            yield from _leaves(kind, value, f"{name}.")
        else:
            yield name, value


def _put(tree: dict[str, Any], name: str, value: object) -> None:
    *groups, last = name.split(".")
    for group in groups:
        tree = tree[group]
    tree[last] = value


def _refusal(error: ErrorDetails, given: object, quantity: Quantity) -> str:
    kind, value = error["type"], error["input"]
    if kind == "float_type" and isinstance(value, int) and not isinstance(value, bool):
        kind = "less_than_equal" if value > 0 else "greater_than_equal"  # an integer that no float can hold
    return f"{_shown(given)} is {_REFUSALS[kind]}; allowed: {quantity.bounds}"


def _shown(value: object) -> str:
    """`value` for a message: short, on one line, and as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 64:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, int | float | str):
        return shortened(str(value).strip())
    return f"a {type(value).__name__}"
