"""Where mouse and keys lead the held piece."""

import math

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import SHAPES, Pose
from riffraff.window import Camera, upright
from riffraff.window.play.grip import HIGHEST, REACH, Grip, Plane, beside, lowest_point, rests, silhouette

from .scenes import MODEL

SIZE = (1280, 800)

coordinates = st.floats(-0.3, 0.3)
angles = st.floats(-math.pi, math.pi)
shapes = st.sampled_from(SHAPES)
quaternions = (
    st.tuples(*[st.floats(-1.0, 1.0)] * 4)
    .filter(lambda parts: np.linalg.norm(parts) > 0.1)
    .map(lambda parts: tuple((np.array(parts) / np.linalg.norm(parts)).tolist()))
)
grips = st.builds(
    Grip, position=st.tuples(coordinates, coordinates, st.floats(0.05, 0.5)), orientation=quaternions
)
cameras = st.builds(
    Camera,
    target=st.just((0.0, 0.0, 0.2)),
    yaw=angles,
    pitch=st.floats(0.25, 1.4),
    distance=st.floats(0.4, 1.5),
)


def in_view(camera: Camera, grip: Grip) -> tuple[float, float]:
    """Where a grip is seen; nobody steers a piece that is not in the picture."""
    seen = camera.project(grip.position, SIZE)
    assume(seen is not None and 0.0 <= seen[0] <= SIZE[0] and 0.0 <= seen[1] <= SIZE[1])
    assert seen is not None
    return seen


def angle(first: Grip, second: Grip) -> float:
    turn = Rotation.from_quat(first.orientation) * Rotation.from_quat(second.orientation).inv()
    return float(turn.magnitude())


@given(grips, cameras, st.floats(200.0, 1000.0), st.floats(150.0, 650.0), st.sampled_from(Plane))
def test_the_piece_comes_under_the_cursor(
    grip: Grip, camera: Camera, x: float, y: float, plane: Plane
) -> None:
    ray = camera.ray(x, y, SIZE)
    led = grip.led(ray, plane)
    assume(led.position != grip.position)
    seen = camera.project(led.position, SIZE)
    assert seen is not None
    np.testing.assert_allclose(seen, (x, y), atol=0.05)


@given(grips, cameras, st.floats(200.0, 1000.0), st.floats(500.0, 650.0))
def test_on_a_level_plane_the_height_stays(grip: Grip, camera: Camera, x: float, y: float) -> None:
    led = grip.led(camera.ray(x, y, SIZE), Plane.LEVEL)
    assume(abs(camera.ray(x, y, SIZE).direction[2]) > 0.13)
    assert math.isclose(led.position[2], grip.position[2], abs_tol=1e-9)
    assert led.orientation == grip.orientation


@given(grips, cameras)
def test_what_was_taken_hold_of_beside_its_centre_does_not_jump(grip: Grip, camera: Camera) -> None:
    in_view(camera, grip)
    held = np.add(grip.position, (0.01, -0.005, 0.008))
    seen = camera.project(held, SIZE)
    assume(seen is not None)
    assert seen is not None
    offset = np.array(grip.position) - held
    for plane in Plane:
        np.testing.assert_allclose(
            grip.led(camera.ray(*seen, SIZE), plane, offset).position, grip.position, atol=1e-6
        )


@given(grips, cameras, st.floats(-0.1, 0.1), st.floats(-0.1, 0.1))
def test_the_keys_push_as_the_picture_shows(grip: Grip, camera: Camera, right: float, away: float) -> None:
    pushed = grip.pushed(camera, right, away)
    assert pushed.position[2] == grip.position[2]
    before, after = in_view(camera, grip), in_view(camera, pushed)
    if away == 0.0 and abs(right) > 1e-3:
        assert (after[0] - before[0]) * right > 0.0
    # What is above the eye sinks towards the horizon as it goes away.
    if right == 0.0 and abs(away) > 1e-3 and grip.position[2] < camera.eye[2]:
        assert (before[1] - after[1]) * away > 0.0
    back = pushed.pushed(camera, -right, -away)
    np.testing.assert_allclose(back.position, grip.position, atol=1e-12)


