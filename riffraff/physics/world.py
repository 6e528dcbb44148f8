"""One world: a scene that is stepped in frames, watched for falls and for rest."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics.falls import Bools, Event, FallWatch, Status
from riffraff.physics.pose import Motion, compose
from riffraff.physics.rest import RestWatch
from riffraff.physics.scene import (
    BODIES,
    FIRST_PIECE_BODY,
    SHIP_LINKS,
    Array,
    JointState,
    Scene,
    piece_shape,
)

# Distance [m] that nothing in this game gets from the pivot; a body that does was shot there by the solver.
_EDGE = 10.0


class PhysicsError(RuntimeError):
    """The simulation cannot go on: its state is not finite, or a body left the world."""


@dataclass(frozen=True)
class Snapshot:
    """The state of a world that another world of the same model can take on.

    Attributes:
        joints: position and velocity of every moving joint of the ship, in the order of the URDF.
        pieces: motion of every piece that is aboard.
    """

    joints: tuple[JointState, ...]
    pieces: Mapping[int, Motion]


class World:
    """The ship on its stand in the box on the table, and whatever cargo was put there.

    Use it as a context manager, or call `close`. Pieces are numbered 0..31; `piece_shape` tells what each is.

    Args:
        parameters: the physical constants; the model is built from them if it is not the packaged one.
        on_frame: called after every frame with the time [s] and the poses, shape [`BODIES`, 7].

    Attributes:
        parameters: as given.
        scene: the bodies.
        falls: the status of every piece.
        poses: pose of every body after the last frame, shape [`BODIES`, 7], NaN where a piece is absent;
            overwritten by the next frame.
    """

    def __init__(
        self,
        parameters: Parameters | None = None,
        *,
        on_frame: Callable[[float, Array], None] | None = None,
    ) -> None:
        self.parameters = parameters if parameters is not None else Parameters()
        self.on_frame = on_frame
        world = self.parameters.world
        frames = 1 + max(1, round(world.rest_window * world.frame_rate))
        span = (frames - 1) / world.frame_rate
        self._rest = RestWatch(BODIES, frames, travel=world.rest_speed * span, turn=world.rest_spin * span)
        self._steps_per_frame = round(1 / (world.frame_rate * world.time_step))
        self._steps = 0
        self.falls = FallWatch()
        self.scene = Scene(self.parameters)
        self.poses = np.empty((BODIES, 7))
        self.scene.poses(self.poses)

    def close(self) -> None:
        """Free the physics client. Closing twice is no error."""
        self.scene.close()

    def __enter__(self) -> "World":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- cargo ----------------------------------------------------------------------------------------------

    def put(self, piece: int, motion: Motion | Pose, *, status: Status = Status.ABOARD) -> None:
        """Put a piece into the world, or move it there.

        A piece put as aboard where nothing carries it tumbles at once.
        """
        self.scene.put(piece, motion if isinstance(motion, Motion) else Motion(motion))
        self.falls.set(piece, status)
        self._rest.forget()

    def lay(
        self, piece: int, area: int, at: tuple[float, float] | None = None, *, gap: float = 0.001
    ) -> None:
        """Put a piece just above an empty spot of an area, in the pose in which it lies most stably.

        Args:
            piece: number of the piece.
            area: number of the area, 1..10.
            at: where, in the frame of the link that carries the area [m]; by default its middle.
            gap: height of the fall [m].
        """
        frame, place = self.area_frame(area), self.scene.model.areas[area]
        pose = self.scene.model.cargo[piece_shape(piece)].stable_poses[0]
        x, y = at if at is not None else np.mean(place.polygon, axis=0).tolist()
        above = Pose((x, y, place.height + pose.height + gap), pose.orientation)
        self.put(piece, compose(frame, above))

    def remove(self, piece: int) -> Motion:
        """Take a piece out of the world, wherever it is, and return how it moved last."""
        self._need(piece)
        motion = self.scene.motion(piece)
        self.scene.remove(piece)
        self.falls.set(piece, Status.ABSENT)
        self._rest.forget()
        return motion

    def status(self, piece: int) -> Status:
        """Where a piece is, as far as falling goes."""
        return Status(self.falls.status[piece])

    def having(self, *statuses: Status) -> tuple[int, ...]:
        """The pieces with one of these statuses, in order."""
        return tuple(int(piece) for piece in np.flatnonzero(self.falls.is_(*statuses)))

    def motion(self, piece: int) -> Motion:
        """Pose and velocities of a piece, now."""
        self._need(piece)
        return self.scene.motion(piece)

    def _need(self, piece: int) -> None:
        if piece not in self.scene.pieces:
            raise ValueError(f"piece {piece}, a {piece_shape(piece)}, is not in the world")

    # -- time -----------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time since the world was made [s]."""
        return self._steps * self.parameters.world.time_step

    def frame(self, control: Callable[[], None] | None = None) -> list[Event]:
        """Advance by one frame and tell what left the ship, came back or landed in it.

        Args:
            control: called before every step of physics; the hand's place to push.

        Raises:
            PhysicsError: the state is no longer finite or a body was shot out of the world.
        """
        events: list[Event] = []
        for _ in range(self._steps_per_frame):
            if control is not None:
                control()
            self.scene.step()
            self._steps += 1
            # Landings are short: a tumbling piece is watched at every step, all others once a frame.
            for piece in self.having(Status.TUMBLING):
                events += self.falls.land(self.time, self.scene.contacts(piece))
        events += self.falls.update(self.time, self.scene.contacts())
        self.scene.poses(self.poses)
        self._check()
        self._rest.push(self.poses)
        if self.on_frame is not None:
            self.on_frame(self.time, self.poses)
        return events

    def advance(self, seconds: float) -> list[Event]:
        """Advance by whole frames, at least `seconds`, and tell all that happened."""
        frames = math.ceil(seconds * self.parameters.world.frame_rate - 1e-9)
        return [event for _ in range(frames) for event in self.frame()]

    def settle(self, limit: float | None = None) -> tuple[list[Event], bool]:
        """Advance until all is at rest, or for `limit` seconds (default: the parameter world.time_limit).

        Returns:
            What happened, and whether rest was reached.
        """
        until = self.time + (self.parameters.world.time_limit if limit is None else limit)
        events: list[Event] = []
        while not self.at_rest():
            if self.time >= until - 1e-9:
                return events, False
            events += self.frame()
        return events, True

    def at_rest(self) -> bool:
        """Whether the ship and all it carries lay still for the rest window, and nothing is in the air."""
        if self.undecided() or self.falls.is_(Status.HELD).any():
            return False
        counts: Bools = np.ones(BODIES, bool)
        counts[FIRST_PIECE_BODY:] = self.falls.is_(Status.ABOARD)
        return self._rest.at_rest(counts)

    def undecided(self) -> bool:
        """Whether a piece is in the air: neither carried by the ship nor landed."""
        return bool(self.falls.is_(Status.TUMBLING).any()) or self.falls.unsure()

    def _check(self) -> None:
        present = np.isfinite(self.poses[:, 0])
        expected = len(self.scene.pieces) + FIRST_PIECE_BODY
        positions = self.poses[present]
        if int(present.sum()) != expected or not (np.abs(positions) < _EDGE).all():
            raise PhysicsError(
                f"the solver lost a body at step {self._steps} (t = {self.time:.4f} s): "
                "its position is not finite or outside the world"
            )

    def incline(self, slope: float, toward: float = 0.0) -> None:
        """Tip the table with all that stands on it, seen from the table: gravity turns.

        Args:
            slope: angle of the table [rad].
            toward: the direction that goes down, from x toward y [rad].
        """
        gravity, down = self.parameters.world.gravity, math.sin(slope)
        self.scene.pull(
            (
                gravity * down * math.cos(toward),
                gravity * down * math.sin(toward),
                -gravity * math.cos(slope),
            )
        )
        self._rest.forget()

    # -- looking --------------------------------------------------------------------------------------------

    def link_pose(self, link: str) -> Pose:
        """The pose of one of the ship's moving links (`SHIP_LINKS`) after the last frame."""
        x, y, z, i, j, k, w = self.poses[SHIP_LINKS.index(link)].tolist()
        return Pose((x, y, z), (i, j, k, w))

    def area_frame(self, area: int) -> Pose:
        """The pose of the link that carries an area, 1..10: the frame in which the area is given."""
        areas = self.scene.model.areas
        if area not in areas:
            raise ValueError(f"there is no area {area}; areas are 1 to {len(areas)}")
        return self.link_pose(areas[area].link)

    @property
    def heel(self) -> float:
        """Angle between the mast and the vertical [rad]."""
        x, y, _, _ = self.poses[0, 3:]
        return float(math.acos(np.clip(1 - 2 * (x * x + y * y), -1, 1)))

    @property
    def roll_pitch_yaw(self) -> tuple[float, float, float]:
        """The hull's roll (about x, positive to starboard), pitch (about y) and yaw (about z) [rad]."""
        x, y, z, w = (float(value) for value in self.poses[0, 3:])
        roll = math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
        pitch = math.asin(max(-1.0, min(1.0, 2 * (w * y - z * x))))
        yaw = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
        return roll, pitch, yaw

    def snapshot(self) -> Snapshot:
        """The present state of ship and aboard cargo."""
        pieces = {piece: self.scene.motion(piece) for piece in self.having(Status.ABOARD)}
        return Snapshot(self.scene.joints(), pieces)

    def restore(self, snapshot: Snapshot) -> None:
        """Take on the state of another world of the same model; what is not in it leaves this world.

        The clock keeps running. Contact forces are not part of a snapshot: the solver finds them again.
        """
        for piece in list(self.scene.pieces):
            if piece not in snapshot.pieces:
                self.remove(piece)
        self.scene.set_joints(snapshot.joints)
        for piece, motion in snapshot.pieces.items():
            self.put(piece, motion)
        self.scene.poses(self.poses)
