"""A hand that somebody guides: it follows where it is aimed at, trembles, feels, and knows what may be."""

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.game.guiding import Aim, Guided, Lower
from riffraff.game.objections import Objection, Reason
from riffraff.game.spots import refusal
from riffraff.model import Pose
from riffraff.physics import Event, Hand, Status, compose, piece_shape, pose
from riffraff.physics.scene import Array
from riffraff.rules import Area, Piece

_BESIDE: Final = 0.12  # m: how far out from the middle of its area a piece is taken up
_ABOVE: Final = 0.05  # m: and how much higher
_OUTWARD: Final = 0.03  # m: so much farther where there is no room
_FARTHER: Final = 6  # times
_ROOM: Final = 0.002  # m: free space that a piece needs on all sides to be taken up
_TREMBLING: Final = 0.25  # s: after which a tremor has forgotten where it was
_DEPTH: Final = 0.30  # m: lowest that `Lower` gets: from above the top yardarm to the deck
_PRESSED: Final = (
    3e-4  # m: so far below the touch the hand keeps aiming; it presses with half a crate's weight
)
_REMEMBERED: Final = 0.2  # s: a touch that was felt so lately still counts; contacts flicker


class _Phase(enum.Enum):
    """What a guided hand is doing."""

    AIMED = enum.auto()
    """It is, or goes, where it is aimed at."""
    APPROACHES = enum.auto()
    """It goes there, and down from there."""
    DESCENDS = enum.auto()
    """It goes down."""
    FEELS = enum.auto()
    """It has felt something below, but the piece does not lie on it yet, or no longer."""
    RESTS = enum.auto()
    """The piece lies on something."""


