"""Values from outside: taken, or refused with a line that says what would be right."""

import math
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.params import ParameterError, Parameters

QUANTITIES = Parameters.quantities()
names = st.sampled_from(list(QUANTITIES))


def refused(changes: object) -> ParameterError:
    with pytest.raises(ParameterError) as caught:
        Parameters().with_changes(changes)  # type: ignore[arg-type]
    assert str(caught.value).splitlines() == list(caught.value.problems)
    return caught.value


def test_changes_leave_everything_else_alone() -> None:
    changed = Parameters().with_changes({"ship.counterweight_mass": 0.4, "cargo.crate.edge": "30 mm"})
    assert changed.ship.counterweight_mass == 0.4
    assert changed.cargo.crate.edge == 0.03
    assert changed.with_changes({"ship.counterweight_mass": 0.43, "cargo.crate.edge": 0.028}) == Parameters()


def test_changes_may_be_nested_by_group() -> None:
    nested = {"ship": {"tilt_stop": 0.5}, "cargo": {"crate": {"edge": 0.02}}, "cargo.rat": {"height": 0.02}}
    flat = {"ship.tilt_stop": 0.5, "cargo.crate.edge": 0.02, "cargo.rat.height": 0.02}
    assert Parameters().with_changes(nested) == Parameters().with_changes(flat)


def test_no_changes_give_equal_parameters() -> None:
    assert Parameters().with_changes({}) == Parameters()


@given(name=names, beyond=st.floats(0, 1e300, exclude_min=True), above=st.booleans())
def test_any_value_out_of_bounds_is_refused_with_its_name_and_bound(
    name: str, beyond: float, above: bool
) -> None:
    quantity = QUANTITIES[name]
    if quantity.whole:
        value: float = int(quantity.high) + 1 if above else int(quantity.low) - 1
    else:
        bound = quantity.high if above else quantity.low
        value = bound + beyond if above else bound - beyond
        value = math.nextafter(bound, math.inf if above else -math.inf) if value == bound else value
    (problem,) = refused({name: value}).problems
    assert problem.startswith(f"{name}: ")
    assert ("is too large" if above else "is too small") in problem
    assert problem.endswith(f"allowed: {quantity.bounds}")
    assert f"{quantity.low:g} to {quantity.high:g}" in quantity.bounds


@given(name=names, value=st.one_of(st.booleans(), st.none(), st.lists(st.integers()), st.just(math.nan)))
def test_what_is_no_number_is_refused(name: str, value: object) -> None:
    (problem,) = refused({name: value}).problems
    assert problem.startswith(f"{name}: ")
    assert "is not a" in problem
    assert problem.endswith(f"allowed: {QUANTITIES[name].bounds}")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true is not a number"),
        (math.nan, "nan is not a finite number"),
        (math.inf, "inf is not a finite number"),
        (10**400, "an integer of 1329 bits is too large"),
        pytest.param(-(10**5000), "an integer of 16610 bits is too small", id="huge"),
        ([0.3], "a list is not a number"),
        ({"low": 0.3}, "is one value, not a group"),
        ("0.6 lots", "unknown unit 'lots'"),
    ],
)
def test_a_refusal_shows_the_value(value: object, shown: str) -> None:
    assert shown in refused({"wood.friction": value}).problems[0]


@pytest.mark.parametrize("value", [2.0, 2.5, "2.0", "2.5", "2 m", "200 %", True])
def test_a_whole_number_is_a_whole_number(value: object) -> None:
    assert "whole number from 0 to 2" in str(refused({"catching.hands": value}))


@given(name=names, data=st.data())
def test_a_letter_missing_offers_the_right_name(name: str, data: st.DataObject) -> None:
    start = name.rindex(".") + 1
    if len(name) - start < 4:  # too short to be recognised with a letter less
        return
    missing = data.draw(st.integers(start, len(name) - 1))
    misspelled = name[:missing] + name[missing + 1 :]
    (problem,) = refused({misspelled: 1.0}).problems
    assert problem == f"{misspelled}: no such parameter; did you mean {name}?"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("counterweight_mass", "ship.counterweight_mass"),
        ("shp.counterweight_mass", "ship.counterweight_mass"),
        ("Ship.Tilt_Stop", "ship.tilt_stop"),
        ("world.friction", "wood.friction"),
        ("cargo.rat.hight", "cargo.rat.height"),
        ("crate.edge", "cargo.crate.edge"),
        ("barrel.height", "cargo.barrel.height"),
        ("shp", "ship"),
        ("cargo.krate", "cargo.crate"),
    ],
)
def test_the_nearest_name_is_offered(typed: str, offered: str) -> None:
    assert str(refused({typed: 1.0})).endswith(f"did you mean {offered}?")


