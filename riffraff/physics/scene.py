"""The bodies of one world in PyBullet: put, moved, pushed, stepped and looked at.

A scene speaks SI: metres, kilograms, seconds, radians, quaternions (x, y, z, w). What is larger inside is
told in `builder`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riffraff import model
from riffraff.model import FIRST_PIECE_BODY, SHIP_LINKS, Inertial, Pose, Vector, piece_shape
from riffraff.params import Parameters
from riffraff.physics.builder import SCALE, Builder, scaled
from riffraff.physics.bullet import pybullet, quiet
from riffraff.physics.falls import FIRST_PIECE, GROUND, SHIP, Pairs
from riffraff.physics.pose import Motion, vector
from riffraff.physics.stop import Stops

# What Bullet's poses are divided by: positions are scaled, quaternions are not.
_UNITS = np.array([SCALE, SCALE, SCALE, 1.0, 1.0, 1.0, 1.0])

_STAND_LINKS = frozenset({"stand", "ring"})

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
        normal: the direction in which that force pushes the piece, in the world; of length 1.
    """

    piece: int
    other: int | str | None
    point: Vector
    force: float
    normal: Vector


class Scene:
    """One PyBullet client with the ship on its stand, in the box, on the table.

    Args:
        parameters: the physical constants; the model is built from them if it is not the packaged one.
        directory: a model's directory to take instead.

    Raises:
        ModelError: the model there is damaged, or the parameters contradict each other.

    Attributes:
        model: what the URDF files were written from.
        pieces: Bullet's number of every piece in the world, in the order they were put.
        bodies: the rows of poses that are there, in the order in which they are read.
        disturbed: whether anything was put, moved, pushed or taken since someone last set this to False.
    """

    def __init__(self, parameters: Parameters, directory: Path | None = None) -> None:
        if directory is None:
            directory = model.provide(parameters)
        else:
            model.inspect(directory)
        self.model = model.read(directory)
        self.pieces: dict[int, int] = {}
        self.bodies: npt.NDArray[np.int64] = np.arange(FIRST_PIECE_BODY)
        self.disturbed = True
        world = parameters.world
        with quiet():
            self._client: int = pybullet.connect(pybullet.DIRECT)
            self._at = {"physicsClientId": self._client}
            pybullet.setPhysicsEngineParameter(
                deterministicOverlappingPairs=1,
                numSolverIterations=world.solver_iterations,
                # The share of an overlap that a step takes back: at Bullet's 0.08 a pile sinks by 0.2 mm.
                contactERP=0.2,
                # At this scale a step of free fall is faster than Bullet's threshold for a bounce: what lay
                # still bounced in every step, barrels rolled off, piles walked.
                restitutionVelocityThreshold=2 * SCALE * world.gravity * world.time_step,
                **self._at,
            )
            pybullet.setTimeStep(world.time_step, **self._at)
            self.pull((0.0, 0.0, -world.gravity))
            model.hold(directory)
            self._directory = directory
            self._builder = Builder(self._client, parameters, directory)
            self._builder.ground()
            ship = self._builder.ship()
            # A ship never stepped has its bounding boxes where the links lay before they were joined.
            pybullet.performCollisionDetection(**self._at)
        self._ship, self._joints = ship.body, ship.joints
        self._stops = Stops(
            self._client,
            ship.body,
            ship.pivot,
            tilt=self.model.parameters.ship.tilt_stop,
            play=self.model.parameters.ship.rod_play,
            inertia=(
                SCALE**2 * model.inertia(self.model.ship, model.Swing.ROLL),
                SCALE**2 * model.inertia(self.model.ship, model.YAW),
            ),
            time_step=world.time_step,
        )
        self._near_stop = False
        self._box_height = world.box_height
        self._link_names: dict[int, list[str]] = {}
        for name, index in ship.links.items():
            self._link_names.setdefault(index, []).append(name)
        self._boxes: dict[str, Array] = {}
        self._frame_links = [ship.links[name] for name in SHIP_LINKS]
        self._stand = {-1} | {index for name, index in ship.links.items() if name in _STAND_LINKS}
        # Nodes of the graph of contacts, by Bullet's link of the ship and by its body of a piece.
        self._link_nodes = {-1: GROUND} | {
            index: GROUND if index in self._stand else SHIP for index in ship.links.values()
        }
        self._node: dict[int, int] = {}

    def close(self) -> None:
        """Free the client. Closing twice is no error."""
        if self._client >= 0:
            with quiet():
                pybullet.disconnect(**self._at)
            model.release(self._directory)
            self._client = -1

    # -- cargo ----------------------------------------------------------------------------------------------

    def put(self, piece: int, motion: Motion) -> None:
        """Load a piece's URDF into the world, or move the piece if it is there already."""
        pose = motion.pose
        if piece not in self.pieces:
            body = self._builder.piece(piece_shape(piece), self.inertial(piece), pose)
            self.pieces[piece] = body
            self._node[body] = FIRST_PIECE + piece
            self.bodies = np.append(self.bodies, FIRST_PIECE_BODY + piece)
        body = self.pieces[piece]
        self.disturbed = True
        pybullet.resetBasePositionAndOrientation(body, scaled(pose.position), pose.orientation, **self._at)
        pybullet.resetBaseVelocity(body, scaled(motion.velocity), list(motion.spin), **self._at)

    def remove(self, piece: int) -> None:
        """Take a piece out of the world."""
        body = self.pieces.pop(piece)
        self.disturbed = True
        del self._node[body]
        self.bodies = self.bodies[self.bodies != FIRST_PIECE_BODY + piece]
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
        self.disturbed = True
        at_centre = pybullet.getBasePositionAndOrientation(body, **self._at)[0]
        pybullet.applyExternalForce(
            body, -1, (SCALE * force).tolist(), at_centre, pybullet.WORLD_FRAME, **self._at
        )
        pybullet.applyExternalTorque(body, -1, (SCALE**2 * torque).tolist(), pybullet.WORLD_FRAME, **self._at)

    # -- time and looking -----------------------------------------------------------------------------------

    def step(self) -> None:
        """One step of physics."""
        if self._near_stop:
            self._stops.hold()
        pybullet.stepSimulation(**self._at)

    def poses(self, out: Array) -> Array:
        """Write the pose of every body, shape [`riffraff.model.BODIES`, 7]; NaN where a piece is absent.

        Returns:
            The poses of those that are there, `bodies`, shape [n, 7].
        """
        numbers: list[float] = []
        # No velocities, but forward kinematics: without it Bullet tells where the links were a step ago.
        for link in pybullet.getLinkStates(self._ship, self._frame_links, 0, 1, self._client):
            numbers += link[4]
            numbers += link[5]
        # What was just set in motion may meet a stop from anywhere.
        self._near_stop = self.disturbed or self._stops.near(*numbers[3:6])
        for body in self.pieces.values():
            position, orientation = pybullet.getBasePositionAndOrientation(body, self._client)
            numbers += position
            numbers += orientation
        found: Array = np.array(numbers).reshape(-1, 7)
        found /= _UNITS
        out.fill(np.nan)
        out[self.bodies] = found
        return found

    def ground(self) -> float:
        """Height above which there is nothing but the moving ship and cargo [m]."""
        links = (pybullet.getAABB(self._ship, link, **self._at) for link in sorted(self._stand))
        return max(self._box_height, *(float(high[2]) / SCALE for _, high in links))

    def velocities(self, out: Array) -> None:
        """Write how every body's frame moves, shape [`riffraff.model.BODIES`, 6]; NaN where one is absent.

        Velocity of its origin [m/s] and angular velocity [rad/s], both in the world's axes.
        """
        out.fill(np.nan)
        links = pybullet.getLinkStates(
            self._ship, self._frame_links, computeLinkVelocity=1, computeForwardKinematics=1, **self._at
        )
        for row, link in enumerate(links):
            # Bullet tells the velocity of the centre of mass.
            arm, spin = np.subtract(link[4], link[0]), np.array(link[7])
            out[row, :3], out[row, 3:] = (link[6] + np.cross(spin, arm)) / SCALE, spin
        for piece, body in self.pieces.items():
            velocity, spin = pybullet.getBaseVelocity(body, **self._at)
            row = FIRST_PIECE_BODY + piece
            out[row, :3], out[row, 3:] = scaled(velocity, 1 / SCALE), spin

    def pull(self, gravity: Vector) -> None:
        """Let gravity act along another direction than straight down [m/s2]."""
        self.disturbed = True
        pybullet.setGravity(*scaled(gravity), **self._at)

    def contacts(self, piece: int | None = None) -> Pairs:
        """Nodes that press on each other or overlap, shape [contact, 2]; all, or those of one piece."""
        of = {} if piece is None else {"bodyA": self.pieces[piece]}
        points = pybullet.getContactPoints(**of, **self._at)
        ship, nodes, links = self._ship, self._node, self._link_nodes
        found: list[int] = []
        for point in points or ():
            if point[9] > 0 or point[8] <= 0:
                one, other = point[1], point[2]
                found.append(links[point[3]] if one == ship else nodes.get(one, GROUND))
                found.append(links[point[4]] if other == ship else nodes.get(other, GROUND))
        return np.array(found, np.int64).reshape(-1, 2)

    def touches(self) -> list[Touch]:
        """Every point at which a piece touches something; that between two pieces once from each side."""
        found: list[Touch] = []
        frames: dict[int, tuple[Array, Array]] = {}
        for point in pybullet.getContactPoints(**self._at) or ():
            if point[9] <= 0 < point[8]:
                continue
            force = point[9] / SCALE
            # Bullet's normal points from its second body into its first.
            sides = (
                (point[1], point[2], point[4], point[6], 1.0),
                (point[2], point[1], point[3], point[5], -1.0),
            )
            for body, other, link, place, sign in sides:
                if body in self._node:
                    piece = self._node[body] - FIRST_PIECE
                    at, normal = vector(scaled(place, 1 / SCALE)), vector(scaled(point[7], sign))
                    found.append(Touch(piece, self._name(other, link, at, frames), at, force, normal))
        return found

    def _name(
        self, body: int, link: int, at: Vector, frames: dict[int, tuple[Array, Array]]
    ) -> int | str | None:
        if body == self._ship and link not in self._stand:
            return self._nearest(link, at, frames)
        return self._node[body] - FIRST_PIECE if body in self._node else None

    def _nearest(self, link: int, at: Vector, frames: dict[int, tuple[Array, Array]]) -> str:
        """That of the links made one, `riffraff.physics.welding`, which a point touches.

        `frames` remembers origin [m] and axes, shape [3, 3], of the links that were asked for.
        """
        names = self._link_names[link]
        if len(names) == 1:
            return names[0]
        if link not in frames:
            state = pybullet.getLinkState(self._ship, link, 0, 1, self._client)
            axes = np.reshape(pybullet.getMatrixFromQuaternion(state[5]), (3, 3))
            frames[link] = np.array(state[4]) / SCALE, axes
        origin, axes = frames[link]
        local = (at - origin) @ axes
        return min(names, key=lambda name: self._away(name, local))

    def _away(self, name: str, local: Array) -> float:
        """How far a point is from the boxes round the convex parts of a link [m]."""
        boxes = self._boxes.get(name)
        if boxes is None:
            outlines = [model.outline(part) for part in self.model.ship.link(name).parts]
            boxes = self._boxes[name] = np.array([[o.min(axis=0), o.max(axis=0)] for o in outlines])
        outside = np.maximum(np.maximum(boxes[:, 0] - local, local - boxes[:, 1]), 0.0)
        return float(np.linalg.norm(outside, axis=1).min())

    def press(self, piece: int) -> float:
        """Sum of the normal forces on a piece [N]."""
        points = pybullet.getContactPoints(bodyA=self.pieces[piece], **self._at)
        return float(sum(point[9] for point in points or ()) / SCALE)

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
        self.disturbed = True
        for joint, (position, velocity) in zip(self._joints, states, strict=True):
            pybullet.resetJointStateMultiDof(self._ship, joint, position, velocity, **self._at)
