"""The ship and its cargo as a MuJoCo model, from the same values that the URDF is written from.

Prints the model as MJCF, or writes it to a file, for MuJoCo's own viewer.

    python benchmarks/mujoco_model.py --pieces 8 --out ship.xml
"""

import argparse
import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from scipy.optimize import brentq

from riffraff import model
from riffraff.model import (
    Box,
    Cylinder,
    Hull,
    Inertial,
    Joint,
    JointKind,
    Part,
    Pose,
    Quaternion,
    Sphere,
    Vector,
)
from riffraff.params import Parameters
from riffraff.physics import piece_shape, vector
from riffraff.physics.builder import SCALE

# The shapes that have friction against rolling and spinning, as in riffraff.physics.builder.
_TURNING = frozenset({"barrel", "flacon", "sailor", "rat"})
# What PyBullet's reader of URDF adds round a convex hull, and round nothing else [m].
_HULL_MARGIN = 0.001 / SCALE
_TABLE = (4.0, 4.0, 0.2)  # m: large enough to be a plane
_ARM = 0.1  # m: height over the pivot at which the tendon of the tilt stop is fastened; any would do


@dataclass(frozen=True)
class Settings:
    """How MuJoCo's solver is set up.

    Chosen by these figures (MuJoCo 3.17.0): creep of a crate on 10 degrees; how far a resting crate's height
    goes up and down; how far a crate may be shifted over the edge of a plank before it tips (6 mm by
    statics); the speed at which the least quiet piece turns on ships at rest with eight pieces (root of the
    mean square, worst of three ships); and the time of a frame there:

                                       creep       chatter   overhang   turning       a frame
        as it is                       0.000 um/s  0.0 um    5.62 mm    0.066 rad/s   8 ms
        touch_impedance 0.99           847 um/s    9.3 um    5.68 mm    3.2 rad/s     43 ms
        touch_impedance 0.5            0.000 um/s  0.0 um    5.57 mm    0.18 rad/s    7 ms
        depth 0.2 mm                   0.000 um/s  0.0 um    4.97 mm    0.11 rad/s    8 ms
        no noslip_iterations           82 um/s     0.0 um    5.62 mm    0.16 rad/s    5 ms
        impratio 1000 instead          0.8 um/s    0.0 um    5.62 mm    0.066 rad/s   21 ms
        stiffness 100,000              0.000 um/s  0.0 um    5.52 mm    0.11 rad/s    7 ms
        stiffness 1,000,000            0.000 um/s  0.0 um    3.60 mm    0.23 rad/s    8 ms
        steps_per_frame 32             0.000 um/s  0.0 um    5.62 mm    0.064 rad/s   14 ms
        steps_per_frame 8              everything is shaken off the ship

    - A contact that is stiff at the touch carries a crate at a depth of 0.25 um, less than it falls in a
      step, so it chatters. One that yields at the touch carries it 6 um deep, and the crate lies still.
    - Pieces that are boxes are made hulls of eight corners: MuJoCo's collider of two boxes takes a face for
      an edge and back every few steps, and a plank on a yardarm wandered at 17 mm/s (0.1 mm/s as a hull).
    - The table is a box: a plane touches a mesh in four of its corners, now these, now those, and a flacon
      standing on it circled like a coin for ever.
    - Hulls have the margin they have in PyBullet. Without it one placement in 12 ended differently, with it
      one in 18.
    - One face touches another in four points at most. A flacon, which stands on ten corners, therefore tips
      over the edge of a quadrangle, two degrees before it would slide.

    Attributes:
        steps_per_frame: steps of physics in a frame.
        stiffness: of contacts, over the effective mass [1/s2].
        impedance: share of the hard constraint in contacts, joint limits and dry friction; 1 is rigid.
        touch_impedance: the same of a contact at the touch.
        depth: how deep a contact is when `impedance` is reached [m].
        impratio: how much harder friction is than the normal direction.
        noslip_iterations: iterations of the solver that takes creep out of friction.
    """

    steps_per_frame: int = 16
    stiffness: float = 1e5
    impedance: float = 0.99
    touch_impedance: float = 0.8
    depth: float = 2e-5
    impratio: float = 10.0
    noslip_iterations: int = 3


@dataclass(frozen=True)
class _Surface:
    """What a geom is like to touch, in MuJoCo's terms."""

    friction: tuple[float, float, float]
    condim: int
    conaffinity: int = 0
    priority: int = 0


