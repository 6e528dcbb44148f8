"""The hand carries with limited force, feels contact, shoves, and lets go without a push."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from riffraff.model import Pose
from riffraff.physics import Event, Hand, Status, World, touch_down
from riffraff.rules import Shape

from .stage import lay_on_table, number

Make = Callable[..., World]
CRATE, PLANK, BARREL = number(Shape.CRATE), number(Shape.PLANK), number(Shape.BARREL)


def run(frames: object) -> list[Event]:
    return [event for events in frames for event in events]  # type: ignore[attr-defined]


def test_a_piece_is_carried_where_it_shall_go_and_turned_on_the_way(world: World) -> None:
    hand = Hand(world)
    hand.take(CRATE, Pose((0.3, 0.3, 0.2)))
    turn = Rotation.from_euler("z", 40, degrees=True)
    i, j, k, w = turn.as_quat().tolist()
    run(hand.carry(Pose((0.3, 0.4, 0.25), (i, j, k, w))))
    assert not hand.stuck
    pose = world.motion(CRATE).pose
    assert math.dist(pose.position, (0.3, 0.4, 0.25)) < 0.001
    assert (Rotation.from_quat(pose.orientation) * turn.inv()).magnitude() < math.radians(1)


def test_the_speed_of_carrying_is_the_parameter(make_world: Make) -> None:
    world = make_world(hand__carry_speed=0.1)
    hand = Hand(world)
    hand.take(CRATE, Pose((0.3, 0.3, 0.2)))
    run(hand.carry(Pose((0.3, 0.4, 0.2))))
    assert world.time == pytest.approx(1.0, abs=0.1)


def test_lowering_ends_at_contact_and_hardly_presses(world: World) -> None:
    hand = Hand(world)
    half = world.parameters.cargo.crate.edge / 2
    hand.take(CRATE, Pose((0.4, 0.4, half + 0.02)))
    run(hand.lower(0.05))
    assert hand.touched
    assert world.motion(CRATE).pose.position[2] == pytest.approx(half, abs=0.0005)


def test_lowering_where_nothing_is_ends_without_touch(world: World) -> None:
    hand = Hand(world)
    hand.take(CRATE, Pose((0.4, 0.4, 0.3)))
    run(hand.lower(0.05))
    assert not hand.touched
    assert not hand.stuck


def test_letting_go_on_the_table_adds_no_energy(make_world: Make) -> None:
    world = make_world()
    hand = Hand(world)  # without a generator it is steady
    half = world.parameters.cargo.crate.edge / 2
    hand.take(CRATE, Pose((0.4, 0.4, half + 0.02)))
    run(hand.lower(0.05))
    assert hand.let_go() == CRATE
    before = world.motion(CRATE).pose.position
    speeds = []
    for _ in range(30):
        world.frame()
        speeds.append(math.hypot(*world.motion(CRATE).velocity))
    assert max(speeds) < 0.05  # it drops by less than the contact margin
    assert math.dist(before, world.motion(CRATE).pose.position) < 0.0005


def test_tremor_moves_where_a_piece_ends_and_comes_from_the_generator_alone(make_world: Make) -> None:
    def ends(seed: int, tremor: float) -> Pose:
        world = make_world(hand__tremor=tremor, hand__tremor_angle=0)
        hand = Hand(world, np.random.default_rng(seed))
        return hand.unsteady(Pose((0.4, 0.4, 0.1)))

    assert ends(1, 0.002) == ends(1, 0.002) != ends(2, 0.002)
    assert ends(1, 0.0).position == pytest.approx((0.4, 0.4, 0.1))
    many = np.array([ends(seed, 0.002).position for seed in range(20)])
    assert 0.001 < many.std() < 0.2


def test_a_held_piece_shoves_lying_cargo(world: World) -> None:
    lay_on_table(world, BARREL, (0.4, 0.42), which=0)
    lay_on_table(world, CRATE, (0.4, 0.45))
    world.advance(0.5)
    lying = world.motion(CRATE).pose.position
    hand = Hand(world)
    hand.take(PLANK, Pose((0.4, 0.38, 0.01)))
    run(hand.carry(Pose((0.4, 0.46, 0.01)), speed=0.05))
    assert world.motion(CRATE).pose.position[1] > lying[1] + 0.01


def test_a_hand_that_would_need_more_than_its_force_is_stuck(make_world: Make) -> None:
    world = make_world(hand__force=0.2)
    hand = Hand(world)
    outside = world.parameters.world.box_size / 2 + 0.03
    hand.take(CRATE, Pose((outside, 0.0, 0.02)))
    run(hand.carry(Pose((0.0, 0.0, 0.02))))  # through the wall of the box
    assert hand.stuck
    assert world.motion(CRATE).pose.position[0] > world.parameters.world.box_size / 2


def test_a_bump_moves_the_ship(world: World) -> None:
    hand = Hand(world)
    mast = world.parameters.ship.pivot_height + 0.15
    hand.take(CRATE, Pose((0.0, 0.1, mast)))
    run(hand.carry(Pose((0.0, 0.0, mast))))  # against the mast
    assert world.heel > math.radians(0.2)


def test_a_full_hand_takes_nothing_and_an_empty_one_lets_nothing_go(world: World) -> None:
    hand = Hand(world)
    with pytest.raises(ValueError, match="empty"):
        hand.let_go()
    hand.take(CRATE, Pose((0.4, 0.4, 0.3)))
    with pytest.raises(ValueError, match=f"holds piece {CRATE}"):
        hand.take(PLANK, Pose((0.5, 0.5, 0.3)))
    assert hand.take_back() == CRATE
    assert world.status(CRATE) is Status.ABSENT


def test_touch_down_finds_the_deck_and_leaves_no_trace(world: World) -> None:
    world.lay(PLANK, 2, (0.05, -0.02))
    world.settle()
    above = Pose((0.05, -0.02, 0.25))
    pose = touch_down(world, CRATE, above, 0.1)
    assert pose is not None
    deck = world.parameters.ship.pivot_height + world.scene.model.areas[2].height
    half = world.parameters.cargo.crate.edge / 2
    plank = world.parameters.cargo.plank.thickness
    assert pose.position[2] == pytest.approx(deck + plank + half, abs=0.002)
    assert world.status(CRATE) is Status.ABSENT
    assert touch_down(world, CRATE, above, 0.01) is None  # nothing so near below
    assert touch_down(world, CRATE, Pose((0.05, -0.02, 0.21)), 0.1) is None  # inside the plank
