"""The simulated ship as somebody has it who measures it: steadied by hand, with weights hung on, let go."""

import contextlib
import math
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Final

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import (
    SHAPES,
    Model,
    Pendulum,
    PieceModel,
    Pose,
    StablePose,
    Swing,
    build,
    pendulum,
    write,
)
from riffraff.params import Parameters
from riffraff.physics import Motion, Snapshot, Status, World, compose, quaternion
from riffraff.physics.scene import JointState
from riffraff.tuning.measurements import Loaded, Yardarm

STEADYING: Final = 0.06
"""Damping of the pivot [N m s] of a ship steadied by hand: near critical. At rest it makes no difference."""

_REST: Final = 4.0  # s that a steadied ship takes to come to rest, at first
_LONGEST: Final = 24.0  # s after which it should have
_STILL: Final = 2e-5  # rad that the heel of a ship at rest changes in half a second
_GAP: Final = 0.0003  # m that a piece falls when it is laid down
_STRAY: Final = 0.003  # m that a piece may get from where it was laid: it settles, but does not slide
_UPRIGHT: Final = frozenset({"barrel", "flacon", "chest"})
"""Shapes that roll in the pose in which they are likeliest to end."""


class UnmeasurableError(Exception):
    """With these parameters there is nothing to measure: the piece slides off, the ship does not swing."""


class Bench:
    """A ship with certain parameters; a context manager, as its model's files have to go in the end.

    Args:
        parameters: the physical constants.
    """

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> "Bench":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @cached_property
    def model(self) -> Model:
        """The ship and its cargo.

        Raises:
            ModelError: the parameters contradict each other.
        """
        return build(self.parameters)

    @cached_property
    def _directory(self) -> Path:
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="riffraff-")))
        write(self.model, folder)
        return folder

    @cached_property
    def _urdf(self) -> str:
        return (self._directory / "ship.urdf").read_text(encoding="utf-8")

    def pendulum(self, axis: Swing) -> Pendulum:
        """The empty ship by the textbook: a first guess of where the simulated one will be."""
        return pendulum(self.model.ship, axis, self.parameters.world.gravity)

    @contextlib.contextmanager
    def world(
        self, *, steadied: bool = False, hung: tuple[Yardarm, float, float] | None = None
    ) -> Iterator[World]:
        """The ship on its stand.

        Args:
            steadied: whether a hand steadies it.
            hung: a weight on a yardarm's port side: which, its distance from the mast's middle [m], and its
                mass [kg].
        """
        robot = ElementTree.fromstring(self._urdf)
        if steadied:
            dynamics = robot.find("joint[@name='pivot']/dynamics")
            assert dynamics is not None
            dynamics.set("damping", repr(STEADYING))
        if hung is not None:
            _hang(robot, *hung)
        urdf = self._directory / "ship.urdf"
        urdf.write_text(ElementTree.tostring(robot, encoding="unicode"), encoding="utf-8")
        with World(self.parameters, directory=self._directory) as world:
            yield world


def _hang(robot: ElementTree.Element, yardarm: Yardarm, distance: float, mass: float) -> None:
    """Make a weight at a point of a yardarm part of it: at rest, one on a thread acts in the same way."""
    inertial = robot.find(f"link[@name='yardarm_{yardarm.value}']/inertial")
    assert inertial is not None
    origin, weight, inertia = (inertial.find(tag) for tag in ("origin", "mass", "inertia"))
    assert origin is not None
    assert weight is not None
    assert inertia is not None
    own = float(weight.get("value", ""))
    x, y, z = map(float, origin.get("xyz", "").split())
    total = own + mass
    # The weight is at the height of the yardarm's own centre, so the axes of inertia stay as they are.
    spread = own * mass / total * (distance - y) ** 2
    origin.set("xyz", f"{x} {(own * y + mass * distance) / total!r} {z}")
    weight.set("value", repr(total))
    for name in ("ixx", "izz"):
        inertia.set(name, repr(float(inertia.get(name, "")) + spread))


