import contextlib
import io
import json
import logging
import math
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yourdfpy

from riffraff.model import SHAPES, Box, Inertial, JointKind, Model, PieceModel, Pose
from riffraff.model.urdf import piece_urdf, ship_urdf

FILES = ["ship.urdf", *(f"cargo/{name}.urdf" for name in SHAPES)]

each_file = pytest.mark.parametrize("file", FILES)


def numbers(text: str | None) -> list[float]:
    assert text is not None
    return [float(word) for word in text.split()]


@each_file
def test_urdf_is_complete_and_its_meshes_are_there(directory: Path, file: str) -> None:
    path = directory / file
    robot = ET.fromstring(path.read_text(encoding="utf-8"))
    links = {link.get("name") for link in robot.findall("link")}
    for link in robot.findall("link"):
        assert link.find("inertial/mass") is not None  # Without one Bullet takes 1 kg.
        assert link.findall("visual")
        assert link.findall("collision")
        for mesh in link.iter("mesh"):
            assert (path.parent / str(mesh.get("filename"))).is_file()
    for joint in robot.findall("joint"):
        ends = {joint.find("parent").get("link"), joint.find("child").get("link")}  # type: ignore[union-attr]
        assert ends <= links


def test_masses_and_inertias_in_the_urdf_are_the_models(model: Model) -> None:
    texts = [ship_urdf(model.ship), *(piece_urdf(piece) for piece in model.cargo.values())]
    inertials: dict[str, Inertial] = {link.name: link.inertial for link in model.ship.links}
    inertials |= {name: piece.inertial for name, piece in model.cargo.items()}
    for text in texts:
        for link in ET.fromstring(text).findall("link"):
            own = inertials.pop(str(link.get("name")))
            assert numbers(link.find("inertial/mass").get("value")) == [own.mass]  # type: ignore[union-attr]
            assert numbers(link.find("inertial/origin").get("xyz")) == list(own.centre)  # type: ignore[union-attr]
            tensor = link.find("inertial/inertia")
            assert tensor is not None
            assert [float(tensor.get(key, "")) for key in ("ixx", "iyy", "izz")] == list(own.moments)
            assert [float(tensor.get(key, "")) for key in ("ixy", "ixz", "iyz")] == list(own.products)
    assert not inertials


def test_pivot_has_the_limits_that_bullet_needs(model: Model) -> None:
    (pivot,) = [
        j for j in ET.fromstring(ship_urdf(model.ship)).findall("joint") if j.get("type") == "spherical"
    ]
    limit = pivot.find("limit")
    assert limit is not None
    assert all(float(limit.get(key, "")) > 0 for key in ("effort", "lower", "upper", "twist"))
    stop = model.parameters.ship.tilt_stop
    assert [float(limit.get(key, "")) for key in ("lower", "upper")] == [stop, stop]
    assert float(limit.get("twist", "")) == model.parameters.ship.rod_play


@pytest.mark.parametrize(
    ("orientation", "angles"),
    [
        ((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0)),
        ((0.5, 0.5, 0.5, 0.5), (math.pi / 2, 0.0, math.pi / 2)),
        ((0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)), (0.0, math.pi / 2, 0.0)),
        ((math.sin(0.1), 0.0, 0.0, math.cos(0.1)), (0.2, 0.0, 0.0)),
        ((0.0, 0.0, math.sin(-0.4), math.cos(-0.4)), (0.0, 0.0, -0.8)),
    ],
)
def test_orientations_become_roll_pitch_yaw(
    model: Model, orientation: tuple[float, float, float, float], angles: tuple[float, float, float]
) -> None:
    part = Box((0.01, 0.02, 0.03), Pose((0.0, 0.0, 0.0), orientation))
    crate = model.cargo["crate"]
    piece = PieceModel("crate", crate.inertial, (part,), crate.visuals, crate.stable_poses)
    origin = ET.fromstring(piece_urdf(piece)).find("link/collision/origin")
    assert origin is not None
    assert numbers(origin.get("rpy")) == pytest.approx(angles, abs=1e-12)


