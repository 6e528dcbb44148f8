"""Building the bodies of a scene in PyBullet from a model's URDF files.

A scene speaks SI; inside PyBullet it is `SCALE` times larger. Bullet's margins, contact thresholds and
tolerances are absolute lengths made for bodies of 0.05 to 10 m; a rat of 35 mm is below that, one of 0.7 m
is not. Lengths and gravity grow by `SCALE`, masses and time stay, so every motion is the same motion;
forces then grow by SCALE, torques by SCALE^2.

Measured on a pile of four crates of eight-vertex hulls at rest (240 Hz, 20 iterations): gaps of 2.0 mm
between them at scale 1 with Bullet's margin, 0.18 mm at scale 10, 0.08 mm at scale 20.
"""

import math
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from riffraff.model import Inertial, Pose, default_directory
from riffraff.params import Parameters
from riffraff.physics.bullet import pybullet, quiet
from riffraff.physics.welding import welded

SCALE: Final = 20.0

_ROUND = frozenset({"barrel", "flacon"})
_HANGING = frozenset({"sailor", "rat"})

_URDF_FLAGS = pybullet.URDF_USE_INERTIA_FROM_FILE | pybullet.URDF_USE_IMPLICIT_CYLINDER


def scaled(vector: Iterable[float], factor: float = SCALE) -> list[float]:
    """A vector times a factor, as Bullet takes it."""
    return [factor * x for x in vector]


@dataclass(frozen=True)
class ShipBody:
    """The ship in a client.

    Attributes:
        body: Bullet's body.
        links: Bullet's number of every link of the URDF, by its name: one number for those that are fixed to
            each other, -1 for those that stand.
        joints: Bullet's numbers of the joints that move, in the order of the URDF.
        pivot: that of the joint the ship swings on.
    """

    body: int
    links: dict[str, int]
    joints: tuple[int, ...]
    pivot: int


