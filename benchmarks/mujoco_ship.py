"""The ship and its cargo in MuJoCo, moved and watched as a World is."""

import math
from collections.abc import Iterable, Sequence

import mujoco
import numpy as np
import numpy.typing as npt
from mujoco_model import Settings, scalar_first, specification
from scipy.spatial.transform import Rotation

from riffraff import model
from riffraff.model import JointKind, Pose
from riffraff.params import Parameters
from riffraff.physics import (
    FIRST_PIECE_BODY,
    SHIP_LINKS,
    Event,
    Motion,
    Snapshot,
    Status,
    piece_shape,
    pose,
    vector,
)
from riffraff.physics.falls import FIRST_PIECE, GROUND, SHIP, Pairs
from riffraff.physics.scene import JointState
from riffraff.physics.watched import Watched

_STAND = frozenset({"world", "stand", "ring"})

Array = npt.NDArray[np.float64]


class MujocoShip(Watched):
    """The ship in MuJoCo with some pieces, stepped in frames; falls and rest are judged by a World's watches.

    Args:
        parameters: the physical constants.
        pieces: the pieces that are in it; each must be put before the first frame.
        settings: of MuJoCo's solver.

    Attributes:
        parameters: as given.
        pieces: as given.
        falls: the status of every piece.
        poses: pose of every body after the last frame, shape [`BODIES`, 7], NaN where a piece is absent;
            overwritten by the next frame.
    """

    def __init__(
        self, parameters: Parameters, pieces: Iterable[int] = (), *, settings: Settings | None = None
    ) -> None:
        settings = Settings() if settings is None else settings
        super().__init__(parameters)
        self.pieces = tuple(pieces)
        self._steps = 0
        self._steps_per_frame = settings.steps_per_frame
        self._missing = set(self.pieces)
        self._model = specification(parameters, self.pieces, settings=settings).compile()
        self._data = mujoco.MjData(self._model)
        ship = model.read(model.provide(parameters)).ship
        self._joints = [joint for joint in ship.joints if joint.kind is not JointKind.FIXED]
        nodes = np.full(self._model.nbody, SHIP)
        for number in range(self._model.nbody):
            name = self._model.body(number).name
            if name in _STAND:
                nodes[number] = GROUND
            elif name.isdigit():
                nodes[number] = FIRST_PIECE + int(name)
        self._nodes = nodes[self._model.geom_bodyid]
        self._rows = [*range(len(SHIP_LINKS)), *(FIRST_PIECE_BODY + piece for piece in self.pieces)]
        self._bodies = [self._model.body(name).id for name in (*SHIP_LINKS, *map(str, self.pieces))]
        self._look()

    # -- state ----------------------------------------------------------------------------------------------

    def put(self, piece: int, motion: Motion | Pose) -> None:
        """Put one of the pieces somewhere, aboard as far as anyone knows."""
        position, velocity = self._free(piece)
        motion = motion if isinstance(motion, Motion) else Motion(motion)
        turn = Rotation.from_quat(motion.pose.orientation)
        self._data.qpos[position] = [*motion.pose.position, *scalar_first(motion.pose.orientation)]
        # MuJoCo has a free body's velocity in the world's axes, its spin in the body's.
        self._data.qvel[velocity] = [*motion.velocity, *turn.inv().apply(motion.spin)]
        self._missing.discard(piece)
        self.falls.set(piece, Status.ABOARD)
        self._rest.forget()
        self._look()

    def motion(self, piece: int) -> Motion:
        """Pose and velocities of a piece, now."""
        position, velocity = self._free(piece)
        x, y, z, *turned = self._data.qpos[position].tolist()
        turn = Rotation.from_quat(np.roll(turned, -1))
        speed = self._data.qvel[velocity]
        return Motion(pose((x, y, z), turn), vector(speed[:3]), vector(turn.apply(speed[3:])))

    def _free(self, piece: int) -> tuple[slice, slice]:
        if piece not in self.pieces:
            raise ValueError(f"piece {piece}, a {piece_shape(piece)}, is not in this ship")
        body = self._model.body(str(piece))
        position = int(self._model.jnt_qposadr[body.jntadr[0]])
        velocity = int(body.dofadr[0])
        return slice(position, position + 7), slice(velocity, velocity + 6)

    def joints(self) -> tuple[JointState, ...]:
        """Position and velocity of every moving joint of the ship, as in a `Snapshot`."""
        states: list[JointState] = []
        for joint in self._joints:
            if joint.kind is JointKind.SPHERICAL:
                hinges = [self._data.joint(f"{joint.name}_{axis}") for axis in "xyz"]
                angles = np.array([float(hinge.qpos[0]) for hinge in hinges])
                rates = np.array([float(hinge.qvel[0]) for hinge in hinges])
                turn = Rotation.from_euler("XYZ", angles)
                states.append((tuple(turn.as_quat().tolist()), tuple((_axes(angles) @ rates).tolist())))
            else:
                hinge = self._data.joint(joint.name)
                states.append(((float(hinge.qpos[0]),), (float(hinge.qvel[0]),)))
        return tuple(states)

    def set_joints(self, states: Sequence[JointState]) -> None:
        """Put the ship's joints where `joints`, or a World, found them."""
        for joint, (position, velocity) in zip(self._joints, states, strict=True):
            names, angles, rates = [joint.name], np.array(position), np.array(velocity)
            if joint.kind is JointKind.SPHERICAL:
                names = [f"{joint.name}_{axis}" for axis in "xyz"]
                angles = Rotation.from_quat(position).as_euler("XYZ")
                rates = np.linalg.solve(_axes(angles), velocity)
            for name, angle, rate in zip(names, angles, rates, strict=True):
                self._data.joint(name).qpos[0], self._data.joint(name).qvel[0] = angle, rate
        self._rest.forget()
        self._look()

    def snapshot(self) -> Snapshot:
        """The present state of ship and aboard cargo."""
        aboard = np.flatnonzero(self.falls.is_(Status.ABOARD)).tolist()
        return Snapshot(self.joints(), {piece: self.motion(piece) for piece in aboard})

    def restore(self, snapshot: Snapshot) -> None:
        """Take on the state of a world of the same parameters; its pieces must be in this ship."""
        self.set_joints(snapshot.joints)
        for piece, motion in snapshot.pieces.items():
            self.put(piece, motion)

    def incline(self, slope: float, toward: float = 0.0) -> None:
        """Tip the table with all that stands on it, as `World.incline` does [rad]."""
        gravity, down = self.parameters.world.gravity, math.sin(slope)
        self._model.opt.gravity[:] = [
            gravity * down * math.cos(toward),
            gravity * down * math.sin(toward),
            -gravity * math.cos(slope),
        ]
        self._rest.forget()

    # -- time -----------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time since the ship was made [s]."""
        return float(self._steps * self._model.opt.timestep)

    def frame(self) -> list[Event]:
        """Advance by one frame and tell what left the ship, came back or landed in it."""
        if self._missing:
            raise ValueError(f"put the pieces {sorted(self._missing)} somewhere before the first frame")
        events: list[Event] = []
        for _ in range(self._steps_per_frame):
            mujoco.mj_step(self._model, self._data)
            self._steps += 1
            for piece in np.flatnonzero(self.falls.is_(Status.TUMBLING)):
                events += self.falls.land(self.time, self.contacts(int(piece)))
        events += self.falls.update(self.time, self.contacts())
        self._look()
        self._rest.push(self.poses)
        return events

    # -- looking --------------------------------------------------------------------------------------------

    def contacts(self, piece: int | None = None) -> Pairs:
        """Touching nodes, numbered as in `riffraff.physics.falls`, shape [contact, 2]: all or a piece's."""
        contact = self._data.contact
        pairs: Pairs = self._nodes[contact.geom[contact.dist <= contact.includemargin]]
        return pairs if piece is None else pairs[(pairs == FIRST_PIECE + piece).any(axis=1)]

    def _look(self) -> None:
        # After a step MuJoCo still tells where the bodies were before it.
        mujoco.mj_kinematics(self._model, self._data)
        self.poses[self._rows, :3] = self._data.xpos[self._bodies]
        self.poses[self._rows, 3:] = np.roll(self._data.xquat[self._bodies], -1, axis=1)


def _axes(angles: Array) -> Array:
    """Axes of the pivot's three hinges in the ship's frame, as columns; shape [3, 3]."""
    back_z = Rotation.from_euler("z", -angles[2])
    back_y = back_z * Rotation.from_euler("y", -angles[1])
    return np.stack([back_y.apply([1, 0, 0]), back_z.apply([0, 1, 0]), [0, 0, 1]], axis=1)
