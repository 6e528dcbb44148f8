"""A model that someone hands over is looked over before physics trusts it."""

import re
import shutil
from pathlib import Path

import pytest
import trimesh

from riffraff.model import ModelError, default_directory, inspect


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A copy of the packaged model, to be damaged."""
    return Path(shutil.copytree(default_directory(), tmp_path / "model"))


def edit(file: Path, pattern: str, replacement: str) -> None:
    text = file.read_text()
    changed = re.sub(pattern, replacement, text, count=1)
    assert changed != text
    file.write_text(changed)


def test_what_write_wrote_is_sound() -> None:
    inspect(default_directory())


@pytest.mark.parametrize(
    ("pattern", "replacement", "said"),
    [
        (r'<mass value="[^"]*"', '<mass value="0"', r"crate\.urdf: link crate: its mass is 0 kg"),
        (r'<mass value="[^"]*"', '<mass value="-1"', "its mass is -1 kg; it must be more than 0"),
        (r'<mass value="[^"]*"', '<mass value="heavy"', "its mass is nan kg"),
        (r'ixx="[^"]*"', 'ixx="1"', "at most the sum of the other two"),
        (r'izz="[^"]*"', 'izz="0"', "no body has the moments of inertia 0,"),
        (r"(?s)<inertial>.*</inertial>", "", "link crate: has no <inertial>"),
        ("</robot>", "", "is not XML"),
    ],
)
def test_a_body_that_cannot_be_is_refused(directory: Path, pattern: str, replacement: str, said: str) -> None:
    edit(directory / "cargo" / "crate.urdf", pattern, replacement)
    with pytest.raises(ModelError, match=said):
        inspect(directory)


def test_a_mesh_with_a_hole_is_refused(directory: Path) -> None:
    file = directory / "meshes" / "collision" / "boat_0.obj"
    mesh = trimesh.load_mesh(file)
    mesh.update_faces([False] + [True] * (len(mesh.faces) - 1))
    mesh.export(file)
    with pytest.raises(ModelError, match=r"boat\.urdf: link boat: boat_0\.obj has holes"):
        inspect(directory)


def test_a_mesh_turned_inside_out_is_refused(directory: Path) -> None:
    file = directory / "meshes" / "collision" / "boat_0.obj"
    mesh = trimesh.load_mesh(file)
    mesh.invert()
    mesh.export(file)
    with pytest.raises(ModelError, match=r"boat_0\.obj encloses no volume"):
        inspect(directory)


def test_every_fault_is_told(directory: Path) -> None:
    (directory / "meshes" / "collision" / "boat_0.obj").unlink()
    (directory / "cargo" / "rat.urdf").unlink()
    with pytest.raises(ModelError) as refused:
        inspect(directory)
    lines = str(refused.value).splitlines()
    assert len(lines) == 2
    assert "boat_0.obj cannot be read" in lines[0]
    assert "rat.urdf: cannot be read: No such file" in lines[1]


def test_a_directory_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="holds no model"):
        inspect(tmp_path)
