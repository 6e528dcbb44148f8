import math

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from shapely.geometry import Point, Polygon

from riffraff.model import Box, Cylinder, Hull, JointKind, Model, Sphere
from riffraff.model.levels import rock_limit
from riffraff.model.parts import outline
from riffraff.model.ring import Ring
from riffraff.model.solids import rod
from riffraff.model.waves import Waves
from riffraff.params import Parameters

SHIP = Parameters().ship


def test_links_are_the_ten_parts_and_the_stand(model: Model) -> None:
    yardarms = [f"{part}_{level}" for level in ("low", "middle", "top") for part in ("peg", "yardarm")]
    names = [link.name for link in model.ship.links]
    assert names == ["stand", "ring", "ball_bar", "hull", "mast", *yardarms]
    with pytest.raises(KeyError, match="mast"):
        model.ship.link("sail")


def test_joints_make_one_tree_from_the_stand(model: Model) -> None:
    parents = {joint.child: joint.parent for joint in model.ship.joints}
    assert len(parents) == len(model.ship.joints) == len(model.ship.links) - 1
    for name in parents:
        while name != "stand":
            name = parents[name]


def test_joints_let_the_ship_move_as_the_real_one(model: Model) -> None:
    joints = {joint.name: joint for joint in model.ship.joints}
    pivot = joints["pivot"]
    assert (pivot.kind, pivot.swing, pivot.twist) == (JointKind.SPHERICAL, SHIP.tilt_stop, SHIP.rod_play)
    assert pivot.damping == SHIP.pivot_damping
    for level, height in (("low", 0.120), ("middle", 0.185), ("top", 0.250)):
        rock, turn = joints[f"rock_{level}"], joints[f"turn_{level}"]
        assert (rock.kind, rock.axis) == (JointKind.REVOLUTE, (1.0, 0.0, 0.0))
        assert (rock.swing, rock.friction) == (rock_limit(SHIP), SHIP.yardarm_rock_friction)
        assert rock.origin == pytest.approx((0.0, 0.0, height + SHIP.peg_diameter / 2))
        assert (turn.kind, turn.axis, turn.friction) == (
            JointKind.CONTINUOUS,
            (0.0, 0.0, 1.0),
            SHIP.yardarm_turn_friction,
        )


@given(st.floats(1e-4, 3e-3), st.floats(0.008, 0.016), st.floats(0.003, 0.008))
def test_a_yardarm_rocks_until_its_hole_jams(clearance: float, mast: float, thick: float) -> None:
    ship = SHIP.model_copy(
        update={"yardarm_hole_clearance": clearance, "mast_diameter": mast, "yardarm_thickness": thick}
    )
    angle = rock_limit(ship)
    assert 0 < angle < math.pi / 2
    assert (mast + clearance) * math.cos(angle) - thick * math.sin(angle) == pytest.approx(mast)


def test_counterweight_weighs_exactly_its_parameter(model: Model, meshes: dict[str, trimesh.Trimesh]) -> None:
    steel = meshes["meshes/ball_bar_1.obj"]
    assert steel.volume * 7850.0 == pytest.approx(SHIP.counterweight_mass, rel=1e-6)
    assert steel.center_mass == pytest.approx((0, 0, -SHIP.counterweight_depth), abs=1e-7)
    spheres = [part for part in model.ship.link("ball_bar").parts if isinstance(part, Sphere)]
    radius = (3 * SHIP.counterweight_mass / (4 * math.pi * 7850.0)) ** (1 / 3)
    assert max(sphere.radius for sphere in spheres) == pytest.approx(radius, abs=2e-5)
    wood = meshes["meshes/ball_bar.obj"].volume * 700.0
    assert model.ship.link("ball_bar").inertial.mass == pytest.approx(
        SHIP.counterweight_mass + wood, rel=1e-6
    )