class Grip:
    """The grip of a guided hand on the piece of one attempt.

    The hand trembles: a slow random wandering round where it is aimed at, as large as hand.tremor and
    hand.tremor_angle. A piece that was lowered to a touch steadies it.

    Args:
        hand: the hand, empty.
        guided: what it shall hold; a piece that is in the world is taken where it is.
        area: number of the area that is to be loaded; None where no rule says so.
        cargo: the area of every piece that lay aboard when the attempt began.
        rng: source of the tremor; None for a steady hand.

    Attributes:
        piece: number of the piece.
        objection: why the piece cannot be taken up at all, None if it was.
    """

    def __init__(
        self,
        hand: Hand,
        guided: Guided,
        *,
        area: Area | None = None,
        cargo: Mapping[int, Area | None] | None = None,
        rng: np.random.Generator | None = None,
    ) -> None:
        self.piece = guided.piece
        self.objection: Objection | None = None
        self._phase = _Phase.AIMED
        self._hand, self._world, self._rng = hand, hand.world, rng
        self._area, self._cargo = area, cargo if cargo is not None else {}
        self._tremor: Array = np.zeros(6)
        self._felt = -math.inf  # when the hand felt something below on its way down
        self._touch = self._support = -math.inf  # when it last touched anything aboard, and its own area
        self._meant = self._take_up(guided.start)

    def _take_up(self, start: Pose | None) -> Pose:
        scene = self._world.scene
        if self._world.status(self.piece) is not Status.ABSENT:
            lying = self._world.motion(self.piece).pose
            self._hand.take(self.piece, lying)
            return lying
        beside = [self._beside(step) for step in range(_FARTHER)] if start is None else [start]
        self._hand.take(self.piece, beside[0])
        for meant in beside:
            self._world.put(self.piece, meant, status=Status.HELD)
            if scene.gap(self.piece, _ROOM) >= _ROOM:
                self._hand.take_back()
                self._hand.take(self.piece, meant)
                return meant
        self.objection = Objection(Reason.NO_ROOM, f"there is no room to take up the {self._shape}")
        return beside[-1]

    def _beside(self, step: int) -> Pose:
        """A place to take up the piece, on the side where its area is, the farther the higher the step."""
        areas = self._world.scene.model.areas
        area = areas[self._area if self._area is not None else min(areas)]
        x, y = np.mean(area.polygon, axis=0).tolist()
        out = math.copysign(_BESIDE + _OUTWARD * step, y)
        frame = Pose(self._world.area_frame(area.number).position)  # level, however the ship lies
        standing = self._world.scene.model.cargo[self._shape].stable_poses[0]
        return compose(frame, Pose((x, y + out, area.height + _ABOVE), standing.orientation))

    @property
    def _shape(self) -> str:
        return piece_shape(self.piece)

    @property
    def touched(self) -> bool:
        """Whether the piece lies against the ship or cargo aboard, or did a moment ago."""
        return self._world.time - self._touch <= _REMEMBERED

    @property
    def stuck(self) -> bool:
        """Whether something in its way keeps the piece from getting on."""
        return self._hand.stuck

    @property
    def lowering(self) -> bool:
        """Whether the piece is on its way down after `Lower`; again, if what it lay on has swayed away."""
        return self._phase in (_Phase.APPROACHES, _Phase.DESCENDS, _Phase.FEELS)

    def follow(self, deed: Aim | Lower) -> None:
        """Do from now on what the guide wants."""
        if isinstance(deed, Aim):
            self._meant, self._phase = deed.pose, _Phase.AIMED
        elif self._phase is _Phase.AIMED:
            self._phase = _Phase.APPROACHES

    def frame(self) -> list[Event]:
        """Let the world go on for a frame, the piece in the hand, and tell what happened in it."""
        if self._phase is not _Phase.DESCENDS:
            self._hand.steer(self._trembling())
        events = self._world.frame(self._hand.control)
        self._feel()
        self._go_on()
        return events

    def _go_on(self) -> None:
        """On the way down, go on to the next phase when it is time."""
        hand = self._hand
        if self._phase is _Phase.APPROACHES and (hand.arrived or hand.stuck):
            self._descend()
        elif self._phase is _Phase.DESCENDS and (hand.touched or hand.stuck or hand.arrived):
            # From here on the hand presses a little where it is, and steadies itself on what is there.
            self._phase = _Phase.FEELS if hand.touched else _Phase.AIMED
            self._felt = self._world.time
            here = self._world.motion(self.piece).pose
            x, y, z = here.position
            self._meant = Pose((x, y, z - _PRESSED * hand.touched), here.orientation)
            self._tremor[:] = 0.0
        elif self._phase in (_Phase.FEELS, _Phase.RESTS):
            # A piece bounces at first, and what it lies on may sway away: then the hand goes after it.
            self._phase = _Phase.RESTS if self.touched else _Phase.FEELS
            if not self.touched and self._world.time - self._felt > _REMEMBERED:
                self._descend()

    def _descend(self) -> None:
        self._phase = _Phase.DESCENDS
        self._hand.descend(_DEPTH)

    def _trembling(self) -> Pose:
        """Where the hand really goes when it means to be where it is aimed at."""
        if self._rng is None or self._phase in (_Phase.FEELS, _Phase.RESTS):
            return self._meant
        parameters = self._world.parameters
        keeps = math.exp(-1 / (parameters.world.frame_rate * _TREMBLING))
        size = np.repeat([parameters.hand.tremor, parameters.hand.tremor_angle], 3)
        self._tremor = keeps * self._tremor + math.sqrt(1 - keeps**2) * self._rng.normal(0, size)
        turn = Rotation.from_rotvec(self._tremor[3:]) * Rotation.from_quat(self._meant.orientation)
        return pose(np.array(self._meant.position) + self._tremor[:3], turn)

    def _feel(self) -> None:
        """See what the piece lies on: its area, or cargo that lay in it, or something else aboard."""
        touches = [touch for touch in self._world.scene.touches() if touch.piece == self.piece]
        for touch in touches:
            if isinstance(touch.other, int) and self._world.status(touch.other) is not Status.ABOARD:
                continue
            if touch.other is not None:
                self._touch = self._world.time
                if self._area is None or self._belongs(touch.other, self._area):
                    self._support = self._world.time

    def _belongs(self, other: int | str, area: Area) -> bool:
        if isinstance(other, int):
            return self._cargo.get(other) in (area, None)
        return other == self._world.scene.model.areas[area].link

    def forbidden(self) -> Objection | None:
        """Why the piece may not be let go now, or None if it may: the same look as the referee's (R4.6)."""
        if self._area is None:
            return None
        offence = refusal(self._world, self.piece, self._area)
        if offence is not None:
            return offence
        if not self.touched:
            return Objection(Reason.TOUCHES_NOTHING, "nothing is there to lay it on")
        if self._world.time - self._support > _REMEMBERED:
            sentence = f"the {self._shape} does not rest on area {self._area}"
            return Objection(Reason.NOT_IN_AREA, sentence, self._area)
        return None


@dataclass(frozen=True)
class Sight:
    """What somebody who guides the hand sees between two frames.

    Attributes:
        frame: number of frames since the hand took the piece of the attempt.
        grip: on the piece, None once it was let go.
        tumbling: the pieces in the air.
        hands: how many hands are free to catch.
    """

    frame: int
    grip: Grip | None
    tumbling: tuple[Piece, ...]
    hands: int