@pytest.mark.parametrize("typed", ["zzz", "ship.qqq", "", ".", "x" * 10_000, "ship.tilt_stop.deep.q"])
def test_a_name_like_no_other_is_refused_without_an_offer(typed: str) -> None:
    assert str(refused({typed: 1.0})).endswith("no such parameter; 'riffraff params' lists them")


@pytest.mark.parametrize("group", ["ship", "cargo", "cargo.crate"])
def test_a_group_is_no_value(group: str) -> None:
    assert f"{group}: is a group, not one value; it holds {group}." in str(refused({group: 3}))


def test_all_problems_come_at_once_in_the_order_given() -> None:
    error = refused({"wood.friction": 9.0, "ship.tilt": 1, "hand.force": "2 kg", "world.gravity": 9.0})
    assert [problem.split(":")[0] for problem in error.problems] == [
        "wood.friction",
        "ship.tilt",
        "hand.force",
    ]


def test_the_error_comes_whole_out_of_another_process() -> None:
    error = refused({"wood.friction": 9.0, "hand.force": -1})
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems
    assert str(again) == str(error)


def test_the_message_of_very_many_problems_is_cut() -> None:
    with pytest.raises(ParameterError) as caught:
        Parameters().with_changes({f"zzz{number}": 1 for number in range(50)})
    assert len(caught.value.problems) == 50
    assert str(caught.value).splitlines()[-1] == "and 30 more problems"
    assert len(str(caught.value).splitlines()) == 21


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"world.time_step": 0.003}, "world.time_step"),
        ({"world.frame_rate": 70.0}, "world.frame_rate"),
        ({"world.frame_rate": 50.0, "world.time_step": 0.003}, "world.time_step"),
    ],
)
def test_a_step_that_does_not_divide_the_frame_is_told_where_it_was_given(
    changes: dict[str, float], name: str
) -> None:
    (problem,) = refused(changes).problems
    assert problem.startswith(f"{name}: a frame of ")


def test_a_refused_step_does_not_also_contradict_the_frame() -> None:
    (problem,) = refused({"world.time_step": "soon", "world.frame_rate": 70.0}).problems
    assert problem.startswith("world.time_step: 'soon' is not a number")


def test_canonical_trees_must_be_complete() -> None:
    tree = Parameters().canonical()
    del tree["ship"]["tilt_stop"], tree["hand"]
    with pytest.raises(ParameterError) as caught:
        Parameters.from_canonical(tree)
    missing = {name for name in QUANTITIES if name == "ship.tilt_stop" or name.startswith("hand.")}
    assert set(caught.value.problems) == {f"{name}: missing" for name in missing}


@pytest.mark.parametrize(
    ("tree", "problem"),
    [
        ([], "a list is not a table of parameters"),
        (None, "a NoneType is not a table of parameters"),
        ({**Parameters().canonical(), "wood": 3}, "wood: is a group"),
        ({**Parameters().canonical(), "sail": {"area": 1.0}}, "sail: no such parameter"),
    ],
)
def test_what_is_no_canonical_tree_is_refused(tree: object, problem: str) -> None:
    with pytest.raises(ParameterError, match=f"^{problem}"):
        Parameters.from_canonical(tree)


def test_only_units_cost_the_import_of_pint() -> None:
    program = (
        "import sys; from riffraff.params import Parameters, dumps, loads, settings;"
        "loads(dumps(Parameters())); settings(Parameters(), ['ship.tilt_stop=0.5']);"
        "assert 'pint' not in sys.modules;"
        "settings(Parameters(), ['ship.tilt_stop=28 deg']);"
        "assert 'pint' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