def specification(
    parameters: Parameters, pieces: Iterable[int], *, settings: Settings | None = None
) -> mujoco.MjSpec:
    """The ship on its stand in the box on the table, and these pieces of cargo, as free bodies.

    Bodies bear the names of the ship's links and the numbers of the pieces. The pivot is three hinges, since
    MuJoCo's ball joint limits the whole angle alone and the ship's twist has a limit of its own; the tilt
    stop is a tendon that allows a cone.

    Args:
        parameters: the physical constants.
        pieces: numbers of the pieces, 0..31.
        settings: of the solver.
    """
    builder = _Builder(parameters, Settings() if settings is None else settings)
    builder.ground()
    builder.ship()
    for piece in pieces:
        builder.piece(piece)
    return builder.spec


class _Builder:
    def __init__(self, parameters: Parameters, settings: Settings) -> None:
        self._parameters = parameters
        self._model = model.read(model.provide(parameters))
        self._meshes: dict[tuple[Vector, ...], str] = {}
        self.spec = mujoco.MjSpec()
        # What is not said here is to be an error, not a guess of the compiler's.
        self.spec.compiler.autolimits = False
        self.spec.compiler.degree = False
        option = self.spec.option
        option.timestep = 1 / (parameters.world.frame_rate * settings.steps_per_frame)
        option.gravity = [0, 0, -parameters.world.gravity]
        option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
        option.impratio = settings.impratio
        option.noslip_iterations = settings.noslip_iterations
        # Contacts are made for the inertia that the bodies have as they lie, not as the compiler found them.
        option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_DIAGEXACT)
        rigid = [settings.impedance, settings.impedance, settings.depth, 0.5, 2]
        yielding = [settings.touch_impedance, *rigid[1:]]
        damping = 2 * damping_ratio(parameters.wood.restitution) * math.sqrt(settings.stiffness)
        self._contact = {"solref": [-settings.stiffness, -damping], "solimp": yielding}
        prompt = [2 * option.timestep, 1]  # as fast as the step allows, critically damped
        self._limit = {"solref_limit": prompt, "solimp_limit": rigid}
        self._dry = {"solref_friction": prompt, "solimp_friction": rigid}
        wood = parameters.wood
        turning = (wood.spinning_friction, wood.rolling_friction)
        # MuJoCo takes the larger of two coefficients, and the larger condim; of unequal priorities, those of
        # the higher. Ours are per pair: all wood has one, the table gives its own to whatever touches it.
        # No rolling friction is a condim without it: MuJoCo takes a coefficient of zero for 1e-5.
        condim = 6 if wood.rolling_friction > 0 else 4 if wood.spinning_friction > 0 else 3
        self._wood = _Surface((wood.friction, 0, 0), 3)
        self._still = _Surface((wood.friction, 0, 0), 3, conaffinity=1)
        self._turning = _Surface((wood.friction, *turning), condim, conaffinity=1)
        self._table = _Surface((wood.table_friction, *turning), condim, priority=1)

    def ground(self) -> None:
        """The table and the box bottom that the waves stand in."""
        root, world = self.spec.worldbody, self._parameters.world
        size, height, wall = world.box_size, world.box_height, world.box_wall
        middle = (size - wall) / 2
        self._geom(root, Box(_TABLE, Pose((0, 0, -_TABLE[2] / 2))), self._table)
        for edges, centre in (
            ((size, size, wall), (0, 0, wall / 2)),
            ((size, wall, height), (0, middle, height / 2)),
            ((size, wall, height), (0, -middle, height / 2)),
            ((wall, size, height), (middle, 0, height / 2)),
            ((wall, size, height), (-middle, 0, height / 2)),
        ):
            self._geom(root, Box(edges, Pose(centre)), self._table)

    def ship(self) -> None:
        """The links of the ship and its stand, and the joints between them."""
        ship = self._model.ship
        first = ship.links[0].name
        bodies = {
            first: self.spec.worldbody.add_body(name=first, pos=[0, 0, self._parameters.ship.pivot_height])
        }
        for joint in ship.joints:
            bodies[joint.child] = bodies[joint.parent].add_body(name=joint.child, pos=joint.origin)
            if joint.kind is JointKind.SPHERICAL:
                self._pivot(joint, bodies[joint.parent], bodies[joint.child])
            elif joint.kind is not JointKind.FIXED:
                bodies[joint.child].add_joint(
                    name=joint.name,
                    type=mujoco.mjtJoint.mjJNT_HINGE,
                    axis=joint.axis,
                    frictionloss=joint.friction,
                    damping=[joint.damping, 0, 0],
                    limited=joint.kind is JointKind.REVOLUTE,
                    range=[-joint.swing, joint.swing],
                    **self._limit,
                    **self._dry,
                )
        for link in ship.links:
            _inertial(bodies[link.name], link.inertial)
            for part in link.parts:
                self._geom(bodies[link.name], part, self._wood)

    def _pivot(self, joint: Joint, parent: mujoco.MjsBody, child: mujoco.MjsBody) -> None:
        for axis, name in zip(np.eye(3), "xyz", strict=True):
            child.add_joint(
                name=f"{joint.name}_{name}",
                type=mujoco.mjtJoint.mjJNT_HINGE,
                axis=axis,
                damping=[joint.damping, 0, 0],
                limited=name == "z",
                range=[-joint.twist, joint.twist],
                **self._limit,
            )
        for body, name in ((parent, "stop_stand"), (child, "stop_ship")):
            body.add_site(name=name, pos=[0, 0, _ARM])
        stop = self.spec.add_tendon(
            name="tilt_stop", limited=True, range=[0, 2 * _ARM * math.sin(joint.swing / 2)], **self._limit
        )
        stop.wrap_site("stop_stand")
        stop.wrap_site("stop_ship")

    def piece(self, piece: int) -> None:
        """A piece of cargo, free, wherever it will be put."""
        shape = piece_shape(piece)
        cargo = self._model.cargo[shape]
        body = self.spec.worldbody.add_body(name=str(piece))
        body.add_freejoint()
        _inertial(body, cargo.inertial)
        for part in cargo.parts:
            self._geom(body, part, self._turning if shape in _TURNING else self._still)

    def _touch(self, surface: _Surface) -> dict[str, Any]:
        """Attributes of a geom for a surface. Ship, stand and table meet pieces only, pieces everything."""
        return {
            "friction": surface.friction,
            "condim": surface.condim,
            "contype": 1,
            "conaffinity": surface.conaffinity,
            "priority": surface.priority,
            "mass": 0,
            **self._contact,
        }

    def _geom(self, body: mujoco.MjsBody, part: Part, surface: _Surface) -> None:
        kinds, touch = mujoco.mjtGeom, self._touch(surface)
        if isinstance(part, Hull):
            touch |= {"margin": _HULL_MARGIN}
            body.add_geom(type=kinds.mjGEOM_MESH, meshname=self._mesh(part.vertices), **touch)
            return
        if isinstance(part, Box) and surface.conaffinity:
            corners = tuple(vector(corner) for corner in model.outline(part))
            body.add_geom(type=kinds.mjGEOM_MESH, meshname=self._mesh(corners), **touch)
            return
        touch |= {"pos": part.pose.position, "quat": scalar_first(part.pose.orientation)}
        if isinstance(part, Box):
            body.add_geom(type=kinds.mjGEOM_BOX, size=[edge / 2 for edge in part.size], **touch)
        elif isinstance(part, Cylinder):
            body.add_geom(type=kinds.mjGEOM_CYLINDER, size=[part.radius, part.length / 2, 0], **touch)
        elif isinstance(part, Sphere):
            body.add_geom(type=kinds.mjGEOM_SPHERE, size=[part.radius, 0, 0], **touch)

    def _mesh(self, corners: tuple[Vector, ...]) -> str:
        """The name of the mesh whose convex hull is the part; MuJoCo finds the hull itself."""
        if corners not in self._meshes:
            name = self._meshes[corners] = f"hull_{len(self._meshes)}"
            mesh = self.spec.add_mesh(name=name, inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX)
            mesh.uservert = np.array(corners).ravel()
        return self._meshes[corners]


