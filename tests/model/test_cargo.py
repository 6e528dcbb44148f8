import math
from pathlib import Path

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from riffraff.model import SHAPES, Box, Cylinder, Hull, Model, ModelError, Part, PieceModel, Sphere
from riffraff.model.parts import matrix, outline
from riffraff.model.piece import piece
from riffraff.model.solids import convex, fused
from riffraff.params import Parameters

# Estimates of the real pieces [g]: the shapes are free, but their masses must come out near these.
TABLE = {
    "boat": 6.0,
    "barrel": 4.3,
    "flacon": 10.0,
    "crate": 15.0,
    "sailor": 5.0,
    "plank": 2.5,
    "rat": 4.0,
    "chest": 6.4,
}

each_shape = pytest.mark.parametrize("name", SHAPES)


def mesh_of(meshes: dict[str, trimesh.Trimesh], piece: PieceModel) -> trimesh.Trimesh:
    return meshes[piece.visuals[0].mesh]


def beyond(part: Part, points: np.ndarray) -> np.ndarray:
    """How far points lie outside a convex part, negative inside; a lower bound of the distance."""
    planes = ConvexHull(outline(part)).equations
    return (planes[:, :3] @ points.T + planes[:, 3:]).max(axis=0)


@each_shape
def test_mass_is_near_the_estimate_and_from_the_mesh(
    model: Model, meshes: dict[str, trimesh.Trimesh], name: str
) -> None:
    shape = model.cargo[name]
    assert shape.inertial.mass * 1e3 == pytest.approx(TABLE[name], rel=0.12)
    assert shape.inertial.mass == pytest.approx(700.0 * mesh_of(meshes, shape).volume, rel=1e-5)


@each_shape
def test_mesh_is_watertight_and_its_inertia_diagonal(
    model: Model, meshes: dict[str, trimesh.Trimesh], name: str
) -> None:
    shape, mesh = model.cargo[name], mesh_of(meshes, model.cargo[name])
    assert mesh.is_watertight
    assert mesh.volume > 0
    assert mesh.body_count == 1
    assert mesh.center_mass == pytest.approx((0.0, 0.0, 0.0), abs=1e-8)
    inertia = mesh.moment_inertia * 700.0
    assert np.diag(inertia) == pytest.approx(shape.inertial.moments, rel=1e-5)
    assert np.abs(inertia - np.diag(np.diag(inertia))).max() < 1e-5 * max(shape.inertial.moments)
    a, b, c = sorted(shape.inertial.moments)
    assert a > 0
    assert a + b > c


def test_crate_and_plank_are_near_plain_boxes(model: Model) -> None:
    # Their broken edges and carved lines take less than two hundredths off.
    for name, (a, b, c) in {"crate": (0.028, 0.028, 0.028), "plank": (0.060, 0.012, 0.005)}.items():
        inertia = model.cargo[name].inertial
        mass = 700.0 * a * b * c
        assert mass * 0.98 < inertia.mass < mass
        box = (mass / 12 * (b * b + c * c), mass / 12 * (a * a + c * c), mass / 12 * (a * a + b * b))
        assert inertia.moments == pytest.approx(box, rel=0.03)
        assert model.cargo[name].parts == (Box((a, b, c)),)


def test_outer_dimensions_are_the_parameters(model: Model, meshes: dict[str, trimesh.Trimesh]) -> None:
    expected = {
        "boat": (0.050, 0.018, 0.014),
        "barrel": (0.018, 0.018, 0.024),
        "flacon": (0.028, 0.028, 0.045),
        "crate": (0.028, 0.028, 0.028),
        "plank": (0.060, 0.012, 0.005),
        "chest": (0.028, 0.018, 0.018),
    }
    for name, size in expected.items():
        assert mesh_of(meshes, model.cargo[name]).extents == pytest.approx(size, abs=2e-5)
    # The sailor's and the rat's axes are a few degrees off upright: their breadth is left as it was.
    assert mesh_of(meshes, model.cargo["sailor"]).extents[1] == pytest.approx(0.008, abs=1e-6)
    assert mesh_of(meshes, model.cargo["rat"]).extents[1] == pytest.approx(0.012, abs=5e-4)


