"""Games that end before their end: signals, readers that go away, full disks, a solver that fails."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from riffraff.cli import main
from riffraff.game import Recording
from riffraff.physics import PhysicsError, World

from .process import RIFFRAFF, Played, Running, environment, riffraff


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_game_and_its_recording(number: signal.Signals, code: int, tmp_path: Path) -> None:
    file = tmp_path / "game.mcap"
    with Running("run", "--seed", 2, "--json", "--record", file) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if '"turn_end"' in line:
                break
        asked = time.monotonic()
        process.send_signal(number)
        rest, complaints = process.communicate(timeout=60)
        assert time.monotonic() - asked < 20
    assert process.returncode == code
    assert json.loads(rest.splitlines()[-1])["event"] == "interrupted"
    assert complaints.startswith("seed 2: ")
    assert complaints.count("\n") == 1
    recording = Recording.read(file)
    assert recording.interrupted
    assert list(recording.lines[-len(rest.splitlines()) :]) == rest.splitlines()


def test_a_reader_that_goes_away_ends_the_game_quietly(tmp_path: Path) -> None:
    file = tmp_path / "game.mcap"
    with Running("run", "--seed", 2, "--player", "random", "--record", file) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 141
    assert Recording.read(file).interrupted


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
@pytest.mark.parametrize(
    "arguments", [["run", "--seed", "1", "--json"], ["--help"], ["params"], ["params", "--toml"]]
)
def test_a_full_disk_under_standard_output_is_told(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*RIFFRAFF, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            timeout=60,
        )
    assert result.returncode == 1
    assert result.stderr == "riffraff: error: standard output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
def test_a_full_disk_under_the_recording_is_told(folder: Path) -> None:
    quick = ("--player", "random", "--params", folder / "quick.toml")
    result = riffraff("run", *quick, "--json", "--record", "/dev/full", "--overwrite")
    assert result.returncode == 2
    assert result.stderr == "riffraff: error: /dev/full: cannot be written: No space left on device\n"


def test_a_closed_standard_output_is_told() -> None:
    command = 'exec "$@" >&-'
    result = subprocess.run(
        ["sh", "-c", command, "sh", *RIFFRAFF, "params"], capture_output=True, text=True, timeout=60
    )
    assert (result.returncode, result.stderr) == (
        1,
        "riffraff: error: standard output cannot be written: it is closed\n",
    )


def test_with_standard_error_closed_no_file_takes_its_place(tmp_path: Path) -> None:
    """What C code prints there would end up in the file."""
    program = (
        "import sys; from riffraff.terminal import guarded_output\n"
        f"with guarded_output(), open({str(tmp_path / 'game.mcap')!r}, 'wb') as file: print(file.fileno())"
    )
    result = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    assert int(result.stdout) > 2


def test_a_failure_of_the_solver_is_told_with_the_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def explode(world: World, *_: object) -> None:
        if world.time > 2.0:
            raise PhysicsError(f"the solver lost a body at t = {world.time:.4f} s")

    monkeypatch.setattr(World, "_check", explode)
    file = tmp_path / "failed.mcap"
    assert main(["run", "--seed", "1", "--player", "random", "--json", "--record", str(file)]) == 1
    output, complaint = capsys.readouterr()
    assert complaint.startswith("riffraff: error: the simulation failed (seed 1): the solver lost a body")
    assert complaint.count("\n") == 1
    # What was played until then is printed and kept.
    assert Recording.read(file).lines == tuple(output.splitlines())


def test_a_narrow_encoding_loses_the_degree_sign_and_no_more(played: Played) -> None:
    result = riffraff("replay", played.recordings[0], PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.returncode == 0
    assert result.stdout == "\n".join(played.words.stdout.splitlines()[:-1]).replace("°", "?") + "\n"
