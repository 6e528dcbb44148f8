"""The bodies in PyBullet: table, box, ship and cargo, built from a model's URDF files.

A scene speaks SI: metres, kilograms, seconds, radians, quaternions (x, y, z, w). Inside, it is `SCALE`
times larger. Bullet's margins, contact thresholds and tolerances are absolute lengths made for bodies of
0.05 to 10 m; a rat of 35 mm is below that, one of 0.7 m is not. Lengths and gravity grow by `SCALE`, masses
and time stay, so every motion is the same motion; forces then grow by SCALE, torques by SCALE^2.

Measured on a pile of four crates of eight-vertex hulls at rest (240 Hz, 20 iterations): gaps of 2.0 mm
between them at scale 1 with Bullet's margin, 0.18 mm at scale 10, 0.08 mm at scale 20.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from riffraff import model
from riffraff.model import Inertial, Pose, Vector
from riffraff.params import Parameters
from riffraff.physics.bullet import pybullet, quiet
from riffraff.physics.falls import FIRST_PIECE, GROUND, PIECES, SHIP, Pairs
from riffraff.physics.pose import Motion, vector

SCALE: Final = 20.0

SHIP_LINKS: Final = ("hull", "yardarm_low", "yardarm_middle", "yardarm_top")
"""The ship's links that move against each other, in the order of a frame."""

BODIES: Final = len(SHIP_LINKS) + PIECES
"""Bodies of a frame: the ship's moving links, then the 32 pieces, absent ones as NaN."""

FIRST_PIECE_BODY: Final = len(SHIP_LINKS)

_STAND_LINKS = frozenset({"stand", "ring"})
_ROUND = frozenset({"barrel", "flacon"})
_HANGING = frozenset({"sailor", "rat"})

_URDF_FLAGS = pybullet.URDF_USE_INERTIA_FROM_FILE | pybullet.URDF_USE_IMPLICIT_CYLINDER

Array = npt.NDArray[np.float64]
JointState = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class Touch:
    """One point at which a piece touches something.

    Attributes:
        piece: the piece.
        other: another piece, the name of a link of the ship, or None for table, box and stand.
        point: where, in the world [m].
        force: normal force [N].
    """

    piece: int
    other: int | str | None
    point: Vector
    force: float


def piece_shape(piece: int) -> str:
    """The shape of a piece 0..31: four sets, each of the eight shapes in the model's order."""
    if not 0 <= piece < PIECES:
        raise ValueError(f"there is no piece {piece}; pieces are 0 to {PIECES - 1}")
    return model.SHAPES[piece % len(model.SHAPES)]


def scaled(vector: Iterable[float], factor: float = SCALE) -> list[float]:
    """A vector times a factor, as Bullet takes it."""
    return [factor * x for x in vector]


