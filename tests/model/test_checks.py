import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riffraff.model import ModelError, build
from riffraff.model.checks import check
from riffraff.params import Parameters


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"ring_hole_diameter": 0.020, "ball_diameter": 0.0205},
            "falls through the ring: ship.ring_hole_diameter",
        ),
        ({"ring_hole_diameter": 0.012}, "ring_hole_diameter = 0.012 m must be at least 0.01578 m"),
        (
            {
                "ring_diameter": 0.050,
                "ring_thickness": 0.015,
                "tilt_stop": 0.611,
                "ring_hole_diameter": 0.018,
            },
            "no room for the waves under the ring: ship.ring_diameter = 0.05 m",
        ),
        (
            {
                "low_yardarm_length": 0.5,
                "low_yardarm_height": 0.08,
                "pivot_height": 0.134,
                "tilt_stop": 0.6,
                "yardarm_hole_clearance": 0.003,
                "yardarm_width": 0.03,
                "yardarm_thickness": 0.003,
            },
            "low_yardarm_length = 0.5 m must be at most",
        ),
        ({"middle_yardarm_length": 0.28, "yardarm_hole_clearance": 0.003}, "less than 0.24 m long"),
        (
            {"counterweight_mass": 0.26, "hull_depth": 0.045, "hull_clearance": 0.035, "hull_beam": 0.1},
            "the empty ship capsizes: ship.counterweight_mass = 0.26 kg must be more than 0.",
        ),
        (
            {"hull_clearance": 0.016, "tilt_stop": 0.55, "hull_length": 0.28, "hull_beam": 0.1},
            "the hull meets the",
        ),
        ({"ring_thickness": 0.004, "rod_diameter": 0.006}, "cut the ring in two"),
        ({"rod_length": 0.020}, "rod_length = 0.02 m must be at least 0.0255 m"),
        ({"pivot_height": 0.121}, "pivot_height = 0.121 m must be at least 0.1346 m"),
        ({"mast_diameter": 0.016, "yardarm_width": 0.018}, "cuts the yardarms in two"),
        (
            {"low_yardarm_height": 0.080, "hull_depth": 0.045, "bulwark_height": 0.010},
            "low_yardarm_height = 0.08 m",
        ),
        ({"middle_yardarm_height": 0.125}, "middle_yardarm_height = 0.125 m must be at least"),
        ({"top_yardarm_height": 0.190}, "top_yardarm_height = 0.19 m must be at least"),
        ({"mast_length": 0.200}, "mast_length = 0.2 m must be at least"),
        ({"peg_diameter": 0.008, "mast_diameter": 0.010}, "peg_diameter = 0.008 m must be at most 0.007 m"),
        ({"peg_length": 0.018, "mast_diameter": 0.016}, "peg_length = 0.018 m must be at least 0.022 m"),
        (
            {"hull_clearance": 0.012, "ball_diameter": 0.024},
            "sits on the ball: ship.hull_clearance = 0.012 m",
        ),
        ({"hull_clearance": 0.013}, "the hull meets the ring"),
    ],
)
def test_contradictions_are_named_with_their_values_and_a_way_out(
    changes: dict[str, float], said: str
) -> None:
    parameters = Parameters().with_changes({f"ship.{name}": value for name, value in changes.items()})
    with pytest.raises(ModelError, match=said):
        build(parameters)


def test_every_contradiction_has_its_line() -> None:
    parameters = Parameters().with_changes({"ship.mast_length": 0.2, "ship.rod_length": 0.02})
    with pytest.raises(ModelError) as caught:
        check(parameters)
    lines = str(caught.value).splitlines()
    assert len(lines) == 2
    assert "ship.rod_length" in lines[0]
    assert "ship.mast_length" in lines[1]


@pytest.mark.parametrize(
    "changes",
    [
        {"ship.ring_hole_diameter": 0.012},
        {"ship.pivot_height": 0.121},
        {"ship.mast_length": 0.200},
        {"ship.rod_length": 0.020},
    ],
)
def test_doing_what_the_message_says_helps(changes: dict[str, float]) -> None:
    with pytest.raises(ModelError) as caught:
        check(Parameters().with_changes(changes))
    (name,) = changes
    wanted = str(caught.value).split(f"{name} = {changes[name]:g} m must be at least ")[1].split(" m")[0]
    check(Parameters().with_changes({name: float(wanted) * 1.0005}))


SHIP = {name: q for name, q in Parameters.quantities().items() if name.startswith(("ship.", "wood."))}


@st.composite
def ships(draw: st.DrawFn) -> Parameters:
    """Parameters some of which are anywhere in their bounds, the others the defaults."""
    names = draw(st.lists(st.sampled_from(sorted(SHIP)), min_size=1, max_size=4, unique=True))
    return Parameters().with_changes(
        {name: draw(st.floats(SHIP[name].low, SHIP[name].high)) for name in names}
    )


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(ships())
def test_any_ship_is_sound_or_an_error(parameters: Parameters) -> None:
    try:
        model = build(parameters)
    except ModelError as error:
        assert "ship." in str(error)
        return
    for link in model.ship.links:
        a, b, c = sorted(link.inertial.moments)
        assert link.inertial.mass > 0
        assert 0 < a <= c <= (a + b) * (1 + 1e-9)
    weight = model.ship.link("ball_bar").inertial.mass
    assert weight > parameters.ship.counterweight_mass
    assert list(model.areas) == list(range(1, 11))