@each_shape
def test_parts_are_few_and_of_few_corners(model: Model, name: str) -> None:
    parts = model.cargo[name].parts
    assert len(parts) <= 7
    for part in parts:
        if isinstance(part, Hull):
            assert len(part.vertices) <= 28
            assert len(ConvexHull(np.array(part.vertices)).vertices) == len(part.vertices)


@each_shape
def test_parts_stand_for_the_mesh(model: Model, meshes: dict[str, trimesh.Trimesh], name: str) -> None:
    shape, mesh = model.cargo[name], mesh_of(meshes, model.cargo[name])
    solids = [convex(outline(part)) for part in shape.parts]
    assert fused(solids).volume() == pytest.approx(mesh.volume, rel=0.05)
    surface = trimesh.sample.sample_surface(mesh, 4000, seed=1)[0]
    outside = np.min([beyond(part, surface) for part in shape.parts], axis=0)
    assert outside.max() < 0.8e-3
    corners = np.vstack([outline(part) for part in shape.parts])
    _, distance, _ = trimesh.proximity.closest_point(mesh, corners)
    inside = mesh.contains(corners)
    assert distance[~inside].max(initial=0.0) < 1.3e-3


def test_what_rolls_rolls_on_balls(model: Model) -> None:
    barrel, flacon = model.cargo["barrel"], model.cargo["flacon"]
    one, other = (part for part in barrel.parts if isinstance(part, Sphere))
    assert one.radius == other.radius == 0.009
    assert one.pose.position == pytest.approx(-np.array(other.pose.position))
    # Nothing else of it is so wide, and the balls do not stick out at the ends.
    rest = np.vstack([outline(part) for part in barrel.parts if not isinstance(part, Sphere)])
    assert np.hypot(rest[:, 0], rest[:, 1]).max() < 0.009
    assert abs(one.pose.position[2]) + one.radius < 0.012
    assert barrel.stable_poses[0].height == pytest.approx(0.009)
    assert [part.radius for part in flacon.parts if isinstance(part, Sphere)] == [0.014]


def test_a_barrel_as_wide_as_high_rolls_on_its_waist() -> None:
    squat = Parameters().with_changes({"cargo.barrel.diameter": 0.024, "cargo.barrel.height": 0.024})
    parts = piece("barrel", squat)[0].parts
    assert not any(isinstance(part, Sphere) for part in parts)
    assert max(part.radius for part in parts if isinstance(part, Cylinder)) == 0.012


def test_hollow_of_the_boat_is_open_in_mesh_and_parts(
    model: Model, meshes: dict[str, trimesh.Trimesh]
) -> None:
    size = Parameters().cargo.boat
    boat, mesh = model.cargo["boat"], meshes["meshes/boat.obj"]
    rim = mesh.bounds[1][2]
    x, y, z = np.meshgrid(
        np.linspace(-0.35, 0.35, 9) * size.length / 2,
        np.linspace(-0.9, 0.9, 7) * (0.85 * size.width / 2 - size.wall),
        rim - np.linspace(0.02, 0.98, 5) * size.hollow_depth,
    )
    points = np.column_stack([x.ravel(), y.ravel(), z.ravel()])
    assert not mesh.contains(points).any()
    assert np.min([beyond(part, points) for part in boat.parts], axis=0).min() > 0.0
    under = np.array([(0.0, 0.0, rim - 1.1 * size.hollow_depth)])
    assert mesh.contains(under).all()


