"""Spots on the ship: where a piece may be laid (R4.6) and on which area a piece lies."""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation
from shapely import MultiPoint, Polygon

from riffraff.game.objections import Objection, Reason
from riffraff.model import Area, Model, Pose, outline
from riffraff.physics import Touch, World, piece_shape, within

INTRUSION = 1e-6
"""Area [m2] by which a piece may overlap a foreign area: a square millimetre, what an eye allows."""

_NEAR = 0.006  # m: a contact so far outside an area's outline still belongs to it (a hook round its edge)


def footprint(model: Model, shape: str, pose: Pose) -> Iterator[Polygon]:
    """The outline of each convex part of a piece, seen along z of the frame its pose is given in."""
    turn = Rotation.from_quat(pose.orientation)
    for part in model.cargo[shape].parts:
        corners = turn.apply(outline(part)) + pose.position
        yield MultiPoint(corners[:, :2]).convex_hull


def offence(model: Model, shape: str, area: int, pose: Pose, *, margin: float = 0.0) -> Objection | None:
    """Why a piece may not be let go there (R4.6), or None if it may.

    Args:
        model: the model that has the areas.
        shape: the piece's shape.
        area: the area it is meant for.
        pose: its pose in the frame of the link that carries the area.
        margin: distance [m] to keep from foreign areas, for a hand that is not steady.
    """
    own = model.areas[area]
    outlines = list(footprint(model, shape, pose))
    if not any(part.intersection(Polygon(own.polygon)).area > INTRUSION for part in outlines):
        return Objection(Reason.NOT_IN_AREA, f"the {shape} is not in area {area}", area)
    for other in model.areas.values():
        if other.link == own.link and other.number != area:
            foreign = Polygon(other.polygon)
            if any(part.buffer(margin).intersection(foreign).area > INTRUSION for part in outlines):
                sentence = f"the {shape} sticks out into area {other.number}"
                return Objection(Reason.STICKS_OUT, sentence, other.number)
    return None


def refusal(world: World, piece: int, area: int) -> Objection | None:
    """`offence` of a piece where it is now, in the hand: the referee's look at the moment of letting go."""
    pose = within(world.area_frame(area), world.motion(piece).pose)
    return offence(world.scene.model, piece_shape(piece), area, pose)


def areas_of(world: World, pieces: tuple[int, ...]) -> dict[int, int | None]:
    """The area each piece lies on: that of its strongest contact with the ship, else of cargo it rests on."""
    touches = world.scene.touches()
    found: dict[int, int | None] = {}
    for piece in pieces:
        own = [touch for touch in touches if touch.piece == piece and isinstance(touch.other, str)]
        for touch in sorted(own, key=lambda touch: -touch.force):
            area = _area_at(world, touch)
            if area is not None:
                found[piece] = area
                break
    # What rests on cargo takes that cargo's area; a pile is followed up from the ship.
    grew = True
    while grew:
        grew = False
        for touch in sorted(touches, key=lambda touch: -touch.force):
            if touch.piece in pieces and touch.piece not in found and touch.other in found:
                found[touch.piece] = found[touch.other]
                grew = True
    return {piece: found.get(piece) for piece in pieces}


def _area_at(world: World, touch: Touch) -> int | None:
    """The area of the touched link at the point of a contact, None if there is none near."""
    all_areas: Mapping[int, Area] = world.scene.model.areas
    areas = {number: area for number, area in all_areas.items() if area.link == touch.other}
    if not areas or not isinstance(touch.other, str):
        return None
    local = within(world.link_pose(touch.other), Pose(touch.point)).position
    point = MultiPoint([local[:2]])
    distance = {number: Polygon(area.polygon).distance(point) for number, area in areas.items()}
    nearest = min(distance, key=lambda number: (distance[number], number))
    return nearest if distance[nearest] <= _NEAR else None


def bounds(area: Area) -> npt.NDArray[np.float64]:
    """Lowest and highest x and y of an area's outline [m], shape [2, 2]."""
    corners = np.array(area.polygon)
    return np.stack([corners.min(axis=0), corners.max(axis=0)])
