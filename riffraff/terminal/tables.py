"""Tables for a person: the parameters, and what a model weighs and how it swings."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riffraff.terminal.style import QUIET

if TYPE_CHECKING:
    from riffraff.model import Model
    from riffraff.params import Change, Row

WIDE = 150
"""Columns from which on every property of a parameter has a column of its own."""

_CHANGED = "bold green"
_MARK = "*"


def parameter_table(rows: "Sequence[Row]", *, width: int) -> RenderableType:
    """A table of parameters, the changed ones marked with an asterisk.

    Args:
        rows: the parameters.
        width: columns there are; with fewer than `WIDE`, meaning and source stand below the name.
    """
    wide = width >= WIDE
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("name" if wide else "name, meaning (source)", ratio=None if wide else 1)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("unit", no_wrap=True)
    table.add_column("bounds", no_wrap=True)
    if wide:
        table.add_column("meaning")
        table.add_column("source")
    for row in rows:
        name = Text(row.name, "" if row.is_default else _CHANGED)
        value = Text(f"{row.value:.6g}" if row.is_default else f"{_MARK} {row.value:.6g}", name.style)
        bounds = f"{row.low:g} to {row.high:g}"
        if wide:
            table.add_row(name, value, row.unit, bounds, row.meaning, row.source)
        else:
            about = Padding(Text(f"{row.meaning} ({row.source})", QUIET), (0, 0, 0, 2))
            table.add_row(Group(name, about), value, row.unit, bounds)
    if all(row.is_default for row in rows):
        return table
    return Group(table, Text(f"\n{_MARK} not the default", _CHANGED))


def difference_table(changes: "Sequence[Change]") -> RenderableType:
    """A table of parameters that differ: both values, and by how much of its bounds each has moved."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("name", overflow="fold")
    for heading in ("before", "after", "change"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("unit", no_wrap=True)
    table.add_column("of its bounds", justify="right", no_wrap=True)
    for change in changes:
        values = (f"{change.before:.6g}", f"{change.after:.6g}", f"{change.after - change.before:+.4g}")
        table.add_row(change.name, *values, change.unit, f"{change.share:+.1%}")
    return table


def model_lines(model: "Model", directory: Path) -> Iterator[str]:
    """Lines about what `riffraff.model.write` wrote: files, masses, and how the ship swings."""
    from riffraff.model.theory import Swing, pendulum

    links = [(f"  {link.name}", link.inertial.mass) for link in model.ship.links]
    pieces = [
        (f"{directory / 'cargo' / name}.urdf", piece.inertial.mass) for name, piece in model.cargo.items()
    ]
    rows = [(f"{directory / 'ship.urdf'}", sum(mass for _, mass in links)), *links, *pieces]
    width = max(len(name) for name, _ in rows)
    for name, mass in rows:
        yield f"{name:{width}}{1000 * mass:8.1f} g"
    yield f"{directory / 'meshes'}, {directory / 'params.toml'}, {directory / 'model.json'}"
    gravity = model.parameters.world.gravity
    roll, pitch = (pendulum(model.ship, swing, gravity) for swing in Swing)
    heel = math.degrees(roll.heel(0.010 * 0.100 * gravity))
    yield (
        f"The empty ship rolls in {roll.period():.2f} s and pitches in {pitch.period():.2f} s; "
        f"the moment of 10 g at 100 mm heels it by {heel:.1f}°."
    )
