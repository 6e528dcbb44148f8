"""Help and version."""

import subprocess
import sys

import pytest

from riffraff import __version__
from riffraff.game import KINDS

from .process import riffraff


def test_the_version_is_printed() -> None:
    result = riffraff("--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"riffraff {__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_names_the_commands(arguments: list[str]) -> None:
    result = riffraff(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    for command in ("run", "replay", "params", "model"):
        assert f" {command} " in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_help_names_the_kinds_of_players_and_gives_examples() -> None:
    result = riffraff("run", "--help")
    assert all(kind in result.stdout for kind in KINDS)
    assert "riffraff run --seed 7 --json > game.jsonl" in result.stdout


def test_help_does_not_wait_for_the_physics() -> None:
    program = (
        "import sys; from riffraff.cli import main; main(['--help']); "
        "print(sorted({'pybullet', 'numpy', 'trimesh', 'pydantic'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
