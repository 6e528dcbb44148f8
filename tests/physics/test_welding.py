"""Links that are fixed to each other become one, with the mass, the centre and the inertia of all."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import Cylinder, Pose, default_directory
from riffraff.physics import World
from riffraff.physics.welding import welded
from riffraff.rules import Shape

from .stage import number

WELDED = {"stand": "stand", "ring": "stand", "ball_bar": "ball_bar", "hull": "ball_bar", "mast": "ball_bar"}


def link(name: str, mass: float, centre: np.ndarray, tensor: np.ndarray, rpy: str = "0 0 0") -> str:
    entries = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    inertia = " ".join(f'{entry}="{float(tensor[at])!r}"' for entry, at in entries.items())
    place = " ".join(repr(float(x)) for x in centre)
    return (
        f'<link name="{name}"><inertial><origin xyz="{place}" rpy="{rpy}"/><mass value="{mass!r}"/>'
        f'<inertia {inertia}/></inertial><collision><geometry><mesh filename="{name}.obj"/></geometry>'
        "</collision></link>"
    )


def joint(parent: str, child: str, kind: str = "fixed", origin: str = 'xyz="0 0 0" rpy="0 0 0"') -> str:
    return (
        f'<joint name="{parent}_{child}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f"<origin {origin}/></joint>"
    )


def points(seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Masses and places of points that make a body."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, count), rng.uniform(-1.0, 1.0, (count, 3))


def inertial(masses: np.ndarray, places: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    centre = masses @ places / masses.sum()
    own = [arm @ arm * np.eye(3) - np.outer(arm, arm) for arm in places - centre]
    return float(masses.sum()), centre, np.tensordot(masses, own, 1)


@given(st.integers(0, 2**32 - 1), st.permutations([0, 1, 2]))
def test_a_welded_link_is_the_body_of_all_points_of_its_links(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: list[int]
) -> None:
    bodies = [points(seed + n, 5) for n in range(3)]
    links = [link(name, *inertial(*body)) for name, body in zip("abc", bodies, strict=True)]
    joints = [joint("a", "b"), joint("b", "c")]
    if order[0] > order[1]:
        joints.reverse()
    file = tmp_path_factory.mktemp("weld") / "body.urdf"
    file.write_text(f"<robot name='r'>{''.join([links[n] for n in order] + joints)}</robot>")
    text, belongs = welded(file)
    assert belongs == dict.fromkeys("abc", "a")
    (one,) = ElementTree.fromstring(text).iterfind("link")
    mass, centre, tensor = inertial(*(np.concatenate(column) for column in zip(*bodies, strict=True)))
    found = one.find("inertial")
    assert float(found.find("mass").get("value")) == pytest.approx(mass)
    np.testing.assert_allclose([float(x) for x in found.find("origin").get("xyz").split()], centre)
    for entry, at in {"ixx": (0, 0), "ixy": (0, 1), "iyz": (1, 2), "izz": (2, 2)}.items():
        assert float(found.find("inertia").get(entry)) == pytest.approx(tensor[at])
    meshes = [Path(mesh.get("filename")) for mesh in one.iterfind("collision/geometry/mesh")]
    assert sorted(meshes) == [(file.parent / f"{name}.obj").resolve() for name in "abc"]


@pytest.mark.parametrize(
    ("joins", "rpy"),
    [
        ({"kind": "revolute"}, "0 0 0"),
        ({"origin": 'xyz="0 0 0.1" rpy="0 0 0"'}, "0 0 0"),
        ({"origin": 'xyz="0 0 0" rpy="0.1 0 0"'}, "0 0 0"),
        ({}, "0 0 0.1"),
    ],
)
def test_what_moves_or_stands_at_an_offset_or_an_angle_stays_a_link_of_its_own(
    tmp_path: Path, joins: dict[str, str], rpy: str
) -> None:
    file = tmp_path / "body.urdf"
    links = link("a", *inertial(*points(1, 5))) + link("b", *inertial(*points(2, 5)), rpy)
    file.write_text(f"<robot name='r'>{links}{joint('a', 'b', **joins)}</robot>")
    text, belongs = welded(file)
    assert belongs == {"a": "a", "b": "b"}
    assert len(ElementTree.fromstring(text).findall("link")) == 2


def test_the_ship_is_two_bodies_and_its_pegs_and_yardarms() -> None:
    _, belongs = welded(default_directory() / "ship.urdf")
    assert {name: into for name, into in belongs.items() if name in WELDED} == WELDED
    own = set(belongs) - set(WELDED)
    assert len(own) == 6 and all(belongs[name] == name for name in own)


def test_a_touch_tells_hull_from_mast(make_world: Callable[..., World]) -> None:
    world = make_world()
    plank, crate = number(Shape.PLANK), number(Shape.CRATE)
    world.lay(crate, 1)
    world.settle()
    mast = world.scene.model.ship.link("mast").parts[0]
    assert isinstance(mast, Cylinder)
    # On edge across the mast, between two yardarms, pressed into it a little.
    away = mast.radius + world.parameters.cargo.plank.thickness / 2 - 2e-4
    x, y, z, w = Rotation.from_matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]]).as_quat().tolist()
    low, middle = (world.area_frame(area).position[2] for area in (5, 7))
    height = (low + middle) / 2
    world.put(plank, Pose((away, 0.0, height), (x, y, z, w)))
    world.frame()
    touched = {(touch.piece, touch.other) for touch in world.scene.touches()}
    assert touched == {(crate, "hull"), (plank, "mast")}
