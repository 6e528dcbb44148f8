"""From a shape to a piece: mass, body frame, collision parts and stable poses."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from manifold3d import Manifold

from riffraff.model import figures, turnery
from riffraff.model.mass import inertial, principal_axes
from riffraff.model.parts import moved, moved_pose, outline
from riffraff.model.poses import stable_poses
from riffraff.model.shape import Shape
from riffraff.model.solids import sound
from riffraff.model.value import Colour, Inertial, PieceModel, Visual
from riffraff.params import Parameters

_MAKERS: dict[str, tuple[Callable[[Parameters], Shape], Colour]] = {
    "boat": (figures.boat, (0.50, 0.31, 0.16)),
    "barrel": (turnery.barrel, (0.95, 0.60, 0.10)),
    "flacon": (turnery.flacon, (0.78, 0.11, 0.11)),
    "crate": (turnery.crate, (0.16, 0.50, 0.20)),
    "sailor": (figures.sailor, (0.12, 0.25, 0.62)),
    "plank": (turnery.plank, (0.09, 0.09, 0.10)),
    "rat": (figures.rat, (0.50, 0.50, 0.52)),
    "chest": (turnery.chest, (0.45, 0.72, 0.88)),
}
"""How each shape is made, and its colour."""


def piece(name: str, parameters: Parameters) -> tuple[PieceModel, dict[str, Manifold]]:
    """Return the piece of that name and the solids of its visual meshes, by file name, in the body frame."""
    make, colour = _MAKERS[name]
    shape = make(parameters)
    carved = sound(shape.solid)
    body = inertial([(carved, parameters.wood.density)])
    turn = principal_axes(body)
    centre = np.array(body.centre)
    solid = carved.transform(np.column_stack([turn.T, -turn.T @ centre]))
    parts = tuple(moved(part, turn, centre) for part in shape.parts)
    own = inertial([(solid, parameters.wood.density)])
    mesh = f"meshes/{name}.obj"
    model = PieceModel(
        name=name,
        inertial=Inertial(own.mass, (0.0, 0.0, 0.0), own.moments, (0.0, 0.0, 0.0)),
        parts=parts,
        visuals=(Visual(mesh, colour),),
        stable_poses=stable_poses(np.vstack([outline(part) for part in parts])),
        hook=None
        if shape.hook is None
        else replace(shape.hook, pose=moved_pose(shape.hook.pose, turn, centre)),
    )
    return model, {mesh: solid}
