"""Mass properties from mesh and density, and the frame in which a body's inertia is diagonal."""

import itertools
from collections.abc import Sequence

import numpy as np
import trimesh
from manifold3d import Manifold

from riffraff.model.parts import Array, vector
from riffraff.model.solids import Mesh, mesh
from riffraff.model.value import Inertial, ModelError

_NOISE = 1e-10
"""Products of inertia below this share of the largest moment are rounding: such a body is symmetric."""
_ALIGNED = 1e-6
"""Products of inertia below this share of the largest moment turn no axis that anyone could see."""


def inertial(bodies: Sequence[tuple[Manifold, float]]) -> Inertial:
    """Return the inertial of rigidly joined solids, each with its density [kg/m3], in their common frame.

    Raises:
        ModelError: if a solid is empty or not closed.
    """
    parts = [_mass_properties(mesh(solid), density) for solid, density in bodies]
    masses = np.array([mass for mass, _, _ in parts])
    centres = np.array([centre for _, centre, _ in parts])
    total = float(masses.sum())
    middle = masses @ centres / total
    tensor = np.zeros((3, 3))
    for mass, centre, own in parts:
        arm = centre - middle
        tensor += own + mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    moments, products = np.diag(tensor), tensor[[0, 0, 1], [1, 2, 2]]
    products = np.where(np.abs(products) < _NOISE * moments.max(), 0.0, products)
    return Inertial(
        mass=total,
        centre=vector(middle, digits=12),
        moments=vector(moments),
        products=vector(products),
    )


def tensor_of(inertia: Inertial) -> Array:
    """Return the inertia tensor [3, 3] about the centre of mass."""
    ixy, ixz, iyz = inertia.products
    ixx, iyy, izz = inertia.moments
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])


def principal_axes(inertia: Inertial) -> Array:
    """Return the rotation [3, 3] whose columns are the principal axes nearest to x, y and z.

    A tensor that is diagonal already gives the identity, also where equal moments leave the axes open.
    """
    tensor = tensor_of(inertia)
    if np.abs(inertia.products).max() <= _ALIGNED * np.diag(tensor).max():
        return np.eye(3)
    _, axes = np.linalg.eigh(tensor)
    order = max(itertools.permutations(range(3)), key=lambda p: float(np.abs(np.diag(axes[:, p])).sum()))
    axes = axes[:, order]
    axes = axes * np.where(np.diag(axes) < 0.0, -1.0, 1.0)
    if np.linalg.det(axes) < 0.0:
        # Only possible for axes far from the natural ones: keep the best two, let the third follow.
        worst = int(np.argmin(np.abs(np.diag(axes))))
        axes[:, worst] *= -1.0
    return np.asarray(axes)


def _mass_properties(surface: Mesh, density: float) -> tuple[float, Array, Array]:
    body = trimesh.Trimesh(surface.vertices, surface.faces, process=False)
    if len(surface.faces) == 0 or not body.is_watertight or body.volume <= 0.0:
        raise ModelError("a part of the model encloses no volume: its dimensions contradict each other")
    body.density = density
    properties = body.mass_properties
    return float(properties["mass"]), np.asarray(properties["center_mass"]), np.asarray(properties["inertia"])
