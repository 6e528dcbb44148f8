"""Yardarms rock on their pegs within their play, turn with dry friction, and stay where they were turned."""

import math
from collections.abc import Callable

import pytest
from scipy.spatial.transform import Rotation

from riffraff.model.levels import rock_limit
from riffraff.physics import Hand, Status, World, compose, pose
from riffraff.rules import Shape

from .stage import GRAVITY, LEVELS, blow, number, turn_yardarm, yardarm

Make = Callable[..., World]
CRATE, CHEST, PLANK, RAT = map(number, (Shape.CRATE, Shape.CHEST, Shape.PLANK, Shape.RAT))
GAP = 0.0003  # m: from so little above, a piece is laid down and not dropped

sides = pytest.mark.parametrize("side", [1, -1], ids=["port", "starboard"])
each_level = pytest.mark.parametrize("level", LEVELS)


def weight(world: World, piece: int) -> float:
    return world.scene.inertial(piece).mass * GRAVITY


@each_level
@sides
def test_a_weight_off_the_mast_rocks_a_yardarm_to_the_end_of_its_play(
    world: World, level: str, side: int
) -> None:
    area = 5 + 2 * LEVELS.index(level) + (side < 0)
    world.lay(PLANK, area, gap=GAP)
    world.advance(2)
    rock, turn = yardarm(world, level)
    assert -side * rock == pytest.approx(rock_limit(world.parameters.ship), abs=math.radians(0.05))
    assert turn == pytest.approx(0, abs=math.radians(0.05))
    assert world.status(PLANK) is Status.ABOARD


@sides
def test_a_crate_dropped_on_its_end_does_not_rock_it_farther(world: World, side: int) -> None:
    area = 9 if side > 0 else 10
    world.lay(CRATE, area, (0.0, 0.06 * side), gap=0.1)
    rocks = []
    for _ in range(60):
        world.frame()
        rocks.append(abs(yardarm(world, "top")[0]))
    limit = rock_limit(world.parameters.ship)
    assert limit * 0.9 < max(rocks) < limit + math.radians(1)


@pytest.mark.parametrize(("share", "rocks"), [(0.9, False), (1.1, True)])
def test_a_yardarm_rocks_when_the_moment_of_its_load_overcomes_the_friction(
    make_world: Make, share: float, rocks: bool
) -> None:
    friction = 2e-3
    world = make_world(ship__yardarm_rock_friction=friction)
    lever = share * friction / weight(world, CHEST)
    world.lay(CHEST, 5, (0.0, lever), gap=GAP)
    world.advance(1)
    touched, _ = yardarm(world, "low")
    world.advance(3)
    rock, _ = yardarm(world, "low")
    if rocks:
        assert -rock == pytest.approx(rock_limit(world.parameters.ship), abs=math.radians(0.05))
    else:  # the chest's touching down gave it a jerk, and no more
        assert abs(rock) < math.radians(0.5)
        assert rock == pytest.approx(touched, abs=math.radians(0.02))


@pytest.mark.parametrize(("share", "turns"), [(0.9, False), (1.1, True)])
def test_a_loaded_yardarm_turns_downhill_when_the_moment_overcomes_the_friction(
    make_world: Make, share: float, turns: bool
) -> None:
    # Two crates hold the bow down; damped as much as a parameter may be, the ship gets there without a swing.
    world = make_world(ship__pivot_damping=0.1)
    for crate, area, y in ((CRATE, 1, 0.014), (CRATE + 8, 2, -0.014)):
        world.lay(crate, area, (0.085, y), gap=GAP)
    world.advance(4)
    _, pitch, _ = world.roll_pitch_yaw
    assert pitch > math.radians(5)
    lever = share * world.parameters.ship.yardarm_turn_friction / (weight(world, CHEST) * math.sin(pitch))
    world.lay(CHEST, 5, (0.0, lever), gap=GAP)
    world.advance(4)
    _, turn = yardarm(world, "low")
    if turns:
        assert turn < -math.radians(10)  # its port end went forward, down
    else:
        assert abs(turn) < math.radians(0.2)


@each_level
@pytest.mark.parametrize("spin", [0.5, -2.0])
def test_dry_friction_stops_a_turning_yardarm_after_the_angle_of_the_formula(
    world: World, level: str, spin: float
) -> None:
    turn_yardarm(world, level, 0.0, spin=spin)
    world.advance(2)
    _, turn = yardarm(world, level)
    *_, dragged = world.roll_pitch_yaw  # the ship itself is turned a little, within the play of its rods
    inertia = world.scene.model.ship.link(f"yardarm_{level}").inertial.moments[2]
    theory = inertia * spin**2 / (2 * world.parameters.ship.yardarm_turn_friction)
    assert math.copysign(1, spin) * (turn + dragged) == pytest.approx(theory, rel=0.03)


TURNS = {"low": 0.6, "middle": -0.4, "top": 1.2}


def test_empty_yardarms_stay_where_they_were_turned_while_the_ship_sways(make_world: Make) -> None:
    world = make_world(ship__pivot_damping=0)
    for level, turn in TURNS.items():
        turn_yardarm(world, level, turn)
    blow(world, roll=0.2, pitch=0.2)
    world.advance(30)
    heels = []
    for _ in range(90):
        world.frame()
        heels.append(world.heel)
    assert max(heels) > math.radians(2)  # it sways yet
    for level, turn in TURNS.items():
        assert yardarm(world, level)[1] == pytest.approx(turn, abs=math.radians(0.1))


def test_loaded_yardarms_stay_where_they_were_turned(world: World) -> None:
    for level, turn in TURNS.items():
        turn_yardarm(world, level, turn)
    # So near the mast that on a ship that heels by 3 degrees none has a moment above the friction.
    for piece, area, y in ((PLANK, 5, 0.06), (PLANK + 8, 8, -0.06), (RAT, 10, -0.03)):
        world.lay(piece, area, (0.0, y), gap=GAP)
    world.advance(2)
    before = {level: yardarm(world, level) for level in LEVELS}
    blow(world, roll=0.15)
    assert world.advance(30) == []
    for level in LEVELS:
        rock, turn = yardarm(world, level)
        assert (rock, turn) == pytest.approx(before[level], abs=math.radians(0.1))
        assert abs(rock) == pytest.approx(rock_limit(world.parameters.ship), abs=math.radians(0.05))


def test_the_hand_turns_a_yardarm_and_it_stays(world: World) -> None:
    ship = world.parameters.ship
    hand = Hand(world)
    fore, end = ship.yardarm_width / 2, 0.4 * ship.low_yardarm_length
    beside = fore + world.parameters.cargo.crate.edge / 2 + 0.01
    yard = world.link_pose("yardarm_low")
    hand.take(CRATE, compose(yard, pose((beside, end, 0.0), Rotation.identity())))
    for _ in hand.carry(compose(yard, pose((beside - 0.05, end, 0.0), Rotation.identity())), speed=0.05):
        pass
    hand.take_back()
    world.advance(1)
    _, turn = yardarm(world, "low")
    assert turn > math.radians(15)  # its port end was pushed aft by 4 cm, nearly 10 cm from the mast
    world.advance(10)
    assert yardarm(world, "low")[1] == pytest.approx(turn, abs=math.radians(0.1))
