"""How the ship is balanced: its centre of mass with cargo, and where it would come to rest."""

import math
from dataclasses import dataclass

import numpy as np

from riffraff.model import FIRST_PIECE_BODY, heel, piece_shape
from riffraff.rules import PIECES
from riffraff.window.meshes import Floats
from riffraff.window.stage import Mode, Stage

_STANDING = frozenset({"stand", "ring"})
"""Links that do not lean with the ship."""


@dataclass(frozen=True, eq=False)
class Balance:
    """The ship and the cargo on it, taken as one rigid body that hangs on the pivot.

    Attributes:
        pivot: where it turns [m], shape [3].
        centre: of mass, where it is now [m], shape [3].
        mass: of ship and cargo [kg].
        reach: from the pivot to the masthead [m].
        mast: direction of the mast, a unit vector [3].
        heel: angle between the mast and the vertical [rad].
        rest: direction of the mast at rest, a unit vector [3]; None if the ship does not right itself.
        rest_heel: angle of that to the vertical [rad]; None likewise.
    """

    pivot: Floats
    centre: Floats
    mass: float
    reach: float
    mast: Floats
    heel: float
    rest: Floats | None
    rest_heel: float | None


def carried(stage: Stage) -> list[int]:
    """The pieces that lie on the ship at the moment that is shown."""
    if stage.mode is Mode.PRACTICE:
        heights = stage.poses[FIRST_PIECE_BODY:, 2]
        low = stage.model.parameters.ship.pivot_height
        return [piece.index for piece in PIECES if heights[piece.index] > low and piece.name != stage.held]
    return [piece.index for piece in PIECES if piece.name in stage.moment.aboard]


def balance(stage: Stage) -> Balance:
    """How the ship is balanced at the moment that is shown."""
    model, poses = stage.model, stage.poses
    placed = stage.scenery.place(poses)
    pivot = np.array([0.0, 0.0, model.parameters.ship.pivot_height])
    mass, moment = 0.0, np.zeros(3)
    for link in model.ship.links:
        if link.name not in _STANDING:
            place = placed[stage.scenery.index(link.name)]
            mass += link.inertial.mass
            moment += link.inertial.mass * (place[:, :3] @ np.array(link.inertial.centre) + place[:, 3])
    for piece in carried(stage):
        weight = model.cargo[piece_shape(piece)].inertial.mass
        position = poses[FIRST_PIECE_BODY + piece, :3]
        if np.isfinite(position).all():
            mass += weight
            moment += weight * position
    centre = moment / mass
    turn = placed[stage.scenery.index("hull")][:, :3]
    hanging = turn.T @ (centre - pivot)  # in the hull's own frame
    rest, rest_heel = None, None
    if hanging[2] < 0.0:
        # At rest the centre is straight below the pivot: the hull is turned so that `hanging` points down.
        rest_heel = math.atan2(math.hypot(hanging[0], hanging[1]), -hanging[2])
        level = -np.array([hanging[0], hanging[1]])
        yawed = turn[:2, :2] @ level
        size = float(np.linalg.norm(yawed))
        lean = -yawed / size if size > 0.0 else np.zeros(2)
        rest = np.array([*(math.sin(rest_heel) * lean), math.cos(rest_heel)])
    return Balance(
        pivot=pivot,
        centre=centre,
        mass=mass,
        reach=float((stage.scenery.corners_of("mast", placed) - pivot).dot(turn[:, 2]).max()),
        mast=turn[:, 2],
        heel=heel(poses),
        rest=rest,
        rest_heel=rest_heel,
    )
