"""Any parameters inside their bounds survive being written and read."""

import json

from hypothesis import given
from hypothesis import strategies as st

from riffraff.params import Parameters, dumps, loads, table

QUANTITIES = Parameters.quantities()
TIMING = {"world.time_step", "world.frame_rate"}


@st.composite
def any_parameters(draw: st.DrawFn) -> Parameters:
    """Parameters with some values anywhere inside their bounds, the bounds included."""
    changes: dict[str, float] = {}
    for name in draw(st.sets(st.sampled_from(sorted(set(QUANTITIES) - TIMING)))):
        quantity = QUANTITIES[name]
        if quantity.whole:
            changes[name] = draw(st.integers(int(quantity.low), int(quantity.high)))
        else:
            changes[name] = draw(st.floats(quantity.low, quantity.high))
    rate, step = QUANTITIES["world.frame_rate"], QUANTITIES["world.time_step"]
    frame_rate = draw(st.floats(rate.low, rate.high))
    fewest = int(1 / (frame_rate * step.high)) + 1
    steps = draw(st.integers(fewest, int(1 / (frame_rate * step.low)) - 1))
    changes |= {"world.frame_rate": frame_rate, "world.time_step": 1 / (frame_rate * steps)}
    return Parameters().with_changes(changes)


@given(any_parameters())
def test_toml_gives_the_same_parameters(parameters: Parameters) -> None:
    text = dumps(parameters)
    assert loads(text) == parameters
    assert dumps(loads(text)) == text


@given(any_parameters())
def test_canonical_json_gives_the_same_parameters(parameters: Parameters) -> None:
    text = json.dumps(parameters.canonical(), allow_nan=False)
    again = Parameters.from_canonical(json.loads(text))
    assert again == parameters
    assert again.digest() == parameters.digest()


@given(any_parameters(), any_parameters())
def test_digests_are_equal_exactly_for_equal_parameters(one: Parameters, other: Parameters) -> None:
    assert (one.digest() == other.digest()) == (one == other)


@given(any_parameters())
def test_the_table_shows_the_values_and_which_are_defaults(parameters: Parameters) -> None:
    rows = table(parameters)
    assert [row.name for row in rows] == list(QUANTITIES)
    changes = {row.name: row.value for row in rows if not row.is_default}
    assert Parameters().with_changes(changes) == parameters
    assert all(row.low <= row.value <= row.high for row in rows)
    assert all(row.value == QUANTITIES[row.name].default for row in rows if row.is_default)


def test_the_written_file_states_unit_bounds_meaning_and_source() -> None:
    line = next(line for line in dumps(Parameters()).splitlines() if line.startswith("counterweight_mass"))
    quantity = QUANTITIES["ship.counterweight_mass"]
    assert line.startswith("counterweight_mass = 0.43 # 0.26 to 0.52 kg: ")
    assert quantity.meaning in line
    assert line.endswith(f"({quantity.source})")


def test_the_written_file_names_every_parameter_in_its_group() -> None:
    text = dumps(Parameters())
    assert sum("=" in line.split("#")[0] for line in text.splitlines()) == len(QUANTITIES)
    assert "\n[cargo.crate] " in text
