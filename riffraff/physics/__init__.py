"""The ship and its cargo in PyBullet: worlds, the hand, falls and rest.

PyBullet lives in this package and nowhere else. All that goes in and out is SI.
"""

from riffraff.model import BODIES, FIRST_PIECE_BODY, PIECES, SHIP_LINKS, piece_shape
from riffraff.physics.falls import Change, Event, Status
from riffraff.physics.hand import Hand
from riffraff.physics.pose import Motion, compose, pose, quaternion, vector, within
from riffraff.physics.probe import touch_down
from riffraff.physics.scene import Touch
from riffraff.physics.world import PhysicsError, Snapshot, World

__all__ = [
    "BODIES",
    "FIRST_PIECE_BODY",
    "PIECES",
    "SHIP_LINKS",
    "Change",
    "Event",
    "Hand",
    "Motion",
    "PhysicsError",
    "Snapshot",
    "Status",
    "Touch",
    "World",
    "compose",
    "piece_shape",
    "pose",
    "quaternion",
    "touch_down",
    "vector",
    "within",
]
