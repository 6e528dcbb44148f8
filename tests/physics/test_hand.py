"""The hand carries with limited force, feels contact, shoves, and lets go without a push."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from riffraff.model import Pose, Swing, pendulum
from riffraff.physics import Event, Hand, Status, World, touch_down
from riffraff.rules import Shape

from .stage import GRAVITY, lay_on_table, number, put_on_deck, resting_pose

Make = Callable[..., World]
CRATE, PLANK, BARREL, RAT = map(number, (Shape.CRATE, Shape.PLANK, Shape.BARREL, Shape.RAT))
OTHER_CRATE = number(Shape.CRATE, 1)
DECK = 0.202  # m: the default ship's deck above the table


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


@pytest.mark.parametrize(
    "shape",
    [shape for shape in Shape if shape not in (Shape.BARREL, Shape.FLACON)],
    ids=lambda shape: shape.value,
)
def test_cargo_that_is_shoved_goes_the_hands_way_at_the_hands_speed(world: World, shape: Shape) -> None:
    """At 5 cm/s and with its flat side first the hand takes along what does not roll away."""
    cargo, speed, way = number(shape), 0.05, 0.05
    half = world.parameters.cargo.crate.edge / 2
    lay_on_table(world, cargo, (0.5, 0.5))
    world.advance(1)
    lying = np.array(world.motion(cargo).pose.position)
    hand = Hand(world)
    start = (0.445, 0.5, half + 0.002)
    hand.take(OTHER_CRATE, Pose(start))
    contact, speeds, last = None, [], lying
    for _ in hand.carry(Pose((start[0] + way, *start[1:])), speed=speed):
        now = np.array(world.motion(cargo).pose.position)
        speeds.append(float(np.linalg.norm(now - last)) * world.parameters.world.frame_rate)
        last = now
        if contact is None and any(touch.other == cargo for touch in world.scene.touches()):
            contact = world.motion(OTHER_CRATE).pose.position[0]
    assert contact is not None
    assert not hand.stuck
    shoved = start[0] + way - contact
    assert shoved > 0.02
    assert last[0] - lying[0] == pytest.approx(shoved, rel=0.1)
    assert max(speeds) < 1.3 * speed
    for _ in range(30):
        world.frame(hand.control)
    rest = np.array(world.motion(cargo).pose.position)
    assert math.dist(rest, last) < 0.001  # it was not thrown: it stops with the hand


def test_cargo_on_the_deck_is_shoved_too(make_world: Make) -> None:
    world = make_world(ship__pivot_damping=0.1)  # damped as much as may be: it is the cargo that is looked at
    put_on_deck(world, RAT, (0.07, 0.0))
    world.advance(1)
    before = world.motion(RAT).pose.position[0]
    hand = Hand(world)
    hand.take(CRATE, Pose((0.03, 0.0, DECK + 0.016)))
    run(hand.carry(Pose((0.07, 0.0, DECK + 0.016)), speed=0.05))
    world.advance(0.5)
    assert 0.02 < world.motion(RAT).pose.position[0] - before < 0.04
    assert world.status(RAT) is Status.ABOARD


def energy(world: World, piece: int) -> float:
    """Kinetic and potential energy of a piece and of the ship, which swings about its roll axis [J]."""
    body, motion = world.scene.inertial(piece), world.motion(piece)
    spin = Rotation.from_quat(motion.pose.orientation).inv().apply(motion.spin)
    moving = (body.mass * np.dot(motion.velocity, motion.velocity) + np.dot(body.moments, spin**2)) / 2
    ship = pendulum(world.scene.model.ship, Swing.ROLL, GRAVITY)
    rate = math.hypot(*world.scene.joints()[0][1])
    swing = ship.inertia * rate**2 / 2 + ship.stiffness * (1 - math.cos(world.heel))
    return float(moving + body.mass * GRAVITY * motion.pose.position[2] + swing)


@pytest.mark.parametrize(
    ("start", "goal"),
    [
        ((0.4, 0.4, 0.3), (0.4, 0.5, 0.3)),
        ((0.4, 0.4, 0.03), (0.4, 0.4, 0.0)),
        ((0.2, 0.0, 0.02), (0.1, 0.0, 0.02)),
        ((0.06, 0.0, DECK + 0.03), (0.06, 0.0, DECK)),
        ((0.0, 0.09, 0.19), (0.0, 0.0, 0.19)),
        ((0.0, 0.05, 0.3), (0.0, 0.0, 0.3)),
    ],
    ids=[
        "in the air",
        "on the table",
        "against the box",
        "on the deck",
        "against the hull",
        "against the mast",
    ],
)
def test_letting_go_adds_no_energy_wherever_the_piece_was_pressed(
    world: World, start: tuple[float, float, float], goal: tuple[float, float, float]
) -> None:
    hand = Hand(world)
    hand.take(CRATE, Pose(start))
    run(hand.carry(Pose(goal), speed=0.05))
    for _ in range(20):
        world.frame(hand.control)
    before = energy(world, CRATE)
    hand.let_go()
    assert energy(world, CRATE) == pytest.approx(before, rel=1e-9)
    after = []
    for _ in range(60):
        world.frame()
        after.append(energy(world, CRATE))
    assert max(after) < before + 2e-6  # a crate that rises by a hundredth of a millimetre has gained 1.5e-6 J


def test_a_piece_let_go_on_the_way_goes_on_with_the_hands_speed_and_no_faster(world: World) -> None:
    hand = Hand(world)
    hand.take(CRATE, Pose((0.4, 0.4, 0.5)))
    carrying = hand.carry(Pose((0.4, 0.9, 0.5)))
    for _ in range(30):
        next(carrying)
    hand.let_go()
    world.advance(0.1)
    x, y, _ = world.motion(CRATE).velocity
    assert (x, y) == pytest.approx((0, world.parameters.hand.carry_speed), abs=1e-4)


@pytest.mark.parametrize("shape", list(Shape), ids=lambda shape: shape.value)
def test_a_piece_that_the_hand_presses_on_the_table_lies_still(world: World, shape: Shape) -> None:
    """Hand and friction turn it together; when each gave all of the turn that was missing, it span."""
    piece = number(shape)
    orientation, height = resting_pose(world.scene.model, piece)
    hand = Hand(world)
    hand.take(piece, Pose((0.4, 0.4, height + 0.01), orientation))
    run(hand.carry(Pose((0.4, 0.4, height - 0.02), orientation), speed=0.05))
    assert hand.stuck
    for _ in range(30):
        world.frame(hand.control)
    motion = world.motion(piece)
    assert motion.pose.position == pytest.approx((0.4, 0.4, height), abs=0.0005)
    assert math.hypot(*motion.velocity) < 0.002
    assert math.hypot(*motion.spin) < 0.2
    turned = Rotation.from_quat(motion.pose.orientation) * Rotation.from_quat(orientation).inv()
    assert turned.magnitude() < math.radians(3)


@pytest.mark.parametrize(
    ("start", "goal"),
    [
        ((0.2, 0.0, 0.034), (0.05, 0.0, 0.034)),
        ((0.4, 0.4, 0.034), (0.4, 0.4, -0.016)),
        ((0.0, 0.09, 0.19), (0.0, -0.05, 0.19)),
        ((0.0, 0.06, 0.3), (0.0, -0.15, 0.3)),
    ],
    ids=["the box", "the table", "the hull", "the mast"],
)
def test_nothing_is_pressed_harder_than_the_hand_is_strong(
    world: World, start: tuple[float, float, float], goal: tuple[float, float, float]
) -> None:
    hand = Hand(world)
    hand.take(CRATE, Pose(start))
    run(hand.carry(Pose(goal), speed=0.1))
    assert hand.stuck
    weight = world.scene.inertial(CRATE).mass * GRAVITY
    forces = []
    for _ in range(60):
        world.frame(hand.control)
        forces.append(world.scene.press(CRATE))
    assert 0.5 * world.parameters.hand.force < max(forces) < 1.01 * (world.parameters.hand.force + weight)
    assert math.dist(world.motion(CRATE).pose.position, goal) > 0.02  # it did not get there


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


def steered(hand: Hand, goal: Pose, frames: int) -> None:
    for _ in range(frames):
        hand.steer(goal)
        hand.world.frame(hand.control)


def test_a_hand_that_is_steered_anew_in_every_frame_arrives(world: World) -> None:
    hand = Hand(world)
    hand.take(CRATE, Pose((0.3, 0.3, 0.2)))
    steered(hand, Pose((0.3, 0.5, 0.2)), 30)
    steered(hand, Pose((0.3, 0.4, 0.25)), 60)
    assert math.dist(world.motion(CRATE).pose.position, (0.3, 0.4, 0.25)) < 0.001
    assert not hand.stuck


def test_a_steered_hand_that_is_stuck_stays_so_until_it_is_steered_away(world: World) -> None:
    hand = Hand(world)
    half = world.parameters.cargo.crate.edge / 2
    hand.take(CRATE, Pose((0.3, 0.3, half + 0.01)))
    steered(hand, Pose((0.3, 0.3, -0.05)), 60)
    assert hand.stuck
    steered(hand, Pose((0.3, 0.3, -0.06)), 1)  # still downward
    assert hand.stuck
    steered(hand, Pose((0.3, 0.3, 0.1)), 1)
    assert not hand.stuck
    steered(hand, Pose((0.3, 0.3, 0.1)), 40)
    assert world.motion(CRATE).pose.position[2] == pytest.approx(0.1, abs=0.001)


def test_descending_is_lowering_frame_by_frame(world: World) -> None:
    hand = Hand(world)
    half = world.parameters.cargo.crate.edge / 2
    hand.take(CRATE, Pose((0.3, 0.3, half + 0.01)))
    hand.descend(0.05)
    for _ in range(60):
        world.frame(hand.control)
    assert hand.touched
    assert world.motion(CRATE).pose.position[2] == pytest.approx(half, abs=0.0005)
