"""Fits: on a ship of which the textbook tells all, so that many can be made; the simulated one is beside."""

import re
from dataclasses import replace

import numpy as np
import pytest

from riffraff.params import Parameters
from riffraff.tuning.calibration import Calibration, calibrate
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measurements import Measurement
from riffraff.tuning.simulations import Progress

from .textbook import BALL, DECAY, HEEL, PERIOD, SLIDE, Textbook, given, task

MASS, DEPTH = "ship.counterweight_mass", "ship.counterweight_depth"
DAMPING, FRICTION = "ship.pivot_damping", "wood.friction"
FREE = (MASS, DEPTH, DAMPING, FRICTION)
ENOUGH = (PERIOD, DECAY, HEEL, SLIDE, SLIDE, BALL, replace(HEEL, distance=0.12))


def secret(rng: np.random.Generator) -> Parameters:
    return Parameters().with_changes(
        {
            MASS: float(rng.uniform(0.34, 0.46)),
            DEPTH: float(rng.uniform(0.095, 0.115)),
            DAMPING: float(rng.uniform(0.004, 0.012)),
            FRICTION: float(rng.uniform(0.2, 0.42)),
        }
    )


def value(calibration: Calibration, name: str) -> float:
    return next(found.value for found in calibration.found if found.name == name)


@pytest.mark.parametrize("seed", range(5))
def test_without_noise_the_truth_is_found(seed: int) -> None:
    truth = secret(np.random.default_rng(seed))
    calibration = calibrate(task(truth, ENOUGH, FREE), workers=Textbook())
    for name in FREE:
        assert value(calibration, name) == pytest.approx(truth.value(name), rel=0.01)
        assert calibration.parameters.value(name) == value(calibration, name)
    assert all(abs(one.residual) < 0.05 for one in calibration.compared)
    assert calibration.warnings == ()


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    inside = dict.fromkeys(FREE, 0)
    repeats = 100
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        truth = secret(rng)
        for found in calibrate(task(truth, ENOUGH, FREE, rng), workers=Textbook()).found:
            inside[found.name] += found.low <= truth.value(found.name) <= found.high
    assert all(0.82 * repeats <= hits for hits in inside.values()), inside
    assert sum(inside.values()) <= 0.97 * repeats * len(FREE), inside  # nor wider than they need be


def test_what_is_not_free_stays_as_it_is() -> None:
    base = Parameters().with_changes({"ship.hull_length": 0.25, MASS: 0.4})
    calibration = calibrate(task(base, (SLIDE, BALL), (FRICTION,)), base, workers=Textbook())
    assert calibration.parameters.with_changes({FRICTION: base.wood.friction}) == base


def test_two_parameters_that_the_data_cannot_tell_apart_are_named() -> None:
    truth = Parameters()
    calibration = calibrate(task(truth, (HEEL, SLIDE), (MASS, DEPTH, FRICTION)), workers=Textbook())
    (warning,) = calibration.warnings
    assert re.match(rf"The data cannot tell {MASS} and {DEPTH} apart: more of the one with less of", warning)
    apart = calibrate(
        task(truth, (replace(HEEL, uncertainty=0.0005), BALL, SLIDE), (MASS, DEPTH, FRICTION)),
        workers=Textbook(),
    )
    assert apart.warnings == ()


def test_a_parameter_that_the_data_hardly_see_is_named_and_may_be_anything() -> None:
    vague = replace(SLIDE, uncertainty=5.0)
    calibration = calibrate(task(Parameters(), (vague, BALL), (FRICTION, MASS)), workers=Textbook())
    (warning,) = calibration.warnings
    assert warning.startswith(f"The data say next to nothing of {FRICTION}")
    assert (calibration.found[0].low, calibration.found[0].high) == (0.12, 0.5)


def test_with_as_many_parameters_as_measurements_the_stated_uncertainty_tells_the_interval() -> None:
    calibration = calibrate(task(Parameters(), (BALL,), (MASS,)), workers=Textbook())
    (found,) = calibration.found
    assert found.high - found.low == pytest.approx(2 * 1.645 * BALL.uncertainty, rel=1e-3)


def test_more_parameters_than_measurements_are_fitted_and_told() -> None:
    calibration = calibrate(task(Parameters(), (HEEL, SLIDE), (MASS, DEPTH, FRICTION)), workers=Textbook())
    assert any("cannot tell" in warning for warning in calibration.warnings)


def test_a_parameter_at_its_bound_is_told() -> None:
    asked = task(Parameters(), (BALL,), (MASS,))
    heavy = replace(asked, measurements=(replace(BALL, value=0.6),))
    calibration = calibrate(heavy, workers=Textbook())
    (found,) = calibration.found
    assert found.value == pytest.approx(0.52, rel=0.01)
    assert (found.at_bound, found.high) == (True, 0.52)
    told = f"{MASS} is at its bound, 0.52 kg: the measurements want it higher"
    assert any(warning.startswith(told) for warning in calibration.warnings)


