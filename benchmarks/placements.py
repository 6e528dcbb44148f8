"""Random placements on a random partly loaded ship: one set of scenes for all comparisons of verdicts.

A scene is a ship at rest with some cargo aboard and a few drops, each to be tried alone from that start: a
piece let go a fraction of a millimetre above the first touch, as an unsteady hand would let it go. Half of
the drops are meant for the middle of an area, half for anywhere on it or at its edge; sailors and rats on
yardarms are hung by their hooks half of the time. So some hold and some fall.

Everything follows from the seed: scene `number` of a seed is the same whichever scenes were made before.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation
from shapely import Point, Polygon
from shapely.affinity import scale

from riffraff.model import SHAPES, Area, Pose, outline
from riffraff.params import Parameters
from riffraff.physics import (
    PIECES,
    SHIP_LINKS,
    Motion,
    Snapshot,
    Status,
    World,
    compose,
    piece_shape,
    pose,
    quaternion,
    touch_down,
    vector,
    within,
)

LEVELS = {"deck": (1, 2, 3, 4), "low": (5, 6), "middle": (7, 8), "top": (9, 10)}
"""The areas of each level."""

MOST_ABOARD = 8
"""Pieces aboard at most where the number is left to chance."""

DROPS_PER_START = 8
"""Drops tried from one start: each shape once, each level twice."""

_ABOVE = 0.0002  # m: how far a drop is lifted from where it touches; touching is a gap of 0.1 mm already
_MIDDLE = 0.5  # size of the middle of an area, as a share of the area's
_BEYOND = 0.004  # m: how far outside its outline a piece may be meant for, where it is not the middle
_HANG = 0.5  # share of the drops of pieces with a hook, on yardarms, that hang
_HEADROOM = 0.003  # m: kept from the yardarm above where a piece begins to be lowered
_OPEN_SKY = 0.12  # m: height above its area where a piece begins with no yardarm above
_EDGE_PLAY = 0.0003  # m: between a hook's end wall and the edge it hangs on
_TRIES = 40  # spots drawn on an area before another one is taken: it is full
_LOADING_LIMIT = 6.0  # s: longest wait for rest while a start is loaded
_ATTEMPTS = 40  # pieces tried for each that shall be aboard
_LAST_LIMIT = 20.0  # s: the same once all are aboard


@dataclass(frozen=True)
class Drop:
    """A piece let go just above the ship.

    Attributes:
        piece: number of the piece, 0..31, not aboard at the start.
        motion: its pose and velocity in the world.
        area: number of the area it is meant for, 1..10.
        hung: whether it is to hang by its hook.
    """

    piece: int
    motion: Motion
    area: int
    hung: bool = False

    @property
    def shape(self) -> str:
        """The piece's shape."""
        return piece_shape(self.piece)

    @property
    def level(self) -> str:
        """The level the area belongs to, a name of `LEVELS`."""
        return next(level for level, areas in LEVELS.items() if self.area in areas)


@dataclass(frozen=True)
class Scene:
    """A start and the drops to try from it, each alone."""

    number: int
    start: Snapshot
    drops: tuple[Drop, ...]


def scene(
    seed: int,
    number: int,
    *,
    pieces: int | None = None,
    count: int = DROPS_PER_START,
    parameters: Parameters | None = None,
) -> Scene:
    """Scene `number` of a seed.

    Args:
        seed: of the whole set.
        number: of the scene within it, from 0.
        pieces: how many are aboard at the start; by default a random number up to `MOST_ABOARD`.
        count: number of drops.
        parameters: the physical constants.
    """
    chance, loading, dropping = np.random.SeedSequence(seed, spawn_key=(number,)).spawn(3)
    if pieces is None:
        pieces = int(np.random.default_rng(chance).integers(MOST_ABOARD + 1))
    aboard = start(loading, pieces, parameters=parameters)
    return Scene(number, aboard, tuple(drops(dropping, aboard, count, parameters=parameters)))


def scenes(
    seed: int, count: int, *, pieces: int | None = None, parameters: Parameters | None = None
) -> Iterator[Scene]:
    """The first scenes of a seed, with `count` drops in all; arguments as of `scene`."""
    for number, first in enumerate(range(0, count, DROPS_PER_START)):
        yield scene(
            seed,
            number,
            pieces=pieces,
            count=min(DROPS_PER_START, count - first),
            parameters=parameters,
        )


def start(
    seed: int | np.random.SeedSequence, pieces: int, *, parameters: Parameters | None = None
) -> Snapshot:
    """A ship at rest that was loaded piece by piece at random spots; what fell meanwhile was taken away.

    Args:
        seed: of the choice of pieces and spots.
        pieces: how many are aboard in the end, at most 31.
        parameters: the physical constants.

    Raises:
        RuntimeError: the ship does not carry that many.
    """
    if not 0 <= pieces < PIECES:
        raise ValueError(f"a start has 0 to {PIECES - 1} pieces aboard, not {pieces}")
    rng = np.random.default_rng(seed)
    with World(parameters) as world:
        for _ in range(_ATTEMPTS * pieces):
            if len(world.scene.pieces) == pieces:
                break
            piece = int(rng.choice([piece for piece in range(PIECES) if piece not in world.scene.pieces]))
            drop = _draw(world, piece, int(rng.integers(1, 11)), rng, middle=True)
            if drop is not None:
                world.put(piece, drop.motion)
                _settle(world, _LOADING_LIMIT if len(world.scene.pieces) < pieces else _LAST_LIMIT)
        if len(world.scene.pieces) != pieces:
            raise RuntimeError(f"the ship did not carry {pieces} pieces in {_ATTEMPTS * pieces} attempts")
        return world.snapshot()


