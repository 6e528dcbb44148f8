"""Studies in real processes that are killed, interrupted, run twice at a time, or get no room on the disk."""

import random
import re
import signal
import time
from pathlib import Path

import polars as pl
import pytest

from .processes import same, study, studying, tables, until

GRID = ("--games", 60, "--cases", 2, "--seconds", 0.01)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "study"
    assert study(folder, *GRID, "--workers", 1) == "120"
    return folder


def test_killed_at_random_moments_and_resumed_the_tables_are_the_same(
    undisturbed: Path, tmp_path: Path
) -> None:
    """As kill -9 does it, with two workers in place of one."""
    chance = random.Random(5)
    folder, finished = tmp_path / "study", 0
    for _ in range(3):
        with studying(folder, *GRID, "--workers", 2, "--seconds", 0.04) as process:
            until(process, finished + 1)
            time.sleep(chance.uniform(0.0, 0.8))
            process.kill()
        finished = _on_disk(folder)
    assert 0 < finished < 120
    assert study(folder, *GRID, "--workers", 2) == "120"
    assert same(folder, undisturbed)


def _on_disk(folder: Path) -> int:
    return sum(pl.read_parquet(file).height for file in (folder / "shards").glob("*.parquet"))


def test_ctrl_c_stops_at_once_and_loses_no_finished_game(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    with studying(folder, "--games", 100, "--workers", 2, "--seconds", 0.3) as process:
        finished = until(process, 3)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert time.monotonic() - asked < 3
    assert process.returncode != 0
    assert errors.rstrip().endswith("KeyboardInterrupt")
    told = [int(line) for line in output.splitlines()]
    assert _on_disk(folder) >= max([finished, *told])


def test_nobody_is_left_when_the_run_is_killed(tmp_path: Path) -> None:
    """Its workers end by themselves; else they would wait for ever."""
    with studying(tmp_path / "study", "--games", 50, "--workers", 2, "--seconds", 0.2) as process:
        until(process, 1)
        workers = _children(process.pid)
        assert len(workers) >= 2
        process.kill()
        process.wait()
        until_time = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in workers):
            assert time.monotonic() < until_time
            time.sleep(0.05)


def _children(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def test_a_worker_that_is_killed_takes_nothing_with_it(undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    assert study(folder, *GRID, "--workers", 2, "--kills", 7, "--once", tmp_path / "once") == "120"
    assert (tmp_path / "once").exists()
    assert same(folder, undisturbed)


def test_a_second_run_in_the_same_folder_is_told_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    with studying(folder, "--games", 50, "--workers", 1, "--seconds", 0.2) as first:
        until(first, 1)
        with studying(folder, "--games", 50, "--workers", 1) as second:
            _, errors = second.communicate(timeout=60)
    assert second.returncode == 1
    assert errors == f"StudyError: {folder}: another run is at work in it\n"


def test_a_full_disk_is_told_in_one_line_and_nothing_finished_before_is_lost(tmp_path: Path) -> None:
    """A limit on the size of a file stands for the end of the disk."""
    folder = tmp_path / "study"
    arguments = ("--games", 20, "--workers", 1, "--seconds", 0.1)
    with studying(folder, *arguments, "--room", 1000) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert errors.startswith(f"StudyError: {folder}/shards/")
    assert errors.endswith(".parquet: cannot be written: File too large\n")
    assert errors.count("\n") == 1
    assert not list(folder.rglob("*.part"))
    finished = _on_disk(folder)
    assert 0 < finished < 20
    assert study(folder, *arguments) == "20"
    assert tables(folder)["games"].height == 20


def test_no_room_for_the_tables_is_told_in_one_line_too(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    study(folder, "--games", 2, "--workers", 1)
    with studying(folder, "--games", 2, "--workers", 1, "--room", 1000) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.fullmatch(
        rf"StudyError: {folder}/games.parquet: cannot be written: .*File too large.*\n", errors
    )
