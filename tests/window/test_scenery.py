"""Where a frame puts every body."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.model import BODIES, FIRST_PIECE_BODY
from riffraff.window import Scenery, upright

from .scenes import MODEL, heeled, laid

SCENERY = Scenery(MODEL)
SHIP = MODEL.parameters.ship
angles = st.floats(-0.5, 0.5)


def spot(placed: np.ndarray, body: str, point: tuple[float, float, float]) -> np.ndarray:
    place = placed[SCENERY.index(body)]
    return place[:, :3] @ point + place[:, 3]


@given(angles, angles, angles)
def test_what_is_fixed_to_the_hull_moves_with_it(roll: float, pitch: float, turn: float) -> None:
    rest, moved = (SCENERY.place(poses) for poses in (upright(MODEL), heeled(roll, pitch, turn)))
    bodies = ("hull", "mast", "ball_bar")
    points = {body: spot(rest, body, (0.01, 0.02, 0.03)) for body in bodies}
    now = {body: spot(moved, body, (0.01, 0.02, 0.03)) for body in bodies}
    for one in bodies:
        for other in bodies:
            assert math.dist(points[one], points[other]) == pytest.approx(
                math.dist(now[one], now[other]), abs=1e-9
            )


@given(angles, angles, st.floats(-3.0, 3.0), st.floats(-0.05, 0.05))
def test_a_peg_rocks_with_its_yardarm_but_does_not_turn_with_it(
    roll: float, pitch: float, turn: float, rock: float
) -> None:
    from scipy.spatial.transform import Rotation

    poses = heeled(roll, pitch)
    hull = Rotation.from_quat(poses[0, 3:])
    peg = hull * Rotation.from_euler("x", rock)
    poses[1, 3:] = (peg * Rotation.from_euler("z", turn)).as_quat()
    place = SCENERY.place(poses)[SCENERY.index("peg_low")]
    np.testing.assert_allclose(place[:, :3], peg.as_matrix(), atol=1e-6)
    np.testing.assert_allclose(place[:, 3], poses[1, :3], atol=1e-6)


def test_at_rest_the_parts_are_where_the_parameters_say() -> None:
    placed = SCENERY.place(upright(MODEL))
    assert spot(placed, "ring", (0, 0, 0)) == pytest.approx((0, 0, SHIP.pivot_height))
    low = spot(placed, "yardarm_low", (0, 0, -SHIP.peg_diameter / 2))
    assert low == pytest.approx((0, 0, SHIP.pivot_height + SHIP.low_yardarm_height))
    assert not np.isfinite(placed[SCENERY.index("crate-0")]).any()


def test_stand_and_box_stay_where_they_are() -> None:
    rest, moved = (SCENERY.place(poses) for poses in (upright(MODEL), heeled(0.4, 0.2)))
    for body in ("stand", "ring", "box", "table"):
        np.testing.assert_array_equal(rest[SCENERY.index(body)], moved[SCENERY.index(body)])


@given(st.integers(0, 31), st.integers(1, 10))
def test_a_piece_is_where_the_frame_says(piece: int, area: int) -> None:
    poses = laid(heeled(0.1), piece, area)
    placed = SCENERY.place(poses)
    row = FIRST_PIECE_BODY + piece
    body = next(number for number, body in enumerate(SCENERY.bodies) if body.row == row)
    np.testing.assert_allclose(placed[body, :, 3], poses[row, :3])
    assert np.isfinite(placed).all(axis=(1, 2)).sum() == len(SCENERY.bodies) - 31


def test_pieces_of_one_shape_share_their_surfaces_and_have_names_of_their_own() -> None:
    bodies = {body.name: body for body in SCENERY.bodies}
    assert len(bodies) == len(SCENERY.bodies)
    assert bodies["rat-0"].surfaces is bodies["rat-3"].surfaces


def test_a_frame_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=rf"has the shape \[{BODIES}, 7\], not \[3, 7\]"):
        SCENERY.place(np.zeros((3, 7)))
