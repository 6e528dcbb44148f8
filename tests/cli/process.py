"""The command line in real processes, and in this one."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from riffraff.cli import main

QUICK = """
[world]
time_limit = 1
time_step = 0.016666666666666666
solver_iterations = 10
[hand]
carry_speed = 2
lower_speed = 0.5
[ship]
pivot_damping = 0.1
"""
"""Parameters of a game that is played in two or three seconds."""

RIFFRAFF = (sys.executable, "-m", "riffraff")
ESCAPE = "\x1b"


def environment(**variables: str) -> dict[str, str]:
    """This process's environment without what changes how programs write, and with `variables`."""
    changing = {"FORCE_COLOR", "NO_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "COLUMNS", "LINES", "TERM"}
    return {name: value for name, value in os.environ.items() if name not in changing} | variables


def riffraff(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RIFFRAFF, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(**variables),
    )


class Running:
    """A process of ours that is ended, if it has not, when its block is left."""

    def __init__(self, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [*RIFFRAFF, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def __enter__(self) -> "subprocess.Popen[str]":
        return self.process

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line with which our own process refuses a command line."""
    assert main([str(argument) for argument in arguments]) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith("riffraff: error: ")
    assert complaint.endswith("\n")
    assert complaint.count("\n") == 1
    return complaint.removeprefix("riffraff: error: ").removesuffix("\n")


@dataclass(frozen=True)
class Played:
    """Two runs of the same game: as JSON, and in words."""

    json: subprocess.CompletedProcess[str]
    words: subprocess.CompletedProcess[str]
    recordings: tuple[Path, Path]
