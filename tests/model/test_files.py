import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import riffraff.model.store as store
from riffraff.model import (
    Model,
    ModelError,
    build,
    default_directory,
    digest,
    hold,
    provide,
    read,
    release,
    write,
)
from riffraff.params import Parameters, load


def test_what_is_read_equals_what_was_built(model: Model, directory: Path) -> None:
    assert read(directory) == model
    assert load(directory / "params.toml") == model.parameters


def test_reading_needs_no_mesh_library(directory: Path) -> None:
    code = (
        "import sys; from riffraff.model import read; read(sys.argv[1]); "
        "print([name for name in ('trimesh', 'manifold3d', 'shapely') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(directory)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_writing_twice_gives_the_same_bytes(model: Model, directory: Path, tmp_path: Path) -> None:
    write(model, tmp_path / "again")
    for path in directory.rglob("*"):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(directory)).read_bytes() == path.read_bytes()


def test_an_older_model_is_replaced_when_asked_and_leaves_nothing(model: Model, tmp_path: Path) -> None:
    write(model, tmp_path)
    (tmp_path / "meshes" / "stale.obj").write_text("v 0 0 0\n")
    heavier = build(Parameters().with_changes({"ship.counterweight_mass": 0.4}))
    with pytest.raises(ModelError, match="holds a model already"):
        write(heavier, tmp_path)
    assert read(tmp_path) == model
    write(heavier, tmp_path, overwrite=True)
    assert read(tmp_path) == heavier != model
    assert not (tmp_path / "meshes" / "stale.obj").exists()


def test_a_foreign_directory_is_left_alone(model: Model, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(ModelError, match=r"not empty and holds no model \(model.json\)"):
        write(model, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(ModelError, match="not a directory"):
        write(model, tmp_path / "thesis.txt")


def test_a_model_that_was_tampered_with_is_not_written(model: Model, tmp_path: Path) -> None:
    crate = model.cargo["crate"]
    heavy = replace(crate, inertial=replace(crate.inertial, mass=1.0))
    with pytest.raises(ModelError, match="not what its parameters build"):
        write(replace(model, cargo={**model.cargo, "crate": heavy}), tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "holds no model"),
        ("{", "cannot be read"),
        ("[]", "not a model of format 1"),
        ('{"format": 0}', "not a model of format 1"),
        ('{"format": 1}', "parameters"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "model.json").write_text(content)
    with pytest.raises(ModelError, match=said):
        read(tmp_path)


def test_a_wrong_value_is_named(directory: Path, tmp_path: Path) -> None:
    content = json.loads((directory / "model.json").read_text(encoding="utf-8"))
    content["cargo"]["rat"]["inertial"]["mass"] = "light"
    (tmp_path / "model.json").write_text(json.dumps(content))
    with pytest.raises(ModelError, match=r"cargo\.rat\.inertial\.mass"):
        read(tmp_path)


def test_default_parameters_are_served_from_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(parameters: Parameters) -> Model:
        raise AssertionError("the packaged model would have served")

    monkeypatch.setattr(store, "build", never)
    assert provide(Parameters()) == default_directory()
    assert (
        provide(Parameters().with_changes({"hand.tremor": 0.002, "wood.friction": 0.2}))
        == default_directory()
    )


def test_other_parameters_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    builds: list[Parameters] = []

    def counting(parameters: Parameters) -> Model:
        builds.append(parameters)
        return build(parameters)

    monkeypatch.setattr(store, "build", counting)
    heavier = Parameters().with_changes({"ship.counterweight_mass": 0.41})
    first = provide(heavier)
    assert read(first).parameters == heavier
    assert provide(heavier.with_changes({"world.gravity": 1.62})) == first != default_directory()
    assert len(builds) == 1


def test_a_built_directory_goes_after_many_others_unless_it_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_KEPT", 1)
    first, second, third = (Parameters().with_changes({"cargo.crate.edge": e}) for e in (0.025, 0.026, 0.027))
    held = provide(first)
    hold(held)
    left = provide(second)
    kept = provide(third)
    assert held.exists() and kept.exists() and not left.exists()
    assert provide(first) == held
    release(held)
    assert provide(second).exists()
    assert not held.exists() and not kept.exists()
    assert read(provide(first)).parameters == first


def test_a_built_directory_goes_when_its_process_ends_and_not_with_a_worker(tmp_path: Path) -> None:
    code = """
import multiprocessing, sys
from riffraff.model import provide
from riffraff.params import Parameters
if __name__ == "__main__":
    path = provide(Parameters().with_changes({"cargo.crate.edge": 0.03}))
    worker = multiprocessing.get_context("fork").Process(target=sys.exit)
    worker.start(), worker.join()
    print(path, path.is_dir())
"""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    path, alive = done.stdout.split()
    assert alive == "True"
    assert Path(path).parent == tmp_path
    assert not Path(path).exists()


def test_digest_counts_what_the_model_depends_on() -> None:
    base = digest(Parameters())
    assert len(base) == 64
    for name in ("hand.tremor", "world.gravity", "wood.friction", "catching.reach"):
        quantity = Parameters.quantities()[name]
        assert digest(Parameters().with_changes({name: quantity.high})) == base
    for name in ("ship.pivot_damping", "cargo.rat.hook_gap", "wood.density", "wood.steel_density"):
        quantity = Parameters.quantities()[name]
        assert digest(Parameters().with_changes({name: quantity.high})) != base
