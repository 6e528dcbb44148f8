"""What a player wants the hand to do."""

from dataclasses import dataclass

from riffraff.model import Pose, Vector


@dataclass(frozen=True)
class Placement:
    """What a player wants the hand to do.

    Attributes:
        piece: number of the piece, 0..31.
        area: number of the area, 1..10.
        pose: where the piece shall touch down, in the frame of the link that carries the area.
        side: level direction from which the hand comes, a unit vector in the same frame.
        clearance: how high above the touch the hand comes in [m].
    """

    piece: int
    area: int
    pose: Pose
    side: Vector
    clearance: float
