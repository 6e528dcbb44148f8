from pathlib import Path

import pytest
import trimesh

from riffraff.model import Model, build, write
from riffraff.params import Parameters


@pytest.fixture(scope="session")
def model() -> Model:
    return build(Parameters())


@pytest.fixture(scope="session")
def directory(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model")
    write(model, path)
    return path


@pytest.fixture(scope="session")
def meshes(directory: Path) -> dict[str, trimesh.Trimesh]:
    """All meshes by their file names relative to the model's directory."""
    files = sorted(directory.glob("meshes/**/*.obj"))
    return {str(file.relative_to(directory)): trimesh.load(file, process=False) for file in files}
