"""What a game is begun with."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.params import ParameterError, Parameters
from riffraff.window.play.setup import LARGEST_SEED, PERSON, Chair, Preset, Setup, Slowing, Tremor


@given(st.sampled_from(Preset), st.sampled_from(Tremor), st.sampled_from(Slowing))
def test_every_choice_makes_a_ship(preset: Preset, tremor: Tremor, slowing: Slowing) -> None:
    setup = Setup(preset=preset, tremor=tremor, slowing=slowing)
    parameters = setup.parameters()
    plain = Parameters()
    changed = {name for name in plain.quantities() if parameters.value(name) != plain.value(name)}
    assert changed == set(preset.changes)
    setting = setup.setting()
    assert (setting.tremor, setting.tumbling) == (tremor.value, slowing.value)
    assert setting.parameters == parameters


def test_a_file_takes_the_place_of_the_preset_and_changes_come_on_top(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[wood]\nfriction = 0.2\ndensity = 650\n")
    setup = Setup(preset=Preset.STEADY, file=f" {file} ", changes=("wood.density=640",))
    parameters = setup.parameters()
    assert parameters.value("wood.friction") == 0.2
    assert parameters.value("wood.density") == 640
    assert parameters.value("ship.counterweight_mass") == Parameters().value("ship.counterweight_mass")


@pytest.mark.parametrize("setup", [Setup(file="/nowhere/at.toml"), Setup(changes=("wood.friction=-1",))])
def test_what_is_refused_says_where(setup: Setup) -> None:
    with pytest.raises(ParameterError, match=r"nowhere|friction"):
        setup.parameters()


@given(st.integers(0, LARGEST_SEED))
def test_a_seed_that_is_typed_is_the_seed(seed: int) -> None:
    assert Setup(seed=f" {seed} ").drawn_seed() == seed


@given(st.text(min_size=1).filter(lambda text: text.strip() != ""))
def test_what_is_no_seed_is_refused(text: str) -> None:
    if text.strip().isascii() and text.strip().isdigit():
        return
    with pytest.raises(ParameterError, match="whole number"):
        Setup(seed=text).drawn_seed()


def test_without_a_seed_one_is_drawn_each_time() -> None:
    assert len({Setup().drawn_seed() for _ in range(20)}) > 1


def test_practice_has_no_players() -> None:
    setting = Setup(practice=True).setting()
    assert setting.players is None
    assert setting.names == ()


def test_persons_are_told_from_scripts() -> None:
    setup = replace(Setup(), chairs=(Chair("careful"), Chair(PERSON, "Ann"), Chair(PERSON)))
    assert setup.persons == (1, 2)
    assert setup.kinds == ("careful", PERSON, PERSON)
