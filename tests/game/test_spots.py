"""Where a piece may be let go (R4.6), and on which area a piece lies."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff import model
from riffraff.game.spots import areas_of, offence
from riffraff.model import Model, Pose
from riffraff.params import Parameters
from riffraff.physics import World, piece_shape
from riffraff.rules import PIECES, Shape


@pytest.fixture(scope="module")
def ship() -> Model:
    return model.read(model.provide(Parameters()))


def at(x: float, y: float, turn: float = 0.0) -> Pose:
    i, j, k, w = Rotation.from_euler("z", turn).as_quat().tolist()
    return Pose((x, y, 0.06), (i, j, k, w))


def test_r4_6_a_piece_in_its_area_is_no_offence(ship: Model) -> None:
    assert offence(ship, "crate", 1, at(0.05, 0.016)) is None
    assert offence(ship, "crate", 5, at(0.0, 0.08)) is None


def test_r4_6_a_piece_may_stick_out_beyond_the_ships_edge(ship: Model) -> None:
    assert offence(ship, "plank", 5, at(0.0, 0.10, math.pi / 2)) is None  # along the yardarm, beyond its end
    assert offence(ship, "plank", 5, at(0.0, 0.06)) is None  # across it, beyond both edges
    assert offence(ship, "crate", 1, at(0.05, 0.03)) is None  # over the bulwark


def test_r4_6_a_piece_may_not_stick_out_into_another_area(ship: Model) -> None:
    reason = offence(ship, "crate", 1, at(0.05, 0.010))
    assert reason is not None
    assert "area 2" in str(reason)
    across = offence(ship, "plank", 5, at(0.0, 0.02, math.pi / 2))
    assert across is not None
    assert "area 6" in str(across)


def test_r4_6_a_piece_must_be_in_the_area_of_the_card(ship: Model) -> None:
    reason = offence(ship, "crate", 1, at(-0.05, 0.016))
    assert str(reason) == "the crate is not in area 1"


def test_an_unsteady_hand_keeps_a_distance(ship: Model) -> None:
    half = Parameters().cargo.crate.edge / 2
    assert offence(ship, "crate", 1, at(0.05, half + 0.001)) is None
    assert offence(ship, "crate", 1, at(0.05, half + 0.001), margin=0.003) is not None


@given(st.sampled_from(range(1, 11)), st.floats(-0.12, 0.12), st.floats(-0.12, 0.12), st.floats(0, 6.28))
def test_no_pose_is_legal_in_two_areas_of_one_link(area: int, x: float, y: float, turn: float) -> None:
    ship = model.read(model.provide(Parameters()))
    pose = at(x, y, turn)
    if offence(ship, "barrel", area, pose) is None:
        link = ship.areas[area].link
        others = [n for n, other in ship.areas.items() if other.link == link and n != area]
        assert all(offence(ship, "barrel", other, pose) is not None for other in others)


def test_pieces_lie_on_the_area_that_carries_them() -> None:
    crate, plank, chest = (
        next(piece.index for piece in PIECES if piece.shape is shape)
        for shape in (Shape.CRATE, Shape.PLANK, Shape.CHEST)
    )
    with World() as world:
        ship = world.scene.model
        pivot, half = world.parameters.ship.pivot_height, world.parameters.cargo.crate.edge / 2
        deck = pivot + ship.areas[1].height
        world.put(crate, Pose((0.05, 0.016, deck + half + 0.0005)))
        flat = ship.cargo[piece_shape(chest)].stable_poses[0]
        top = deck + 2 * half + flat.height + 0.001
        world.put(chest, Pose((0.05, 0.016, top), flat.orientation))
        yard = world.poses[1, :3]
        thickness = world.parameters.cargo.plank.thickness
        world.put(plank, Pose((0.0, -0.04, yard[2] + ship.areas[6].height + thickness / 2 + 0.0005)))
        world.advance(1.0)
        assert areas_of(world, (crate, chest, plank)) == {crate: 1, chest: 1, plank: 6}
