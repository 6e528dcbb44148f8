"""Making one link of the links that are fixed to each other.

The stand carries the ring, and the bar of the ball carries hull and mast: five links that are two bodies. For
every row of every contact Bullet works its way through all links of the ship, the fixed ones too: welded,
a step costs 8 % less (`benchmarks/step_gains.py`).

Bullet can weld by itself (`URDF_MERGE_FIXED_LINKS`), but leaves the centre of mass of what it made at the
joint and adds up moments of inertia about different points.
"""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_ENTRIES = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def welded(file: Path) -> tuple[str, dict[str, str]]:
    """Make those links of a URDF file one that are fixed to each other and have the same frame.

    Links that are fixed at an offset or at an angle stay as they are, and so do those whose inertia is told
    along other axes.

    Args:
        file: sound, as `riffraff.model.inspect` sees it.

    Returns:
        The new URDF, in which paths of meshes are absolute, and for each link of the file the link of the new
        one that it belongs to.
    """
    robot = ElementTree.parse(file).getroot()
    for mesh in robot.iter("mesh"):
        mesh.set("filename", str((file.parent / mesh.get("filename", "")).resolve()))
    links = {link.get("name", ""): link for link in robot.iterfind("link")}
    belongs = {name: name for name in links}
    for joint in robot.findall("joint"):
        # The parent may have been welded to its own parent already.
        parent, child = belongs[_end(joint, "parent")], _end(joint, "child")
        straight = not (_origin(joint, "xyz").any() or _origin(joint, "rpy").any())
        if joint.get("type") == "fixed" and straight and _weld(links[parent], links[child]):
            robot.remove(links[child])
            robot.remove(joint)
            belongs |= {name: parent for name, link in belongs.items() if link == child}
    for end in robot.iterfind("joint/parent"):
        end.set("link", belongs[end.get("link", "")])
    return ElementTree.tostring(robot, encoding="unicode"), belongs


def _weld(link: ElementTree.Element, other: ElementTree.Element) -> bool:
    """Add another link's mass and shapes to a link, if both inertias are told along the links' axes."""
    inertials = [part for part in (link.find("inertial"), other.find("inertial")) if part is not None]
    if len(inertials) < 2 or any(_origin(inertial, "rpy").any() for inertial in inertials):
        return False
    masses = np.array([_number(inertial.find("mass"), "value") for inertial in inertials])
    centres = np.array([_origin(inertial, "xyz") for inertial in inertials])
    middle = masses @ centres / masses.sum()
    tensor = np.zeros((3, 3))
    for inertial, mass, arm in zip(inertials, masses, centres - middle, strict=True):
        tensor += _tensor(inertial) + mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    link.remove(inertials[0])
    one = ElementTree.SubElement(link, "inertial")
    ElementTree.SubElement(one, "origin", xyz=" ".join(map(repr, middle.tolist())), rpy="0 0 0")
    ElementTree.SubElement(one, "mass", value=repr(float(masses.sum())))
    entries = {name: repr(float(tensor[entry])) for name, entry in _ENTRIES.items()}
    ElementTree.SubElement(one, "inertia", entries)
    link.extend(other.findall("visual") + other.findall("collision"))
    return True


def _end(joint: ElementTree.Element, which: str) -> str:
    end = joint.find(which)
    return "" if end is None else end.get("link", "")


def _origin(element: ElementTree.Element, which: str) -> Array:
    origin = element.find("origin")
    return np.array(("0 0 0" if origin is None else origin.get(which, "0 0 0")).split(), np.float64)


def _tensor(inertial: ElementTree.Element) -> Array:
    tensor = np.zeros((3, 3))
    inertia = inertial.find("inertia")
    for name, (row, column) in _ENTRIES.items():
        tensor[row, column] = tensor[column, row] = _number(inertia, name)
    return tensor


def _number(element: ElementTree.Element | None, which: str) -> float:
    return 0.0 if element is None else float(element.get(which, "0"))
