"""riffraff batch and riffraff report, with real games in real processes."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from riffraff.cli import main
from riffraff.params import dumps
from riffraff.studies import Folder, Sweep

from .processes import same
from .quick import QUICK

RIFFRAFF = (sys.executable, "-m", "riffraff")


def riffraff(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*RIFFRAFF, *map(str, arguments)], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("params") / "quick.toml"
    file.write_text(dumps(QUICK))
    return file


@pytest.fixture(scope="module")
def played(quick: Path) -> subprocess.CompletedProcess[str]:
    """A study of four real games, beside its parameters."""
    return riffraff(
        "batch", "--games", 2, "--seed", 5, "--players", 2, "--player", "random", "--params", quick,
        "--sweep", "wood.friction=0.25,0.35", "--record", "1/2", "--workers", 2,
        "--out", quick.parent / "study",
    )  # fmt: skip


@pytest.fixture
def folder(played: subprocess.CompletedProcess[str], quick: Path) -> Path:
    assert played.returncode == 0, played.stderr
    return quick.parent / "study"


def test_a_study_is_played_and_says_where_it_is(
    played: subprocess.CompletedProcess[str], folder: Path
) -> None:
    first, last = played.stdout.splitlines()
    assert first == "seed 5: 2 games in each of 2 cases by random, random"
    assert re.fullmatch(
        rf"4 games in \d+ s, [\d.]+ games/(s|min); see: riffraff report {re.escape(str(folder))}", last
    )
    assert played.stderr == ""  # piped: no bar
    study = Folder(folder).study
    assert (study.games, study.seed, study.players) == (2, 5, ("random", "random"))
    assert study.parameters == QUICK
    assert study.sweeps == (Sweep("wood.friction", (0.25, 0.35)),)
    games = pl.read_parquet(folder / "games.parquet")
    assert games.select("case", "game").rows() == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert games["error"].null_count() == 4
    assert games["turns"].to_list() == [40] * 4 or games["ending"].n_unique() > 1
    assert games.filter(game=0)["duration"].n_unique() == 2  # friction makes a difference


def test_the_kept_recordings_verify_and_the_command_of_a_game_plays_the_same_game(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = pl.read_parquet(folder / "games.parquet").filter(pl.col("recording").is_not_null())
    assert kept.select("case", "game").rows() == [(0, 0), (1, 0)]
    names = [folder / name for name in kept["recording"]]
    assert sorted(names) == sorted((folder / "recordings").iterdir())
    assert main(["replay", str(names[1]), "--verify"]) == 0
    assert "the same bit for bit" in capsys.readouterr().out
    command = shlex.split(Folder(folder).command(1, 0))
    assert command[0] == "riffraff"
    assert main([*command[1:], "--record", str(tmp_path / "again.mcap")]) == 0
    assert (tmp_path / "again.mcap").read_bytes() == names[1].read_bytes()


def test_a_study_whose_shard_is_damaged_is_resumed_with_another_number_of_workers(
    folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    for file in copy.glob("*.parquet"):
        file.unlink()
    shards = sorted((copy / "shards").iterdir())
    (lost, *_) = shards
    lost.write_bytes(lost.read_bytes()[:-1])
    result = riffraff("batch", "--resume", copy, "--workers", 1)
    assert result.returncode == 0
    assert result.stderr == f"riffraff: shard {lost.name} was damaged; its games are played again\n"
    assert same(copy, folder)


def test_a_report_is_written_and_printed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = riffraff("report", folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"{folder / 'report.html'}\n"
    assert (folder / "report.html").read_text().startswith("<!doctype html>")
    assert main(["report", str(folder), "--text"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("4 games of 2 players: 2 random\n")
    assert "wood.friction from 0.25 to 0.35: " in text
    other = tmp_path / "other.html"
    assert main(["report", str(folder), "--out", str(other)]) == 0
    assert other.read_bytes() == (folder / "report.html").read_bytes()
    assert main(["report", str(folder), "--out", str(other)]) == 2
    assert main(["report", str(folder), "--out", str(other), "--overwrite"]) == 0
    assert main(["report", str(folder)]) == 0  # its own report is replaced


def test_ctrl_c_stops_real_games_at_once_and_says_how_to_go_on(quick: Path, tmp_path: Path) -> None:
    """As a terminal sends it: to the workers too, who say nothing."""
    folder = tmp_path / "a study"
    command = ("batch", "--games", 200, "--seed", 1, "--player", "random", "--params", quick, "--out", folder)
    process = subprocess.Popen(
        [*RIFFRAFF, *map(str, command)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not list(folder.glob("shards/*.parquet")):
            assert time.monotonic() < until
            time.sleep(0.05)
        asked = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert time.monotonic() - asked < 4
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, errors) == (130, "")
    *_, last = output.splitlines()
    assert re.fullmatch(
        rf"stopped: (\d+) of 200 games are finished and kept; riffraff batch --resume '{folder}' goes on",
        last,
    )
    assert Folder(folder).tables().games.height == int(last.split()[1])


WRONG: list[tuple[list[str], list[str]]] = [
    (["batch"], ["--out is missing"]),
    (["batch", "--out", "{new}"], ["--games is missing"]),
    (["batch", "--games", "0", "--out", "{new}"], ["--games", "'0'", "from 1 to"]),
    (["batch", "--games", "1.5", "--out", "{new}"], ["--games", "'1.5'"]),
    (["batch", "--games", "1", "--seed", "x", "--out", "{new}"], ["--seed", "'x'"]),
    (["batch", "--games", "1", "--player", "carefull", "--out", "{new}"], ["did you mean careful?"]),
    (
        ["batch", "--games", "1", "--players", "3", *["--player", "random"] * 2, "--out", "{new}"],
        ["2 kinds for 3 players"],
    ),
    (["batch", "--games", "1", "--sweep", "x", "--out", "{new}"], ["sweep x", "NAME=LOW:HIGH:COUNT"]),
    (["batch", "--games", "1", "--sweep", "wood.friction=0:1:3", "--out", "{new}"], ["0.12 to 0.5"]),
    (["batch", "--games", "1", "--set", "wood.frction=1", "--out", "{new}"], ["did you mean wood.friction?"]),
    (["batch", "--games", "1", "--record", "some", "--out", "{new}"], ["record 'some'", "1/N"]),
    (["batch", "--study", "{folder}/none.toml", "--out", "{new}"], ["none.toml: no such file"]),
    (["batch", "--games", "1", "--workers", "0", "--out", "{new}"], ["--workers", "'0'"]),
    (["batch", "--games", "1", "--max-failures", "2", "--out", "{new}"], ["'2' is no share", "0% to 100%"]),
    (["batch", "--games", "1", "--max-failures", "nan", "--out", "{new}"], ["'nan' is no share"]),
    (["batch", "--workers", "1", "--cluster", "tcp://x:1", "--out", "{new}"], ["--cluster has its own"]),
    (["batch", "--games", "1", "--out", "{folder}"], ["exists already and is not empty; name another"]),
    (["batch", "--games", "1", "--out", "{folder}/file/new"], ["file/new: cannot be written"]),
    (["batch", "--games", "1", "--out", ""], ["--out", "it is empty"]),
    (["batch", "--resume", "{folder}"], ["no study is here"]),
    (["batch", "--resume", "{new}"], ["no study is here"]),
    (["batch", "--resume", "{folder}", "--games", "3"], ["--resume", "--games"]),
    (["batch", "--resume", "{folder}", "--set", "wood.friction=0.2"], ["--resume", "--set"]),
    (["report"], ["Missing argument 'DIR'"]),
    (["report", "{new}"], ["no study is here"]),
    (["report", "{folder}", "--text", "--out", "x"], ["--text", "--out"]),
    (["report", "{folder}", "--overwrite"], ["--overwrite is for the file of --out"]),
    (["report", "{folder}", "--out", "{folder}"], ["is a directory"]),
    (["report", "{folder}", "--out", "{folder}/file"], ["exists already; add --overwrite"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "fragments"), WRONG, ids=lambda value: " ".join(value)[:50])
def test_what_was_asked_wrongly_is_told_in_one_line(
    arguments: list[str], fragments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    places = {"folder": str(tmp_path), "new": str(tmp_path / "new")}
    assert main([argument.format(**places) for argument in arguments]) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith("riffraff: error: ")
    assert complaint.count("\n") == 1
    for fragment in fragments:
        assert fragment in complaint
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_study_file_is_overridden_by_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text(
        "games = 9\nseed = 4\nplayer = ['careful', 'random']\n[set]\nhand.tremor = '1 mm'\n"
    )
    seen: list[Folder] = []
    monkeypatch.setattr("riffraff.cli_batch._run", lambda folder, crew, share: seen.append(folder) or 0)
    command = ["batch", "--study", str(tmp_path / "mine.toml"), "--games", "3", "--rotate"]
    command += ["--set", "wood.friction=0.2", "--out", str(tmp_path / "study")]
    assert main(command) == 0
    study = seen[0].study
    assert (study.games, study.seed, study.players, study.rotate) == (3, 4, ("careful", "random"), True)
    assert study.parameters.hand.tremor == 0.001
    assert study.parameters.wood.friction == 0.2


def test_without_a_seed_one_is_drawn_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(
        "riffraff.cli_batch._run", lambda folder, crew, share: seen.append(folder.study.seed) or 0
    )
    for name in ("one", "other"):
        assert main(["batch", "--games", "1", "--out", str(tmp_path / name)]) == 0
    assert seen[0] != seen[1]
    assert all(0 <= seed < 2**32 for seed in seen)
