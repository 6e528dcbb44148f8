"""Studies played by a Dask cluster: a real scheduler and real workers on this machine."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from riffraff.cli import main

from .processes import same, study, studying, until

pytest.importorskip("distributed")

GRID = ("--games", 40, "--cases", 2, "--seconds", 0.05)


@contextmanager
def running(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Address of a scheduler without workers."""
    file = tmp_path / "scheduler.json"
    arguments = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    with running("distributed.cli.dask_scheduler", *arguments):
        until_time = time.monotonic() + 60
        while True:
            assert time.monotonic() < until_time
            try:
                yield json.loads(file.read_text())["address"]
                return
            except (FileNotFoundError, json.JSONDecodeError):
                time.sleep(0.05)


def test_a_cluster_that_loses_a_worker_in_the_middle_makes_the_same_tables(
    scheduler: str, tmp_path: Path
) -> None:
    worker = ("distributed.cli.dask_worker", scheduler, "--nthreads", "1", "--no-nanny")
    place = ("--local-directory", str(tmp_path))
    with ExitStack() as stack:
        doomed, _ = (stack.enter_context(running(*worker, *place)) for _ in range(2))
        run = stack.enter_context(studying(tmp_path / "there", *GRID, "--cluster", scheduler))
        finished = until(run, 20)
        assert finished < 80
        doomed.kill()
        output, errors = run.communicate(timeout=120)
    assert run.returncode == 0, errors
    assert output.splitlines()[-1] == "80"
    assert study(tmp_path / "here", *GRID, "--workers", 2) == "80"
    assert same(tmp_path / "there", tmp_path / "here")


def test_where_no_scheduler_answers_is_told_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("riffraff.studies.workers._CONNECT", 0.5)
    command = ["batch", "--games", "1", "--out", str(tmp_path / "new"), "--cluster", "tcp://127.0.0.1:9"]
    assert main(command) == 2
    assert capsys.readouterr().err.startswith(
        "riffraff: error: cluster tcp://127.0.0.1:9: no scheduler answers: "
    )
    assert not (tmp_path / "new").exists()
