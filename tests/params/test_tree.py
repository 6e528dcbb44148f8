"""The tree itself: what every field must state, its defaults, and what cannot be built."""

import os
import pickle
import subprocess
import sys

import pytest
from pydantic import ValidationError

from riffraff.params import Crate, Parameters, Quantity, Ship, Wood, World
from riffraff.params.units import to_si

QUANTITIES = list(Parameters.quantities().values())


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.name)
def test_every_quantity_is_fully_described(quantity: Quantity) -> None:
    assert quantity.low < quantity.high
    assert quantity.low <= quantity.default <= quantity.high
    assert quantity.meaning.strip() and quantity.meaning.isprintable()
    assert quantity.source.strip() and quantity.source.isprintable()
    if not quantity.whole:
        suffix = "" if quantity.unit == "1" else f" {quantity.unit}"
        assert to_si(f"{quantity.default!r}{suffix}", quantity) == quantity.default


def test_names_hold_no_unit_and_reach_their_value() -> None:
    parameters = Parameters()
    assert parameters.value("ship.counterweight_mass") == parameters.ship.counterweight_mass == 0.43
    assert parameters.value("cargo.crate.edge") == parameters.cargo.crate.edge == 0.028
    assert parameters.value("world.solver_iterations") == parameters.world.solver_iterations
    assert next(iter(parameters.quantities())).startswith("ship.")


def test_lengths_and_masses_of_shapes_cannot_be_zero() -> None:
    for quantity in QUANTITIES:
        if quantity.name.startswith(("cargo.", "ship.")) and quantity.unit in {"m", "kg"}:
            assert quantity.low > 0, quantity.name


def test_value_of_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"did you mean ship\.tilt_stop\?"):
        Parameters().value("ship.tiltstop")


def test_parameters_cannot_be_changed_in_place() -> None:
    parameters = Parameters()
    with pytest.raises(ValidationError, match="frozen"):
        parameters.ship.tilt_stop = 0.5
    with pytest.raises(ValidationError, match="frozen"):
        parameters.ship = Ship()


@pytest.mark.parametrize("value", [True, "0.02", float("nan"), float("inf"), None, 0.001, 1.0, [0.02]])
def test_validation_refuses_what_is_no_allowed_number(value: object) -> None:
    with pytest.raises(ValidationError, match="edge"):
        Crate.model_validate({"edge": value})


@pytest.mark.parametrize("value", [True, 20.0, 2.5, "20", 0, 10**30])
def test_validation_refuses_what_is_no_allowed_whole_number(value: object) -> None:
    with pytest.raises(ValidationError, match="solver_iterations"):
        World.model_validate({"solver_iterations": value})


def test_validation_refuses_unknown_names() -> None:
    with pytest.raises(ValidationError, match="colour"):
        Crate.model_validate({"colour": 1})


def test_whole_numbers_are_taken_for_floats() -> None:
    ship = Ship.model_validate({"pivot_damping": 0})
    assert ship.pivot_damping == 0.0
    assert isinstance(ship.pivot_damping, float)


@pytest.mark.parametrize(("frame_rate", "steps"), [(60.0, 1), (60.0, 7), (24.0, 10), (50.0, 333)])
def test_a_step_that_divides_the_frame_is_taken(frame_rate: float, steps: int) -> None:
    world = World(frame_rate=frame_rate, time_step=1 / (frame_rate * steps))
    assert round(1 / (world.frame_rate * world.time_step)) == steps


@pytest.mark.parametrize("time_step", [1 / 250, 1 / 239, 1 / 61, 0.02])
def test_a_step_that_does_not_divide_the_frame_is_refused(time_step: float) -> None:
    with pytest.raises(ValidationError, match=r"not a whole number; time_step = 0\.0\d+ makes it \d+"):
        World(frame_rate=60.0, time_step=time_step)


def test_the_step_that_the_refusal_offers_is_taken() -> None:
    with pytest.raises(ValidationError) as refusal:
        World(time_step=0.003)
    offered = float(refusal.value.errors()[0]["msg"].split("time_step = ")[1].split()[0])
    assert World(time_step=offered).time_step == offered


def test_digest_depends_on_values_alone() -> None:
    changed = Parameters().with_changes({"wood.restitution": 0.0})
    assert Parameters().digest() == Parameters().with_changes({"ship.pivot_height": 0.15}).digest()
    assert changed.digest() != Parameters().digest()
    assert changed.digest() == Parameters().with_changes({"wood.restitution": -0.0}).digest()
    assert changed.digest() == Parameters(wood=Wood(restitution=0)).digest()
    assert changed.ship.digest() == Parameters().ship.digest()


def test_digest_is_the_same_in_another_process() -> None:
    program = "from riffraff.params import Parameters; print(Parameters().digest())"
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert result.stdout.strip() == Parameters().digest()


def test_parameters_are_values() -> None:
    parameters = Parameters().with_changes({"ship.tilt_stop": 0.5})
    copy = pickle.loads(pickle.dumps(parameters))
    assert copy == parameters
    assert hash(copy) == hash(parameters)
    assert parameters != Parameters()
