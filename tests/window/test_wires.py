"""Collision shapes as lines: their ends lie on the shapes, and a box has twelve edges."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import (
    BODIES,
    FIRST_PIECE_BODY,
    PIECES,
    SHAPES,
    Box,
    Cylinder,
    Hull,
    Pose,
    Sphere,
    outline,
)
from riffraff.window.scenery import Scenery
from riffraff.window.wires import Wires, part_wires, piece_wires

from .scenes import CRATE, MODEL, loaded

SIZES = st.floats(0.005, 0.2)


@given(SIZES, SIZES, SIZES)
@settings(max_examples=20)
def test_a_box_has_its_twelve_edges(x: float, y: float, z: float) -> None:
    wires = part_wires(Box((x, y, z), Pose((0.1, 0.0, 0.0))))
    lengths = np.linalg.norm(wires[:, 1] - wires[:, 0], axis=1)
    np.testing.assert_allclose(sorted(lengths), sorted([x, y, z] * 4))
    np.testing.assert_allclose(wires.reshape(-1, 3).mean(axis=0), [0.1, 0.0, 0.0], atol=1e-12)


def test_the_hull_of_a_cube_is_drawn_as_a_cube() -> None:
    corners = tuple((x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0))
    wires = part_wires(Hull(corners))
    np.testing.assert_allclose(np.linalg.norm(wires[:, 1] - wires[:, 0], axis=1), np.ones(12))


def test_cylinders_and_balls_are_as_large_as_they_are() -> None:
    ball = part_wires(Sphere(0.02, Pose((0.0, 0.3, 0.0)))).reshape(-1, 3) - (0.0, 0.3, 0.0)
    np.testing.assert_allclose(np.linalg.norm(ball, axis=1), 0.02)
    points = part_wires(Cylinder(0.02, 0.1)).reshape(-1, 3)
    np.testing.assert_allclose(np.hypot(points[:, 0], points[:, 1]), 0.02)
    np.testing.assert_allclose(np.abs(points[:, 2]), 0.05)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_end_of_a_line_is_on_its_piece(shape: str) -> None:
    piece = MODEL.cargo[shape]
    pose = Pose((0.1, -0.2, 0.3), tuple(Rotation.from_euler("xyz", [0.3, 1.0, -0.5]).as_quat()))
    wires = piece_wires(piece, pose)
    assert len(wires)
    local = Rotation.from_quat(pose.orientation).inv().apply(wires.reshape(-1, 3) - pose.position)
    corners = np.vstack([outline(part) for part in piece.parts])
    assert (local >= corners.min(axis=0) - 2e-4).all()
    assert (local <= corners.max(axis=0) + 2e-4).all()


def test_only_what_is_there_is_drawn() -> None:
    scenery, wires = Scenery(MODEL), Wires(MODEL)
    poses = loaded()
    everything = wires.of_scene(scenery, scenery.place(poses))
    poses[FIRST_PIECE_BODY + CRATE] = np.nan
    without = wires.of_scene(scenery, scenery.place(poses))
    assert len(everything) - len(without) == len(piece_wires(MODEL.cargo["crate"], Pose()))
    assert np.isfinite(without).all()
    assert len(poses) == BODIES == FIRST_PIECE_BODY + PIECES
