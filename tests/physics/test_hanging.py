"""What hooks hangs and what is hollow holds, on a ship that is nudged; their convex hulls do neither.

The hulls are the control: a physics engine that is given a concave mesh fills it in, so that nothing of this
would happen if the pieces were not made of convex parts.
"""

import math
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from scipy.spatial.transform import Rotation

from riffraff.model import Hull, Pose, default_directory, outline, read
from riffraff.model.urdf import hull_file, piece_urdf
from riffraff.physics import Change, Event, Status, World, compose, pose, touch_down, within
from riffraff.rules import Shape

from .stage import blow, number, put_on_deck, resting_pose

Make = Callable[..., World]
BOAT, BARREL, SAILOR, PLANK, RAT = map(
    number, (Shape.BOAT, Shape.BARREL, Shape.SAILOR, Shape.PLANK, Shape.RAT)
)
PLAY = 3e-4  # m: what the slot's arm and end keep from the edge when the piece is let go
NEAR = 2e-4  # m: so near to something, a piece brought to an edge gets no farther
OVERHANG = {SAILOR: 0.010, RAT: 0.014}  # m: how far a plank reaches over for them without being tipped

hooks = pytest.mark.parametrize("piece", [SAILOR, RAT], ids=["sailor", "rat"])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model in which sailor, rat and boat are their own convex hulls, as heavy as they are."""
    directory = tmp_path_factory.mktemp("filled") / "model"
    shutil.copytree(default_directory(), directory)
    for name in ("sailor", "rat", "boat"):
        piece = read(directory).cargo[name]
        hull = trimesh.convex.convex_hull(np.vstack([outline(part) for part in piece.parts]))
        hull.export(directory / hull_file(name, 0))
        part = Hull(tuple((x, y, z) for x, y, z in hull.vertices.tolist()))
        (directory / "cargo" / f"{name}.urdf").write_text(piece_urdf(replace(piece, parts=(part,))))
    return directory


def yardarm_edge(world: World, level: str, at: float, side: int) -> Pose:
    """A frame on the upper fore (side 1) or aft (-1) edge of a yardarm: x outward, z up."""
    ship = world.parameters.ship
    top = ship.yardarm_thickness - ship.peg_diameter / 2
    turn = Rotation.from_euler("z", 0 if side > 0 else math.pi)
    return compose(world.link_pose(f"yardarm_{level}"), pose((side * ship.yardarm_width / 2, at, top), turn))


def plank_edge(world: World, piece: int, side: int) -> Pose:
    """Lay a plank across the low yardarm, its end over the yardarm's edge; the frame of that end's long edge.

    As wide as the piece is, the edge begins at the plank's very end.
    """
    ship, cargo = world.parameters.ship, world.parameters.cargo
    plank = cargo.plank
    world.lay(PLANK, 5, (ship.yardarm_width / 2 + OVERHANG[piece] - plank.length / 2, 0.09), gap=PLAY)
    world.advance(1.5)
    breadth = cargo.sailor.thickness if piece == SAILOR else cargo.rat.width
    place = (plank.length / 2 - breadth / 2, side * plank.width / 2, plank.thickness / 2)
    return compose(world.motion(PLANK).pose, pose(place, Rotation.from_euler("z", side * math.pi / 2)))


def hang(world: World, piece: int, edge: Pose) -> float:
    """Bring a piece's slot over an edge from outside, as far as it goes, and let it go.

    Returns:
        How far the slot's end is from the edge then [m].
    """
    hook = world.scene.model.cargo["sailor" if piece == SAILOR else "rat"].hook
    assert hook is not None
    turn = Rotation.from_quat(hook.pose.orientation).inv()
    distance, gap = 0.03, 0.0
    while True:
        slot = np.array([distance, 0.0, PLAY - hook.gap / 2]) - turn.apply(hook.pose.position)
        world.put(piece, compose(edge, pose(slot, turn)), status=Status.HELD)
        gap = world.scene.gap(piece, 0.01)
        if gap <= NEAR or distance <= PLAY:
            break
        distance = max(PLAY, distance - (gap - NEAR / 2))
    world.put(piece, world.motion(piece).pose)
    return distance


def nudged(world: World) -> tuple[list[Event], float]:
    """Ten seconds in which the ship is nudged three times; what happened, and how far it heeled [rad]."""
    events: list[Event] = []
    heels = []
    for roll, pitch in ((0.26, 0.1), (-0.26, 0.15), (0.1, -0.26)):
        blow(world, roll=roll, pitch=pitch)
        for _ in range(200):
            events += world.frame()
            heels.append(world.heel)
    return events, max(heels)


@hooks
@pytest.mark.parametrize("side", [1, -1], ids=["fore", "aft"])
@pytest.mark.parametrize(("level", "at"), [("low", 0.09), ("middle", -0.07), ("top", 0.05)])
def test_what_hooks_hangs_on_a_yardarms_edge(
    world: World, piece: int, side: int, level: str, at: float
) -> None:
    distance = hang(world, piece, yardarm_edge(world, level, at, side))
    assert distance == PLAY  # the whole slot is over the edge
    assert world.advance(2) == []
    before = within(world.link_pose(f"yardarm_{level}"), world.motion(piece).pose)
    events, heel = nudged(world)
    assert math.degrees(heel) > 2
    assert events == []
    assert world.status(piece) is Status.ABOARD
    after = within(world.link_pose(f"yardarm_{level}"), world.motion(piece).pose)
    assert math.dist(before.position, after.position) < 0.002
    assert after.position[2] < -world.parameters.ship.yardarm_thickness  # its weight hangs below the yardarm


@hooks
@pytest.mark.parametrize("side", [1, -1], ids=["port", "starboard"])
def test_what_hooks_hangs_on_a_plank_that_lies_over_a_yardarms_edge(
    world: World, piece: int, side: int
) -> None:
    distance = hang(world, piece, plank_edge(world, piece, side))
    assert distance == PLAY
    assert world.advance(2) == []
    events, heel = nudged(world)
    assert math.degrees(heel) > 2
    assert events == []
    assert {touch.other for touch in world.scene.touches() if touch.piece == piece} == {PLANK}
    after = within(world.motion(PLANK).pose, world.motion(piece).pose)
    assert after.position[2] < -world.parameters.cargo.plank.thickness


@hooks
@pytest.mark.parametrize("on", ["yardarm", "plank"])
def test_the_convex_hull_of_what_hooks_falls(make_world: Make, filled: Path, piece: int, on: str) -> None:
    world = make_world(directory=filled)
    edge = yardarm_edge(world, "low", 0.09, 1) if on == "yardarm" else plank_edge(world, piece, 1)
    assert hang(world, piece, edge) > 0.008  # there is no slot that the edge could go into
    changes = [event.change for event in world.advance(1) if event.piece == piece]
    assert changes == [Change.LEFT, Change.LANDED]


def lay_in_the_boat(world: World, piece: int, turn: Rotation) -> float:
    """Put the boat on the deck and lay a piece in it; the height of its centre above the boat's rim [m]."""
    put_on_deck(world, BOAT, (0.05, 0.016))
    world.advance(1)
    boat = world.motion(BOAT).pose
    start = compose(boat, pose((0.0, 0.0, 0.05), turn))
    down = touch_down(world, piece, start, 0.06)
    assert down is not None
    world.put(piece, down)
    _, to_keel = resting_pose(world.scene.model, BOAT)
    rim = world.parameters.cargo.boat.height - to_keel
    return within(boat, down).position[2] - rim


