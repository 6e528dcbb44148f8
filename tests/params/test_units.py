"""Numbers with units as people type them."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from riffraff.params import Parameters
from riffraff.params.units import to_si

QUANTITIES = Parameters.quantities()


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("0.4", "ship.counterweight_mass", 0.4),
        (" +4e-1 ", "ship.counterweight_mass", 0.4),
        ("400 g", "ship.counterweight_mass", 0.4),
        ("400g", "ship.counterweight_mass", 0.4),
        ("0.4 kg", "ship.counterweight_mass", 0.4),
        ("1 lb", "ship.counterweight_mass", 0.45359237),
        ("16 oz", "ship.counterweight_mass", 0.45359237),
        ("110 mm", "ship.counterweight_depth", 0.11),
        ("11 cm", "ship.counterweight_depth", 0.11),
        ("800 µm", "hand.tremor", 0.0008),
        ("800 \u03bcm", "hand.tremor", 0.0008),
        ("800 um", "hand.tremor", 0.0008),
        ("4 in", "ship.counterweight_depth", 0.1016),
        ("180 deg", "ship.tilt_stop", math.pi),
        ("180°", "ship.tilt_stop", math.pi),
        ("0.5 turn", "ship.tilt_stop", math.pi),
        ("30 rpm", "hand.turn_speed", math.pi),
        ("180 deg/s", "hand.turn_speed", math.pi),
        ("1/240 s", "world.time_step", 1 / 240),
        ("1/240", "world.time_step", 1 / 240),
        ("250/60 ms", "world.time_step", 1 / 240),
        ("60 Hz", "world.frame_rate", 60.0),
        ("60/s", "world.frame_rate", 60.0),
        ("60 s^-1", "world.frame_rate", 60.0),
        ("0.7 g/cm3", "wood.density", 700.0),
        ("0.7 g/cm^3", "wood.density", 700.0),
        ("0.7 g cm**-3", "wood.density", 700.0),
        ("0.7 g/cm³", "wood.density", 700.0),
        ("981 cm/s²", "world.gravity", 9.81),
        ("6 N mm s", "ship.pivot_damping", 0.006),
        ("6 mN·m·s", "ship.pivot_damping", 0.006),
        ("30 %", "wood.friction", 0.3),
        ("30 percent", "wood.friction", 0.3),
        ("-3 mm", "hand.tremor", -0.003),
    ],
)
def test_units_are_converted_to_the_nearest_float(text: str, name: str, value: float) -> None:
    assert to_si(text, QUANTITIES[name]) == value


@pytest.mark.parametrize(("text", "name"), [("2 deg", "ship.rod_play"), ("30 deg", "ship.tilt_stop")])
def test_defaults_in_everyday_units_are_the_defaults_exactly(text: str, name: str) -> None:
    assert Parameters().with_changes({name: text}) == Parameters()


@pytest.mark.parametrize("quantity", [q for q in QUANTITIES.values() if q.unit == "m"], ids=lambda q: q.name)
def test_bounds_in_millimetres_are_inside_the_bounds(quantity: object) -> None:
    assert isinstance(quantity, type(QUANTITIES["ship.tilt_stop"]))
    for bound in (quantity.low, quantity.high):
        assert (
            Parameters().with_changes({quantity.name: f"{bound * 1000:.6g} mm"}).value(quantity.name) == bound
        )


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        (
            "400 mm",
            "ship.counterweight_mass",
            "'mm' is no unit for this; expected kg, for example 0.43 or '430 g'",
        ),
        ("2 kg", "hand.force", "'kg' is no unit for this; expected N, for example 0.6 or '0.6 N'"),
        ("1 Hz", "hand.turn_speed", "'Hz' is no unit for this; expected rad/s"),
        ("60 rad/s", "world.frame_rate", "'rad/s' is no unit for this; expected Hz"),
        ("30 deg", "wood.friction", "'deg' is no unit for this; expected a pure number such as 0.4"),
        ("30 %", "ship.tilt_stop", "'%' is no unit for this; expected rad, for example 0.5236 or '30 deg'"),
        ("1 furlong", "ship.hull_length", "unknown unit 'furlong'; expected m, for example 0.24 or '240 mm'"),
        ("240 MM", "ship.hull_length", "unknown unit 'MM'"),
        ("1 m**(9**9**9)", "ship.hull_length", "unknown unit 'm**(9**9**9)'"),
        ("0,24", "ship.hull_length", "unknown unit ',24'"),
        ("1 __import__", "ship.hull_length", "unknown unit '__import__'"),
        ("", "ship.hull_length", "'' is not a number; expected one such as 0.24 or '240 mm'"),
        ("long", "ship.hull_length", "'long' is not a number"),
        ("nan", "ship.hull_length", "'nan' is not a number"),
        ("-inf", "ship.hull_length", "'-inf' is not a number"),
        ("mm", "ship.hull_length", "'mm' is not a number"),
        ("240\nmm", "ship.hull_length", "'240\\nmm' is not a number"),
        ("240 m\0", "ship.hull_length", "unknown unit 'm\\x00'"),
        ("٣ m", "ship.hull_length", "'٣ m' is not a number"),
        ("1/0", "ship.hull_length", "'1/0' is not a finite number; allowed: 0.18 to 0.28 m"),
        ("1/0 m", "ship.hull_length", "'1/0 m' is not a finite number"),
        ("1e999999 km9", "ship.hull_length", "'km9' is no unit for this"),
        ("1e999999999999999999 mm", "ship.hull_length", "is not a finite number"),
        ("9" * 10_000, "ship.hull_length", "...' is not a number"),
    ],
)
def test_what_is_no_such_quantity_says_what_is_expected(text: str, name: str, reason: str) -> None:
    with pytest.raises(ValueError) as refusal:
        to_si(text, QUANTITIES[name])
    assert reason in str(refusal.value)
    assert str(refusal.value).isprintable()


units = st.lists(
    st.sampled_from(
        ["m", "mm", "g", "s", "in", "N", "%", "°", "k", "as", "e", "pi", "/", "*", "^", "2", "-1", " ", "("]
    )
).map("".join)


@given(
    text=st.one_of(st.text(), st.builds("{}{}{}".format, st.floats(), st.sampled_from(["", " ", "/"]), units))
)
@example("1 m" + "*m" * 25)
def test_any_text_is_a_number_or_a_value_error(text: str) -> None:
    try:
        value = to_si(text, QUANTITIES["ship.hull_length"])
    except ValueError as refusal:
        assert str(refusal).isprintable()
    else:
        assert isinstance(value, int | float)


@given(value=st.floats(-1e6, 1e6), unit=st.sampled_from(["m", "mm", "cm", "km", "um"]))
def test_lengths_scale_by_their_prefix(value: float, unit: str) -> None:
    scale = {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "km": 1e3, "um": 1e-6}[unit]
    assert to_si(f"{value!r} {unit}", QUANTITIES["ship.hull_length"]) == pytest.approx(
        value * scale, rel=1e-15
    )
