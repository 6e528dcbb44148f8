"""The simulated ship and its cargo against formulas from a textbook."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from riffraff.model import Pose, Swing, pendulum, rolling_acceleration
from riffraff.physics import FIRST_PIECE_BODY, Change, Status, World
from riffraff.rules import Shape

from .stage import GRAVITY, lay_on_table, number, period, tilt

Make = Callable[..., World]


@pytest.mark.parametrize("axis", list(Swing), ids=["roll", "pitch"])
def test_the_empty_ship_swings_like_a_compound_pendulum(make_world: Make, axis: Swing) -> None:
    world = make_world(ship__pivot_damping=0)
    amplitude = 0.03  # rad: in a wider swing the loose yardarms begin to rock on their pegs
    tilt(world, *((amplitude, 0.0) if axis is Swing.ROLL else (0.0, amplitude)))
    times, angles = [], []
    for _ in range(600):
        world.frame()
        times.append(world.time)
        angles.append(world.roll_pitch_yaw[axis])
    measured = period(np.array(times), np.array(angles))
    theory = pendulum(world.scene.model.ship, axis, GRAVITY).period(amplitude)
    assert measured == pytest.approx(theory, rel=0.01)
    assert max(angles[-90:]) == pytest.approx(amplitude, rel=0.01)  # no damping: the swing keeps its height


def test_pivot_damping_brings_the_swing_down_by_the_formula(make_world: Make) -> None:
    damping = 2e-3
    world = make_world(ship__pivot_damping=damping)
    tilt(world, 0.05)
    angles = []
    for _ in range(300):
        world.frame()
        angles.append(world.roll_pitch_yaw[0])
    inertia = pendulum(world.scene.model.ship, Swing.ROLL, GRAVITY).inertia
    last_peak = len(angles) - 75 + int(np.argmax(angles[-75:]))
    decay = math.exp(-damping / (2 * inertia) * (last_peak + 1) / world.parameters.world.frame_rate)
    assert angles[last_peak] == pytest.approx(0.05 * decay, rel=0.02)


@pytest.mark.parametrize(("area", "side"), [(1, 1), (2, -1)], ids=["port", "starboard"])
def test_a_weight_off_the_axes_heels_the_ship_by_its_moments(make_world: Make, area: int, side: int) -> None:
    world = make_world(ship__pivot_damping=0.01)
    crate = number(Shape.CRATE)
    world.lay(crate, area, (0.05, 0.016 * side))
    world.advance(12.0)  # rest is declared while the swing still has a twentieth of a degree
    assert world.status(crate) is Status.ABOARD
    # Moments about the pivot: the ship's own against that of the crate where it now lies.
    weight = world.scene.model.cargo["crate"].inertial.mass * GRAVITY
    across = np.array(world.motion(crate).pose.position) - (0, 0, world.parameters.ship.pivot_height)
    roll, pitch, _ = world.roll_pitch_yaw
    against_roll, against_pitch = (
        pendulum(world.scene.model.ship, axis, GRAVITY).stiffness for axis in Swing
    )
    assert -against_roll * math.sin(roll) * math.cos(pitch) == pytest.approx(weight * across[1], rel=0.02)
    assert against_pitch * math.sin(pitch) == pytest.approx(weight * across[0], rel=0.02)


def test_a_piece_falls_freely(world: World) -> None:
    crate = number(Shape.CRATE)
    world.put(crate, Pose((0.5, 0.5, 1.0)))
    events = world.advance(1.0)
    landed = next(event.time for event in events if event.change is Change.LANDED)
    drop = 1.0 - world.scene.model.parameters.cargo.crate.edge / 2
    assert landed == pytest.approx(math.sqrt(2 * drop / GRAVITY), abs=0.01)


@pytest.mark.parametrize("restitution", [0.0, 0.35])
def test_a_dropped_crate_rebounds_by_the_coefficient(make_world: Make, restitution: float) -> None:
    crate, coefficients = number(Shape.CRATE), []
    # Where in a step the crate hits makes a difference to a single bounce: the median of some heights counts.
    for height in np.linspace(0.1, 0.3, 9):
        world = make_world(wood__restitution=restitution)
        half = world.parameters.cargo.crate.edge / 2
        world.put(crate, Pose((0.5, 0.5, height + half)))
        heights = []
        for _ in range(60):
            world.frame()
            heights.append(world.poses[FIRST_PIECE_BODY + crate, 2] - half)
        rebound = max(heights[int(np.argmin(heights)) :])
        coefficients.append(math.sqrt(max(rebound, 0.0) / height))
    assert np.median(coefficients) == pytest.approx(restitution, abs=0.08)


@pytest.mark.parametrize("shape", list(Shape), ids=lambda shape: shape.value)
def test_every_shape_lies_still_on_the_table_in_its_likeliest_pose(make_world: Make, shape: Shape) -> None:
    world = make_world()
    piece = number(shape)
    lay_on_table(world, piece, (0.3, 0.3))
    before = world.motion(piece).pose.position
    world.advance(2.0)
    after = world.motion(piece).pose.position
    assert math.dist(before[:2], after[:2]) < 0.002
    assert before[2] - after[2] == pytest.approx(0.001, abs=0.0004)  # it closed the gap it was put above


@pytest.mark.parametrize("shape", [Shape.CRATE, Shape.PLANK, Shape.CHEST], ids=lambda shape: shape.value)
def test_a_piece_slides_on_an_inclined_table_from_the_angle_of_friction_on(
    make_world: Make, shape: Shape
) -> None:
    friction = 0.3
    limit = math.atan(friction)
    travelled = []
    for slope in (limit - math.radians(0.5), limit + math.radians(0.5)):
        world = make_world(wood__table_friction=friction)
        piece = number(shape)
        lay_on_table(world, piece, (0.5, 0.5))
        world.advance(0.4)
        world.incline(slope, toward=0.7)
        before = world.motion(piece).pose.position
        world.advance(1.5)
        travelled.append(math.dist(before, world.motion(piece).pose.position))
    assert travelled[0] < 0.0005
    assert travelled[1] > 0.003


@pytest.mark.parametrize("shape", [Shape.BARREL, Shape.FLACON], ids=lambda shape: shape.value)
def test_a_round_piece_does_not_begin_to_roll_on_a_level_table(make_world: Make, shape: Shape) -> None:
    world = make_world()
    piece = number(shape)
    lay_on_table(world, piece, (0.5, 0.5), gap=0.0002)
    world.advance(3.0)
    assert math.hypot(*world.motion(piece).velocity) < 0.001


def test_a_barrel_rolls_down_an_inclined_table_like_a_body_that_does_not_slip(make_world: Make) -> None:
    world = make_world(wood__rolling_friction=0, wood__spinning_friction=0)
    piece, barrel = number(Shape.BARREL), world.scene.model.cargo["barrel"]
    radius, slope = world.parameters.cargo.barrel.diameter / 2, math.radians(2)
    lying = min(range(len(barrel.stable_poses)), key=lambda n: abs(barrel.stable_poses[n].height - radius))
    lay_on_table(world, piece, (0.5, 0.5), which=lying)
    world.advance(0.5)
    axis = Rotation.from_quat(world.motion(piece).pose.orientation).apply([0, 0, 1])
    down = np.array([axis[1], -axis[0], 0]) / math.hypot(axis[0], axis[1])
    world.incline(slope, toward=math.atan2(down[1], down[0]))
    world.advance(0.5)
    before = np.array(world.motion(piece).velocity)
    world.advance(0.5)
    gained = float((np.array(world.motion(piece).velocity) - before) @ down)
    theory = rolling_acceleration(barrel, radius, slope, GRAVITY)
    assert gained / 0.5 == pytest.approx(theory, rel=0.03)


def test_the_ship_stops_at_its_tilt_stop(make_world: Make) -> None:
    world = make_world()
    tilt(world, 0.8)
    world.advance(0.5)
    heels = []
    for _ in range(120):
        world.frame()
        heels.append(world.heel)
    assert max(heels) < world.parameters.ship.tilt_stop + math.radians(2)


def test_rods_keep_the_ship_from_yawing(make_world: Make) -> None:
    world = make_world()
    for turn, piece in enumerate(range(6)):
        world.lay(piece, 1 + turn % 4, (0.0, 0.02) if turn % 4 in (0, 2) else (0.0, -0.02), gap=0.01)
        world.advance(0.5)
        assert abs(world.roll_pitch_yaw[2]) < world.parameters.ship.rod_play + math.radians(1)