def _inertial(body: mujoco.MjsBody, own: Inertial) -> None:
    body.explicitinertial = True
    body.mass, body.ipos = own.mass, own.centre
    body.fullinertia = [*own.moments, *own.products]


def damping_ratio(restitution: float) -> float:
    """Damping ratio of a contact that rebounds like this: a spring and a damper that push but never pull.

    Such a contact ends while it is still compressed, when the damper pulls as hard as the spring pushes; at
    the critical ratio of 1, beyond which the solver would need shorter steps, it returns exp(-2) = 0.135.
    """

    def rebound(ratio: float) -> float:
        return math.exp(-2 * ratio / math.sqrt(1 - ratio**2) * math.acos(ratio))

    critical = 1 - 1e-9
    if restitution <= rebound(critical):
        return 1.0
    return float(brentq(lambda ratio: rebound(ratio) - restitution, 0, critical))


def scalar_first(orientation: Quaternion) -> list[float]:
    """A quaternion (x, y, z, w) as MuJoCo has it, (w, x, y, z)."""
    x, y, z, w = orientation
    return [w, x, y, z]


def main() -> int:
    """Print or write the model."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pieces", type=int, default=8, help="pieces 0 to this are in it (default 8)")
    parser.add_argument("--out", type=Path, help="file to write (default: standard output)")
    options = parser.parse_args()
    spec = specification(Parameters(), range(options.pieces))
    spec.compile()
    if options.out is None:
        sys.stdout.write(spec.to_xml())
    else:
        options.out.write_text(spec.to_xml())
    return 0


if __name__ == "__main__":
    sys.exit(main())
