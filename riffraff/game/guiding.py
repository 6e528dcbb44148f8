"""A person's turn, frame by frame: what somebody who guides the hand can do, and when it was done."""

import math
from dataclasses import dataclass
from typing import Final, Literal

from riffraff.model import Pose

REACH: Final = 0.8
"""Farthest from the middle of the table [m] that a piece may be taken up or aimed at."""


@dataclass(frozen=True)
class Guided:
    """The answer to `Player.place` of somebody who guides the hand: the piece, and nothing yet of its spot.

    Attributes:
        piece: number of the piece, 0..31.
        start: where the hand takes it up, in the world, with room around; None for beside the area.

    Raises:
        ValueError: the pose is none, or out of reach.
    """

    piece: int
    start: Pose | None = None

    def __post_init__(self) -> None:
        if self.start is not None:
            _check(self.start)


@dataclass(frozen=True)
class Aim:
    """Let the held piece go toward a pose in the world, until the next deed.

    Raises:
        ValueError: the pose is none, or out of reach.
    """

    pose: Pose
    kind: Literal["aim"] = "aim"

    def __post_init__(self) -> None:
        _check(self.pose)


@dataclass(frozen=True)
class Lower:
    """Bring the held piece where it was aimed at, then straight down until it touches something."""

    kind: Literal["lower"] = "lower"


@dataclass(frozen=True)
class Release:
    """Let go of the held piece; where the rules object it goes back to the supply."""

    kind: Literal["release"] = "release"


@dataclass(frozen=True)
class PutBack:
    """Give the held piece back to the supply."""

    kind: Literal["put back"] = "put back"


@dataclass(frozen=True)
class Grab:
    """Catch a piece, by its number, that tumbles (R5.2)."""

    piece: int
    kind: Literal["grab"] = "grab"


Deed = Aim | Lower | Release | PutBack | Grab
"""What somebody who guides the hand can do between two frames."""


@dataclass(frozen=True)
class Act:
    """A deed and its moment: what is recorded of an attempt that a person guides, one act after the other.

    Attributes:
        frame: number of frames since the hand took the piece of the attempt.
        deed: what was done then.
    """

    frame: int
    deed: Deed


def _check(pose: Pose) -> None:
    numbers = (*pose.position, *pose.orientation)
    if not all(map(math.isfinite, numbers)) or abs(math.hypot(*pose.orientation) - 1) > 1e-6:
        raise ValueError(f"{numbers} is no pose: finite numbers, and a unit quaternion, make one")
    if math.hypot(*pose.position) > REACH:
        raise ValueError(
            f"{pose.position} is out of reach, farther than {REACH:g} m from the middle of the table"
        )
