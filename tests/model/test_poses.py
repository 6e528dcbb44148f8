import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.model.parts import matrix, outline
from riffraff.model.poses import stable_poses
from riffraff.model.value import Box, Cylinder, Model, Pose, Sphere

EDGE = st.floats(0.01, 0.05)


@given(EDGE, EDGE, EDGE)
def test_a_box_rests_on_its_faces_as_often_as_they_are_seen(a: float, b: float, c: float) -> None:
    poses = stable_poses(outline(Box((a, b, c))))
    heights = {round(pose.height, 9) for pose in poses}
    assert heights <= {round(edge / 2, 9) for edge in (a, b, c)}
    assert sum(pose.probability for pose in poses) == pytest.approx(1.0, abs=0.061)
    assert poses[0].height == pytest.approx(min(a, b, c) / 2)


def test_a_cube_has_six_equal_poses() -> None:
    poses = stable_poses(outline(Box((0.028, 0.028, 0.028))))
    assert [pose.probability for pose in poses] == pytest.approx([1 / 6] * 6)
    downs = {tuple(np.round(-matrix(Pose(orientation=pose.orientation))[2]).astype(int)) for pose in poses}
    assert len(downs) == 6


def test_a_lying_cylinder_is_one_pose_at_its_radius() -> None:
    lying, *standing = stable_poses(outline(Cylinder(0.009, 0.024)))
    assert lying.height == pytest.approx(0.009)
    assert [pose.height for pose in standing] == pytest.approx([0.012, 0.012])
    assert lying.probability + sum(pose.probability for pose in standing) == pytest.approx(1.0)


def test_a_ball_is_one_pose() -> None:
    (pose,) = stable_poses(outline(Sphere(0.014)))
    assert pose.height == pytest.approx(0.014, rel=1e-2)


def test_a_body_heavy_at_one_end_does_not_stand_on_the_other_edges() -> None:
    # A tall box whose centre of mass lies beyond its foot topples: the foot is no pose.
    points = np.add(outline(Box((0.01, 0.01, 0.05))), (0.02, 0.0, 0.0))
    points = np.array([*points, (-0.01, 0.0, 0.02)])
    for pose in stable_poses(points):
        down = -matrix(Pose(orientation=pose.orientation))[2]
        assert not np.allclose(down, (0.0, 0.0, -1.0))


def test_poses_put_every_piece_on_the_plane(model: Model) -> None:
    for piece in model.cargo.values():
        points = np.vstack([outline(part) for part in piece.parts])
        for pose in piece.stable_poses:
            assert math.hypot(*pose.orientation) == pytest.approx(1.0)
            world = points @ matrix(Pose(orientation=pose.orientation)).T + (0.0, 0.0, pose.height)
            assert world[:, 2].min() == pytest.approx(0.0, abs=1e-7)
            resting = world[world[:, 2] < 1e-6, :2]
            # The centre of mass is over the foot: no half-plane through it holds all the resting points.
            angles = np.sort(np.arctan2(resting[:, 1], resting[:, 0]))
            gaps = np.diff(np.append(angles, angles[0] + 2 * math.pi))
            assert len(resting) >= 3
            assert gaps.max() <= math.pi + 1e-3
        chances = [pose.probability for pose in piece.stable_poses]
        assert chances == sorted(chances, reverse=True) or np.allclose(chances, sorted(chances, reverse=True))
        assert 0.9 < sum(chances) <= 1.0 + 1e-9
