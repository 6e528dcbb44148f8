"""One world: a scene that is stepped in frames, watched for falls and for rest."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np

from riffraff.model import FIRST_PIECE_BODY, SHIP_LINKS, Pose, piece_shape
from riffraff.params import Parameters
from riffraff.physics.falls import Event, Status
from riffraff.physics.pose import Motion, compose
from riffraff.physics.scene import Array, JointState, Scene
from riffraff.physics.support import SupportWatch
from riffraff.physics.watched import SLEEP, Watched

# Distance [m] that nothing in this game gets from the pivot; a body that does was shot there by the solver.
_EDGE = 10.0

# Speed [m/s] that nothing in this game reaches: a fall from 10 m ends with 14.
_FASTEST = 20.0


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


class World(Watched):
    """The ship on its stand in the box on the table, and whatever cargo was put there.

    Use it as a context manager, or call `close`. Pieces are numbered 0..31; `piece_shape` tells what each is.

    Args:
        parameters: the physical constants; the model is built from them if it is not the packaged one.
        directory: a model's directory to take instead; it is looked over first.
        seed: of whatever is done in the world; errors name it.
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
        directory: Path | None = None,
        seed: int | None = None,
        on_frame: Callable[[float, Array], None] | None = None,
    ) -> None:
        super().__init__(parameters if parameters is not None else Parameters())
        self.on_frame = on_frame
        world = self.parameters.world
        self._seed = seed
        self._steps_per_frame = round(1 / (world.frame_rate * world.time_step))
        self._steps = 0
        self.scene = Scene(self.parameters, directory)
        self._now = self.scene.poses(self.poses)
        self._support = SupportWatch(self.parameters, self.scene.model, self.scene.ground())

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

    def lay(
        self, piece: int, area: int, at: tuple[float, float] | None = None, *, gap: float = 0.001
    ) -> None:
        """Put a piece just above an empty spot of an area, in the pose with its centre of mass lowest.

        Args:
            piece: number of the piece.
            area: number of the area, 1..10.
            at: where, in the frame of the link that carries the area [m]; by default its middle.
            gap: height of the fall [m].
        """
        frame, place = self.area_frame(area), self.scene.model.areas[area]
        # The most probable one would lay the chest on its round lid.
        poses = self.scene.model.cargo[piece_shape(piece)].stable_poses
        pose = min(poses, key=lambda pose: round(pose.height, 6))
        x, y = at if at is not None else np.mean(place.polygon, axis=0).tolist()
        above = Pose((x, y, place.height + pose.height + gap), pose.orientation)
        self.put(piece, compose(frame, above))

    def remove(self, piece: int) -> Motion:
        """Take a piece out of the world, wherever it is, and return how it moved last."""
        self._need(piece)
        motion = self.scene.motion(piece)
        self.scene.remove(piece)
        self.falls.set(piece, Status.ABSENT)
        return motion

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

        A world that is `asleep` only lets the time pass.

        Args:
            control: called before every step of physics; the hand's place to push.

        Raises:
            PhysicsError: the state is no longer finite or a body was shot out of the world.
        """
        if self.scene.disturbed:
            self._rest.forget()
            self._support.forget()
            self._now = self.scene.poses(self.poses)
            self.scene.disturbed = False
        if control is None and self.asleep():
            self._steps += self._steps_per_frame
            events: list[Event] = []
        else:
            events = self._step_frame(control)
        if self.on_frame is not None:
            self.on_frame(self.time, self.poses)
        return events

    def _step_frame(self, control: Callable[[], None] | None) -> list[Event]:
        events: list[Event] = []
        before = self._now
        for _ in range(self._steps_per_frame):
            if control is not None:
                control()
            self.scene.step()
            self._steps += 1
            # Landings are short: a tumbling piece is watched at every step, all others once a frame.
            if self.falls.count[Status.TUMBLING]:
                for piece in self.having(Status.TUMBLING):
                    events += self.falls.land(self.time, self.scene.contacts(piece))
        self.scene.disturbed = False  # the hand's pushes are in the poses that follow
        self._now = self.scene.poses(self.poses)
        ways = self._now - before
        self._check(ways)
        sure = self._support.sure(self._now[:, 2], ways[:, 2])
        if self.falls.open() or not sure:  # contacts are dear, and mostly what they were
            events += self.falls.update(self.time, self.scene.contacts())
            self._support.note(self.scene.bodies, self.falls.is_(Status.ABOARD))
        self._rest.push(self.poses)
        return events

    def at_rest(self) -> bool:
        """Whether the ship and all it carries lay still for the rest window, and nothing is in the air."""
        return not self.scene.disturbed and super().at_rest()

    def asleep(self) -> bool:
        """Whether the world is frozen: all in it, fallen cargo too, has as good as stopped.

        Contacts at rest creep in every solver, by micrometres a second here: without sleep a yardarm would
        turn by a finger's breadth in an hour. What moves on by itself, a swing, a roll or a piece that tips,
        is far faster than world.sleep_speed within world.sleep_window. Whatever disturbs the scene wakes it.
        """
        return (
            self._rest.at_rest(0, SLEEP)  # asked in every frame, and the hull is nearly always the last
            and self.at_rest()
            and self._rest.at_rest(np.isfinite(self.poses[:, 0]), SLEEP)
        )

    @property
    def moment(self) -> str:
        """The present moment as an error tells it: step, time, and the seed if there is one."""
        seed = "" if self._seed is None else f", seed {self._seed}"
        return f"step {self._steps} (t = {self.time:.4f} s{seed})"

    def _check(self, ways: Array) -> None:
        """See that what the solver made of the poses can be true; `ways` are their changes, shape [n, 7]."""
        now, rate = self._now, self.parameters.world.frame_rate
        if np.vdot(now, now) < _EDGE**2 and np.vdot(ways, ways) < (_FASTEST / rate) ** 2:
            return  # what holds for all together holds for each
        if not np.isfinite(now).all() or np.abs(now[:, :3]).max() > _EDGE:
            raise PhysicsError(
                f"the solver lost a body at {self.moment}: its pose is not finite or outside the world"
            )
        speeds = np.linalg.norm(ways[:, :3], axis=1) * rate
        fastest = int(speeds.argmax())
        if speeds[fastest] > _FASTEST:
            body = int(self.scene.bodies[fastest])
            name = SHIP_LINKS[body] if body < FIRST_PIECE_BODY else f"piece {body - FIRST_PIECE_BODY}"
            raise PhysicsError(
                f"the solver shot a body away at {self.moment}: {name} moves at {speeds[fastest]:.3g} m/s"
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

    # -- looking --------------------------------------------------------------------------------------------

    def area_frame(self, area: int) -> Pose:
        """The pose of the link that carries an area, 1..10: the frame in which the area is given."""
        areas = self.scene.model.areas
        if area not in areas:
            raise ValueError(f"there is no area {area}; areas are 1 to {len(areas)}")
        return self.link_pose(areas[area].link)

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
