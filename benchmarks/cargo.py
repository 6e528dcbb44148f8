"""A ship that carries as much as is asked for, always stowed alike: for measurements that need no chance."""

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import SHAPES, Model, Pose, outline
from riffraff.params import Parameters
from riffraff.physics import Snapshot, Status, World, compose, quaternion

HEAVY_KEEL = Parameters().with_changes({"ship.counterweight_mass": 0.52, "ship.counterweight_depth": 0.12})
"""Parameters of a ship that carries all 32 pieces."""

# Shape, number of its stable pose, turn [degrees], and where: area and middle [m]; what has the same place as
# a piece before lies on it. Lines come in pairs that balance each other.
_STOWAGE = (
    ("crate", 0, 0, 1, 0.037, 0.017),
    ("crate", 0, 0, 4, -0.037, -0.017),
    ("crate", 0, 0, 2, 0.037, -0.017),
    ("crate", 0, 0, 3, -0.037, 0.017),
    ("boat", 0, 0, 1, 0.082, 0.0),
    ("boat", 0, 0, 3, -0.082, 0.0),
    ("sailor", 0, 0, 5, 0.0, 0.034),
    ("sailor", 0, 180, 6, 0.0, -0.034),
    ("chest", 2, 0, 1, 0.037, 0.017),
    ("chest", 2, 0, 4, -0.037, -0.017),
    ("chest", 2, 0, 2, 0.037, -0.017),
    ("chest", 2, 0, 3, -0.037, 0.017),
    ("barrel", 1, 0, 1, 0.0, 0.020),
    ("barrel", 1, 0, 4, 0.0, -0.020),
    ("sailor", 0, 0, 7, 0.0, 0.034),
    ("sailor", 0, 180, 8, 0.0, -0.034),
    ("boat", 0, 90, 5, 0.0, 0.088),
    ("boat", 0, 90, 6, 0.0, -0.088),
    ("rat", 0, 90, 7, 0.0, 0.078),
    ("rat", 0, 270, 8, 0.0, -0.078),
    ("rat", 0, 90, 9, 0.0, 0.034),
    ("rat", 0, 270, 10, 0.0, -0.034),
    ("flacon", 1, 0, 5, 0.0, 0.034),
    ("flacon", 1, 0, 6, 0.0, -0.034),
    ("plank", 0, 0, 1, 0.037, 0.017),
    ("plank", 0, 0, 4, -0.037, -0.017),
    ("plank", 0, 0, 2, 0.037, -0.017),
    ("plank", 0, 0, 3, -0.037, 0.017),
    ("barrel", 1, 0, 1, 0.037, 0.017),
    ("barrel", 1, 0, 4, -0.037, -0.017),
    ("flacon", 1, 0, 2, 0.037, -0.017),
    ("flacon", 1, 0, 3, -0.037, 0.017),
)

_GAP = 0.0005  # m: from which a piece is let down


def stowed(pieces: int) -> Snapshot:
    """A ship with `HEAVY_KEEL` and so many pieces, at most 32, after two seconds.

    Raises:
        RuntimeError: it has lost some.
    """
    with World(HEAVY_KEEL) as world:
        tops: dict[tuple[int, float, float], float] = {}
        for line, (shape, which, turn, area, x, y) in enumerate(_STOWAGE[:pieces]):
            earlier = sum(row[0] == shape for row in _STOWAGE[:line])
            piece = SHAPES.index(shape) + earlier * len(SHAPES)
            pose, thickness = _resting(world.scene.model, shape, which, turn)
            base = tops.get((area, x, y), world.scene.model.areas[area].height) + _GAP
            above = Pose((x, y, base + pose.position[2]), pose.orientation)
            world.put(piece, compose(world.area_frame(area), above))
            tops[area, x, y] = base + thickness
        world.advance(2.0)
        if len(world.having(Status.ABOARD)) != pieces:
            raise RuntimeError(f"of {pieces} pieces the ship carries only {world.having(Status.ABOARD)}")
        return world.snapshot()


def _resting(model: Model, shape: str, which: int, turn: float) -> tuple[Pose, float]:
    """A stable pose of a shape, turned about the vertical, and how thick the piece is then."""
    cargo = model.cargo[shape]
    stable = cargo.stable_poses[which]
    turned = Rotation.from_euler("z", turn, degrees=True) * Rotation.from_quat(stable.orientation)
    corners = turned.apply(np.vstack([outline(part) for part in cargo.parts]))
    return Pose((0.0, 0.0, stable.height), quaternion(turned)), float(np.ptp(corners[:, 2]))
