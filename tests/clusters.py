"""Dask clusters of real processes on this machine."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def running(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of Dask's that is ended when the block is left."""
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


@contextmanager
def worker(scheduler: str, place: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker of a scheduler, which keeps what it must keep in a folder."""
    arguments = ("--nthreads", "1", "--no-nanny", "--local-directory", str(place))
    with running("distributed.cli.dask_worker", scheduler, *arguments) as process:
        yield process


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Address of a scheduler without workers."""
    pytest.importorskip("distributed")
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