# -- what hands do ----------------------------------------------------------------------------------------


def flat(piece: PieceModel) -> StablePose:
    """How a person lays a piece down so that it stays: as it lies best, but what is round upright."""
    if piece.name not in _UPRIGHT:
        return piece.stable_poses[0]

    def lean(pose: StablePose) -> float:
        return 1 - float(Rotation.from_quat(pose.orientation).apply([0.0, 0.0, 1.0])[2])

    return min(piece.stable_poses, key=lean)


def lay(world: World, piece: str, area: int, at: tuple[float, float], *, number: int = 0) -> int:
    """Lay a piece on a spot of an area.

    Args:
        world: where.
        piece: its shape.
        area: number of the area.
        at: where, in the frame of the link that carries the area [m].
        number: which of the pieces of that shape.

    Returns:
        The number of the piece in the world.
    """
    body = SHAPES.index(piece) + number * len(SHAPES)
    pose = flat(world.scene.model.cargo[piece])
    height = world.scene.model.areas[area].height + pose.height + _GAP
    world.put(body, compose(world.area_frame(area), Pose((*at, height), pose.orientation)))
    return body


def load(world: World, loads: Iterable[Loaded]) -> None:
    """Lay pieces in the middles of their areas."""
    seen: dict[str, int] = {}
    for loaded in loads:
        number = seen.get(loaded.piece, 0)
        seen[loaded.piece] = number + 1
        x, y = np.mean(world.scene.model.areas[loaded.area].polygon, axis=0).tolist()
        lay(world, loaded.piece, loaded.area, (x, y), number=number)


def heel_to(world: World, axis: Swing, angle: float) -> None:
    """Hold the ship at a heel beyond the one it has, with all that lies on it, at rest [rad]."""
    turn = Rotation.from_rotvec(angle * np.eye(3)[axis])
    centre = np.array([0.0, 0.0, world.parameters.ship.pivot_height])
    before = world.snapshot()

    def turned(motion: Motion) -> Motion:
        x, y, z = (centre + turn.apply(np.array(motion.pose.position) - centre)).tolist()
        orientation = turn * Rotation.from_quat(motion.pose.orientation)
        return Motion(Pose((x, y, z), quaternion(orientation)))

    (pivot, _), *others = before.joints
    held: list[JointState] = [(quaternion(turn * Rotation.from_quat(pivot)), (0.0, 0.0, 0.0))]
    held += [(position, (0.0,) * len(velocity)) for position, velocity in others]
    pieces = {piece: turned(motion) for piece, motion in before.pieces.items()}
    world.restore(Snapshot(tuple(held), pieces))


def rest(world: World, watched: str = "the cargo") -> None:
    """Let a steadied ship come to rest.

    Raises:
        UnmeasurableError: cargo does not stay where it was laid, or the ship finds no rest.
    """
    aboard = world.having(Status.ABOARD)
    world.advance(0.3)  # what was laid down has settled
    places = _places(world, aboard)
    world.advance(_REST)
    while True:
        before = world.heel
        world.advance(0.5)
        strayed = max(
            (math.dist(a, b) for a, b in zip(places, _places(world, aboard), strict=True)), default=0.0
        )
        if world.having(Status.ABOARD) != aboard or strayed > _STRAY:
            raise UnmeasurableError(f"{watched} does not stay where it is laid")
        if abs(world.heel - before) < _STILL:
            return
        if world.time > _LONGEST:
            raise UnmeasurableError("the ship comes to no rest")


def _places(world: World, pieces: Iterable[int]) -> list[tuple[float, float, float]]:
    """Where pieces are, as seen from the hull [m]."""
    hull = world.link_pose("hull")
    back = Rotation.from_quat(hull.orientation).inv()
    places = [
        back.apply(np.subtract(world.motion(piece).pose.position, hull.position)).tolist() for piece in pieces
    ]
    return [(x, y, z) for x, y, z in places]
