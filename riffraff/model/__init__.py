"""Geometry, mass and collision shapes of the ship and its cargo, from the parameters.

`build` makes a `Model` of parameters, `write` its files (URDF, meshes, values), `read` the model of such
files, `inspect` looks files over that come from elsewhere; `provide` finds or makes the directory for given
parameters. Only `build`, `write` and `inspect` need the mesh libraries.
"""

from riffraff.model.building import build, write
from riffraff.model.files import read
from riffraff.model.frame import BODIES, FIRST_PIECE_BODY, PIECES, SHIP_LINKS, heel, piece_shape
from riffraff.model.inspection import inspect
from riffraff.model.parts import outline
from riffraff.model.store import default_directory, digest, hold, provide, release
from riffraff.model.theory import YAW, Pendulum, Swing, inertia, pendulum, rolling_acceleration
from riffraff.model.value import (
    SHAPES,
    Area,
    Box,
    Cylinder,
    Hook,
    Hull,
    Inertial,
    Joint,
    JointKind,
    Link,
    Model,
    ModelError,
    Part,
    PieceModel,
    Pose,
    Quaternion,
    ShipModel,
    Sphere,
    StablePose,
    Vector,
    Visual,
)

__all__ = [
    "BODIES",
    "FIRST_PIECE_BODY",
    "PIECES",
    "SHAPES",
    "SHIP_LINKS",
    "YAW",
    "Area",
    "Box",
    "Cylinder",
    "Hook",
    "Hull",
    "Inertial",
    "Joint",
    "JointKind",
    "Link",
    "Model",
    "ModelError",
    "Part",
    "Pendulum",
    "PieceModel",
    "Pose",
    "Quaternion",
    "ShipModel",
    "Sphere",
    "StablePose",
    "Swing",
    "Vector",
    "Visual",
    "build",
    "default_directory",
    "digest",
    "heel",
    "hold",
    "inertia",
    "inspect",
    "outline",
    "pendulum",
    "piece_shape",
    "provide",
    "read",
    "release",
    "rolling_acceleration",
    "write",
]
