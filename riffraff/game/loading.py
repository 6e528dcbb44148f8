"""How the hand loads a piece: from the side, over the spot, down to contact."""

from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.game.placement import Placement
from riffraff.model import Pose
from riffraff.physics import Event, Hand, compose, vector

APPROACH = 0.08
"""Distance [m] beside the spot from which the hand comes in."""

FOLLOW = 0.015
"""How far [m] below the expected touch the hand goes on looking for contact: the ship may sway."""


def path(placement: Placement, frame: Pose) -> tuple[Pose, Pose]:
    """Where the hand starts and where it begins to lower, in the world.

    Args:
        placement: what to do.
        frame: pose of the link that carries the placement's area.
    """
    touch = compose(frame, placement.pose)
    side = Rotation.from_quat(frame.orientation).apply(placement.side)
    above = np.array(touch.position) + np.array([0.0, 0.0, placement.clearance])
    start = above + APPROACH * side
    return Pose(vector(start), touch.orientation), Pose(vector(above), touch.orientation)


def carry_out(hand: Hand, placement: Placement) -> Iterator[list[Event]]:
    """Carry a placement out up to the moment before letting go; an item is what happened in a frame.

    Afterwards `hand.touched` tells whether the piece lies against the ship or its cargo; if it does not,
    the way was blocked or nothing was there.
    """
    start, above = path(placement, hand.world.area_frame(placement.area))
    hand.take(placement.piece, start)
    yield from hand.carry(hand.unsteady(above))
    if not hand.stuck:
        yield from hand.lower(placement.clearance + FOLLOW)
