"""What the simulated ship gives for measurements: what the textbook says, where it says anything."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from riffraff.model import Swing, default_directory
from riffraff.params import Parameters
from riffraff.tuning.bench import Bench
from riffraff.tuning.calibration import calibrate
from riffraff.tuning.measurements import (
    Decay,
    HalfTime,
    Heel,
    Loaded,
    Measurement,
    Period,
    Slide,
    Stop,
    Surface,
    Task,
    Weight,
    Yardarm,
)
from riffraff.tuning.reading import read_task
from riffraff.tuning.simulating import measured, outcomes

ANY: dict[str, Any] = {"value": math.nan, "uncertainty": math.nan}
GRAVITY = 9.81
SHIP = Parameters().with_changes({"ship.counterweight_mass": 0.375, "wood.friction": 0.3})
"""A ship on which all of this can be measured, whatever the default one is."""


@pytest.fixture(scope="module")
def ship() -> Iterator[Bench]:
    with Bench(SHIP) as bench:
        yield bench


def let_go(axis: Swing = Swing.ROLL, degrees: float = 4) -> dict[str, Any]:
    return {"axis": axis, "amplitude": math.radians(degrees), **ANY}


def damping(ship: Bench, axis: Swing) -> tuple[float, float]:
    """Rate at which a small swing dies down [1/s], and its period [s], by the textbook."""
    pendulum = ship.pendulum(axis)
    rate = ship.parameters.ship.pivot_damping / (2 * pendulum.inertia)
    return rate, 2 * math.pi / math.sqrt(pendulum.stiffness / pendulum.inertia - rate**2)


@pytest.mark.parametrize("axis", list(Swing))
@pytest.mark.parametrize("swings", [1, 3, 20])
def test_a_period_is_that_of_the_damped_pendulum(ship: Bench, axis: Swing, swings: int) -> None:
    _, period = damping(ship, axis)
    assert measured(ship, Period(swings=swings, **let_go(axis))) == pytest.approx(swings * period, rel=0.01)


def test_a_swing_dies_down_as_that_of_the_damped_pendulum(ship: Bench) -> None:
    rate, period = damping(ship, Swing.ROLL)
    left = measured(ship, Decay(swings=2, **let_go()))
    assert left == pytest.approx(math.exp(-2 * rate * period), rel=0.03)
    half = measured(ship, HalfTime(**let_go()))
    assert half == pytest.approx(math.log(2) / rate, rel=0.03)


def test_a_loaded_ship_swings_more_slowly(ship: Bench) -> None:
    load = (Loaded("crate", 5), Loaded("crate", 6), Loaded("chest", 1))
    empty, loaded = (
        measured(ship, Period(swings=2, load=aboard, **let_go(degrees=3))) for aboard in ((), load)
    )
    assert 1.05 * empty < loaded < 1.6 * empty


@pytest.mark.parametrize(("piece", "yardarm", "distance"), [("crate", "low", 0.1), ("chest", "top", 0.06)])
def test_a_heel_is_the_balance_of_moments(ship: Bench, piece: str, yardarm: str, distance: float) -> None:
    heel = measured(ship, Heel(piece=piece, yardarm=Yardarm(yardarm), distance=distance, **ANY))
    weight = ship.model.cargo[piece].inertial.mass * GRAVITY
    height = ship.parameters.value(f"ship.{yardarm}_yardarm_height") + 0.02
    arm = distance * math.cos(heel) + height * math.sin(heel)
    assert ship.pendulum(Swing.ROLL).stiffness * math.sin(heel) == pytest.approx(weight * arm, rel=0.03)


@pytest.mark.parametrize("distance", [None, 0.08])
def test_the_weight_to_the_stop_is_the_balance_of_moments_there(ship: Bench, distance: float | None) -> None:
    mass = measured(ship, Stop(yardarm=Yardarm.LOW, distance=distance, **ANY))
    size = ship.parameters.ship
    out, stop = distance or size.low_yardarm_length / 2, size.tilt_stop
    rocked = math.radians(4.2)  # as far as its hole lets the yardarm dip
    arm = out * math.cos(stop + rocked) + (size.low_yardarm_height + 0.003) * math.sin(stop)
    moment = ship.pendulum(Swing.ROLL).stiffness * math.sin(stop)
    assert mass * GRAVITY * arm == pytest.approx(moment, rel=0.02)


@pytest.mark.parametrize("piece", ["chest", "flacon", "rat"])
@pytest.mark.parametrize("surface", list(Surface))
def test_a_piece_slides_at_the_angle_of_friction(ship: Bench, piece: str, surface: Surface) -> None:
    wood = ship.parameters.wood
    friction = wood.friction if surface is Surface.WOOD else wood.table_friction
    slope = measured(ship, Slide(piece=piece, surface=surface, **ANY))
    assert math.degrees(slope - math.atan(friction)) == pytest.approx(0, abs=0.25)


def test_parts_weigh_what_the_model_says(ship: Bench) -> None:
    weights = {part: measured(ship, Weight(part=part, **ANY)) for part in ("crate", "counterweight", "ship")}
    assert weights["crate"] == pytest.approx(700 * 0.028**3, rel=0.02)  # but for its bevelled edges
    assert weights["counterweight"] == 0.375
    standing = {"stand", "ring"}
    moving = [link.inertial.mass for link in ship.model.ship.links if link.name not in standing]
    assert weights["ship"] == pytest.approx(sum(moving))


def test_measuring_leaves_the_ship_as_it_was(ship: Bench) -> None:
    swing = Decay(swings=1, **let_go())
    before = measured(ship, swing)
    measured(ship, Stop(yardarm=Yardarm.TOP, **ANY))
    assert measured(ship, swing) == before


def test_what_cannot_be_measured_says_why() -> None:
    crate = Heel(piece="crate", yardarm=Yardarm.LOW, distance=0.11, **ANY)
    slippery = SHIP.with_changes({"wood.friction": 0.12})
    assert outcomes(slippery, [crate]) == ["the crate does not stay where it is laid"]
    stiff = SHIP.with_changes({"ship.pivot_damping": 0.1})
    assert outcomes(stiff, [Period(swings=1, **let_go())]) == ["the ship does not swing: it creeps back"]
    light = SHIP.with_changes({"ship.counterweight_mass": 0.26, "ship.counterweight_depth": 0.08})
    weight, reason = outcomes(light, [Weight(part="counterweight", **ANY), crate])
    assert weight == 0.26
    assert isinstance(reason, str)
    assert reason.startswith("there is no such ship: ")


def test_the_example_is_what_it_says_it_is() -> None:
    file = default_directory() / "measurements.toml"
    text = file.read_text()
    truth = Parameters().with_changes(
        {
            "ship.counterweight_mass": "400 g",
            "ship.counterweight_depth": "106 mm",
            "ship.pivot_damping": "0.008 N m s",
            "ship.tilt_stop": "31 deg",
            "wood.friction": 0.27,
            "wood.density": "720 kg/m3",
        }
    )
    task = read_task(file, Parameters())
    for name in task.free:
        assert f"{name} = " in text.partition("free = ")[0]
    for measurement, value in zip(task.measurements, outcomes(truth, task.measurements), strict=True):
        assert isinstance(value, float)
        assert abs(value - measurement.value) < 2.6 * measurement.uncertainty, measurement.label


@pytest.mark.parametrize("noisy", [False, True])
def test_a_secret_ship_is_found(noisy: bool) -> None:
    """The whole way in small; benchmarks/calibration.py does it a hundred times, with more of both."""
    truth = SHIP.with_changes({"wood.friction": 0.37, "ship.counterweight_depth": 0.104})
    measurements: tuple[Measurement, ...] = (
        Slide(piece="chest", surface=Surface.WOOD, value=math.nan, uncertainty=0.01),
        Slide(piece="plank", surface=Surface.WOOD, value=math.nan, uncertainty=0.01),
        Heel(piece="chest", yardarm=Yardarm.LOW, distance=0.1, value=math.nan, uncertainty=0.001),
        Period(swings=3, axis=Swing.ROLL, amplitude=math.radians(8), value=math.nan, uncertainty=0.05),
    )
    errors = (0.6, -1.1, 0.4, -0.8) if noisy else (0.0,) * 4
    found = []
    for measurement, value, error in zip(measurements, outcomes(truth, measurements), errors, strict=True):
        assert isinstance(value, float)
        found.append(replace(measurement, value=value + error * measurement.uncertainty))
    free = {"wood.friction": (0.12, 0.5), "ship.counterweight_depth": (0.08, 0.12)}
    for one in calibrate(Task(tuple(found), free), SHIP).found:
        true = truth.value(one.name)
        if noisy:
            assert one.low <= true <= one.high
            assert one.high - one.low < 0.4 * (one.bounds[1] - one.bounds[0])
        else:
            assert one.value == pytest.approx(true, rel=0.01)
