import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model.mass import inertial, principal_axes
from riffraff.model.parts import matrix, quaternion, vector
from riffraff.model.solids import ball, block, mesh, rod
from riffraff.model.value import Inertial, ModelError, Pose

LENGTH = st.floats(0.002, 0.2)
DENSITY = st.floats(300.0, 9000.0)


def tensor(inertia: Inertial) -> np.ndarray:
    ixy, ixz, iyz = inertia.products
    return np.diag(inertia.moments) + np.array([[0, ixy, ixz], [ixy, 0, iyz], [ixz, iyz, 0]])


@given(LENGTH, LENGTH, LENGTH, DENSITY)
def test_a_box_has_the_mass_and_inertia_of_the_formula(a: float, b: float, c: float, density: float) -> None:
    box = inertial([(block((a, b, c), (0.1, -0.2, 0.3)), density)])
    mass = density * a * b * c
    assert box.mass == pytest.approx(mass, rel=1e-9)
    assert box.centre == pytest.approx((0.1, -0.2, 0.3), abs=1e-9)
    expected = (mass / 12 * (b * b + c * c), mass / 12 * (a * a + c * c), mass / 12 * (a * a + b * b))
    assert box.moments == pytest.approx(expected, rel=1e-6)


def test_a_rod_is_a_cylinder_within_its_facets() -> None:
    radius, length, density = 0.01, 0.2, 700.0
    along_x = inertial([(rod(radius, length, axis="x"), density)])
    mass = density * math.pi * radius**2 * length
    assert along_x.mass == pytest.approx(mass, rel=4e-3)
    across = along_x.mass * (3 * radius**2 + length**2) / 12
    assert along_x.moments == pytest.approx((along_x.mass * radius**2 / 2, across, across), rel=4e-3)


def test_a_ball_has_exactly_the_volume_of_the_round_one() -> None:
    radius, density = 0.0225, 7850.0
    sphere = inertial([(ball(radius, (0.0, 0.0, -0.11)), density)])
    mass = density * 4 / 3 * math.pi * radius**3
    assert sphere.mass == pytest.approx(mass, rel=1e-9)
    assert sphere.moments == pytest.approx([0.4 * mass * radius**2] * 3, rel=2e-3)


def test_bodies_joined_weigh_as_the_sum_and_turn_about_the_common_centre() -> None:
    wood, steel = block((0.02, 0.02, 0.02), (0.0, 0.0, 0.05)), block((0.02, 0.02, 0.02), (0.0, 0.0, -0.05))
    joined = inertial([(wood, 700.0), (steel, 7700.0)])
    light, heavy = 700.0 * 8e-6, 7700.0 * 8e-6
    assert joined.mass == pytest.approx(light + heavy)
    assert joined.centre[2] == pytest.approx(0.05 * (light - heavy) / (light + heavy))
    own = (light + heavy) * 0.02**2 / 6
    assert joined.moments[2] == pytest.approx(own)
    assert joined.moments[0] == pytest.approx(own + light * heavy / (light + heavy) * 0.1**2)


def test_what_encloses_no_volume_is_refused() -> None:
    nothing = block((0.01, 0.01, 0.01)) - block((0.02, 0.02, 0.02))
    with pytest.raises(ModelError, match="no volume"):
        inertial([(nothing, 700.0)])


@given(st.tuples(*[st.floats(-0.6, 0.6)] * 3))
def test_principal_axes_undo_a_small_turn(angles: tuple[float, float, float]) -> None:
    turn = Rotation.from_euler("xyz", angles).as_matrix()
    turned = block((0.03, 0.02, 0.01)).transform(np.column_stack([turn, np.zeros(3)]))
    found = inertial([(turned, 700.0)])
    axes = principal_axes(found)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    diagonal = axes.T @ tensor(found) @ axes
    assert np.abs(diagonal - np.diag(np.diag(diagonal))).max() < 2e-6 * np.diag(diagonal).max()
    nearest = np.abs(np.diag(axes)).sum()
    assert all(
        nearest >= np.abs(np.diag(axes[:, list(order)])).sum() - 1e-9
        for order in [(1, 0, 2), (2, 1, 0), (1, 2, 0)]
    )


def test_equal_moments_turn_nothing() -> None:
    assert np.array_equal(principal_axes(inertial([(block((0.02, 0.02, 0.02)), 700.0)])), np.eye(3))


@given(st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: math.hypot(*q) > 0.1))
def test_quaternion_and_matrix_are_inverse(parts: tuple[float, float, float, float]) -> None:
    turn = Rotation.from_quat(parts).as_matrix()
    found = quaternion(turn)
    assert math.hypot(*found) == pytest.approx(1.0)
    assert matrix(Pose(orientation=found)) == pytest.approx(turn, abs=1e-9)


def test_vector_drops_noise_and_negative_zeros() -> None:
    assert [str(x) for x in vector(np.array([-1e-14, 0.1 + 1e-13, -0.0]), digits=9)] == ["0.0", "0.1", "0.0"]


def test_a_mesh_is_closed_and_faces_outward() -> None:
    surface = mesh(block((0.01, 0.02, 0.03)))
    corners = surface.vertices[surface.faces]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume == pytest.approx(6e-6)
