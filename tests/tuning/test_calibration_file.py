"""Files of measurements: what they may say, and what is told of one that cannot be, before any simulation."""

import math
from pathlib import Path

import pytest

from riffraff.model import Swing, default_directory
from riffraff.params import Parameters
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measurements import Heel, Kind, Loaded, Period, Task, Yardarm
from riffraff.tuning.reading import read_task

from ..cli.process import refused

SOUND = """
free = ["ship.counterweight_mass", "wood.friction"]

[bounds]
ship.counterweight_mass = ["300 g", 0.45]

[[measurement]]
kind = "period"
swings = 10
load = [{ piece = "crate", area = 1 }]
value = "12.4 s"
uncertainty = "200 ms"

[[measurement]]
kind = "heel"
piece = "chest"
yardarm = "low"
distance = "10 cm"
value = "2 deg"
uncertainty = "0.2 deg"

[[measurement]]
kind = "slide"
piece = "plank"
value = "17 deg"
uncertainty = "0.5 deg"
"""


def read(text: str, folder: Path) -> Task:
    file = folder / "measurements.toml"
    file.write_text(text)
    return read_task(file, Parameters())


def test_a_file_says_what_was_measured_and_what_is_free(tmp_path: Path) -> None:
    task = read(SOUND, tmp_path)
    assert task.free == {"ship.counterweight_mass": (0.3, 0.45), "wood.friction": (0.12, 0.5)}
    period, heel, _ = task.measurements
    assert period == Period(
        value=12.4,
        uncertainty=0.2,
        axis=Swing.ROLL,
        amplitude=math.radians(8),
        swings=10,
        load=(Loaded("crate", 1),),
    )
    assert isinstance(heel, Heel)
    assert (heel.piece, heel.yardarm, heel.distance) == ("chest", Yardarm.LOW, 0.1)
    assert (heel.value, heel.uncertainty) == pytest.approx((math.radians(2), math.radians(0.2)))


@pytest.mark.parametrize(
    ("sound", "wrong", "told"),
    [
        ('"heel"', '"heal"', "15: measurement 2: kind: 'heal' is no kind of measurement; there are period, "),
        ('kind = "heel"\n', "", "14: measurement 2: kind is missing; there are period, "),
        ('"12.4 s"', "12.4", "11: measurement 1: value: 12.4 has no unit; write it with one, as in '12.4 s'"),
        ('"12.4 s"', '"12.4"', "11: measurement 1: value: 12.4 has no unit; write it with one"),
        ('"12.4 s"', '"12.4 g"', "11: measurement 1: value: 'g' is no unit for this; expected s"),
        ('"12.4 s"', '"12.4 parsec"', "11: measurement 1: value: unknown unit 'parsec'"),
        ('"12.4 s"', '"-1 s"', "11: measurement 1: value: -1 s is impossible; allowed: 0.02 s to 600 s"),
        ('"12.4 s"', '"1.2 s"', "11: measurement 1: value: 1.2 s for 10 swings is impossible"),
        ('"200 ms"', '"0 s"', "12: measurement 1: uncertainty: 0 s is not more than 0"),
        ('"200 ms"', '"13 s"', "12: measurement 1: uncertainty: is not less than the value"),
        ("swings = 10", "swings = 0", "9: measurement 1: swings: 0 is no number of swings"),
        ("area = 1", "area = 11", "10: measurement 1: load: 11 is no area; areas are 1 to 10"),
        ('"2 deg"', '"70 deg"', "19: measurement 2: value: 70 deg is impossible"),
        ('"2 deg"', '"31 deg"', "19: measurement 2: value: is at or beyond the tilt stop"),
        ('"chest"', '"chess"', "16: measurement 2: piece: 'chess' is no piece; "),
        ('"10 cm"', '"13 cm"', "18: measurement 2: distance: 130 mm is beyond the end of the low yardarm"),
        ('yardarm = "low"\n', "", "14: measurement 2: heel: yardarm is missing"),
        ('yardarm = "low"', 'yardarn = "low"', "17: measurement 2: yardarn: no such entry of a heel; "),
        ('"wood.friction"', '"wood.fricton"', "2: free: wood.fricton: no such parameter; did you mean "),
        ('"wood.friction"', '"ship"', "2: free: ship: is a group, not one value"),
        ('"wood.friction"', '"wood.restitution"', "2: free: wood.restitution: no measurement here depends"),
        ('"wood.friction"', '"ship.counterweight_mass"', "2: free: ship.counterweight_mass: given twice"),
        (
            "0.45]",
            "0.7]",
            "5: bounds: ship.counterweight_mass: bounds 0.3 to 0.7 are outside the model's own",
        ),
        ("0.45]", "0.3]", "5: bounds: ship.counterweight_mass: bounds 0.3 to 0.3 leave nothing"),
        ("0.45]", '"450 s"]', "5: bounds: ship.counterweight_mass: 's' is no unit for this; expected kg"),
        (
            "ship.counterweight_mass = [",
            "wood.density = [",
            "5: bounds: wood.density: has bounds but is not ",
        ),
        ("free = [", "frei = [", "2: frei: no such entry of a file of measurements; there are free, "),
    ],
)
def test_what_cannot_be_is_told_with_its_line(sound: str, wrong: str, told: str, tmp_path: Path) -> None:
    assert sound in SOUND
    with pytest.raises(TuningError) as refusal:
        read(SOUND.replace(sound, wrong, 1), tmp_path)
    expected = f"{tmp_path / 'measurements.toml'}:{told}"
    assert any(problem.startswith(expected) for problem in refusal.value.problems), refusal.value.problems


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = SOUND.replace('"chest"', '"chess"').replace('"12.4 s"', "12").replace("0.45]", "7]")
    with pytest.raises(TuningError) as refusal:
        read(text, tmp_path)
    assert [problem.split(":")[1] for problem in refusal.value.problems] == ["5", "11", "16"]


@pytest.mark.parametrize(
    "text", ["", "free = []\n", "free = [1]\n", "measurement = 3\n", "free = 'a\n", "\0"]
)
def test_no_text_gets_through_by_accident(text: str, tmp_path: Path) -> None:
    with pytest.raises(TuningError):
        read(text, tmp_path)


def test_a_wrong_file_ends_the_command_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "measurements.toml"
    file.write_text(SOUND.replace('"heel"', '"heal"'))
    command = ("tune", "calibrate", file, "--out", tmp_path / "out")
    assert refused(capsys, *command).startswith(f"{file}:15: measurement 2: kind: 'heal' is no kind")
    assert refused(capsys, *command[:2], tmp_path / "none.toml", *command[3:]).endswith(": no such file")
    assert "cannot be read" in refused(capsys, *command[:2], tmp_path, *command[3:])
    assert not (tmp_path / "out").exists()


def test_the_example_has_every_kind() -> None:
    task = read_task(default_directory() / "measurements.toml", Parameters())
    assert {measurement.kind for measurement in task.measurements} == set(Kind)
    assert len(task.measurements) > len(task.free)
