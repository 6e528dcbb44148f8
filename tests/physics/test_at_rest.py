"""Rest is declared of what lies still and of nothing else, and what rests falls when its support goes."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import Model, Pose, outline
from riffraff.physics import Motion, Status, World, compose, piece_shape, pose, within
from riffraff.rules import Shape

from .stage import GRAVITY, number, put_on_deck, resting_pose

Make = Callable[..., World]
BARREL, CRATE, PLANK, CHEST = map(number, (Shape.BARREL, Shape.CRATE, Shape.PLANK, Shape.CHEST))

each_shape = pytest.mark.parametrize("shape", list(Shape), ids=lambda shape: shape.value)


# -- piles ------------------------------------------------------------------------------------------------


TABLE = Pose((0.5, 0.5, 0.0))
"""A place on the table beside the box."""


def deck(world: World) -> Pose:
    """A place on the foredeck, where it now is."""
    return compose(world.link_pose("hull"), Pose((0.05, 0.0, world.scene.model.areas[1].height)))


def pile(world: World, pieces: list[tuple[int, int]], ground: Pose) -> None:
    """Pile pieces, each with the number of its stable pose."""
    top = 0.0
    for piece, which in pieces:
        orientation, height = resting_pose(world.scene.model, piece, which=which)
        parts = world.scene.model.cargo[piece_shape(piece)].parts
        corners = np.vstack([outline(part) for part in parts])
        upward = Rotation.from_quat(orientation).apply(corners)[:, 2].max()
        world.put(piece, compose(ground, Pose((0.0, 0.0, top + height + 0.0003), orientation)))
        top += height + upward + 0.0003


@pytest.mark.parametrize("aboard", [False, True], ids=["on the table", "on the deck"])
@pytest.mark.parametrize("rest", [2.0, 30.0], ids=["soon", "after a long rest"])
@pytest.mark.parametrize("lowest", [(CRATE, 0), (CHEST, 1)], ids=["crate", "chest"])
def test_a_pile_whose_lowest_piece_is_taken_out_falls_freely_at_once(
    world: World, lowest: tuple[int, int], rest: float, aboard: bool
) -> None:
    above = [CRATE + 8, PLANK, CHEST + 8]
    ground = deck(world) if aboard else TABLE
    pile(world, [lowest, (above[0], 0), (above[1], 0), (above[2], 1)], ground)
    events = world.advance(rest)
    assert not (aboard and events)
    heights = {piece: world.motion(piece).pose.position[2] for piece in above}
    world.remove(lowest[0])
    time = 0.05
    world.advance(time)
    step = world.parameters.world.time_step
    for piece in above:
        motion = world.motion(piece)
        fallen = heights[piece] - motion.pose.position[2]
        assert -motion.velocity[2] == pytest.approx(GRAVITY * time, rel=0.03)
        # Speed first, place after: a fall in steps is by half a step of speed ahead of the formula.
        assert fallen == pytest.approx(GRAVITY * time * (time + step) / 2, rel=0.04)
    world.advance(3)
    for piece in above:  # none of them floats
        touching = {touch.other for touch in world.scene.touches() if touch.piece == piece}
        assert touching
        assert heights[piece] - world.motion(piece).pose.position[2] > 0.01


# -- what rest is never declared of -----------------------------------------------------------------------


@settings(max_examples=12)
@given(
    st.sampled_from(list(Shape)),
    st.floats(0.0, 0.9),
    st.floats(-0.3, 0.3),
    st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)),
)
def test_a_piece_in_the_air_is_not_at_rest_not_even_at_the_top_of_its_flight(
    shape: Shape, up: float, aside: float, spin: tuple[float, float, float]
) -> None:
    piece = number(shape)
    with World() as world:
        world.settle()
        world.put(piece, Motion(Pose((0.05, 0.0, 0.25)), (0.0, aside, up), spin))
        while not any(touch.piece == piece for touch in world.scene.touches()):
            world.frame()
            assert not world.at_rest()
            assert world.time < 5
        assert world.time > up / GRAVITY  # it passed the top


def test_a_piece_in_the_hand_is_not_at_rest(world: World) -> None:
    world.put(CRATE, Pose((0.5, 0.5, 0.014)), status=Status.HELD)
    for _ in range(120):
        world.frame()
        assert not world.at_rest()


def hilltop(model: Model, shape: Shape, which: int, toward: float) -> float:
    """How far a piece can be tilted out of a stable pose before it goes over by itself [rad].

    That is where its centre is highest over its lowest point: it balances.
    """
    stable = model.cargo[shape.value].stable_poses[which]
    corners = np.vstack([outline(part) for part in model.cargo[shape.value].parts])
    standing = Rotation.from_quat(stable.orientation).apply(corners)
    angles = np.linspace(0, math.pi / 2, 1801)
    axis = np.array([-math.sin(toward), math.cos(toward), 0.0])
    heights = np.array([-Rotation.from_rotvec(a * axis).apply(standing)[:, 2].min() for a in angles])
    return float(angles[int(np.argmax(np.diff(heights) < 0))])


def leaning(model: Model, shape: Shape, which: int, toward: float, tilt: float, ground: Pose) -> Pose:
    """The pose of a piece on the ground that is tilted out of a stable pose [rad]."""
    piece = model.cargo[shape.value]
    axis = np.array([-math.sin(toward), math.cos(toward), 0.0])
    turn = Rotation.from_rotvec(tilt * axis) * Rotation.from_quat(piece.stable_poses[which].orientation)
    corners = np.vstack([outline(part) for part in piece.parts])
    return compose(ground, pose((0.0, 0.0, 5e-5 - turn.apply(corners)[:, 2].min()), turn))


@pytest.mark.parametrize(
    ("shape", "which"),
    [
        (Shape.CRATE, 0),
        (Shape.CHEST, 0),
        (Shape.PLANK, 2),
        (Shape.BARREL, 1),
        (Shape.FLACON, 1),
        (Shape.SAILOR, 4),
        (Shape.RAT, 3),
        (Shape.BOAT, 0),
    ],
    ids=lambda value: value.value if isinstance(value, Shape) else "",
)
@pytest.mark.parametrize("off", [-1.5, 1.5], ids=["short of it", "beyond it"])
def test_a_piece_let_go_at_its_point_of_balance_goes_to_the_side_of_its_centre(
    world: World, shape: Shape, which: int, off: float
) -> None:
    piece = number(shape)
    stable = world.scene.model.cargo[shape.value].stable_poses[which]
    down = Rotation.from_quat(stable.orientation).inv().apply((0.0, 0.0, -1.0))
    for toward in (0.0, math.pi / 2, math.pi, 3 * math.pi / 2):
        tilt = hilltop(world.scene.model, shape, which, toward) + math.radians(off)
        world.put(piece, leaning(world.scene.model, shape, which, toward, tilt, TABLE))
        for _ in range(60):
            world.frame()
            lower = Rotation.from_quat(world.motion(piece).pose.orientation).apply(down)
            gone = math.acos(np.clip(-lower[2], -1, 1)) - tilt
            if abs(gone) > math.radians(5):
                break
        assert gone * off > 0
        assert abs(gone) > math.radians(5)  # and it has gone: nothing holds it there


@settings(max_examples=15)
@given(st.data())
def test_rest_is_not_declared_of_a_piece_that_is_slowly_tipping(data: st.DataObject) -> None:
    """Let go near its point of balance, a piece that is declared at rest stays where it then is."""
    shape = data.draw(st.sampled_from([shape for shape in Shape if shape is not Shape.BOAT]))
    with World() as world:
        model = world.scene.model
        which = data.draw(st.integers(0, len(model.cargo[shape.value].stable_poses) - 1))
        toward = data.draw(st.floats(0, 2 * math.pi))
        off = data.draw(st.floats(-0.01, 0.01))
        tilt = hilltop(model, shape, which, toward) + off
        world.put(number(shape), leaning(model, shape, which, toward, tilt, deck(world)))
        _, rest = world.settle()
        assume(rest)  # a chest may rock on its lid for longer than one waits
        before = within(world.link_pose("hull"), world.motion(number(shape)).pose)
        time = 2.0  # a piece that tips grows faster by a factor of e in less than a tenth of that
        world.advance(time)
        after = within(world.link_pose("hull"), world.motion(number(shape)).pose)
        slow = world.parameters.world
    assert math.dist(before.position, after.position) < slow.rest_speed * time
    turned = Rotation.from_quat(after.orientation) * Rotation.from_quat(before.orientation).inv()
    assert turned.magnitude() < slow.rest_spin * time


def test_a_barrel_that_rolls_at_3_mm_a_second_is_not_at_rest(make_world: Make) -> None:
    world = make_world(wood__rolling_friction=0, wood__spinning_friction=0, ship__pivot_damping=0.1)
    radius, speed = world.parameters.cargo.barrel.diameter / 2, 0.003
    along = Rotation.from_euler("y", math.pi / 2)
    start = compose(
        world.link_pose("hull"), pose((0.03, 0.0, world.scene.model.areas[1].height + radius), along)
    )
    world.put(BARREL, Motion(start, (0.0, speed, 0.0), (-speed / radius, 0.0, 0.0)))
    for _ in range(80):
        world.frame()
        assert 0.0025 < world.motion(BARREL).velocity[1] < 0.01
        assert not world.at_rest()
        assert not world.asleep()


# -- what rest is declared of -----------------------------------------------------------------------------


@each_shape
def test_rest_is_declared_of_every_shape_in_each_of_its_stable_poses(world: World, shape: Shape) -> None:
    piece = number(shape)
    stable = world.scene.model.cargo[shape.value].stable_poses
    for which, pose_ in enumerate(stable):
        # Along the ship, clear of mast and bulwark.
        put_on_deck(world, piece, (0.05, 0.0), which=which)
        events, rest = world.settle()
        assert (events, rest) == ([], True)
        place = within(world.link_pose("hull"), world.motion(piece).pose)
        assert place.position[2] - world.scene.model.areas[1].height == pytest.approx(
            pose_.height, abs=0.0003
        )