@pytest.mark.parametrize("name", ["sailor", "rat"])
def test_slots_are_clear_over_gap_and_depth(
    model: Model, meshes: dict[str, trimesh.Trimesh], name: str
) -> None:
    shape, mesh = model.cargo[name], meshes[f"meshes/{name}.obj"]
    hook = shape.hook
    assert hook is not None
    assert hook.gap == Parameters().cargo.sailor.hook_gap > Parameters().ship.yardarm_thickness
    assert hook.depth >= 0.007
    x, y, z = np.meshgrid(
        np.linspace(-0.995, -0.005, 12) * hook.depth,
        np.linspace(-0.02, 0.02, 9),
        np.linspace(-0.49, 0.49, 7) * hook.gap,
    )
    slot = np.column_stack([x.ravel(), y.ravel(), z.ravel()])
    body = slot @ matrix(hook.pose).T + hook.pose.position
    assert not mesh.contains(body).any()
    assert np.min([beyond(part, body) for part in shape.parts], axis=0).min() > 0.0
    # It is a slot: wood above it, below it and at its end.
    around = np.array(
        [(-hook.depth / 3, 0, 0.53 * hook.gap), (-hook.depth / 3, 0, -0.6 * hook.gap), (2e-4, 0, 0)]
    )
    assert mesh.contains(around @ matrix(hook.pose).T + hook.pose.position).all()
    # Hung, the weight is between the slot's mouth and its end: it neither tips out nor swings in.
    centre = -matrix(hook.pose).T @ np.array(hook.pose.position)
    assert -hook.depth < centre[0] < 0.0
    assert centre[2] < -hook.gap / 2


def test_only_sailor_and_rat_hook(model: Model) -> None:
    assert {name for name, shape in model.cargo.items() if shape.hook is not None} == {"sailor", "rat"}


def test_colours_tell_the_shapes_apart(model: Model) -> None:
    colours = [np.array(shape.visuals[0].colour) for shape in model.cargo.values()]
    assert all(((colour >= 0) & (colour <= 1)).all() for colour in colours)
    assert min(np.linalg.norm(a - b) for i, a in enumerate(colours) for b in colours[:i]) > 0.15


@pytest.mark.parametrize(
    ("changes", "name", "said"),
    [
        ({"cargo.barrel.end_diameter": 0.020}, "barrel", "cargo.barrel.end_diameter = 0.02 m"),
        (
            {"cargo.flacon.neck_diameter": 0.014, "cargo.flacon.diameter": 0.018},
            "flacon",
            "neck_diameter at most",
        ),
        ({"cargo.flacon.height": 0.030}, "flacon", "height at least"),
        ({"cargo.boat.hollow_depth": 0.013}, "boat", "at most 0.0112 m deep"),
        ({"cargo.sailor.hook_gap": 0.010}, "sailor", "the gap at most"),
    ],
)
def test_dimensions_that_make_no_piece_are_refused(changes: dict[str, float], name: str, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        piece(name, Parameters().with_changes(changes))


CARGO = {name: q for name, q in Parameters.quantities().items() if name.startswith("cargo.")}


@settings(max_examples=12)
@given(st.fixed_dictionaries({name: st.floats(q.low, q.high) for name, q in CARGO.items()}))
def test_any_dimensions_make_a_sound_piece_or_an_error(changes: dict[str, float]) -> None:
    parameters = Parameters().with_changes(changes)
    for name in SHAPES:
        try:
            made, solids = piece(name, parameters)
        except ModelError as error:
            assert f"cargo.{name}" in str(error)
            continue
        (solid,) = solids.values()
        assert solid.volume() > 0
        assert len(solid.decompose()) == 1
        assert made.inertial.mass == pytest.approx(700.0 * solid.volume(), rel=1e-6)
        a, b, c = sorted(made.inertial.moments)
        assert 0 < a <= c <= (a + b) * (1 + 1e-9)
        assert made.stable_poses
        assert sum(pose.probability for pose in made.stable_poses) > 0.8
        assert all(math.isfinite(x) for part in made.parts for x in outline(part).ravel())


def test_directory_holds_one_mesh_for_each_convex_hull(model: Model, directory: Path) -> None:
    for name, shape in model.cargo.items():
        for index, part in enumerate(shape.parts):
            assert (directory / f"meshes/collision/{name}_{index}.obj").is_file() == isinstance(part, Hull)
