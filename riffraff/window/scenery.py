"""Everything that is drawn: rigid bodies with their surfaces, and where each is in a frame."""

import itertools
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from riffraff import model as models
from riffraff.model import BODIES, FIRST_PIECE_BODY, SHIP_LINKS, JointKind, Model, piece_shape
from riffraff.rules import PIECES
from riffraff.window import materials, meshes
from riffraff.window.materials import Material
from riffraff.window.meshes import Floats, Mesh

TABLE_RADIUS, _TABLE_THICKNESS, _TABLE_ROUNDING = 0.80, 0.035, 0.012
"""Size of the round table [m]; the physics knows no edge of it."""

BOX, TABLE = "box", "table"
"""Names of the bodies that are no links of the ship and no cargo."""


@dataclass(frozen=True, eq=False)
class Surface:
    """A mesh in its body's frame, and what it looks like."""

    mesh: Mesh
    material: Material


@dataclass(frozen=True, eq=False)
class Body:
    """Something rigid.

    Attributes:
        name: of a link of the ship, of a piece (``crate-1``), `BOX` or `TABLE`.
        row: of the frame that says where it is; None for what stands still, or is joined to what has a row.
        surfaces: what is seen of it; pieces of one shape share theirs.
    """

    name: str
    row: int | None
    surfaces: tuple[Surface, ...]

    @cached_property
    def corners(self) -> Floats:
        """The corners of the smallest box round it in its own frame [m], shape [8, 3]."""
        points = np.vstack([surface.mesh.points for surface in self.surfaces])
        sides = np.stack([points.min(axis=0), points.max(axis=0)], axis=1)
        return np.array(list(itertools.product(*sides)))


def upright(model: Model) -> Floats:
    """The frame of the empty ship at rest, shape [`riffraff.model.BODIES`, 7]."""
    poses = np.full((BODIES, 7), np.nan)
    origins = {SHIP_LINKS[0]: np.array([0.0, 0.0, model.parameters.ship.pivot_height])}
    for joint in model.ship.joints:  # parents come before their children
        if joint.parent in origins:
            origins[joint.child] = origins[joint.parent] + joint.origin
    for row, link in enumerate(SHIP_LINKS):
        poses[row] = (*origins[link], 0.0, 0.0, 0.0, 1.0)
    return poses


