"""Where the camera looks, and what is under the cursor."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.window import Camera, Scenery, views

from .scenes import MODEL, heeled

SCENERY = Scenery(MODEL)

cameras = st.builds(
    Camera,
    target=st.tuples(*[st.floats(-0.3, 0.3)] * 3),
    yaw=st.floats(-math.pi, math.pi),
    pitch=st.floats(-1.5, 1.5),
    distance=st.floats(0.2, 4.0),
    field_of_view=st.floats(0.2, 1.4),
)
sizes = st.tuples(st.integers(64, 2000), st.integers(64, 2000))


@given(cameras, sizes, st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(0.1, 5.0))
def test_a_point_on_a_line_of_sight_is_drawn_where_the_line_was_taken(
    camera: Camera, size: tuple[int, int], across: float, down: float, distance: float
) -> None:
    x, y = across * size[0], down * size[1]
    ray = camera.ray(x, y, size)
    drawn = camera.project(ray.origin + distance * ray.direction, size)
    assert drawn == pytest.approx((x, y), abs=1e-6 * max(size))


@given(cameras, sizes)
def test_the_target_is_in_the_middle_and_up_is_up(camera: Camera, size: tuple[int, int]) -> None:
    middle = camera.project(camera.target, size)
    assert middle == pytest.approx((size[0] / 2, size[1] / 2), abs=1e-6)
    x, y, z = camera.target
    above = camera.project((x, y, z + 0.01), size)
    assert above is not None
    assert above[0] == pytest.approx(size[0] / 2, abs=1e-6)
    assert above[1] < size[1] / 2


@given(cameras, sizes, st.floats(0.05, 3.0))
def test_what_is_behind_is_nowhere(camera: Camera, size: tuple[int, int], distance: float) -> None:
    away = camera.eye - np.asarray(camera.target)
    behind = camera.eye + distance * away / np.linalg.norm(away)
    assert camera.project(behind, size) is None


@pytest.mark.parametrize("name", sorted(set(views(MODEL)) - {"deck", "yardarms"}))
@pytest.mark.parametrize("size", [(1280, 800), (800, 800), (500, 900), (1900, 800)])
def test_the_views_of_the_whole_show_all_of_it(name: str, size: tuple[int, int]) -> None:
    camera = views(MODEL)[name]
    for heel in (-0.3, 0.0, 0.3):
        corners = SCENERY.corners(SCENERY.place(heeled(heel, heel))).reshape(-1, 3)
        drawn = [camera.project(corner, size) for corner in corners]
        assert all(place and 0 < place[0] < size[0] and 0 < place[1] < size[1] for place in drawn)


@given(cameras, st.floats(-3, 3), st.floats(-3, 3), st.floats(0.1, 10.0), st.floats(-1, 1), st.floats(-1, 1))
def test_moving_the_camera(
    camera: Camera, yaw: float, pitch: float, factor: float, right: float, up: float
) -> None:
    moved = camera.orbited(yaw, pitch)
    assert moved.target == camera.target
    assert np.linalg.norm(moved.eye - moved.target) == pytest.approx(camera.distance)
    assert abs(moved.pitch) < math.pi / 2
    assert 0.1 <= camera.zoomed(factor).distance <= 5.0
    panned = camera.panned(right, up)
    shift = np.asarray(panned.target) - camera.target
    assert np.linalg.norm(shift) == pytest.approx(math.hypot(right, up), abs=1e-9)
    np.testing.assert_allclose(panned.eye - camera.eye, shift, atol=1e-9)
