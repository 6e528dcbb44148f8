"""Parameters in and out, and the model built from them."""

import re
from pathlib import Path

import pytest

from riffraff.cli import main
from riffraff.model import Swing, build, pendulum, read
from riffraff.params import Parameters, load, loads, settings

from .process import ESCAPE, refused, riffraff


def test_the_table_has_a_line_for_every_parameter() -> None:
    result = riffraff("params", "--set", "hand.tremor=0.5 mm")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    for name, quantity in Parameters.quantities().items():
        (line,) = (line for line in lines if line.split(" ")[0] == name)
        assert quantity.meaning in line
        assert quantity.source in line
        assert ("* " in line) == (name == "hand.tremor")
    assert "* 0.0005" in result.stdout
    assert ESCAPE not in result.stdout


def test_toml_is_what_params_takes(tmp_path: Path) -> None:
    changes = ["hand.tremor=0.5 mm", "ship.tilt_stop=29 deg"]
    file = tmp_path / "mine.toml"
    file.write_text(riffraff("params", "--set", changes[0], "--set", changes[1], "--toml").stdout)
    assert load(file) == settings(Parameters(), changes)
    again = riffraff("params", "--params", file, "--toml")
    assert again.stdout == file.read_text()


def test_set_comes_after_params(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[hand]\ntremor = 0.001\nforce = 1.5\n")
    assert main(["params", "--set", "hand.tremor=0.002", "--params", str(file), "--toml"]) == 0
    parameters = loads(capsys.readouterr().out)
    assert (parameters.hand.tremor, parameters.hand.force) == (0.002, 1.5)


def test_a_model_is_written_with_its_masses(tmp_path: Path) -> None:
    out = tmp_path / "ship"
    result = riffraff("model", "build", "--out", out, "--set", "wood.density=650")
    assert (result.returncode, result.stderr) == (0, "")
    model = build(settings(Parameters(), ["wood.density=650"]))
    assert read(out) == model
    masses = dict(re.findall(r"^ *(\S+?) +([\d.]+) g$", result.stdout, re.MULTILINE))
    expected = {link.name: link.inertial.mass for link in model.ship.links}
    expected |= {f"{out}/cargo/{name}.urdf": piece.inertial.mass for name, piece in model.cargo.items()}
    expected[f"{out}/ship.urdf"] = sum(link.inertial.mass for link in model.ship.links)
    assert masses == {name: f"{1000 * mass:.1f}" for name, mass in expected.items()}
    assert all(Path(name).is_file() for name in masses if name.endswith(".urdf"))
    roll, pitch = (pendulum(model.ship, swing, 9.81).period() for swing in Swing)
    assert f"rolls in {roll:.2f} s and pitches in {pitch:.2f} s" in result.stdout


def test_diff_tells_what_differs_between_two_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text("[ship]\ncounterweight_mass = '400 g'\n")
    other.write_text("[ship]\ncounterweight_mass = '374 g'\n")
    assert main(["params", "--diff", str(one), str(other)]) == 0
    row = capsys.readouterr().out.splitlines()[-1].split()
    assert row == ["ship.counterweight_mass", "0.4", "0.374", "-0.026", "kg", "-10.0%"]
    assert main(["params", "--diff", str(one), str(one)]) == 0
    assert capsys.readouterr().out == "They do not differ.\n"
    assert refused(capsys, "params", "--diff", one, tmp_path / "none") == f"{tmp_path / 'none'}: no such file"
    told = refused(capsys, "params", "--diff", one, other, "--toml")
    assert told == "--diff compares two files; it takes no --params, --set or --toml"
