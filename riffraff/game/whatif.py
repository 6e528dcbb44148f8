"""What a player can find out before touching anything: spots that are free, and what a placement would do.

All questions go to a scratch world. The world that is played in never notices.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.game.loading import APPROACH, path
from riffraff.game.placement import Placement
from riffraff.game.spots import bounds, offence
from riffraff.model import Part, Pose, outline
from riffraff.params import Parameters
from riffraff.physics import (
    SHIP_LINKS,
    Change,
    Motion,
    Snapshot,
    Status,
    World,
    compose,
    piece_shape,
    quaternion,
    touch_down,
    vector,
    within,
)
from riffraff.physics.probe import TOUCH
from riffraff.rules import DECK_AREAS

MARGIN = 0.002
"""Distance [m] that scripted players keep from foreign areas."""

# Room [m] between a piece and the yardarm above where the hand begins to lower it: the least that is free, as
# yardarms rock against each other.
_HEADROOM = (0.001, 0.003, 0.006, 0.012)
_OPEN_SKY = 0.12  # m: how high above its area the hand begins where no yardarm is above
_LEAST_CLEARANCE = 0.002  # m: a hand needs so much height to come in and set down
_EDGE_PLAY = 0.0003  # m: between a hook's end wall and the edge it hangs on
_STRIDE = 0.012  # m: how often the way in is looked at
_AIR = 0.0002  # m: free space that the way in must have on all sides


@dataclass(frozen=True)
class Outlook:
    """What became of a placement in the scratch world.

    Attributes:
        fallen: number of pieces that left the ship.
        heel: angle of the mast from the vertical in the end [rad].
    """

    fallen: int
    heel: float


class WhatIf:
    """A scratch world with a memory of the state that the questions are about.

    Args:
        parameters: as of the world that is played in.

    Attributes:
        model: the model of the ship and its cargo.
    """

    def __init__(self, parameters: Parameters) -> None:
        self._world = World(parameters)
        self.model = self._world.scene.model
        self._state: Snapshot | None = None

    def close(self) -> None:
        """Free the scratch world."""
        self._world.close()

    def look(self, world: World) -> None:
        """Let all questions from now on be about the present state of a world."""
        self._state = world.snapshot()
        self._world.restore(self._state)

    def random_spot(self, area: int, piece: int, rng: np.random.Generator) -> Placement | None:
        """A random spot of an area for a piece, or None if the one drawn is not legal or not free.

        The piece is turned to one of its stable poses, the likely ones more often, and then about the
        vertical at random; one with a hook is hung on the edge of a yardarm half of the time.
        """
        shape = self.model.cargo[piece_shape(piece)]
        (x0, y0), (x1, y1) = bounds(self.model.areas[area])
        x, y = rng.uniform(x0, x1), rng.uniform(y0, y1)
        fore = bool(rng.random() < 0.5)
        if shape.hook is not None and area not in DECK_AREAS and rng.random() < 0.5:
            return self.hung(area, piece, y, fore=fore)
        odds = np.array([pose.probability for pose in shape.stable_poses])
        pose = shape.stable_poses[rng.choice(len(odds), p=odds / odds.sum())]
        turn = Rotation.from_rotvec([0, 0, rng.uniform(-math.pi, math.pi)])
        return self.laid(area, piece, (x, y), turn * Rotation.from_quat(pose.orientation), fore=fore)

    def laid(
        self, area: int, piece: int, xy: tuple[float, float], orientation: Rotation, *, fore: bool = True
    ) -> Placement | None:
        """The placement that lays a piece down at a point, or None where that is not legal or not free.

        Args:
            area: number of the area.
            piece: number of the piece.
            xy: where the centre of mass shall be, in the frame of the link that carries the area [m].
            orientation: of the piece, in the same frame.
            fore: on a yardarm, whether the hand comes from ahead or from astern.
        """
        where = self.model.areas[area]
        frame = self._world.area_frame(area)
        corners = orientation.apply(np.vstack([outline(part) for part in self._parts(piece)]))
        top = float(corners[:, 2].max())
        inner = Pose((*xy, where.height), quaternion(orientation))
        x, y, _ = compose(frame, inner).position
        turned = compose(frame, inner).orientation
        ceiling = self._ceiling(where.link) - top
        for headroom in _HEADROOM:
            start = Pose((x, y, ceiling - headroom), turned)
            touch = touch_down(self._world, piece, start, _OPEN_SKY)
            if touch is not None:
                break
        else:
            return None
        clearance = min(self._world.parameters.hand.clearance, start.position[2] - touch.position[2])
        side = (1.0 if fore else -1.0, 0.0, 0.0)
        if area in DECK_AREAS:
            side = (0.0, math.copysign(1.0, float(np.mean(where.polygon, axis=0)[1])), 0.0)
        placement = Placement(piece, area, within(frame, touch), side, clearance)
        return placement if clearance >= _LEAST_CLEARANCE and self._allowed(placement) else None

    def hung(self, area: int, piece: int, y: float, *, fore: bool = True) -> Placement | None:
        """The placement that hangs a piece by its hook on the edge of a yardarm, or None as for `laid`.

        Args:
            area: number of an area on a yardarm.
            piece: number of a piece whose shape has a hook.
            y: where along the yardarm [m].
            fore: whether on the edge ahead or on that astern.
        """
        where, hook = self.model.areas[area], self.model.cargo[piece_shape(piece)].hook
        play = 0.0 if hook is None else hook.gap - self._world.parameters.ship.yardarm_thickness
        if hook is None or play <= 0:
            return None
        ahead = 1.0 if fore else -1.0
        edge = ahead * (bounds(where)[1, 0] + _EDGE_PLAY)
        slot = Pose(
            (edge, y, where.height - hook.gap / 2 + TOUCH),
            quaternion(Rotation.from_rotvec([0, 0, 0 if fore else math.pi])),
        )
        pose = compose(slot, within(hook.pose, Pose()))
        placement = Placement(piece, area, pose, (ahead, 0.0, 0.0), play / 2)
        return placement if self._allowed(placement) else None

    def outcome(self, placement: Placement, seconds: float, *, most: int | None = None) -> Outlook:
        """What would come of a piece that is let go at the spot itself, by a steady hand.

        Args:
            placement: what to try.
            seconds: how long to watch, unless all is at rest before.
            most: stop watching as soon as more pieces than this have left the ship.
        """
        world, state = self._world, self._known()
        world.restore(state)
        world.put(placement.piece, compose(world.area_frame(placement.area), placement.pose))
        until, heels, left = world.time + seconds, [world.heel], set[int]()
        while world.time < until and not world.at_rest() and (most is None or len(left) <= most):
            left |= {event.piece for event in world.frame() if event.change is Change.LEFT}
            heels.append(world.heel)
        world.restore(state)
        # A ship that still swings is judged by the middle of its swing.
        return Outlook(len(left), float(np.mean(heels[len(heels) // 2 :])))

    def _known(self) -> Snapshot:
        if self._state is None:
            raise ValueError("look at a world before asking about it")
        return self._state

    def _parts(self, piece: int) -> tuple[Part, ...]:
        return self.model.cargo[piece_shape(piece)].parts

    def _ceiling(self, link: str) -> float:
        """Height in the world [m] of what is above a link's area."""
        level = SHIP_LINKS.index(link)
        if level + 1 == len(SHIP_LINKS):
            return float(self._world.poses[level, 2]) + _OPEN_SKY
        return float(self._world.poses[level + 1, 2]) - self._world.parameters.ship.peg_diameter / 2

    def _allowed(self, placement: Placement) -> bool:
        """Whether R4.6 allows a placement and the way in is free."""
        shape = piece_shape(placement.piece)
        if offence(self.model, shape, placement.area, placement.pose, margin=MARGIN) is not None:
            return False
        start, above = path(placement, self._world.area_frame(placement.area))
        first, last = np.array(start.position), np.array(above.position)
        stops = np.linspace(first, last, 1 + math.ceil(APPROACH / _STRIDE))
        try:
            for stop in stops:
                self._world.put(
                    placement.piece, Motion(Pose(vector(stop), start.orientation)), status=Status.HELD
                )
                if self._world.scene.gap(placement.piece, 2 * _AIR) < _AIR:
                    return False
        finally:
            self._world.remove(placement.piece)
        return True
