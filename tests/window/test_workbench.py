"""Parameters changed by hand: checked, saved, loaded, and told to a game."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riffraff.live.protocol import Change
from riffraff.params import Parameters, load
from riffraff.window.words import Language, Words
from riffraff.window.workbench import Workbench

ENGLISH = Words(Language.ENGLISH)
NAMES = sorted(Parameters.quantities())


@settings(max_examples=60)
@given(st.sampled_from(NAMES), st.floats(0.0, 1.0))
def test_a_value_in_its_bounds_is_taken_or_refused_for_others(name: str, share: float) -> None:
    about = Parameters.quantities()[name]
    value = about.low + share * (about.high - about.low)
    bench = Workbench(Parameters())
    bench.change(name, value)
    if bench.trouble:
        assert bench.values == bench.base
        assert bench.order() is None
    else:
        tolerance = 1.0 if about.whole else 1e-5 * max(abs(value), 1e-12)
        assert bench.values.value(name) == pytest.approx(value, abs=tolerance)
        assert about.low <= bench.values.value(name) <= about.high
        bench.reset(name)
        assert (bench.values, bench.changed) == (Parameters(), 0)


def test_what_contradicts_another_value_is_told() -> None:
    bench = Workbench(Parameters())
    bench.change("world.frame_rate", 61.0)
    (line,) = bench.trouble
    assert "not a whole number" in line
    assert bench.values == Parameters()
    bench.change("wood.friction", 0.2)
    assert bench.trouble == ()


def test_saved_values_are_loaded_again(tmp_path: Path) -> None:
    bench = Workbench(Parameters())
    bench.change("wood.friction", 0.2)
    path = tmp_path / "mine.toml"
    assert bench.save(path, ENGLISH)
    assert load(path).value("wood.friction") == 0.2
    other = Workbench(Parameters())
    assert other.load(str(path))
    assert other.order() == Change({"wood.friction": 0.2})
    other.reset_all()
    assert other.order() is None


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("kept")
    bench = Workbench(Parameters())
    assert not bench.save(path, ENGLISH)
    assert bench.trouble == (f"{path}: exists already; name another file",)
    assert path.read_text() == "kept"
    assert not bench.save(tmp_path / "none" / "mine.toml", ENGLISH)
    assert "cannot be written" in bench.trouble[0]


@pytest.mark.parametrize("text", ["wood = 3", "[wood\n", "[wood]\nfriction = 9.0", "[wood]\nfrictoin = 0.2"])
def test_a_damaged_file_changes_nothing_and_says_why(tmp_path: Path, text: str) -> None:
    path = tmp_path / "damaged.toml"
    path.write_text(text)
    bench = Workbench(Parameters())
    assert not bench.load(str(path))
    assert bench.values == Parameters()
    (line,) = bench.trouble
    assert str(path) in line
    assert not bench.load(str(tmp_path / "nothing.toml"))
    assert "no such file" in bench.trouble[0]
