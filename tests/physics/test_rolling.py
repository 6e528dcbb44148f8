"""A barrel that rolls without rolling friction goes on as it began: nothing in the contact drives it."""

import math
from collections.abc import Callable

import pytest
from scipy.spatial.transform import Rotation

from riffraff.physics import Motion, World, compose, pose, within
from riffraff.rules import Shape

from .stage import GRAVITY, number

Make = Callable[..., World]
BARREL = number(Shape.BARREL)
LYING = Rotation.from_euler("y", math.pi / 2)


def rolling(world: World, speed: float) -> Motion:
    """A barrel that rolls along y on the table beside the box [m/s]."""
    radius = world.parameters.cargo.barrel.diameter / 2
    return Motion(pose((0.5, 0.3, radius), LYING), (0.0, speed, 0.0), (-speed / radius, 0.0, 0.0))


@pytest.mark.parametrize("speed", [0.003, 0.03, 0.2])
def test_a_barrel_keeps_its_speed_on_a_level_table(make_world: Make, speed: float) -> None:
    world = make_world(wood__rolling_friction=0, wood__spinning_friction=0)
    world.put(BARREL, rolling(world, speed))
    world.advance(2)
    x, y, z = world.motion(BARREL).velocity
    assert math.hypot(x, y) == pytest.approx(speed, rel=0.01)
    assert abs(x) < 0.03 * speed  # straight on
    assert abs(z) < 0.001


@pytest.mark.parametrize("speed", [0.03, 0.2])
def test_rolling_friction_stops_a_barrel_after_the_time_of_the_formula(
    make_world: Make, speed: float
) -> None:
    friction = 2e-4
    world = make_world(wood__rolling_friction=friction, wood__spinning_friction=0, wood__table_friction=0.3)
    world.put(BARREL, rolling(world, speed))
    body, radius = world.scene.inertial(BARREL), world.parameters.cargo.barrel.diameter / 2
    # The torque against rolling takes spin; the friction of sliding sees to it that speed goes along.
    slowing = GRAVITY * friction / radius / (1 + body.moments[2] / (body.mass * radius**2))
    begin = world.time
    while math.hypot(*world.motion(BARREL).velocity) > 0.001:
        world.frame()
        assert world.time - begin < 1.5 * speed / slowing
    assert world.time - begin == pytest.approx(speed / slowing, rel=0.3)


def test_a_barrel_laid_in_the_middle_of_the_deck_does_not_begin_to_roll(make_world: Make) -> None:
    world = make_world(wood__rolling_friction=0, wood__spinning_friction=0, ship__pivot_damping=0.1)
    radius, deck = world.parameters.cargo.barrel.diameter / 2, world.scene.model.areas[1].height
    world.put(BARREL, compose(world.link_pose("hull"), pose((0.03, 0.0, deck + radius), LYING)))
    world.advance(2)
    assert abs(within(world.link_pose("hull"), world.motion(BARREL).pose).position[1]) < 0.001
