"""Studies of stand-in games in real processes, and their tables."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import polars as pl

SCRIPT: Final = (sys.executable, str(Path(__file__).with_name("stand_in.py")))
SAME_ALWAYS: Final = ("games", "seats", "turns", "placements", "falls", "cases")
"""All tables but the one with times on the clock."""


@contextmanager
def studying(folder: Path, *arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """A run of stand-in games that is ended, if it has not, when the block is left."""
    process = subprocess.Popen(
        [*SCRIPT, str(folder), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "default"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def study(folder: Path, *arguments: object) -> str:
    """Run stand-in games to the end; returns the last line that was printed."""
    with studying(folder, *arguments) as process:
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    return output.splitlines()[-1]


def until(process: "subprocess.Popen[str]", games: int) -> int:
    """Wait until so many games are finished, and return how many really are."""
    assert process.stdout is not None
    for line in process.stdout:
        finished = int(line.split()[0])
        if finished >= games:
            return finished
    raise AssertionError(f"the run ended before {games} games were finished")


def tables(folder: Path) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(folder / f"{name}.parquet") for name in SAME_ALWAYS}


def same(first: Path, second: Path) -> bool:
    one, other = tables(first), tables(second)
    return all(one[name].equals(other[name]) for name in SAME_ALWAYS)