def test_masses_are_those_of_the_wood(model: Model, meshes: dict[str, trimesh.Trimesh]) -> None:
    assert model.ship.link("hull").inertial.mass == pytest.approx(0.245, rel=0.12)
    mast = 700.0 * math.pi * (SHIP.mast_diameter / 2) ** 2 * SHIP.mast_length
    assert 0.93 * mast < model.ship.link("mast").inertial.mass < mast
    peg = 700.0 * math.pi * (SHIP.peg_diameter / 2) ** 2 * SHIP.peg_length
    assert model.ship.link("peg_low").inertial.mass == pytest.approx(peg, rel=4e-3)
    strip = 700.0 * SHIP.yardarm_width * SHIP.yardarm_thickness * SHIP.low_yardarm_length
    assert model.ship.link("yardarm_low").inertial.mass == pytest.approx(strip, rel=0.05)
    for link in model.ship.links:
        a, b, c = sorted(link.inertial.moments)
        assert a > 0
        assert a + b >= c


def test_every_solid_is_watertight(meshes: dict[str, trimesh.Trimesh]) -> None:
    for name, mesh in meshes.items():
        assert mesh.is_watertight, name
        assert mesh.volume > 0, name
    assert sum(len(mesh.faces) for name, mesh in meshes.items() if "collision" not in name) < 40_000


def test_ship_is_in_balance_at_rest(model: Model) -> None:
    moving = [link for link in model.ship.links if link.name not in ("stand", "ring")]
    origins = {"ball_bar": np.zeros(3)}
    for joint in model.ship.joints:
        if joint.parent in origins:
            origins[joint.child] = origins[joint.parent] + joint.origin
    mass = sum(link.inertial.mass for link in moving)
    centre = sum(link.inertial.mass * (origins[link.name] + link.inertial.centre) for link in moving) / mass
    assert centre[:2] == pytest.approx((0, 0), abs=1e-8)
    # It rights itself, and as slowly as players say: about 1.3 s for a roll without damping.
    roll = sum(
        link.inertial.moments[0] + link.inertial.mass * (origins[link.name] + link.inertial.centre)[2] ** 2
        for link in moving
    )
    period = 2 * math.pi * math.sqrt(roll / (mass * 9.81 * -centre[2]))
    assert centre[2] < 0
    assert period == pytest.approx(1.3, abs=0.2)


def test_collision_shapes_are_cheap(model: Model) -> None:
    for link in model.ship.links:
        for part in link.parts:
            if isinstance(part, Hull):
                assert len(part.vertices) <= 40
    assert len(model.ship.link("hull").parts) <= 15
    assert [type(part) for part in model.ship.link("mast").parts] == [Cylinder]
    assert [type(part) for part in model.ship.link("yardarm_low").parts] == [Box]


def test_hull_parts_stand_for_the_hull(model: Model, meshes: dict[str, trimesh.Trimesh]) -> None:
    surface = trimesh.sample.sample_surface(meshes["meshes/hull.obj"], 4000, seed=1)[0]
    outside = np.full(len(surface), np.inf)
    for part in model.ship.link("hull").parts:
        planes = ConvexHull(outline(part)).equations
        outside = np.minimum(outside, (planes[:, :3] @ surface.T + planes[:, 3:]).max(axis=0))
    assert outside.max() < 2.8e-3


def test_bulwark_stands_round_a_clear_deck(model: Model) -> None:
    deck = SHIP.hull_clearance + SHIP.hull_depth
    _, *wall = model.ship.link("hull").parts
    points = [outline(part) for part in wall]
    assert min(p[:, 2].min() for p in points) == pytest.approx(deck)
    assert max(p[:, 2].max() for p in points) == pytest.approx(deck + SHIP.bulwark_height)
    ring = Polygon()
    for corners in points:
        ring = ring.union(Polygon(corners[:, :2]).convex_hull.buffer(1e-6))
    assert len(ring.interiors) == 1
    for number in (1, 2, 3, 4):
        inside = Polygon(model.areas[number].polygon)
        assert inside.intersection(ring).area < 0.02 * inside.area


