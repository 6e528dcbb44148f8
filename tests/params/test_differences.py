"""What differs between two sets of parameters."""

from riffraff.params import Parameters, differences


def test_what_differs_is_told_with_its_share_of_the_bounds() -> None:
    before = Parameters().with_changes({"ship.counterweight_mass": 0.375, "wood.friction": 0.3})
    after = before.with_changes({"ship.counterweight_mass": 0.349, "wood.friction": 0.5, "catching.hands": 0})
    mass, friction, hands = differences(before, after)
    assert (mass.name, mass.before, mass.after, mass.unit) == ("ship.counterweight_mass", 0.375, 0.349, "kg")
    assert abs(mass.share + 0.1) < 1e-9  # bounds of 0.26 to 0.52 kg
    assert abs(friction.share - 0.2 / 0.38) < 1e-9
    assert (hands.before, hands.after, hands.share) == (2, 0, -1.0)


def test_the_way_back_is_the_opposite() -> None:
    one, other = Parameters(), Parameters().with_changes({"wood.friction": 0.12, "ship.tilt_stop": "29 deg"})
    there, back = differences(one, other), differences(other, one)
    assert [change.name for change in there] == [change.name for change in back]
    for change, opposite in zip(there, back, strict=True):
        assert (change.before, change.after) == (opposite.after, opposite.before)
        assert change.share == -opposite.share


def test_equal_parameters_do_not_differ() -> None:
    assert differences(Parameters(), Parameters().with_changes({"wood.friction": 0.4})) == []
