"""riffraff tune calibrate, in real processes."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from riffraff.model import default_directory
from riffraff.params import Parameters, load

from ..cli.process import RIFFRAFF, refused, riffraff
from .pages import Page

QUICK = """
free = ["ship.counterweight_mass", "wood.friction"]

[[measurement]]
kind = "weight"
part = "counterweight"
value = "402 g"
uncertainty = "2 g"

[[measurement]]
kind = "slide"
piece = "chest"
value = "20 deg"
uncertainty = "0.5 deg"

[[measurement]]
kind = "slide"
piece = "plank"
value = "20.4 deg"
uncertainty = "0.5 deg"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of measurements and its calibration."""
    folder = tmp_path_factory.mktemp("calibration")
    (folder / "quick.toml").write_text(QUICK)
    result = riffraff(
        "tune", "calibrate", folder / "quick.toml", "--out", folder / "out", "--workers", 1,
        "--set", "ship.hull_length=0.25",
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[-2].startswith("The simulated ship was ")
    assert lines[-1].startswith(f"{folder / 'out' / 'report.html'}; the parameters: --params ")
    (row,) = (line.split() for line in lines if line.startswith("  ship.counterweight_mass "))
    assert float(row[1]) == pytest.approx(402, abs=0.5)
    return folder


def test_the_parameters_are_as_every_command_takes_them(folder: Path) -> None:
    parameters = load(folder / "out" / "params.toml")
    assert parameters.ship.counterweight_mass == pytest.approx(0.402, rel=1e-3)
    assert parameters.wood.friction == pytest.approx(0.368, rel=0.02)
    names = ("ship.counterweight_mass", "ship.hull_length", "wood.friction")
    same = {name: Parameters().value(name) for name in names}
    assert parameters.with_changes(same) == Parameters()
    difference = riffraff(
        "params", "--diff", default_directory() / "params.toml", folder / "out" / "params.toml"
    )
    rows = {line.split()[0]: line.split() for line in difference.stdout.splitlines()[2:]}
    assert set(rows) == set(same)
    assert rows["ship.hull_length"][1:] == ["0.24", "0.25", "+0.01", "m", "+10.0%"]


def test_the_result_tells_intervals_and_residuals(folder: Path) -> None:
    told = json.loads((folder / "out" / "calibration.json").read_text())
    mass, friction = told["parameters"]
    assert mass["name"] == "ship.counterweight_mass"
    assert mass["interval"][0] < mass["value"] < mass["interval"][1]
    assert friction["start"] == pytest.approx(Parameters().wood.friction)
    for one in told["measurements"]:
        assert one["residual"] == pytest.approx((one["after"] - one["value"]) / one["uncertainty"])
    assert told["misfit"] == pytest.approx(sum(one["residual"] ** 2 for one in told["measurements"]))
    assert (told["freedom"], told["warnings"]) == (1, [])
    assert (folder / "out" / "measurements.toml").read_text() == QUICK


def test_the_report_is_whole_and_needs_nothing_but_itself(folder: Path) -> None:
    text = (folder / "out" / "report.html").read_text()
    page = Page(text)
    assert (page.open, page.wrong, page.outside) == ([], [], [])
    assert page.pictures == 3
    assert len(page.ids) == len(set(page.ids))
    for word in ("ship.counterweight_mass", "90 % interval", "plank slides on wood", "correlation"):
        assert word in text


def test_nothing_is_overwritten_unasked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "out" / "calibration.json").read_bytes()
    command = ("tune", "calibrate", folder / "quick.toml", "--out")
    assert "holds a calibration already; name another folder, or add --overwrite" in refused(
        capsys, *command, folder / "out"
    )
    assert "holds no calibration; name another folder" in refused(capsys, *command, folder, "--overwrite")
    assert "is not a folder" in refused(capsys, *command, folder / "quick.toml")
    assert (folder / "out" / "calibration.json").read_bytes() == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_and_nothing_is_written(number: signal.Signals, tmp_path: Path) -> None:
    measurements = default_directory() / "measurements.toml"
    command = ("tune", "calibrate", str(measurements), "--out", str(tmp_path / "out"), "--workers", "1")
    process = subprocess.Popen(
        [*RIFFRAFF, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "13 measurements, 6 free parameters\n"
        process.send_signal(number)
        output, complaint = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, output, complaint) == (128 + number, "stopped: nothing is written\n", "")
    assert not (tmp_path / "out").exists()


def test_workers_and_a_cluster_do_not_go_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("tune", "calibrate", folder / "quick.toml", "--out", folder / "other")
    told = refused(capsys, *command, "--workers", 1, "--cluster", "tcp://127.0.0.1:1")
    assert told == "--workers is for this machine; a --cluster has its own"