ALONG = Rotation.from_euler("y", math.pi / 2)


def test_the_boat_holds_a_barrel_in_its_hollow(world: World) -> None:
    above = lay_in_the_boat(world, BARREL, ALONG)
    assert above < world.parameters.cargo.barrel.diameter / 2 - 0.001  # its belly is below the rim
    world.advance(1.5)
    before = within(world.motion(BOAT).pose, world.motion(BARREL).pose)
    events, heel = nudged(world)
    assert math.degrees(heel) > 2
    assert events == []
    after = within(world.motion(BOAT).pose, world.motion(BARREL).pose)
    assert math.dist(before.position, after.position) < 0.001


def test_a_barrel_rolls_off_the_boats_convex_hull(make_world: Make, filled: Path) -> None:
    world = make_world(directory=filled)
    above = lay_in_the_boat(world, BARREL, ALONG)
    assert above == pytest.approx(world.parameters.cargo.barrel.diameter / 2, abs=0.0005)
    world.advance(1.5)
    nudged(world)
    assert BOAT not in {touch.other for touch in world.scene.touches() if touch.piece == BARREL}


def test_a_sailor_stands_on_the_floor_of_the_boats_hollow(
    world: World, make_world: Make, filled: Path
) -> None:
    upright = Rotation.from_quat(resting_pose(world.scene.model, SAILOR, which=4)[0])
    inside = lay_in_the_boat(world, SAILOR, upright)
    on_top = lay_in_the_boat(make_world(directory=filled), SAILOR, upright)
    assert on_top - inside == pytest.approx(world.parameters.cargo.boat.hollow_depth, abs=1e-4)
    world.advance(1.5)
    before = within(world.motion(BOAT).pose, world.motion(SAILOR).pose)
    events, _ = nudged(world)
    assert events == []
    after = within(world.motion(BOAT).pose, world.motion(SAILOR).pose)
    assert math.dist(before.position, after.position) < 0.001
