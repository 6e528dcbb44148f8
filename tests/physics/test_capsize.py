"""The ship at its stops, and the ship that goes over: what it throws, and what is told of it."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from riffraff.model import Pose, Swing, pendulum
from riffraff.physics import Change, Hand, Status, World
from riffraff.rules import Shape

from .stage import GRAVITY, blow, lowest, number, twist

Make = Callable[..., World]
DEGREE = math.radians(1)
FLOOR = 0.002  # m: the bottom of the box, above the table

# Piece, area and place across the ship [m]: four crates on the top yardarm, four chests on the middle one.
TOP_HEAVY = [
    (number(shape, set_), area, side * across)
    for shape, level in ((Shape.CRATE, 9), (Shape.CHEST, 7))
    for set_, (area, side, across) in enumerate(
        [(level, 1, 0.03), (level + 1, -1, 0.03), (level, 1, 0.0605), (level + 1, -1, 0.0605)]
    )
]


@pytest.mark.parametrize("rate", [4.0, 10.0], ids=lambda rate: f"{rate:g} rad/s")
@pytest.mark.parametrize("toward", [0, 20, 45, 90, 135, 200, 290])
def test_the_ship_stops_at_its_tilt_stop_whichever_way_it_falls(
    make_world: Make, toward: int, rate: float
) -> None:
    world = make_world(ship__pivot_damping=0)
    roll, pitch = (pendulum(world.scene.model.ship, axis, GRAVITY) for axis in Swing)
    along, across = math.cos(math.radians(toward)), math.sin(math.radians(toward))
    blow(world, roll=rate * along, pitch=rate * across)
    first = (roll.inertia * along**2 + pitch.inertia * across**2) * rate**2 / 2
    heels, energies = [], []
    for _ in range(180):
        world.frame()
        heels.append(world.heel)
        spin = math.hypot(*world.scene.joints()[0][1])
        energies.append(roll.inertia * spin**2 / 2 + roll.stiffness * (1 - math.cos(world.heel)))
    stop = world.parameters.ship.tilt_stop
    assert stop - DEGREE < max(heels) < stop + DEGREE
    assert max(energies) < 1.02 * first
    # Wood that meets wood: what energy is left is about what it takes to get to the stop again.
    assert energies[-1] < 1.05 * roll.stiffness * (1 - math.cos(max(heels)))


def test_a_loaded_ship_thrown_over_stops_too(world: World) -> None:
    for piece in range(8):
        world.lay(piece, 1 + piece)
    world.advance(2)
    blow(world, roll=3, pitch=-3)
    heels = []
    for _ in range(180):
        world.frame()
        heels.append(world.heel)
    stop = world.parameters.ship.tilt_stop
    assert stop - DEGREE < max(heels) < stop + DEGREE
    assert heels[-1] < 0.5 * stop  # what it threw it has lost: it rights itself


@pytest.mark.parametrize(("roll", "yaw"), [(0.0, 1.0), (0.0, -5.0), (2.0, 3.0), (-1.0, -3.0)])
def test_a_blow_does_not_yaw_the_ship_past_the_play_of_its_rods(
    world: World, roll: float, yaw: float
) -> None:
    blow(world, roll=roll, pitch=roll / 2, yaw=yaw)
    twists = []
    for _ in range(180):
        world.frame()
        twists.append(abs(twist(world)))
    play = world.parameters.ship.rod_play
    assert 0.9 * play < max(twists) < play + 0.1 * DEGREE
    assert twists[-1] < play + 0.05 * DEGREE


def test_a_hand_that_pushes_the_bow_aside_does_not_yaw_it_past_the_play_either(world: World) -> None:
    ship = world.parameters.ship
    deck = ship.pivot_height + ship.hull_clearance + ship.hull_depth
    hand = Hand(world)
    hand.take(number(Shape.CRATE), Pose((0.09, 0.06, deck - 0.01)))
    twists = []
    for _ in hand.carry(Pose((0.09, -0.02, deck - 0.01)), speed=0.1):
        twists.append(abs(twist(world)))
    assert hand.stuck
    assert 0.9 * ship.rod_play < max(twists) < ship.rod_play + 0.3 * DEGREE


def top_heavy(make_world: Make, counterweight: float) -> tuple[World, float]:
    """A top-heavy ship, and by theory the moment that rights it over a small heel [N m/rad]."""
    world = make_world(ship__counterweight_mass=counterweight)
    stiffness = pendulum(world.scene.model.ship, Swing.ROLL, GRAVITY).stiffness
    for piece, area, across in TOP_HEAVY:
        world.lay(piece, area, (0.0, across), gap=0.0003)
        height = world.motion(piece).pose.position[2] - world.parameters.ship.pivot_height
        stiffness -= world.scene.inertial(piece).mass * GRAVITY * height
    return world, stiffness


def test_a_ship_loaded_within_its_stability_stays_up(make_world: Make) -> None:
    world, stiffness = top_heavy(make_world, 0.46)
    assert 0 < stiffness < 0.1
    blow(world, roll=0.1)
    assert world.advance(8) == []
    assert world.heel < math.radians(15)


def test_a_ship_loaded_beyond_its_stability_goes_over_to_its_stop_and_tells_every_fall_once(
    make_world: Make,
) -> None:
    world, stiffness = top_heavy(make_world, 0.30)
    assert stiffness < -0.05
    blow(world, roll=0.1)
    events, times, heels = [], [], []
    heights: dict[int, list[float]] = {piece: [] for piece, *_ in TOP_HEAVY}
    for _ in range(6 * 60):
        events += world.frame()
        times.append(world.time)
        heels.append(world.heel)
        for piece, seen in heights.items():
            seen.append(lowest(world, piece))

    stop = world.parameters.ship.tilt_stop
    assert stop - DEGREE < max(heels) < stop + DEGREE
    thrown = {event.piece for event in events if event.change is Change.LANDED}
    assert len(thrown) >= 6
    assert world.having(Status.FALLEN) == tuple(sorted(thrown))
    late = []
    for piece in thrown:
        *slips, left, landed = (event for event in events if event.piece == piece)
        # Cargo may slip and come to lie again before it is thrown.
        assert [slip.change for slip in slips] == [Change.LEFT, Change.RETURNED] * (len(slips) // 2)
        assert (left.change, landed.change) == (Change.LEFT, Change.LANDED)
        assert left.time < landed.time
        assert np.interp(left.time, times, heights[piece]) > 0.15  # it came from the ship
        falling = np.array(heights[piece])
        down = int(np.searchsorted(times, landed.time))
        if (
            falling[down - 1 : down + 2].min() < FLOOR
        ):  # it met no stand, no rim and hardly other cargo before
            under = int(np.argmax(falling < FLOOR))
            above = slice(under - 1, under + 1)
            late.append(landed.time - np.interp(-FLOOR, -falling[above], np.array(times)[above]))
    assert len(late) >= 3
    step = world.parameters.world.time_step
    # Bullet looks for contacts before it moves the bodies, and tells after it.
    assert -step < np.median(late) <= max(late) < 3 * step
