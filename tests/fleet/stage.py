"""Ships and cargo for the tests of fleets."""

from collections.abc import Sequence

import numpy as np

from riffraff.fleet import Fleet
from riffraff.model import SHAPES, default_directory, read
from riffraff.physics import Snapshot, World

BARREL, CRATE, PLANK = map(SHAPES.index, ("barrel", "crate", "plank"))

_MODEL = read(default_directory())
ON_DECK = (
    0.05,
    0.016,
    _MODEL.parameters.ship.pivot_height + _MODEL.areas[1].height + _MODEL.parameters.cargo.crate.edge / 2,
)
"""Where the centre of a crate is that stands in area 1 of a level ship [m]."""

ARRAYS = ("poses", "velocities", "status", "aboard", "heel", "time", "rest")


def above(xyz: Sequence[Sequence[float]] | Sequence[float]) -> np.ndarray:
    """Upright poses at positions in the world, shape [..., 7]."""
    positions = np.asarray(xyz, float)
    return np.concatenate([positions, np.broadcast_to([0, 0, 0, 1.0], (*positions.shape[:-1], 4))], axis=-1)


def crate_on_deck(gap: float = 0.0005) -> np.ndarray:
    """The pose of a crate a little above area 1, shape [7]."""
    return above(np.add(ON_DECK, [0, 0, gap]))


def scattered(count: int) -> np.ndarray:
    """Poses over the deck and the yardarms, and a little beside them, shape [count, 7]."""
    rng = np.random.default_rng(5)
    positions = np.stack(
        [rng.uniform(-0.05, 0.05, count), rng.uniform(-0.1, 0.1, count), rng.uniform(0.2, 0.45, count)],
        axis=1,
    )
    return above(positions)


def state(fleet: Fleet) -> dict[str, bytes]:
    """All that a fleet tells of its worlds, to the last bit."""
    return {name: getattr(fleet, name).tobytes() for name in ARRAYS}


def loaded_state(seconds: float = 0.5) -> Snapshot:
    """A ship that still sways with one piece of every shape aboard."""
    with World() as world:
        for piece in range(8):
            world.lay(piece, 1 + piece, gap=0.002)
        world.advance(seconds)
        return world.snapshot()