def test_areas_lie_on_their_links_and_apart(model: Model, meshes: dict[str, trimesh.Trimesh]) -> None:
    assert list(model.areas) == list(range(1, 11))
    for number, area in model.areas.items():
        polygon = Polygon(area.polygon)
        assert area.number == number
        assert polygon.is_valid
        assert polygon.exterior.is_ccw
        assert polygon.equals(polygon.convex_hull)
        mesh = meshes[f"meshes/{area.link}.obj"]
        middle = polygon.representative_point()
        corners = [
            Point(middle.x + 0.98 * (x - middle.x), middle.y + 0.98 * (y - middle.y)) for x, y in area.polygon
        ]
        for spot in (middle, *corners):
            surface = np.array([(spot.x, spot.y, area.height - 2e-4), (spot.x, spot.y, area.height + 2e-4)])
            assert mesh.contains(surface).tolist() == [True, False], (number, spot)
        for other in model.areas.values():
            if other.number < number and other.link == area.link:
                assert polygon.intersection(Polygon(other.polygon)).area < 1e-12


def test_areas_are_where_the_rules_say(model: Model) -> None:
    centres = {number: Polygon(area.polygon).centroid for number, area in model.areas.items()}
    for number, area in model.areas.items():
        assert (centres[number].y > 0) == (number % 2 == 1)  # Odd numbers are to port.
        if number <= 4:
            assert area.link == "hull"
            assert (centres[number].x > 0) == (number <= 2)
        else:
            assert area.link == f"yardarm_{('low', 'middle', 'top')[(number - 5) // 2]}"


@pytest.mark.parametrize("direction", range(8))
def test_what_swings_clears_what_stands(meshes: dict[str, trimesh.Trimesh], direction: int) -> None:
    """Heeled to the stop in any direction, the ship enters neither ring nor waves nor table."""
    bar, counterweight, hull = (
        meshes[f"meshes/{name}.obj"].vertices for name in ("ball_bar", "ball_bar_1", "hull")
    )
    if direction % 2:
        # Heeled diagonally the rods also turn in plan, beyond their play in the notches.
        bar = bar[np.abs(bar[:, 1]) < SHIP.bar_diameter]
    away = bar[
        np.linalg.norm(bar, axis=1) > 1.01 * SHIP.ball_diameter / 2
    ]  # The ball itself sits in the ring.
    angle = direction * math.pi / 4
    turn = trimesh.transformations.rotation_matrix(SHIP.tilt_stop, (math.cos(angle), math.sin(angle), 0))
    heeled = trimesh.transform_points(np.vstack([away, counterweight, hull]), turn)
    for standing in ("ring", "stand", "stand_1"):
        assert not meshes[f"meshes/{standing}.obj"].contains(heeled).any()
    assert heeled[:, 2].min() > -SHIP.pivot_height


def test_rods_have_their_play_in_the_notches_and_no_more() -> None:
    ring = Ring(Parameters()).solid()
    reach = SHIP.rod_length * 0.999
    for yaw, touches in ((0.9 * SHIP.rod_play, False), (1.6 * SHIP.rod_play, True)):
        rods = rod(SHIP.rod_diameter / 2, 2 * reach, axis="y").rotate((0, 0, math.degrees(yaw)))
        assert ((rods ^ ring).volume() > 1e-12) == touches


def test_ring_carries_the_ball() -> None:
    ring = Ring(Parameters())
    assert math.hypot(ring.seat, SHIP.ring_hole_diameter / 2) == pytest.approx(SHIP.ball_diameter / 2)


def test_waves_carry_the_ring_and_stand_on_the_table() -> None:
    waves, ring = Waves(Parameters()), Ring(Parameters())
    for solid in waves.solids():
        x0, y0, z0, x1, y1, z1 = solid.bounding_box()
        assert z1 == pytest.approx(ring.floor, abs=1e-6)
        assert z0 == pytest.approx(-SHIP.pivot_height, abs=1e-6)
        assert max(abs(x0), abs(x1), abs(y0), abs(y1)) < 0.297 / 2
