"""Meshes as they are read and shaded."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.model import ModelError, default_directory
from riffraff.window.meshes import CREASE, Mesh, boxes, read, shaded, turned

FILES = sorted((default_directory() / "meshes").glob("*.obj"))


def face_normals(mesh: Mesh) -> np.ndarray:
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    normals = np.cross(b - a, c - a)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_normals_are_units_and_lean_no_further_than_a_crease_from_their_faces(file: Path) -> None:
    points, faces = read(file)
    mesh = shaded(points, faces)
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-5)
    a, b, c = np.moveaxis(points[faces], 1, 0)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2.0
    drawn = mesh.triangles
    kept = np.linalg.norm(np.cross(drawn[:, 1] - drawn[:, 0], drawn[:, 2] - drawn[:, 0]), axis=1) / 2.0
    assert math.isclose(area.sum(), kept.sum(), rel_tol=1e-3)
    sound = kept > 1e-9  # needles have no direction to speak of in single precision
    cosines = (mesh.normals[mesh.faces[sound]] * face_normals(mesh)[sound][:, None]).sum(axis=2)
    assert cosines.min() > math.cos(CREASE) - 0.02


def test_a_box_has_sharp_edges_and_faces_outward() -> None:
    mesh = boxes([((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))])
    assert len(mesh.points) == 24
    assert len(mesh.faces) == 12
    np.testing.assert_allclose(mesh.normals[mesh.faces], np.repeat(face_normals(mesh)[:, None], 3, axis=1))
    outward = (mesh.triangles.mean(axis=1) - (4.0, 5.0, 6.0)) * face_normals(mesh)
    assert outward.sum(axis=1).min() > 0.0
    assert np.ptp(mesh.points, axis=0).tolist() == [1.0, 2.0, 3.0]


@given(st.integers(24, 90), st.floats(0.01, 1.0), st.floats(0.01, 1.0))
def test_a_turned_body_is_smooth_around_and_sharp_at_its_rim(
    segments: int, radius: float, height: float
) -> None:
    mesh = turned([(0.0, 0.0), (radius, 0.0), (radius, height), (0.0, height)], segments)
    side = np.abs(mesh.normals[:, 2]) < 0.5
    assert side.sum() == 2 * segments
    along = mesh.points[side, :2] / np.linalg.norm(mesh.points[side, :2], axis=1, keepdims=True)
    assert (mesh.normals[side, :2] * along).sum(axis=1).min() > 0.999
    assert np.abs(mesh.normals[~side, 2]).min() > 0.999


@pytest.mark.parametrize("text", ["v 0 0 0\nf 1 2 3\n", "v 0 0\n", "v a b c\n", "vn 0 0 1\n", ""])
def test_what_is_no_mesh_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "hull.obj"
    file.write_text(text)
    with pytest.raises(ModelError, match=r"hull\.obj is no mesh of a model"):
        read(file)


def test_a_mesh_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.obj is no mesh of a model: .*No such file"):
        read(tmp_path / "none.obj")
