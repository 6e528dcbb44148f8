"""What was asked wrongly is told in one line."""

import os
from pathlib import Path
from typing import Any

import pytest

from riffraff.cli import main

from .process import refused, riffraff

WRONG: list[tuple[list[Any], list[str]]] = [
    (["run", "--players", "1"], ["--players", "'1'", "from 2 to 4"]),
    (["run", "--players", "5"], ["--players", "'5'", "from 2 to 4"]),
    (["run", "--players", "2x"], ["--players", "'2x'", "from 2 to 4"]),
    (["run", "--players", "2.0"], ["--players", "'2.0'", "from 2 to 4"]),
    (["run", "--players", ""], ["--players", "''", "from 2 to 4"]),
    (["run", "--players"], ["--players", "requires an argument"]),
    (["run", "--seed", "-1"], ["--seed", "'-1'", "from 0 to"]),
    (["run", "--seed", "1_0"], ["--seed", "'1_0'", "from 0 to"]),
    (["run", "--seed", "\u0663"], ["--seed", "from 0 to"]),
    (["run", "--seed", "1e3"], ["--seed", "'1e3'", "from 0 to"]),
    (["run", "--seed", ""], ["--seed", "''", "from 0 to"]),
    (["run", "--seed", str(2**64)], ["--seed", "from 0 to 18446744073709551615"]),
    (["run", "--seed", "9" * 5000], ["--seed", "999...", "from 0 to"]),
    (["run", "--player", "carefull"], ["--player 'carefull'", "careful and random", "did you mean careful?"]),
    (["run", "--player", "xyzzy"], ["--player 'xyzzy'", "careful and random"]),
    (["run", "--player", ""], ["--player ''", "careful and random"]),
    (["run", "--player", "a\nb"], ["a\\nb", "careful and random"]),
    (["run", *["--player", "random"] * 3, "--players", "2"], ["3 times", "once for all seats", "2 times"]),
    (["run", *["--player", "random"] * 5], ["5 times", "once for all seats", "2 to 4 times"]),
    (["run", "--params", "{folder}/none.toml"], ["none.toml: no such file"]),
    (["run", "--params", "{folder}"], ["is a directory, not a TOML file"]),
    (["run", "--params", ""], ["--params", "it is empty; give a path"]),
    (["run", "--params", "{folder}/bad.toml"], ["bad.toml:2: hand.tremor", "too large", "0 to 0.02 m"]),
    (["run", "--params", "{folder}/binary"], ["binary: not UTF-8 text"]),
    (["run", "--set", "tremor"], ["--set tremor", "NAME=VALUE"]),
    (["run", "--set", ""], ["--set", "NAME=VALUE"]),
    (["run", "--set", "hand.tremr=0"], ["--set hand.tremr=0", "did you mean hand.tremor?"]),
    (["params", "--set", "hand.tremor=1 kg"], ["--set hand.tremor=1 kg", "expected m"]),
    (["model", "build", "--out", "{folder}/new", "--set", "hand.tremor=9"], ["0 to 0.02 m"]),
    (["run", "--set", "ship.mast_length=0.2"], ["ship.mast_length = 0.2 m must be at least"]),
    (["run", "--record", "{folder}"], ["is a directory; name a file"]),
    (["run", "--record", "{folder}/none/game.mcap"], ["there is no directory"]),
    (["run", "--record", ""], ["--record", "it is empty; give a path"]),
    (["run", "--record", "{folder}/binary"], ["binary: exists already", "add --overwrite"]),
    (["run", "--overwrite"], ["--record"]),
    (["run", "extra"], ["unexpected extra argument", "extra", "riffraff run --help"]),
    (["run", "--sed", "1"], ["--sed", "--seed", "riffraff run --help"]),
    (["rnu"], ["'rnu'", "Did you mean 'run'?"]),
    (["--foo"], ["--foo", "riffraff --help"]),
    (["model", "bild"], ["'bild'", "Did you mean 'build'?"]),
    (["model", "build"], ["Missing option '--out'", "riffraff model build --help"]),
    (["model", "build", "--out", ""], ["--out", "it is empty; give a path"]),
    (["model", "build", "--out", "{folder}"], ["holds no model", "name an empty or a new directory"]),
    (["model", "build", "--out", "{folder}/binary"], ["is not a directory"]),
    (["model", "build", "--out", "{folder}/model"], ["holds a model already", "overwrite"]),
    (["model", "build", "--out", "{folder}/binary/new"], ["Not a directory"]),
    (["replay"], ["Missing argument 'FILE'", "riffraff replay --help"]),
    (["replay", "{folder}/none.mcap"], ["none.mcap: no such file"]),
    (["replay", "{folder}"], ["is a directory, not a recording"]),
    (["replay", "{folder}/binary"], ["binary: not an MCAP file"]),
    (["replay", "", "--verify"], ["it is empty; give a path"]),
]


@pytest.mark.parametrize(("arguments", "fragments"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_what_was_asked_wrongly_is_told_in_one_line(
    arguments: list[str], fragments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.toml").write_text("[hand]\ntremor = 9\n")
    (tmp_path / "binary").write_bytes(b"\xff\x00\xfe no text")
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.json").write_text("{}")
    line = refused(capsys, *(argument.replace("{folder}", str(tmp_path)) for argument in arguments))
    for fragment in fragments:
        assert fragment in line
    assert {path.name for path in tmp_path.iterdir()} == {"bad.toml", "binary", "model"}


def test_every_problem_of_a_file_has_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("[hand]\ntremor = 9\nfource = 1\n")
    assert main(["params", "--params", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(" ")[2] for line in lines] == [f"{file}:2:", f"{file}:3:"]


@pytest.mark.parametrize(
    "arguments", [["run", "--seed", "x"], ["nonsense"], ["replay", "/"], ["run", "--set", "a"]]
)
def test_a_process_that_was_asked_wrongly_exits_with_2(arguments: list[str]) -> None:
    result = riffraff(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("riffraff: error: ")
    assert result.stderr.count("\n") == 1


def test_an_unreadable_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "secret.toml"
    file.write_text("")
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    assert "Permission denied" in refused(capsys, "params", "--params", file)
    assert "Permission denied" in refused(capsys, "replay", file)