def test_narrower_bounds_are_kept() -> None:
    asked = task(Parameters().with_changes({MASS: 0.45}), (BALL,), (MASS,))
    calibration = calibrate(replace(asked, free={MASS: (0.3, 0.4)}), workers=Textbook())
    assert calibration.found[0].value == pytest.approx(0.4, rel=1e-3)
    assert calibration.found[0].high <= 0.4


def test_a_measurement_that_does_not_go_with_the_others_is_named() -> None:
    asked = task(Parameters(), ENOUGH, FREE)
    measurements = list(asked.measurements)
    measurements[3] = replace(measurements[3], value=measurements[3].value + 12 * SLIDE.uncertainty)
    calibration = calibrate(replace(asked, measurements=tuple(measurements)), workers=Textbook())
    assert any("worse than their uncertainties allow" in warning for warning in calibration.warnings)
    assert any(warning.startswith("Measurement 4 (plank slides on wood)") for warning in calibration.warnings)


def test_what_does_not_depend_on_a_parameter_is_not_simulated_again_for_it() -> None:
    crew = Textbook()
    base = Parameters().with_changes({FRICTION: 0.25})
    truth = Parameters().with_changes({FRICTION: 0.37})
    calibrate(task(truth, (PERIOD, SLIDE), (FRICTION,)), base, workers=crew)
    swings = [parameters for parameters, asked in crew.asked if any(one.kind == "period" for one in asked)]
    assert len(swings) == 2  # at the start, and at the end for the final residuals


def test_ships_on_which_nothing_can_be_measured_are_avoided() -> None:
    crew = Textbook(impossible=lambda ship: "it capsizes" if ship.ship.counterweight_mass > 0.431 else None)
    base = Parameters().with_changes({MASS: 0.375, FRICTION: 0.3})
    truth = base.with_changes({MASS: 0.43, FRICTION: 0.2})
    calibration = calibrate(task(truth, (BALL, SLIDE), (MASS, FRICTION)), base, workers=crew)
    assert value(calibration, MASS) == pytest.approx(0.43, rel=0.01)
    assert value(calibration, FRICTION) == pytest.approx(0.2, rel=0.01)


def test_a_start_on_which_nothing_can_be_measured_is_refused() -> None:
    crew = Textbook(impossible=lambda ship: "it capsizes")
    with pytest.raises(
        TuningError, match=r"measurement 1 \(weight of counterweight\).*it capsizes"
    ) as refusal:
        calibrate(task(Parameters(), (BALL,), (MASS,)), workers=crew)
    assert refusal.value.wrong


def test_workers_that_die_end_it() -> None:
    with pytest.raises(TuningError, match="worker died") as failure:
        calibrate(task(Parameters(), (BALL,), (MASS,)), workers=Textbook(dead=True))
    assert not failure.value.wrong


def test_a_worker_that_dies_now_and_then_changes_nothing() -> None:
    asked = task(secret(np.random.default_rng(3)), ENOUGH, FREE)
    undisturbed = calibrate(asked, workers=Textbook())
    assert calibrate(asked, workers=Textbook(dies=3)).parameters == undisturbed.parameters


def test_a_ship_that_kills_every_worker_is_named() -> None:
    told = f"died each of the 3 times it was alone with the ship of {MASS} {Parameters().value(MASS):g} "
    with pytest.raises(TuningError, match=told) as failure:
        calibrate(task(Parameters(), (BALL,), (MASS,)), workers=Textbook(dies=4))
    assert not failure.value.wrong


def test_whoever_watches_sees_it_come_nearer_and_can_end_it() -> None:
    seen: list[Progress] = []
    calibrate(task(secret(np.random.default_rng(1)), ENOUGH, FREE), workers=Textbook(), watch=seen.append)
    misfits = [progress.misfit for progress in seen if progress.misfit is not None]
    assert misfits == sorted(misfits, reverse=True)
    assert misfits[-1] < 0.01 < misfits[0]
    assert [progress.ships for progress in seen] == sorted(progress.ships for progress in seen)

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        calibrate(task(Parameters(), ENOUGH, FREE), workers=Textbook(), watch=stop)


@pytest.mark.parametrize("measurement", ENOUGH)
def test_the_stand_in_depends_on_what_a_measurement_says(measurement: Measurement) -> None:
    """What is not simulated again must not change."""
    for name in set(FREE) - measurement.depends_on:
        changed = Parameters().with_changes({name: 0.9 * Parameters().value(name)})
        assert given(changed, measurement) == given(Parameters(), measurement)
