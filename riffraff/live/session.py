"""What a rules game and practice have in common: true time, news along with the frames, orders about both."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np

from riffraff.live.energy import Energy
from riffraff.live.line import Line
from riffraff.live.news import (
    Contact,
    ContactsSeen,
    Floats,
    Floats32,
    Frames,
    Holding,
    Inspected,
    News,
    Objection,
    Paced,
    Refused,
)
from riffraff.live.orders import (
    FASTEST,
    SLOWEST,
    Inspect,
    OneFrame,
    Order,
    Pace,
    Setting,
    Show,
    Tumbling,
)
from riffraff.live.pacing import Clock
from riffraff.live.reasons import Refusal
from riffraff.physics import PIECES, Status, World

_FLUSH: Final = 0.012  # s: news go out together that come within so short a time
_DOZE: Final = 120.0  # s without an order, a piece in the hand: then nobody is there


class Session:
    """One table's time and its line.

    Args:
        line: to the window.
        setting: what is played.

    Attributes:
        holding: tells how it stands with the hand; asked when news go out.
        orders: what has come and is not about time or looking, oldest first.
    """

    def __init__(self, line: Line, setting: Setting) -> None:
        self._line = line
        self._clock = Clock(setting.pace, setting.tumbling, time.monotonic())
        self.holding: Callable[[], Holding] = lambda: Holding(None)
        self.orders: deque[Order] = deque()
        self._singles = 0  # frames that shall go by in a pause
        self._inspected: int | None = None
        self._contacts = False
        self._held: Holding = Holding(None)
        self._frames: list[tuple[float, Floats32, list[float]]] = []
        self._world: World | None = None
        self._offset = 0.0
        self._flushed = self._ordered = self._resumed = time.monotonic()

    # -- frames ---------------------------------------------------------------------------------------------

    def watch(self, world: World) -> None:
        """Have the frames of a world sent from now on; time goes on from that of the last one."""
        if self._world is not None:
            self._offset += self._world.time
        self._world, self._energy = world, Energy(world.scene.model)
        self._before: Floats = world.poses.copy()
        self._put(world.time, world.poses, 0.0, 0.0)
        self.flush()

    @property
    def time(self) -> float:
        """Simulated time [s], as the window knows it."""
        return self._offset + (0.0 if self._world is None else self._world.time)

    def frame(self, moment: float, poses: Floats) -> None:
        """Send a frame and wait until it is due, minding orders; `World.on_frame`.

        Raises:
            Left: the window has gone.
        """
        now = time.monotonic()
        taken = now - self._resumed
        assert self._world is not None
        seconds = 1 / self._world.parameters.world.frame_rate
        self._put(moment, poses, self._energy.between(self._before, poses, seconds), taken)
        self._before[:] = poses
        due = self._clock.due(seconds, now, falling=bool(self._world.having(Status.TUMBLING)))
        if now - self._flushed >= _FLUSH or due - now >= _FLUSH / 2:
            self.flush()
        self._mind(0.0)
        while (now := time.monotonic()) < due:
            self._mind(due - now)
        while self._clock.factor == 0:
            if self._singles:
                self._singles -= 1
                break
            self._stand_still(None)
        if self._held.piece is not None and now - self._ordered > _DOZE:
            self._line.tell(Paced(self._clock.factor, 0.0))
            self._stand_still(None)
        if (reached := self._clock.reached(now)) is not None:
            self._line.tell(Paced(self._clock.factor, reached))
        self._resumed = time.monotonic()

    def _put(self, moment: float, poses: Floats, kinetic: float, taken: float) -> None:
        assert self._world is not None
        roll, pitch, _ = self._world.roll_pitch_yaw
        contacts = len(self._world.scene.contacts())
        readings = [self._world.heel, roll, pitch, kinetic, contacts, taken]
        self._frames.append((self._offset + moment, poses.astype(np.float32), readings))

    def flush(self) -> None:
        """Send what there is to be seen now."""
        self._flushed = time.monotonic()
        if not self._frames:
            return
        times, poses, readings = zip(*self._frames, strict=True)
        self._frames.clear()
        self.tell(Frames(np.array(times), np.stack(poses), np.array(readings, np.float32)))
        holding = self.holding()
        if holding.piece is not None or self._held.piece is not None:
            self.tell(holding)
        self._held = holding
        self._look()

    def _look(self) -> None:
        """Send what the window has asked to see along with the frames."""
        if self._world is None or not (self._contacts or self._inspected is not None):
            return
        touches = self._world.scene.touches()
        if self._contacts:
            points = np.array([touch.point for touch in touches], np.float64).reshape(-1, 3)
            forces = np.array([touch.force for touch in touches], np.float64)
            normals = np.array([touch.normal for touch in touches], np.float64).reshape(-1, 3)
            pieces = np.array([touch.piece for touch in touches], np.int64)
            self.tell(ContactsSeen(self.time, points, forces, normals, pieces))
        piece = self._inspected
        if piece is not None and self._world.status(piece) is not Status.ABSENT:
            motion = self._world.motion(piece)
            own = sorted((touch for touch in touches if touch.piece == piece), key=lambda one: -one.force)
            self.tell(
                Inspected(
                    piece=piece,
                    time=self.time,
                    mass=self._world.scene.inertial(piece).mass,
                    speed=float(np.linalg.norm(motion.velocity)),
                    spin=float(np.linalg.norm(motion.spin)),
                    status=self._world.status(piece).name.lower(),
                    contacts=tuple(Contact(touch.other, touch.point, touch.force) for touch in own),
                )
            )

    # -- orders ---------------------------------------------------------------------------------------------

    def tell(self, news: News) -> None:
        """Send news; never waits."""
        self._line.tell(news)

    def refuse(
        self,
        order: Order,
        sentence: str,
        reason: Refusal | None = None,
        *,
        piece: int | None = None,
        objection: Objection | None = None,
    ) -> None:
        """Say that an order cannot be followed."""
        self.tell(Refused(order, sentence, reason, piece, objection))

    def next_order(self) -> Order:
        """The next order that is not about time or looking; the world stands still until it comes.

        Raises:
            Left: the window has gone.
        """
        self.flush()
        while not self.orders:
            self._stand_still(None)
        return self.orders.popleft()

    def rest(self, seconds: float) -> None:
        """Let some time pass for whoever watches, the pace considered, while the world stands still.

        Raises:
            Left: the window has gone.
        """
        self.flush()
        left = seconds
        while left > 0:
            before, pace = time.monotonic(), self._clock.factor
            self._stand_still(left / pace if pace > 0 else None)
            left = 0.0 if self._singles else left - (time.monotonic() - before) * pace
        # Neither this nor what a scripted player has tried out before is time that physics took.
        self._resumed = time.monotonic()
        self._clock.hold(self._resumed)

    def _stand_still(self, patience: float | None) -> None:
        self.flush()
        self._mind(patience)
        self._resumed = time.monotonic()
        self._clock.hold(self._resumed)

    def _mind(self, patience: float | None) -> None:
        """Take in the orders that have come; wait for the first one at most so many seconds."""
        order = self._line.order(patience)
        while order is not None:
            self._ordered = time.monotonic()
            if not self._followed(order):
                self.orders.append(order)
            order = self._line.order(0.0)

    def _followed(self, order: Order) -> bool:
        """Whether an order was about time or looking, which is done at once."""
        match order:
            case Pace(factor):
                if factor != 0 and not SLOWEST <= factor <= FASTEST:
                    self.refuse(order, f"a pace of {factor:g}: 0 or {SLOWEST:g} to {FASTEST:g} is possible")
                else:
                    self._clock.factor, self._singles = factor, 0
                    self._clock.hold(time.monotonic())
                    self.tell(Paced(factor, factor))
            case Tumbling(factor):
                if SLOWEST <= factor <= 1:
                    self._clock.tumbling = factor
                else:
                    self.refuse(
                        order, f"a pace of {factor:g} where cargo tumbles: {SLOWEST:g} to 1 is possible"
                    )
            case OneFrame():
                self._singles += int(self._clock.factor == 0)
            case Inspect(piece):
                if piece is not None and piece not in range(PIECES):
                    self.refuse(order, f"there is no piece {piece}; pieces are 0 to {PIECES - 1}")
                else:
                    self._inspected = piece
                    self._look()
            case Show(contacts):
                self._contacts = contacts
                self._look()
            case _:
                return False
        return True