LOADER = """
import json, os, sys, tempfile
import pybullet

def load(path, flags, fixed):
    # What Bullet writes goes past Python's streams: catch it where it arrives, at the descriptors.
    with tempfile.TemporaryFile() as catch:
        kept = [os.dup(1), os.dup(2)]
        os.dup2(catch.fileno(), 1), os.dup2(catch.fileno(), 2)
        body = pybullet.loadURDF(path, useFixedBase=fixed, flags=flags)
        pybullet.stepSimulation()
        os.dup2(kept[0], 1), os.dup2(kept[1], 2)
        catch.seek(0)
        said = catch.read().decode()
    joints = [pybullet.getJointInfo(body, k) for k in range(pybullet.getNumJoints(body))]
    return {
        "said": said,
        "joints": {j[1].decode(): [j[2], j[12].decode()] for j in joints},
        "mass": sum(pybullet.getDynamicsInfo(body, k)[0] for k in range(-1, len(joints))),
        "inertia": pybullet.getDynamicsInfo(body, -1)[2],
        "parts": sum(len(pybullet.getCollisionShapeData(body, k)) for k in range(-1, len(joints))),
    }

pybullet.connect(pybullet.DIRECT)
flags = pybullet.URDF_USE_INERTIA_FROM_FILE | pybullet.URDF_USE_IMPLICIT_CYLINDER
plain = {path: load(path, flags, "ship" in path) for path in sys.argv[1:]}
merged = load(sys.argv[1], flags | pybullet.URDF_MERGE_FIXED_LINKS, True)
print(json.dumps([plain, merged]))
"""


@pytest.fixture(scope="module")
def in_bullet(directory: Path) -> tuple[dict[str, dict[str, object]], dict[str, object]]:
    paths = [str(directory / file) for file in FILES]
    done = subprocess.run([sys.executable, "-c", LOADER, *paths], capture_output=True, text=True, check=True)
    plain, merged = json.loads(done.stdout.splitlines()[-1])
    return {file: plain[path] for file, path in zip(FILES, paths, strict=True)}, merged


@each_file
def test_bullet_loads_without_a_word(in_bullet: tuple[dict, dict], file: str) -> None:
    assert in_bullet[0][file]["said"] == ""


def test_bullet_warns_of_nothing_when_it_merges_fixed_links(in_bullet: tuple[dict, dict]) -> None:
    # With that flag it tells what it merges, whatever the file; there must be nothing else.
    merged = in_bullet[1]
    told = [line.strip() for line in merged["said"].splitlines()]
    assert all(line.startswith(("processing", "merge", "relink")) for line in told)
    moving = {
        "pivot",
        *(f"{kind}_{level}" for kind in ("rock", "turn") for level in ("low", "middle", "top")),
    }
    assert set(merged["joints"]) == moving


def test_bullet_has_the_models_ship(model: Model, in_bullet: tuple[dict, dict]) -> None:
    ship = in_bullet[0]["ship.urdf"]
    # Bullet counts a fixed base as weightless.
    moving = sum(link.inertial.mass for link in model.ship.links if link.name != "stand")
    assert ship["mass"] == pytest.approx(moving, rel=1e-9) or ship["mass"] == pytest.approx(
        moving + model.ship.link("stand").inertial.mass, rel=1e-9
    )
    codes = {JointKind.REVOLUTE: 0, JointKind.CONTINUOUS: 0, JointKind.SPHERICAL: 2, JointKind.FIXED: 4}
    expected = {joint.name: [codes[joint.kind], joint.child] for joint in model.ship.joints}
    assert ship["joints"] == expected


@pytest.mark.parametrize("name", SHAPES)
def test_bullet_has_the_models_pieces(model: Model, in_bullet: tuple[dict, dict], name: str) -> None:
    piece, loaded = model.cargo[name], in_bullet[0][f"cargo/{name}.urdf"]
    assert loaded["mass"] == pytest.approx(piece.inertial.mass)
    assert loaded["inertia"] == pytest.approx(piece.inertial.moments)
    assert loaded["parts"] == len(piece.parts)


@each_file
def test_yourdfpy_loads_without_a_warning(
    model: Model, directory: Path, file: str, caplog: pytest.LogCaptureFixture
) -> None:
    told = io.StringIO()
    with (
        warnings.catch_warnings(),
        caplog.at_level(logging.WARNING),
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(told),
    ):
        warnings.simplefilter("error")
        # One mesh for all of a link's parts would be made by a call that trimesh has deprecated.
        robot = yourdfpy.URDF.load(
            str(directory / file),
            build_collision_scene_graph=True,
            load_collision_meshes=True,
            force_collision_mesh=False,
        )
    assert not caplog.records
    assert told.getvalue() == ""
    parts = (
        [link.parts for link in model.ship.links] if "ship" in file else [model.cargo[Path(file).stem].parts]
    )
    assert len(robot.collision_scene.geometry) == sum(len(each) for each in parts)
    if "ship" in file:
        placed = robot.get_transform("yardarm_top", "stand")[:3, 3]
        rock = model.parameters.ship.top_yardarm_height + model.parameters.ship.peg_diameter / 2
        assert placed == pytest.approx((0, 0, rock))
    else:
        assert robot.validate()