class Scenery:
    """The table, the box, the ship on its stand and the 32 pieces, and where a frame puts them.

    Args:
        model: of the ship and its cargo.
        directory: of the model's files; by default found, or made, for its parameters.

    Attributes:
        bodies: all of them, in the order of `place`.

    Raises:
        ModelError: there are no meshes of the model in its directory.
    """

    def __init__(self, model: Model, *, directory: Path | None = None) -> None:
        self.model = model
        directory = directory or models.provide(model.parameters)
        ship = []
        for link in model.ship.links:
            surfaces = tuple(
                Surface(
                    meshes.shaded(*meshes.read(directory / visual.mesh)),
                    materials.of_link(link.name, number, visual),
                )
                for number, visual in enumerate(link.visuals)
            )
            row = SHIP_LINKS.index(link.name) if link.name in SHIP_LINKS else None
            ship.append(Body(link.name, row, surfaces))
        shapes = {
            shape: tuple(
                Surface(
                    meshes.shaded(*meshes.read(directory / visual.mesh)), materials.of_piece(shape, visual)
                )
                for visual in piece.visuals
            )
            for shape, piece in model.cargo.items()
        }
        cargo = [
            Body(piece.name, FIRST_PIECE_BODY + piece.index, shapes[piece_shape(piece.index)])
            for piece in PIECES
        ]
        world = model.parameters.world
        box = Surface(_box_bottom(world.box_size, world.box_height, world.box_wall), materials.BOX)
        table = Surface(_table_top(), materials.TABLE)
        self.bodies: tuple[Body, ...] = (
            Body(TABLE, None, (table,)),
            Body(BOX, None, (box,)),
            *ship,
            *cargo,
        )
        self._index = {body.name: number for number, body in enumerate(self.bodies)}
        self._corners = np.stack([body.corners for body in self.bodies])
        self._with_row = np.array([n for n, body in enumerate(self.bodies) if body.row is not None])
        self._rows = np.array([body.row for body in self.bodies if body.row is not None])

    @cached_property
    def triangles(self) -> tuple[Floats, ...]:
        """Of every body, in its frame [m], shape [triangle, corner, 3]; bodies of one shape share theirs."""
        shared = {
            id(body.surfaces): np.vstack([surface.mesh.triangles for surface in body.surfaces])
            for body in self.bodies
        }
        doubles = {key: triangles.astype(np.float64) for key, triangles in shared.items()}
        return tuple(doubles[id(body.surfaces)] for body in self.bodies)

    def index(self, name: str) -> int:
        """The number of the body with that name; a KeyError says that there is none."""
        if name not in self._index:
            raise KeyError(f"no body is called {name!r}; bodies are links of the ship, pieces, box and table")
        return self._index[name]

    def place(self, poses: npt.ArrayLike) -> Floats:
        """Where a frame puts every body.

        Args:
            poses: of a frame, shape [`riffraff.model.BODIES`, 7], NaN where a piece is absent.

        Returns:
            A rotation with the position [m] as fourth column for each body, shape [body, 3, 4]; NaN for
            absent ones.
        """
        frame = np.asarray(poses, np.float64)
        if frame.shape != (BODIES, 7):
            raise ValueError(f"a frame has the shape {[BODIES, 7]}, not {list(frame.shape)}")
        turns = np.full((BODIES, 3, 3), np.nan)
        there = np.isfinite(frame).all(axis=1)
        turns[there] = Rotation.from_quat(frame[there, 3:]).as_matrix()
        placed = np.zeros((len(self.bodies), 3, 4))
        placed[:, :, :3] = np.eye(3)
        placed[self._with_row, :, :3] = turns[self._rows]
        placed[self._with_row, :, 3] = frame[self._rows, :3]
        height = self.model.parameters.ship.pivot_height
        placed[[self._index["stand"], self._index["ring"]], 2, 3] = height
        for joint in self.model.ship.joints:
            self._join(placed, joint.kind, joint.parent, joint.child, np.array(joint.origin))
        return placed

    def corners(self, placed: Floats) -> Floats:
        """The corners of boxes round the bodies that are there and stand on the table [m], shape [n, 8, 3].

        Args:
            placed: what `place` gives.
        """
        points = self._corners @ placed[:, :, :3].transpose(0, 2, 1) + placed[:, None, :, 3]
        points = np.delete(points, self._index[TABLE], axis=0)
        return np.asarray(points[np.isfinite(points[:, 0, 0])])

    def corners_of(self, name: str, placed: Floats) -> Floats:
        """The corners of the box round one body [m], shape [8, 3]; `placed` is what `place` gives."""
        number = self.index(name)
        return np.asarray(self._corners[number] @ placed[number, :, :3].T + placed[number, :, 3])

    def _join(self, placed: Floats, kind: JointKind, parent: str, child: str, origin: Floats) -> None:
        """Place a link that has no row of its own, from one it is joined to."""
        above, below = placed[self._index[parent]], placed[self._index[child]]
        if kind is JointKind.FIXED and child == SHIP_LINKS[0]:
            # The bar is fixed to the hull, which has the row.
            above[:, :3] = below[:, :3]
            above[:, 3] = below[:, 3] - below[:, :3] @ origin
        elif kind is JointKind.FIXED and child != "ring":
            below[:, :3] = above[:, :3]
            below[:, 3] = above[:, 3] + above[:, :3] @ origin
        elif kind is JointKind.REVOLUTE:
            # A peg rocks with its yardarm, which turns on it: of the two turns, about x and then about z,
            # it has only the first.
            level = child.removeprefix("peg_")
            yardarm = placed[self._index[f"yardarm_{level}"]]
            _, (_, sine), (_, cosine) = (above[:, :3].T @ yardarm[:, :3])[:, 1:]
            size = np.hypot(sine, cosine)
            rock = np.array([[1.0, 0.0, 0.0], [0.0, cosine, sine], [0.0, -sine, cosine]])
            rock[1:, 1:] /= size
            below[:, :3] = above[:, :3] @ rock
            below[:, 3] = above[:, 3] + above[:, :3] @ origin


def _box_bottom(size: float, height: float, wall: float) -> Mesh:
    """The open box that the stand is in: a floor and four walls."""
    middle = (size - wall) / 2.0
    inner = size - 2.0 * wall
    return meshes.boxes(
        [
            ((inner, inner, wall), (0.0, 0.0, wall / 2.0)),
            *(((size, wall, height), (0.0, side * middle, height / 2.0)) for side in (-1.0, 1.0)),
            *(((wall, inner, height), (side * middle, 0.0, height / 2.0)) for side in (-1.0, 1.0)),
        ]
    )


def _table_top() -> Mesh:
    """A round table with a rounded edge; its top is at z = 0."""
    soft, inner = _TABLE_ROUNDING, TABLE_RADIUS - _TABLE_ROUNDING
    turns = np.linspace(0.0, np.pi / 2.0, 6)
    edge = [(inner + soft * float(np.cos(a)), soft * float(np.sin(a)) - soft) for a in turns]
    return meshes.turned([(0.0, -_TABLE_THICKNESS), (TABLE_RADIUS, -_TABLE_THICKNESS), *edge, (0.0, 0.0)])
