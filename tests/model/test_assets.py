"""The committed assets are what the code builds: exactly in structure, numerically up to rounding."""

from pathlib import Path

import numpy as np
import pytest
import trimesh
from pydantic import TypeAdapter

from riffraff.model import Model, default_directory, read
from riffraff.params import Parameters

ASSETS = default_directory()


def same(one: object, other: object, where: str = "model") -> None:
    if isinstance(one, dict):
        assert isinstance(other, dict)
        assert list(one) == list(other), where
        for key in one:
            same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list | tuple):
        assert isinstance(other, list | tuple)
        assert len(one) == len(other), where
        for index, pair in enumerate(zip(one, other, strict=True)):
            same(*pair, f"{where}[{index}]")
    elif isinstance(one, float):
        assert one == pytest.approx(other, rel=1e-6, abs=2e-9), where
    else:
        assert one == other, where


def test_packaged_model_is_that_of_the_default_parameters(model: Model) -> None:
    packaged = read(ASSETS)
    assert packaged.parameters == Parameters()
    adapter = TypeAdapter(Model)
    same(adapter.dump_python(packaged), adapter.dump_python(model))


def test_packaged_files_are_those_that_are_written(directory: Path) -> None:
    def files(root: Path) -> set[Path]:
        return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}

    assert files(ASSETS) - {Path("measurements.toml")} == files(directory)
    assert sum((ASSETS / file).stat().st_size for file in files(ASSETS)) < 2_000_000
    assert (ASSETS / "params.toml").read_bytes() == (directory / "params.toml").read_bytes()


def test_packaged_meshes_are_those_that_are_built(meshes: dict[str, trimesh.Trimesh]) -> None:
    for file, built in meshes.items():
        packaged = trimesh.load(ASSETS / file, process=False)
        assert len(packaged.faces) == len(built.faces), file
        assert packaged.bounds == pytest.approx(built.bounds, abs=1e-8)
        assert packaged.volume == pytest.approx(built.volume, rel=1e-6)
        assert packaged.moment_inertia == pytest.approx(
            built.moment_inertia, rel=1e-5, abs=1e-6 * np.abs(built.moment_inertia).max()
        )
