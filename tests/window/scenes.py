"""Frames made by hand: a ship at rest, heeled or turned, with pieces laid where they are wanted."""

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff import model as models
from riffraff.model import FIRST_PIECE_BODY, SHAPES, SHIP_LINKS, Model, piece_shape
from riffraff.window import upright

MODEL: Model = models.read(models.default_directory())


def heeled(roll: float, pitch: float = 0.0, yardarm: float = 0.0) -> np.ndarray:
    """The empty ship, heeled and its yardarms turned round the mast [rad]."""
    poses = upright(MODEL)
    pivot = np.array([0.0, 0.0, MODEL.parameters.ship.pivot_height])
    turn = Rotation.from_euler("xy", [roll, pitch])
    for row in range(len(SHIP_LINKS)):
        own = turn * Rotation.from_euler("z", yardarm if row else 0.0)
        poses[row] = (*(pivot + turn.apply(poses[row, :3] - pivot)), *own.as_quat())
    return poses


def laid(poses: np.ndarray, piece: int, area: int, at: tuple[float, float] | None = None) -> np.ndarray:
    """A frame with one more piece, in the pose in which it lies most stably on an area."""
    place = MODEL.areas[area]
    row = SHIP_LINKS.index(place.link)
    turn = Rotation.from_quat(poses[row, 3:])
    stable = MODEL.cargo[piece_shape(piece)].stable_poses[0]
    x, y = at if at is not None else np.mean(place.polygon, axis=0)
    position = poses[row, :3] + turn.apply([x, y, place.height + stable.height])
    changed = poses.copy()
    changed[FIRST_PIECE_BODY + piece] = (
        *position,
        *(turn * Rotation.from_quat(stable.orientation)).as_quat(),
    )
    return changed


def on_table(poses: np.ndarray, piece: int, x: float, y: float) -> np.ndarray:
    """A frame with one more piece, lying on the table."""
    stable = MODEL.cargo[piece_shape(piece)].stable_poses[0]
    changed = poses.copy()
    changed[FIRST_PIECE_BODY + piece] = (x, y, stable.height, *stable.orientation)
    return changed


def loaded() -> np.ndarray:
    """A heeled ship with a piece of every shape aboard."""
    poses = heeled(np.radians(5.0), np.radians(-3.0), np.radians(12.0))
    for piece, area in enumerate((1, 5, 2, 3, 6, 7, 8, 9)):
        poses = laid(poses, piece, area)
    return poses


CRATE, FLACON = SHAPES.index("crate"), SHAPES.index("flacon")