class Scene:
    """One PyBullet client with the ship on its stand, in the box, on the table.

    Args:
        parameters: the physical constants; the model is built from them if it is not the packaged one.

    Attributes:
        model: what the URDF files were written from.
        pieces: Bullet's number of every piece in the world, in the order they were put.
    """

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._directory: Path = model.provide(parameters)
        self.model = model.read(self._directory)
        self.pieces: dict[int, int] = {}
        world = parameters.world
        with quiet():
            self._client: int = pybullet.connect(pybullet.DIRECT)
            self._at = {"physicsClientId": self._client}
            pybullet.setPhysicsEngineParameter(
                deterministicOverlappingPairs=1,
                numSolverIterations=world.solver_iterations,
                # The share of an overlap that a step takes back: at Bullet's 0.08 a pile sinks by 0.2 mm.
                contactERP=0.2,
                **self._at,
            )
            pybullet.setTimeStep(world.time_step, **self._at)
            self.pull((0.0, 0.0, -world.gravity))
            self._build_ground()
            self._load_ship()
            # A ship never stepped has its bounding boxes where the links lay before they were joined.
            pybullet.performCollisionDetection(**self._at)
        self._node: dict[int, int] = {}  # Bullet's body -> node of the graph of contacts

    def close(self) -> None:
        """Free the client. Closing twice is no error."""
        if self._client >= 0:
            with quiet():
                pybullet.disconnect(**self._at)
            self._client = -1

    # -- building -------------------------------------------------------------------------------------------

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

    def _build_ground(self) -> None:
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

    def _load_ship(self) -> None:
        """Load the ship's URDF and free its joints from the motors Bullet puts on them."""
        ship, wood = self._parameters.ship, self._parameters.wood
        self._ship: int = pybullet.loadURDF(
            str(self._directory / "ship.urdf"),
            basePosition=[0, 0, SCALE * ship.pivot_height],
            useFixedBase=True,
            flags=_URDF_FLAGS,
            globalScaling=SCALE,
            **self._at,
        )
        link_of: dict[str, int] = {}
        self._joints: list[int] = []
        self._surface(self._ship, -1, math.sqrt(wood.friction))
        for joint in range(pybullet.getNumJoints(self._ship, **self._at)):
            info = pybullet.getJointInfo(self._ship, joint, **self._at)
            kind, damping, friction, link = info[2], info[6], info[7], info[12].decode()
            link_of[link] = joint
            self._surface(self._ship, joint, math.sqrt(wood.friction))
            # Bullet scales lengths when it loads a URDF, but neither inertias nor what acts on joints.
            inertia = pybullet.getDynamicsInfo(self._ship, joint, **self._at)[2]
            pybullet.changeDynamics(
                self._ship,
                joint,
                localInertiaDiagonal=scaled(inertia, SCALE**2),
                jointDamping=SCALE**2 * damping,
                **self._at,
            )
            if kind == pybullet.JOINT_SPHERICAL:
                pybullet.setJointMotorControlMultiDof(
                    self._ship,
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
                    self._ship,
                    joint,
                    pybullet.VELOCITY_CONTROL,
                    targetVelocity=0,
                    force=SCALE**2 * friction,
                    **self._at,
                )
            if kind != pybullet.JOINT_FIXED:
                self._joints.append(joint)
        self._link_names = {index: name for name, index in link_of.items()}
        self._frame_links = [link_of[name] for name in SHIP_LINKS]
        self._stand = {-1} | {index for name, index in link_of.items() if name in _STAND_LINKS}

    # -- cargo ----------------------------------------------------------------------------------------------

    def put(self, piece: int, motion: Motion) -> None:
        """Load a piece's URDF into the world, or move the piece if it is there already."""
        pose = motion.pose
        if piece not in self.pieces:
            with quiet():
                body = pybullet.loadURDF(
                    str(self._directory / "cargo" / f"{piece_shape(piece)}.urdf"),
                    scaled(pose.position),
                    pose.orientation,
                    # A free rigid body costs less than a multibody of one link.
                    useMaximalCoordinates=True,
                    flags=_URDF_FLAGS,
                    globalScaling=SCALE,
                    **self._at,
                )
            shape = piece_shape(piece)
            self._surface(
                body,
                -1,
                math.sqrt(self._parameters.wood.friction),
                turns=shape in _ROUND | _HANGING,
                # An anchor on one of two bodies holds a resting piece in place on a slope, where it would
                # creep by micrometres a second. A round one it would drive to roll by itself.
                anchored=shape not in _ROUND,
            )
            inertial = self.inertial(piece)
            pybullet.changeDynamics(
                body,
                -1,
                # With the inertia alone Bullet would take what lies in memory for the mass of a rigid body.
                mass=inertial.mass,
                localInertiaDiagonal=scaled(inertial.moments, SCALE**2),
                **self._at,
            )
            self.pieces[piece] = body
            self._node[body] = FIRST_PIECE + piece
        body = self.pieces[piece]
        pybullet.resetBasePositionAndOrientation(body, scaled(pose.position), pose.orientation, **self._at)
        pybullet.resetBaseVelocity(body, scaled(motion.velocity), list(motion.spin), **self._at)

    def remove(self, piece: int) -> None:
        """Take a piece out of the world."""
        body = self.pieces.pop(piece)
        del self._node[body]
        pybullet.removeBody(body, **self._at)

    def motion(self, piece: int) -> Motion:
        """Pose and velocities of a piece."""
        body = self.pieces[piece]
        position, orientation = pybullet.getBasePositionAndOrientation(body, **self._at)
        velocity, spin = pybullet.getBaseVelocity(body, **self._at)
        return Motion(
            Pose(vector(scaled(position, 1 / SCALE)), orientation),
            vector(scaled(velocity, 1 / SCALE)),
            spin,
        )

    def inertial(self, piece: int) -> Inertial:
        """Mass and moments of inertia of a piece."""
        return self.model.cargo[piece_shape(piece)].inertial

    def push(self, piece: int, force: Array, torque: Array) -> None:
        """Let a force [N] at the centre of mass and a torque [N m] act on a piece for the next step."""
        body = self.pieces[piece]
        at_centre = pybullet.getBasePositionAndOrientation(body, **self._at)[0]
        pybullet.applyExternalForce(
            body, -1, (SCALE * force).tolist(), at_centre, pybullet.WORLD_FRAME, **self._at
        )
        pybullet.applyExternalTorque(body, -1, (SCALE**2 * torque).tolist(), pybullet.WORLD_FRAME, **self._at)

    # -- time and looking -----------------------------------------------------------------------------------

    def step(self) -> None:
        """One step of physics."""
        pybullet.stepSimulation(**self._at)

    def poses(self, out: Array) -> None:
        """Write the pose of every body, shape [`BODIES`, 7]; NaN where a piece is absent."""
        out.fill(np.nan)
        # Without forward kinematics Bullet tells where the links were a step ago.
        links = pybullet.getLinkStates(self._ship, self._frame_links, computeForwardKinematics=1, **self._at)
        for row, link in enumerate(links):
            out[row, :3], out[row, 3:] = link[4], link[5]
        for piece, body in self.pieces.items():
            row = FIRST_PIECE_BODY + piece
            out[row, :3], out[row, 3:] = pybullet.getBasePositionAndOrientation(body, **self._at)
        out[:, :3] /= SCALE

    def velocities(self, out: Array) -> None:
        """Write the velocity [m/s] and spin [rad/s] of every body's centre, shape [`BODIES`, 6]."""
        out.fill(np.nan)
        links = pybullet.getLinkStates(
            self._ship, self._frame_links, computeLinkVelocity=1, computeForwardKinematics=1, **self._at
        )
        for row, link in enumerate(links):
            out[row, :3], out[row, 3:] = link[6], link[7]
        for piece, body in self.pieces.items():
            row = FIRST_PIECE_BODY + piece
            out[row, :3], out[row, 3:] = pybullet.getBaseVelocity(body, **self._at)
        out[:, :3] /= SCALE

    def pull(self, gravity: Vector) -> None:
        """Let gravity act along another direction than straight down [m/s2]."""
        pybullet.setGravity(*scaled(gravity), **self._at)

    def contacts(self, piece: int | None = None) -> Pairs:
        """Nodes that press on each other or overlap, shape [contact, 2]; all, or those of one piece."""
        of = {} if piece is None else {"bodyA": self.pieces[piece]}
        points = pybullet.getContactPoints(**of, **self._at)
        pairs = [
            (self._contact_node(point[1], point[3]), self._contact_node(point[2], point[4]))
            for point in points or ()
            if point[9] > 0 or point[8] <= 0
        ]
        return np.array(pairs, np.int64).reshape(-1, 2)

    def touches(self) -> list[Touch]:
        """Every point at which a piece touches something; that between two pieces once from each side."""
        found: list[Touch] = []
        for point in pybullet.getContactPoints(**self._at) or ():
            if point[9] <= 0 < point[8]:
                continue
            force = point[9] / SCALE
            sides = ((point[1], point[2], point[4], point[6]), (point[2], point[1], point[3], point[5]))
            for body, other, link, place in sides:
                if body in self._node:
                    piece = self._node[body] - FIRST_PIECE
                    found.append(
                        Touch(piece, self._name(other, link), vector(scaled(place, 1 / SCALE)), force)
                    )
        return found

    def _name(self, body: int, link: int) -> int | str | None:
        if body == self._ship and link not in self._stand:
            return self._link_names[link]
        return self._node[body] - FIRST_PIECE if body in self._node else None

    def press(self, piece: int) -> float:
        """Sum of the normal forces on a piece [N]."""
        points = pybullet.getContactPoints(bodyA=self.pieces[piece], **self._at)
        return float(sum(point[9] for point in points or ()) / SCALE)

    def _contact_node(self, body: int, link: int) -> int:
        if body == self._ship:
            return GROUND if link in self._stand else SHIP
        return self._node.get(body, GROUND)

    def gap(self, piece: int, farthest: float) -> float:
        """Distance from a piece to the nearest body [m], negative inside it; `farthest` if none is nearer."""
        body = self.pieces[piece]
        reach = SCALE * farthest
        low, high = pybullet.getAABB(body, -1, **self._at)
        near = pybullet.getOverlappingObjects([x - reach for x in low], [x + reach for x in high], **self._at)
        nearest = reach
        for other in sorted({other for other, _ in near or ()} - {body}):
            for point in pybullet.getClosestPoints(body, other, reach, **self._at):
                nearest = min(nearest, point[8])
        return float(nearest / SCALE)

    def joints(self) -> tuple[JointState, ...]:
        """Position and velocity of every moving joint of the ship."""
        states = pybullet.getJointStatesMultiDof(self._ship, self._joints, **self._at)
        return tuple((state[0], state[1]) for state in states)

    def set_joints(self, states: Sequence[JointState]) -> None:
        """Put the ship's joints where `joints` of another scene found them."""
        for joint, (position, velocity) in zip(self._joints, states, strict=True):
            pybullet.resetJointStateMultiDof(self._ship, joint, position, velocity, **self._at)
