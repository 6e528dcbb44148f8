"""Questions to a scratch world: never asked of the one that is played in."""

from riffraff.model import Pose
from riffraff.physics.falls import Status
from riffraff.physics.world import World

TOUCH = 2e-4
"""Gap [m] at which a lowered piece counts as touching."""


def touch_down(world: World, piece: int, start: Pose, depth: float) -> Pose | None:
    """Where a piece first touches something when it is moved straight down from a pose.

    By conservative advancement: the distance to the nearest body is always free to go.

    Args:
        world: a scratch world; the piece must not be in it, and is gone again afterwards.
        piece: the piece to lower.
        start: where it begins.
        depth: how far down to look [m].

    Returns:
        The pose at touch, or None if the start is not free, or nothing is met within `depth`.
    """
    x, y, z = start.position
    pose, bottom = start, z - depth
    world.put(piece, start, status=Status.HELD)
    try:
        gap = world.scene.gap(piece, depth)
        if gap <= TOUCH:
            return None
        while gap > TOUCH:
            z -= gap - TOUCH / 2
            if z <= bottom:
                return None
            pose = Pose((x, y, z), start.orientation)
            world.put(piece, pose, status=Status.HELD)
            gap = world.scene.gap(piece, depth)
        return pose
    finally:
        world.remove(piece)
