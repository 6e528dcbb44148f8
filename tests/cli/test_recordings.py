"""Recordings that are damaged, cut short, or play differently."""

from pathlib import Path

import pytest

from riffraff.cli import main
from riffraff.game import Entry, Facts, Recorder
from riffraff.params import Parameters

from .process import Played, refused


def test_a_flipped_byte_is_told(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(played.recordings[0].read_bytes())
    data[len(data) // 2] ^= 1
    file = tmp_path / "flipped.mcap"
    file.write_bytes(data)
    assert refused(capsys, "replay", file).startswith(f"{file}: damaged")
    assert refused(capsys, "replay", file, "--verify").startswith(f"{file}: damaged")


def test_a_file_that_is_cut_short_is_told_and_read_on_request(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = played.recordings[0].read_bytes()
    file = tmp_path / "cut.mcap"
    file.write_bytes(data[: len(data) // 2])
    assert refused(capsys, "replay", file).startswith(f"{file}: cut short")
    assert main(["replay", str(file), "--partial"]) == 0
    output, note = capsys.readouterr()
    whole = played.words.stdout.splitlines()
    assert 10 < len(output.splitlines()) < len(whole)
    assert output.splitlines() == whole[: len(output.splitlines())]
    assert note == f"riffraff: {file} was cut short; taken are the turns that are whole\n"


def test_a_recording_that_plays_differently_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "invented.mcap"
    facts = Facts(players=("random", "random"), seed=1, parameters=Parameters())
    with Recorder(file, facts) as recorder:
        recorder.entry(Entry("round_start", 0.0, {"round": 7, "captain": 0}))
    assert main(["replay", str(file), "--verify"]) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"riffraff: error: {file}: ")
    assert "played again" in complaint
    assert "t = 0.0000 s" in complaint
    assert complaint.count("\n") == 1


def test_other_parameters_are_for_verifying(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    file = played.recordings[0]
    assert "go with --verify" in refused(capsys, "replay", file, "--set", "hand.carry_speed=0.1")
    assert main(["replay", str(file), "--verify", "--set", "hand.carry_speed=0.1"]) == 1
    assert "played again it differs at t = " in capsys.readouterr().err