def _settle(world: World, limit: float) -> None:
    """Wait for rest, and take away what is not aboard then, until all is."""
    lost = True
    while lost:
        world.settle(limit)
        aboard = world.having(Status.ABOARD)
        lost = len(aboard) < len(world.scene.pieces)
        for piece in set(world.scene.pieces).difference(aboard):
            world.remove(piece)


def drops(
    seed: int | np.random.SeedSequence,
    snapshot: Snapshot,
    count: int,
    *,
    parameters: Parameters | None = None,
) -> list[Drop]:
    """Random drops from a start: shapes, levels and the two kinds of spot in equal shares.

    Args:
        seed: of all that is random.
        snapshot: the start.
        count: number of drops.
        parameters: the physical constants, those of the start.
    """
    rng = np.random.default_rng(seed)
    found: list[Drop] = []
    with World(parameters) as world:
        world.restore(snapshot)
        plan: list[tuple[str, str, bool]] = []
        while len(plan) < count:
            shapes = rng.permutation(SHAPES).tolist()
            levels = rng.permutation(2 * list(LEVELS)).tolist()
            middles = rng.permutation(4 * [False, True]).tolist()
            plan += zip(shapes, levels, middles, strict=True)
        for shape, level, middle in plan[:count]:
            free = [p for p in range(PIECES) if p not in snapshot.pieces and piece_shape(p) == shape]
            if not free:
                raise ValueError(f"all pieces of the shape {shape} are aboard; none is left to drop")
            drop = None
            while drop is None:
                area = int(rng.choice(LEVELS[level]))
                drop = _draw(world, int(rng.choice(free)), area, rng, middle=middle)
                # A level that has no free spot for the piece is given up for another.
                level = str(rng.choice(list(LEVELS)))
            found.append(drop)
    return found


def _draw(world: World, piece: int, area: int, rng: np.random.Generator, *, middle: bool) -> Drop | None:
    """A drop onto an area, or None if no free spot was drawn."""
    hand, shape = world.parameters.hand, world.scene.model.cargo[piece_shape(piece)]
    where = world.scene.model.areas[area]
    edge = Polygon(where.polygon)
    region = scale(edge, _MIDDLE, _MIDDLE, origin="centroid") if middle else edge.buffer(_BEYOND)
    hung = shape.hook is not None and area not in LEVELS["deck"] and bool(rng.random() < _HANG)
    for _ in range(_TRIES):
        spot = _spot(region, rng)
        if hung:
            meant, depth = _hanging(world, piece, where, spot[1], ahead=bool(rng.random() < 0.5))
        else:
            odds = np.array([pose.probability for pose in shape.stable_poses])
            resting = shape.stable_poses[rng.choice(len(odds), p=odds / odds.sum())]
            turn = Rotation.from_rotvec([0, 0, rng.uniform(-math.pi, math.pi)])
            meant, depth = _lying(world, piece, where, spot, turn * Rotation.from_quat(resting.orientation))
        tremor = Rotation.from_rotvec(rng.normal(0, hand.tremor_angle, 3))
        begin = pose(
            np.array(meant.position) + rng.normal(0, hand.tremor, 3),
            tremor * Rotation.from_quat(meant.orientation),
        )
        kick = rng.normal(0, hand.release_speed, 3)
        touch = touch_down(world, piece, begin, depth)
        if touch is not None:
            x, y, z = touch.position
            return Drop(piece, Motion(Pose((x, y, z + _ABOVE), touch.orientation), vector(kick)), area, hung)
    return None


def _spot(region: Polygon, rng: np.random.Generator) -> tuple[float, float]:
    """A random point of a region [m]."""
    x0, y0, x1, y1 = region.bounds
    while True:
        x, y = float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1))
        if region.contains(Point(x, y)):
            return x, y


def _lying(
    world: World, piece: int, area: Area, spot: tuple[float, float], orientation: Rotation
) -> tuple[Pose, float]:
    """Where a piece begins that is lowered onto a spot, and how far it may go down."""
    frame = world.area_frame(area.number)
    seat = compose(frame, Pose((*spot, area.height), quaternion(orientation)))
    turned = Rotation.from_quat(seat.orientation)
    parts = world.scene.model.cargo[piece_shape(piece)].parts
    top = max(float(turned.apply(outline(part))[:, 2].max()) for part in parts)
    above = SHIP_LINKS.index(area.link) + 1
    x, y, z = seat.position
    ceiling = z + _OPEN_SKY
    if above < len(SHIP_LINKS):
        ceiling = float(world.poses[above, 2]) - world.parameters.ship.peg_diameter / 2
    height = ceiling - _HEADROOM - top
    return Pose((x, y, height), seat.orientation), height - z + top


def _hanging(world: World, piece: int, area: Area, y: float, *, ahead: bool) -> tuple[Pose, float]:
    """Where a piece begins that is hung on an edge of a yardarm, and how far it may go down."""
    hook = world.scene.model.cargo[piece_shape(piece)].hook
    assert hook is not None
    play = hook.gap - world.parameters.ship.yardarm_thickness
    edge = max(x for x, _ in area.polygon) + _EDGE_PLAY
    slot = Pose(
        (edge if ahead else -edge, y, area.height - hook.gap / 2 + play / 2),
        quaternion(Rotation.from_rotvec([0, 0, 0 if ahead else math.pi])),
    )
    return compose(world.area_frame(area.number), compose(slot, within(hook.pose, Pose()))), 2 * play