@given(grips, shapes)
def test_snapping_lays_a_piece_as_it_can_rest_and_is_done_once(grip: Grip, shape: str) -> None:
    piece = MODEL.cargo[shape]
    snapped = grip.snapped(piece)
    ways = [Rotation.from_quat(way) for way in rests(piece)]
    down = Rotation.from_quat(snapped.orientation).inv().apply([0.0, 0.0, -1.0])
    assert min(float(np.linalg.norm(down - way.inv().apply([0.0, 0.0, -1.0]))) for way in ways) < 1e-6
    assert angle(snapped.snapped(piece), snapped) < 1e-6


@given(grips, shapes, st.sampled_from([-1, 1]))
def test_going_through_the_ways_to_lie_comes_back_to_the_first(grip: Grip, shape: str, step: int) -> None:
    piece = MODEL.cargo[shape]
    first = grip.snapped(piece)
    turned, seen = first, [first]
    for _ in rests(piece):
        turned = turned.next_rest(piece, step)
        seen.append(turned)
    assert angle(turned, first) < 1e-5
    assert all(angle(a, b) > 0.05 for n, a in enumerate(seen[:-1]) for b in seen[:n])


def test_what_has_a_hook_can_hang() -> None:
    hooked = [piece for piece in MODEL.cargo.values() if piece.hook is not None]
    assert hooked
    for piece in hooked:
        assert piece.hook is not None
        arm = Rotation.from_quat(piece.hook.pose.orientation).apply([0.0, 0.0, 1.0])
        highest = max(float(Rotation.from_quat(way).apply(arm)[2]) for way in rests(piece))
        assert math.isclose(highest, 1.0, abs_tol=1e-6)


@given(grips, shapes)
def test_the_hand_stays_over_the_table_and_within_reach(grip: Grip, shape: str) -> None:
    piece = MODEL.cargo[shape]
    far = Grip(tuple(5.0 * x for x in grip.position), grip.orientation).raised(-1.0)  # type: ignore[arg-type]
    limited = far.limited(piece)
    x, y, z = limited.position
    assert math.hypot(x, y) <= REACH + 1e-9
    assert z <= HIGHEST
    assert silhouette(piece, limited.pose)[:, 2].min() > 0.0
    assert limited.limited(piece) == limited or np.allclose(limited.limited(piece).position, limited.position)


@given(shapes, quaternions)
def test_the_lowest_point_is_that_of_the_outline(shape: str, orientation: tuple[float, ...]) -> None:
    piece = MODEL.cargo[shape]
    points = silhouette(piece, Pose((0.0, 0.0, 0.0), orientation))  # type: ignore[arg-type]
    assert math.isclose(points[:, 2].min(), lowest_point(piece, orientation), abs_tol=1e-12)  # type: ignore[arg-type]


@given(grips)
def test_straightening_turns_about_the_vertical_by_little(grip: Grip) -> None:
    straight = grip.straightened()
    assert angle(straight, grip) <= math.radians(7.5) + 1e-6
    up = [Rotation.from_quat(g.orientation).inv().apply([0.0, 0.0, 1.0]) for g in (grip, straight)]
    np.testing.assert_allclose(up[0], up[1], atol=1e-9)


@given(shapes, st.integers(1, 10))
def test_a_piece_is_first_held_beside_its_area_and_above_it(shape: str, number: int) -> None:
    grip = beside(MODEL, shape, number, upright(MODEL))
    again = beside(MODEL, shape, number, upright(MODEL))
    assert grip == again
    side = 1.0 if number % 2 else -1.0  # odd areas are to port
    assert grip.position[1] * side > 0.0
    assert grip.position[2] > MODEL.parameters.ship.pivot_height
