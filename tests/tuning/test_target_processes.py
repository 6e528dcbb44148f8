"""Searches in real processes that are killed, interrupted, or lose their workers; and real games."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import polars as pl
import pytest

from riffraff.params import Parameters, load

from ..clusters import scheduler, worker
from .searching import GOAL_TEXT

__all__ = ["scheduler"]  # a fixture

SCRIPT: Final = (sys.executable, str(Path(__file__).with_name("made_up_games.py")))
RIFFRAFF: Final = (sys.executable, "-m", "riffraff")
QUICK: Final = """
players = ["random", "random"]
trials = 2
generation = 2
games = 1
finalists = 1
runoff = 1
fresh = 2
[set]
world.time_limit = 1
world.time_step = "1/60 s"
world.solver_iterations = 10
hand.carry_speed = 2
hand.lower_speed = 0.5
ship.pivot_damping = 0.1
[want]
falls = "50 %"
rounds_above = 2
[free]
ship.counterweight_mass = "350 g:450 g"
"""


@contextmanager
def searching(folder: Path, *arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """A search of made-up games that is ended, if it has not, when the block is left."""
    goal = folder.parent / "wanted.toml"
    goal.write_text(GOAL_TEXT)
    process = subprocess.Popen(
        [*SCRIPT, str(folder), str(goal), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def search(folder: Path, *arguments: object) -> None:
    """Search to the end."""
    with searching(folder, *arguments) as process:
        _, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, "")


def until(process: "subprocess.Popen[str]", games: int) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if int(line.split()[0]) >= games:
            return
    raise AssertionError(f"the search ended before {games} games were finished")


def same(first: Path, second: Path) -> bool:
    """Whether two searches had the same trials, and found the same."""
    tables = [pl.read_parquet(folder / "trials.parquet") for folder in (first, second)]
    results = [(folder / "result.json").read_text() for folder in (first, second)]
    return tables[0].equals(tables[1]) and results[0] == results[1]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "search"
    search(folder, "--workers", 1)
    return folder


def test_killed_and_gone_on_with_by_two_workers_the_trials_are_the_same(
    undisturbed: Path, tmp_path: Path
) -> None:
    """As kill -9 does it: in the first generation, in a later one, and among the finalists."""
    folder = tmp_path / "search"
    for games in (10, 100, 200):
        with searching(folder, "--workers", 2, "--seconds", 0.01) as process:
            until(process, games)
            process.kill()
        assert not (folder / "result.json").exists()
    search(folder, "--workers", 2)
    assert same(folder, undisturbed)


def test_a_worker_that_is_killed_changes_nothing(undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "search"
    search(folder, "--workers", 2, "--kills", 3, "--once", tmp_path / "once")
    assert (tmp_path / "once").exists()
    assert same(folder, undisturbed)


def test_a_cluster_that_loses_a_worker_in_the_middle_has_the_same_trials(
    undisturbed: Path, scheduler: str, tmp_path: Path
) -> None:
    folder = tmp_path / "search"
    with worker(scheduler, tmp_path) as doomed, worker(scheduler, tmp_path):
        with searching(folder, "--cluster", scheduler, "--seconds", 0.01) as process:
            until(process, 50)
            doomed.kill()
            _, errors = process.communicate(timeout=300)
        assert (process.returncode, errors) == (0, "")
    assert same(folder, undisturbed)


def test_a_game_that_kills_every_worker_is_named(tmp_path: Path) -> None:
    with searching(tmp_path / "search", "--workers", 1, "--kills", 3) as process:
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 1
    assert re.fullmatch(
        r"StudyError: a worker process died each of the 3 times it was alone with game 3 of set \d+ .*\n",
        errors,
    )


def test_a_second_run_in_the_same_folder_is_told_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "search"
    with searching(folder, "--seconds", 0.2) as first:
        until(first, 1)
        with searching(folder) as second:
            _, errors = second.communicate(timeout=120)
    assert second.returncode == 1
    assert errors == f"StudyError: {folder}: another run is at work in it\n"


def riffraff(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*RIFFRAFF, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def test_real_games_are_tuned_and_every_command_takes_what_was_found(tmp_path: Path) -> None:
    goal, out = tmp_path / "goal.toml", tmp_path / "tuned"
    goal.write_text(QUICK)
    result = riffraff("tune", "target", goal, "--out", out, "--workers", 2)
    assert (result.returncode, result.stderr.replace("\n", "")[:9]) in ((0, ""), (0, "riffraff:"))
    lines = result.stdout.splitlines()
    assert lines[0] == "seed 1: 2 trials of 1 games by random, random"
    assert "fresh games" in lines[-2]
    assert str(out / "tuned.toml") in lines[-1]
    tuned = load(out / "tuned.toml")
    assert 0.35 <= tuned.ship.counterweight_mass <= 0.45
    assert tuned.hand.carry_speed == 2
    assert tuned != Parameters()
    again = riffraff("tune", "target", "--resume", out, "--workers", 1)
    assert again.stdout.splitlines()[1:] == lines[1:]


def test_ctrl_c_stops_at_once_and_says_how_to_go_on(tmp_path: Path) -> None:
    """As a terminal sends it: to the workers too, who say nothing."""
    goal, out = tmp_path / "goal.toml", tmp_path / "tuned"
    goal.write_text(QUICK.replace("games = 1", "games = 50"))
    process = subprocess.Popen(
        [*RIFFRAFF, "tune", "target", str(goal), "--out", str(out), "--workers", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        end = time.monotonic() + 120
        while not list(out.glob("games/*.parquet")):
            assert time.monotonic() < end
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, errors) == (130, "")
    assert re.fullmatch(
        rf"stopped: \d+ of \d+ games are finished and kept; riffraff tune target --resume {out} goes on",
        output.splitlines()[-1],
    )
