"""The hand: takes a piece, carries it along, lowers it to contact, lets go.

One mechanism for person and machine. The hand has no body of its own. It pulls the piece it holds toward a
set point that moves at a limited speed, with limited force and torque: so it shoves cargo in its way, a
bump moves the ship, and what will not give way stops it.
"""

from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import Pose
from riffraff.physics.falls import Event, Status
from riffraff.physics.pose import Motion, pose, vector
from riffraff.physics.scene import Array
from riffraff.physics.world import World

_SLACK = 0.004  # m: the set point waits for a piece that lags farther behind
_SLACK_ANGLE = 0.3  # rad
_STUCK_TIME = 0.3  # s: so long without getting on, and the way is blocked
# Steps in which the hand would close the whole lag. A piece that is pressed on something rattles in a hand
# that is too quick: planks against hull, mast and yardarm did at 2 and 3. In a slower one light pieces push
# too weakly.
_STIFFNESS = 4
# Share of the missing spin that the hand gives in a step. Bullet's friction does not know of torques: where
# it holds a piece that the hand turns too, all of it came twice, and the spin swung back 1.4 times as fast.
_TURN_SHARE = 0.5


class Hand:
    """A hand in a world, holding at most one piece.

    Args:
        world: where the hand works.
        rng: source of its tremor; without one it is perfectly steady.

    Attributes:
        piece: the piece it holds, or None.
        stuck: whether the last carrying ended before its goal, blocked.
        touched: whether the last lowering ended in contact.
    """

    def __init__(self, world: World, rng: np.random.Generator | None = None) -> None:
        self.world = world
        self.piece: int | None = None
        self.stuck = False
        self.touched = False
        self._rng = rng
        self._feels = False
        self._waited = 0.0
        self._mass = 0.0
        self._moments: Array = np.zeros(3)
        self._position: Array = np.zeros(3)
        self._orientation = Rotation.identity()
        self._goal_position: Array = np.zeros(3)
        self._goal_orientation = Rotation.identity()
        self._speed = 0.0

    def unsteady(self, meant: Pose) -> Pose:
        """The pose that the hand will really reach when it means this one."""
        hand = self.world.parameters.hand
        if self._rng is None:
            return meant
        position = np.array(meant.position) + self._rng.normal(0, hand.tremor, 3)
        turn = Rotation.from_rotvec(self._rng.normal(0, hand.tremor_angle, 3))
        return pose(position, turn * Rotation.from_quat(meant.orientation))

    def take(self, piece: int, start: Pose) -> None:
        """Take a piece that is not in the world, or lies in it, and hold it at a pose, still."""
        if self.piece is not None:
            raise ValueError(f"the hand holds piece {self.piece} already; let it go before taking {piece}")
        self.world.put(piece, start, status=Status.HELD)
        self.piece = piece
        inertial = self.world.scene.inertial(piece)
        self._mass, self._moments = inertial.mass, np.array(inertial.moments)
        self.aim(start)
        self._position, self._orientation = self._goal_position, self._goal_orientation

    def aim(self, goal: Pose, *, speed: float | None = None) -> None:
        """Set where the piece shall go from now on, at `speed` [m/s] (default: hand.carry_speed)."""
        self._goal_position = np.array(goal.position)
        self._goal_orientation = Rotation.from_quat(goal.orientation)
        self._speed = self.world.parameters.hand.carry_speed if speed is None else speed
        self._feels = self.stuck = self.touched = False
        self._waited = 0.0

    def steer(self, goal: Pose) -> None:
        """Change where the piece shall go while it is on its way.

        One that is `stuck` stays so, unless the way to the new goal is away from what holds it up.
        """
        waited = self._waited
        self.aim(goal)
        if waited > 0 and self._turns_back():
            waited = 0.0
        self._waited, self.stuck = waited, waited >= _STUCK_TIME

    def _turns_back(self) -> bool:
        """Whether a set point that waits for its piece would come nearer on its way; it is there then."""
        now = self.world.motion(self._held()).pose
        position, orientation = np.array(now.position), Rotation.from_quat(now.orientation)
        lag, way = self._position - position, self._goal_position - self._position
        turn_lag = (self._orientation * orientation.inv()).as_rotvec()
        turn_way = (self._goal_orientation * self._orientation.inv()).as_rotvec()
        back = float(lag @ way) < 0 or float(turn_lag @ turn_way) < 0
        if back:
            self._position, self._orientation = position, orientation
        return back

    def carry(self, goal: Pose, *, speed: float | None = None) -> Iterator[list[Event]]:
        """Carry the piece to a pose, a frame for every item; ends there, or when `stuck`."""
        self.aim(goal, speed=speed)
        yield from self._go()

    def lower(self, depth: float) -> Iterator[list[Event]]:
        """Lower the piece until it is `touched`, at most by `depth` [m]; a frame for every item."""
        self.descend(depth)
        yield from self._go()

    def descend(self, depth: float) -> None:
        """Begin to lower the piece; the world's next frames do it, see `lower`."""
        down = self._position - np.array([0.0, 0.0, depth])
        self.aim(pose(down, self._orientation), speed=self.world.parameters.hand.lower_speed)
        self._feels = True

    def _go(self) -> Iterator[list[Event]]:
        while not (self.stuck or self.touched or self.arrived):
            yield self.world.frame(self.control)

    @property
    def arrived(self) -> bool:
        """Whether the set point is at the goal and the piece is with it."""
        return (
            bool(np.array_equal(self._position, self._goal_position))
            and (self._goal_orientation * self._orientation.inv()).magnitude() < 1e-9
            and self._waited == 0
        )

    def let_go(self) -> int:
        """Open the hand; the piece goes with the speed it has, and a tremor. Returns the piece."""
        piece = self._held()
        motion = self.world.motion(piece)
        if self._rng is not None:
            kick = self._rng.normal(0, self.world.parameters.hand.release_speed, 3)
            motion = Motion(motion.pose, vector(np.array(motion.velocity) + kick), motion.spin)
        self.world.put(piece, motion, status=Status.ABOARD)
        self.piece = None
        return piece

    def take_back(self) -> int:
        """Take the held piece out of the world again. Returns the piece."""
        piece = self._held()
        self.world.remove(piece)
        self.piece = None
        return piece

    def _held(self) -> int:
        if self.piece is None:
            raise ValueError("the hand is empty; take a piece first")
        return self.piece

    def control(self) -> None:
        """Push the held piece toward the set point: called by the world before every step."""
        piece = self._held()
        scene, parameters = self.world.scene, self.world.parameters
        step = parameters.world.time_step
        motion = scene.motion(piece)
        position = np.array(motion.pose.position)
        orientation = Rotation.from_quat(motion.pose.orientation)
        if self._feels and scene.press(piece) >= parameters.hand.contact_force:
            self.touched, self._feels = True, False
            self._position, self._orientation = position, orientation
            self._goal_position, self._goal_orientation = position, orientation

        lag = self._position - position
        turn_lag = (self._orientation * orientation.inv()).as_rotvec()
        ahead: Array = np.zeros(3)
        turn_ahead: Array = np.zeros(3)
        if np.linalg.norm(lag) < _SLACK and np.linalg.norm(turn_lag) < _SLACK_ANGLE:
            self._waited = 0.0
            ahead, turn_ahead = self._advance(step)
        else:
            self._waited += step
            self.stuck = self._waited >= _STUCK_TIME

        # The force that would bring the piece to the speed that closes its lag, within the hand's strength.
        wanted = (ahead + lag / _STIFFNESS) / step
        force = self._mass * (wanted - np.array(motion.velocity)) / step
        force[2] += self._mass * parameters.world.gravity
        wanted_spin = (turn_ahead + turn_lag / _STIFFNESS) / step
        axes = orientation.as_matrix()
        change = axes.T @ (wanted_spin - np.array(motion.spin)) * _TURN_SHARE / step
        torque = axes @ (self._moments * change)
        scene.push(piece, _limited(force, parameters.hand.force), _limited(torque, parameters.hand.torque))

    def _advance(self, step: float) -> tuple[Array, Array]:
        """Move the set point toward the goal for one step; returns how far it went and how it turned."""
        move = _limited(self._goal_position - self._position, self._speed * step)
        rest = (self._goal_orientation * self._orientation.inv()).as_rotvec()
        turn = _limited(rest, self.world.parameters.hand.turn_speed * step)
        arrives = np.linalg.norm(self._goal_position - self._position) <= self._speed * step
        self._position = self._goal_position if arrives else np.asarray(self._position + move)
        self._orientation = Rotation.from_rotvec(turn) * self._orientation
        return move, turn


def _limited(vector: Array, most: float) -> Array:
    """The vector, shortened to a length of at most `most`."""
    length = float(np.linalg.norm(vector))
    return vector if length <= most else vector * (most / length)
