"""The table of parameters."""

import io

import pytest
from rich.console import Console

from riffraff.params import Parameters, table
from riffraff.terminal import (
    parameter_table,
)
from riffraff.terminal.tables import WIDE


@pytest.mark.parametrize("width", [80, WIDE, 240])
def test_the_table_tells_everything_of_every_parameter(width: int) -> None:
    rows = table(Parameters().with_changes({"hand.tremor": 0.0005}))
    output = io.StringIO()
    console = Console(file=output, width=width)
    console.print(parameter_table(rows, width=width))
    text = " ".join(output.getvalue().split())
    for row in rows:
        assert row.name in text
        assert f"{row.low:g} to {row.high:g}" in text
        if width == 240:
            assert f"{row.meaning} {row.source}" in text
    assert "* 0.0005 m" in text
    assert text.endswith("* not the default")
    assert text.count("*") == 2
