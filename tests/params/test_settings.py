"""Settings as typed on a command line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff import params
from riffraff.params import ParameterError, Parameters


def test_settings_change_what_they_name() -> None:
    changed = params.settings(
        Parameters(), ["ship.counterweight_mass=400 g", " hand.tremor = 0 ", "catching.hands=1"]
    )
    assert changed.ship.counterweight_mass == 0.4
    assert changed.hand.tremor == 0.0
    assert changed.catching.hands == 1
    assert changed.wood == Parameters().wood


def test_settings_start_from_the_parameters_given() -> None:
    base = Parameters().with_changes({"ship.tilt_stop": 0.5})
    assert params.settings(base, ["hand.force=1"]).ship.tilt_stop == 0.5
    assert params.settings(base, []) == base


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "ship.counterweight_mass=0.6",
            "--set ship.counterweight_mass=0.6: 0.6 is too large; allowed: 0.26 to 0.52 kg",
        ),
        (
            "ship.counterweight_mass=600 g",
            "--set ship.counterweight_mass=600 g: 600 g is too large; allowed: 0.26 to 0.52 kg",
        ),
        (
            "ship.counterwight_mass=0.4",
            "--set ship.counterwight_mass=0.4: no such parameter; did you mean ship.counterweight_mass?",
        ),
        (
            "ship.counterweight_mass=heavy",
            "--set ship.counterweight_mass=heavy: 'heavy' is not a number; "
            "expected one such as 0.43 or '430 g'",
        ),
        ("wood.friction=a=b", "--set wood.friction=a=b: 'a=b' is not a number; expected one such as 0.4"),
        ("ship", "--set ship: not of the form NAME=VALUE, as in ship.counterweight_mass=0.4"),
        ("", "--set : not of the form NAME=VALUE, as in ship.counterweight_mass=0.4"),
        ("=1", "--set =1: not of the form NAME=VALUE, as in ship.counterweight_mass=0.4"),
        ("hand.force=", "--set hand.force=: not of the form NAME=VALUE, as in ship.counterweight_mass=0.4"),
    ],
)
def test_a_refused_setting_says_what_and_what_would_be_right(text: str, line: str) -> None:
    with pytest.raises(ParameterError) as caught:
        params.settings(Parameters(), [text])
    assert str(caught.value) == line


def test_a_name_given_twice_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"^--set hand\.force=\.\.\.: given twice$"):
        params.settings(Parameters(), ["hand.force=1", "hand.force=2"])


def test_every_refused_setting_has_its_line() -> None:
    with pytest.raises(ParameterError) as caught:
        params.settings(Parameters(), ["hand.force=-1", "hand.torque=0.1", "wood.friction=9"])
    assert [problem.split(":")[0] for problem in caught.value.problems] == [
        "--set hand.force=-1",
        "--set wood.friction=9",
    ]


@given(
    st.lists(
        st.one_of(st.text(), st.builds("{}={}".format, st.sampled_from(["ship", "hand.force"]), st.text()))
    )
)
def test_any_texts_are_parameters_or_a_parameter_error(texts: list[str]) -> None:
    try:
        params.settings(Parameters(), texts)
    except ParameterError as error:
        assert all(problem.isprintable() for problem in error.problems)
