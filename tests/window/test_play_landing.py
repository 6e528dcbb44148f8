"""Where a piece would touch down."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riffraff.model import SHAPES, Pose
from riffraff.window import Scenery, upright
from riffraff.window.play.grip import rests, silhouette
from riffraff.window.play.landing import Lander

from .scenes import MODEL, laid, loaded

SCENERY = Scenery(MODEL)
LANDER = Lander(SCENERY)
EMPTY = upright(MODEL)


@settings(max_examples=60)
@given(
    st.sampled_from(SHAPES),
    st.floats(0.25, 0.5),
    st.floats(-3.1, 3.1),
    st.floats(0.06, 0.5),
    st.integers(0, 6),
)
def test_beside_the_ship_a_piece_lands_on_the_table(
    shape: str, out: float, around: float, height: float, way: int
) -> None:
    piece = MODEL.cargo[shape]
    lying = rests(piece)[way % len(rests(piece))]
    pose = Pose((out * np.cos(around), out * np.sin(around), height), lying)
    landing = LANDER.below(f"{shape}-0", pose, EMPTY)
    assert landing is not None
    assert landing.body == "table"
    # Its visible surface lies within the fineness of the columns over the table.
    assert -0.002 < silhouette(piece, landing.pose)[:, 2].min() < 0.003


def test_over_the_deck_it_lands_on_the_hull() -> None:
    landing = LANDER.below("crate-0", Pose((0.05, 0.0, 0.26)), EMPTY)
    assert landing is not None
    assert landing.body == "hull"
    area = MODEL.areas[1]
    deck = MODEL.parameters.ship.pivot_height + area.height
    assert landing.pose.position[2] == pytest.approx(deck + 0.014, abs=0.001)


def test_over_cargo_it_lands_on_the_cargo() -> None:
    poses = laid(EMPTY, 3, 1)
    x, y, z = poses[4 + 3, :3].tolist()
    landing = LANDER.below("crate-1", Pose((x, y, z + 0.1)), poses)
    assert landing is not None
    assert landing.body == "crate-0"
    assert landing.drop == pytest.approx(0.1 - 0.028, abs=0.001)


def test_the_piece_does_not_land_on_itself() -> None:
    poses = laid(EMPTY, 3, 1)
    x, y, z = poses[4 + 3, :3].tolist()
    landing = LANDER.below("crate-0", Pose((x, y, z + 0.1)), poses)
    assert landing is not None
    assert landing.body == "hull"


def test_what_lies_on_the_ship_already_has_nowhere_to_drop() -> None:
    poses = loaded()
    for row in np.flatnonzero(np.isfinite(poses[4:, 0])):
        name = next(body.name for body in SCENERY.bodies if body.row == 4 + row)
        pose = Pose(tuple(poses[4 + row, :3].tolist()), tuple(poses[4 + row, 3:].tolist()))
        landing = LANDER.below(name, pose, poses)
        assert landing is not None
        assert landing.drop < 0.004, name


def test_under_the_table_there_is_nothing() -> None:
    assert LANDER.below("crate-0", Pose((0.0, 0.0, -0.5)), EMPTY) is None
