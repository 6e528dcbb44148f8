"""A ship and its cargo as anything that watches them sees them: frames, falls, and when it is over.

Whatever moves the bodies, the verdict on what fell is the same code.
"""

import math
from abc import ABC, abstractmethod

import numpy as np

from riffraff.model import BODIES, FIRST_PIECE_BODY, SHIP_LINKS, Pose, heel
from riffraff.params import Parameters
from riffraff.physics.falls import Bools, Event, FallWatch, Status
from riffraff.physics.rest import RestWatch, Stillness
from riffraff.physics.scene import Array
from riffraff.physics.steady import SteadyWatch

REST, SLEEP = 0, 1
"""Kinds of stillness that are watched."""


class Watched(ABC):
    """A ship that advances in frames, watched for falls and for rest.

    Args:
        parameters: the physical constants.

    Attributes:
        parameters: as given.
        falls: the status of every piece.
        poses: pose of every body after the last frame, shape [`BODIES`, 7], NaN where a piece is absent;
            overwritten by the next frame.
    """

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.falls = FallWatch()
        self.poses: Array = np.full((BODIES, 7), np.nan)
        self._aboard: Bools = np.ones(BODIES, bool)
        self._rest = RestWatch(BODIES, *stillness(parameters))

    @property
    @abstractmethod
    def time(self) -> float:
        """Simulated time since the world was made [s]."""

    @abstractmethod
    def frame(self) -> list[Event]:
        """Advance by one frame and tell what left the ship, came back or landed in it."""

    def status(self, piece: int) -> Status:
        """Where a piece is, as far as falling goes."""
        return Status(self.falls.status[piece])

    def having(self, *statuses: Status) -> tuple[int, ...]:
        """The pieces with one of these statuses, in order."""
        return tuple(int(piece) for piece in np.flatnonzero(self.falls.is_(*statuses)))

    def advance(self, seconds: float) -> list[Event]:
        """Advance by whole frames, at least `seconds`, and tell all that happened."""
        frames = math.ceil(seconds * self.parameters.world.frame_rate - 1e-9)
        return [event for _ in range(frames) for event in self.frame()]

    def settle(self, limit: float | None = None, *, early: bool = False) -> tuple[list[Event], bool]:
        """Advance until all is at rest, or for `limit` seconds (default: the parameter world.time_limit).

        Args:
            limit: longest time to wait [s].
            early: end as soon as it is certain what falls, though the ship still sways (see `steady`).

        Returns:
            What happened, and whether that is all that will.
        """
        until = self.time + (self.parameters.world.time_limit if limit is None else limit)
        watch = self.steady_watch() if early else None
        events: list[Event] = []
        while not self.at_rest():
            if self.time >= until - 1e-9:
                return events, False
            events += self.frame()
            if watch is not None and self.certain(watch):
                break
        return events, True

    def steady_watch(self, sway: float = math.inf) -> SteadyWatch:
        """What `certain` is asked with; of a ship that turns less than `sway` [rad] meanwhile, if told."""
        return SteadyWatch(BODIES, len(SHIP_LINKS), self.parameters.world.frame_rate, sway)

    def certain(self, watch: SteadyWatch) -> bool:
        """Whether it is certain what falls, to be asked after every frame (see `steady`)."""
        watch.push(self.poses)
        return not self._in_hand_or_air() and watch.steady(self._carried())

    def at_rest(self) -> bool:
        """Whether the ship and all it carries lay still for the rest window, and nothing is in the air."""
        # The hull, which is asked first, is nearly always the last to be.
        return (
            self._rest.at_rest(0, REST)
            and not self._in_hand_or_air()
            and self._rest.at_rest(self._carried(), REST)
        )

    def _in_hand_or_air(self) -> bool:
        return self.undecided() or self.falls.count[Status.HELD] > 0

    def _carried(self) -> Bools:
        """The ship and what it carries, shape [`BODIES`]."""
        self._aboard[FIRST_PIECE_BODY:] = self.falls.is_(Status.ABOARD)
        return self._aboard

    def undecided(self) -> bool:
        """Whether a piece is in the air: neither carried by the ship nor landed."""
        return self.falls.count[Status.TUMBLING] > 0 or self.falls.unsure()

    def link_pose(self, link: str) -> Pose:
        """The pose of one of the ship's moving links (`SHIP_LINKS`) after the last frame."""
        x, y, z, i, j, k, w = self.poses[SHIP_LINKS.index(link)].tolist()
        return Pose((x, y, z), (i, j, k, w))

    @property
    def heel(self) -> float:
        """Angle between the mast and the vertical [rad]."""
        return heel(self.poses)


def stillness(parameters: Parameters) -> tuple[Stillness, Stillness]:
    """What it takes to be at rest, and what to be asleep: both slower than so much for a window of time."""
    world = parameters.world
    found: list[Stillness] = []
    for window, speed, spin in (
        (world.rest_window, world.rest_speed, world.rest_spin),
        (world.sleep_window, world.sleep_speed, world.sleep_spin),
    ):
        frames = max(1, round(window * world.frame_rate))
        span = frames / world.frame_rate
        found.append(Stillness(frames + 1, travel=speed * span, turn=spin * span))
    rest, sleep = found
    return rest, sleep