class Builder:
    """Puts bodies into a PyBullet client.

    Args:
        client: PyBullet's number of the client.
        parameters: surfaces, and the size of the box.
        directory: where the model's files are.
    """

    def __init__(self, client: int, parameters: Parameters, directory: Path) -> None:
        self._at = {"physicsClientId": client}
        self._parameters = parameters
        self._directory = directory
        # Bullet keeps every mesh file it read, by its path, until the process ends: that saves time with the
        # packaged model, and costs 2.3 MB with every other one that comes and goes.
        self._caching = int(directory == default_directory())

    def _load(self, file: Path, **how: Any) -> int:
        """Load a URDF at scale, and return Bullet's body."""
        pybullet.setPhysicsEngineParameter(enableFileCaching=self._caching, **self._at)  # for all clients
        body: int = pybullet.loadURDF(str(file), flags=_URDF_FLAGS, globalScaling=SCALE, **how, **self._at)
        return body

    def _surface(
        self, body: int, link: int, friction: float, *, turns: bool = False, anchored: bool = False
    ) -> None:
        """Give a link its surface. Bullet multiplies the coefficients of a pair, so each carries a root.

        Args:
            body: Bullet's body.
            link: its link.
            friction: of sliding.
            turns: whether it has friction against rolling and spinning.
            anchored: whether it holds fast to the spot where it lies.
        """
        wood = self._parameters.wood
        # Bullet multiplies a body's rolling friction by the other's sliding friction. Only pieces that roll,
        # or hang by a hook and would swing on for ever, get any: the others stand on several contacts, which
        # resist turning by themselves, and each of them would cost the solver three more rows.
        share = SCALE / math.sqrt(wood.friction) if turns else 0.0
        pybullet.changeDynamics(
            body,
            link,
            lateralFriction=friction,
            rollingFriction=wood.rolling_friction * share,
            spinningFriction=wood.spinning_friction * share,
            restitution=math.sqrt(wood.restitution),
            # Bullet's own damping would stop the ship's swing; what damping there is stands in the URDF.
            linearDamping=0,
            angularDamping=0,
            frictionAnchor=int(anchored),
            **self._at,
        )

    def ground(self) -> None:
        """The table and the box bottom that the waves stand in."""
        world, wood = self._parameters.world, self._parameters.wood
        size, height, wall = scaled((world.box_size, world.box_height, world.box_wall))
        across, along = [size / 2, wall / 2, height / 2], [wall / 2, size / 2, height / 2]
        middle = (size - wall) / 2
        boxes = [
            ([size / 2, size / 2, wall / 2], [0, 0, wall / 2]),
            (across, [0, middle, height / 2]),
            (across, [0, -middle, height / 2]),
            (along, [middle, 0, height / 2]),
            (along, [-middle, 0, height / 2]),
        ]
        table = pybullet.createCollisionShape(pybullet.GEOM_PLANE, **self._at)
        box = pybullet.createCollisionShapeArray(
            shapeTypes=[pybullet.GEOM_BOX] * len(boxes),
            halfExtents=[half for half, _ in boxes],
            collisionFramePositions=[centre for _, centre in boxes],
            **self._at,
        )
        for shape in (table, box):
            # As rigid bodies: contacts of free bodies with the links of multibodies are less exact in Bullet
            # (a crate slid by half a degree early, and bounced by a quarter too high).
            body = pybullet.createMultiBody(0, shape, useMaximalCoordinates=1, **self._at)
            self._surface(body, -1, wood.table_friction / math.sqrt(wood.friction))

    def ship(self) -> ShipBody:
        """Load the ship's URDF and free its joints from the motors Bullet puts on them."""
        ship, wood = self._parameters.ship, self._parameters.wood
        urdf, belongs = welded(self._directory / "ship.urdf")
        with tempfile.TemporaryDirectory(prefix="riffraff-") as temporary:
            file = Path(temporary) / "ship.urdf"
            file.write_text(urdf, encoding="utf-8")
            body = self._load(file, basePosition=[0, 0, SCALE * ship.pivot_height], useFixedBase=True)
        numbers = {pybullet.getBodyInfo(body, **self._at)[0].decode(): -1}
        joints: list[int] = []
        self._surface(body, -1, math.sqrt(wood.friction))
        for joint in range(pybullet.getNumJoints(body, **self._at)):
            info = pybullet.getJointInfo(body, joint, **self._at)
            kind, damping, friction, link = info[2], info[6], info[7], info[12].decode()
            numbers[link] = joint
            self._surface(body, joint, math.sqrt(wood.friction))
            # Bullet scales lengths when it loads a URDF, but neither inertias nor what acts on joints.
            inertia = pybullet.getDynamicsInfo(body, joint, **self._at)[2]
            pybullet.changeDynamics(
                body,
                joint,
                localInertiaDiagonal=scaled(inertia, SCALE**2),
                jointDamping=SCALE**2 * damping,
                **self._at,
            )
            if kind == pybullet.JOINT_SPHERICAL:
                pybullet.setJointMotorControlMultiDof(
                    body,
                    joint,
                    pybullet.POSITION_CONTROL,
                    targetPosition=[0, 0, 0, 1],
                    positionGain=0,
                    velocityGain=0,
                    force=[0, 0, 0],
                    **self._at,
                )
            elif kind == pybullet.JOINT_REVOLUTE:
                # A motor that wants to stand still and has little force is dry friction.
                pybullet.setJointMotorControl2(
                    body,
                    joint,
                    pybullet.VELOCITY_CONTROL,
                    targetVelocity=0,
                    force=SCALE**2 * friction,
                    **self._at,
                )
            if kind != pybullet.JOINT_FIXED:
                joints.append(joint)
        links = {name: numbers[link] for name, link in belongs.items()}
        return ShipBody(body, links, tuple(joints), links["ball_bar"])

    def piece(self, shape: str, inertial: Inertial, pose: Pose) -> int:
        """Load a piece of cargo.

        Args:
            shape: its shape.
            inertial: its mass and moments of inertia.
            pose: where it is to be.

        Returns:
            Bullet's body.
        """
        with quiet():
            body = self._load(
                self._directory / "cargo" / f"{shape}.urdf",
                basePosition=scaled(pose.position),
                baseOrientation=pose.orientation,
                # A rigid body, as table and box are: mixed contacts are less exact, and with multibodies
                # throughout bounces are 0.23 off, barrels slide 0.7 degrees early and the hand presses
                # half as hard again as it may. Hardly cheaper, `benchmarks/step_gains.py`.
                useMaximalCoordinates=True,
            )
        self._surface(
            body,
            -1,
            math.sqrt(self._parameters.wood.friction),
            turns=shape in _ROUND | _HANGING,
            # An anchor on one of two bodies holds a resting piece in place on a slope, where it would creep
            # by micrometres a second. A round one it would drive to roll by itself.
            anchored=shape not in _ROUND,
        )
        pybullet.changeDynamics(
            body,
            -1,
            # With the inertia alone Bullet would take what lies in memory for the mass of a rigid body.
            mass=inertial.mass,
            localInertiaDiagonal=scaled(inertial.moments, SCALE**2),
            **self._at,
        )
        return body
