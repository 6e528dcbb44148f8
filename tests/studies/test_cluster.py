"""Studies played by a Dask cluster: a real scheduler and real workers on this machine."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from riffraff.cli import main

from ..clusters import scheduler, worker
from .processes import same, study, studying, until

__all__ = ["scheduler"]  # a fixture

pytest.importorskip("distributed")

GRID = ("--games", 40, "--cases", 2, "--seconds", 0.05)


def test_a_cluster_that_loses_a_worker_in_the_middle_makes_the_same_tables(
    scheduler: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        doomed, _ = (stack.enter_context(worker(scheduler, tmp_path)) for _ in range(2))
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
