"""Picking finds the body that is drawn under the cursor."""

import math

import numpy as np
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from riffraff.window import Camera, Options, Picker, Pictures, Ray, Scenery, upright

from .conftest import SIZE
from .scenes import MODEL, laid, loaded

SCENERY = Scenery(MODEL)
PICKER = Picker(SCENERY)
LOADED = loaded()

cameras = st.builds(
    Camera,
    target=st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), st.floats(0.05, 0.4)),
    yaw=st.floats(-math.pi, math.pi),
    pitch=st.floats(0.0, 1.5),
    distance=st.floats(0.4, 1.6),
)


@example(Camera((0.078125, 0.0, 0.1640625), 0.25, 0.375, 1.0), 120, 81)
@settings(max_examples=60)
@given(cameras, st.integers(2, SIZE[0] - 3), st.integers(2, SIZE[1] - 3))
def test_what_is_picked_is_what_is_drawn_there(
    drawing: Pictures, camera: Camera, column: int, row: int
) -> None:
    hits = [
        PICKER.pick(camera.ray(column + 0.5 + dx, row + 0.5 + dy, SIZE), LOADED)
        for dx in (-4, -2, 0, 2, 4)
        for dy in (-4, -2, 0, 2, 4)
    ]
    names = {hit.body.name if hit else None for hit in hits}
    # On an edge a pixel shows two bodies, or paint and wood, and smoothing spreads that by some pixels.
    assume(len(names) == 1)
    (name,) = names
    plain = drawing.draw(camera, LOADED)
    shone = [body.name for body in SCENERY.bodies if body.name not in ("table", name)]
    others = drawing.draw(camera, LOADED, options=Options(marks=dict.fromkeys(shone, (1.0, 0.0, 1.0))))
    pixel = (row, column)
    assert np.abs(others[pixel].astype(int) - plain[pixel]).max() <= 2
    if name not in ("table", None):
        itself = drawing.draw(camera, LOADED, options=Options(marks={name: (1.0, 0.0, 1.0)}))
        assert np.abs(itself[pixel].astype(int) - plain[pixel]).max() > 8


@given(st.integers(0, 31), st.floats(-math.pi, math.pi), st.floats(0.05, 1.5))
def test_a_hit_is_on_the_ray_and_faces_it(piece: int, yaw: float, pitch: float) -> None:
    poses = laid(upright(MODEL), piece, 1)
    target = tuple(poses[4 + piece, :3].tolist())
    ray = Camera(target, yaw, pitch, 0.6).ray(50.0, 40.0, (100, 80))
    hit = PICKER.pick(ray, poses)
    assert hit is not None
    np.testing.assert_allclose(hit.point, ray.origin + hit.distance * ray.direction)
    assert np.linalg.norm(hit.normal) == np.float64(1.0) or abs(np.linalg.norm(hit.normal) - 1.0) < 1e-9
    assert hit.normal @ ray.direction < 0.0
    assert hit.distance < 0.65


def test_a_ray_up_into_the_room_meets_nothing() -> None:
    ray = Ray(np.array([0.5, 0.5, 0.2]), np.array([0.0, 0.0, 1.0]))
    assert PICKER.pick(ray, LOADED) is None


def test_a_ray_down_beside_the_box_meets_the_table_from_above() -> None:
    hit = PICKER.pick(Ray(np.array([0.4, 0.3, 1.0]), np.array([0.0, 0.0, -1.0])), LOADED)
    assert hit is not None
    assert hit.body.name == "table"
    np.testing.assert_allclose(hit.point, (0.4, 0.3, 0.0), atol=1e-6)
    np.testing.assert_allclose(hit.normal, (0.0, 0.0, 1.0), atol=1e-6)


def test_an_absent_piece_is_not_picked() -> None:
    poses = laid(upright(MODEL), 3, 1)
    down = Ray(poses[7, :3] + (0.0, 0.0, 0.5), np.array([0.0, 0.0, -1.0]))
    first = PICKER.pick(down, poses)
    assert first is not None and first.body.name == "crate-0"
    poses[7] = np.nan
    behind = PICKER.pick(down, poses)
    assert behind is not None and behind.body.name == "hull"
