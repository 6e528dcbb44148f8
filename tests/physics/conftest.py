"""Worlds and parameters that several physics tests use."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from riffraff.params import Parameters
from riffraff.physics import World


@pytest.fixture
def make_world() -> Iterator[Callable[..., World]]:
    """Make worlds with some parameters changed by name; all are closed in the end."""
    worlds: list[World] = []

    def make(*, seed: int | None = None, directory: Path | None = None, **changes: float) -> World:
        named = {name.replace("__", "."): value for name, value in changes.items()}
        worlds.append(World(Parameters().with_changes(named), seed=seed, directory=directory))
        return worlds[-1]

    yield make
    for world in worlds:
        world.close()


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world with the default parameters."""
    return make_world()
