"""URDF text from the model's values (https://wiki.ros.org/urdf/XML).

PyBullet reads one thing more than the format has: joints of type `spherical`, with `twist` beside `lower` and
`upper` in `<limit>`, all of which must be positive for its limits to work. Readers that do not know the type
take such a joint for one that does not move.
"""

import math
import xml.etree.ElementTree as ET

from riffraff.model.parts import matrix
from riffraff.model.value import (
    Box,
    Cylinder,
    Hull,
    Inertial,
    Joint,
    JointKind,
    Part,
    PieceModel,
    Pose,
    ShipModel,
    Sphere,
    Visual,
)

_EFFORT = 100.0
"""Largest effort a joint's limit may take [N m]: far above anything that happens on the ship."""
_VELOCITY = 100.0
"""Largest speed of a joint [rad/s], likewise."""


def hull_file(body: str, index: int) -> str:
    """Return the mesh file, relative to the model's directory, of the convex part `index` of a body."""
    return f"meshes/collision/{body}_{index}.obj"


def ship_urdf(ship: ShipModel) -> str:
    """Return the ship's URDF, to stand in the model's directory."""
    robot = ET.Element("robot", name="ship")
    for link in ship.links:
        _link(robot, link.name, link.inertial, link.visuals, link.parts, "")
    # Readers that skip a spherical joint lose count of the joints written after it (yourdfpy's does): it
    # comes last.
    for joint in sorted(ship.joints, key=lambda joint: joint.kind is JointKind.SPHERICAL):
        _joint(robot, joint)
    return _text(robot)


def piece_urdf(piece: PieceModel) -> str:
    """Return a piece's URDF, to stand one level below the model's directory."""
    robot = ET.Element("robot", name=piece.name)
    _link(robot, piece.name, piece.inertial, piece.visuals, piece.parts, "../")
    return _text(robot)


def _link(
    robot: ET.Element,
    name: str,
    inertial: Inertial,
    visuals: tuple[Visual, ...],
    parts: tuple[Part, ...],
    prefix: str,
) -> None:
    link = ET.SubElement(robot, "link", name=name)
    own = ET.SubElement(link, "inertial")
    ET.SubElement(own, "origin", xyz=_numbers(inertial.centre), rpy="0 0 0")
    ET.SubElement(own, "mass", value=_number(inertial.mass))
    (ixx, iyy, izz), (ixy, ixz, iyz) = inertial.moments, inertial.products
    tensor = {"ixx": ixx, "ixy": ixy, "ixz": ixz, "iyy": iyy, "iyz": iyz, "izz": izz}
    ET.SubElement(own, "inertia", {key: _number(value) for key, value in tensor.items()})
    for index, visual in enumerate(visuals):
        element = ET.SubElement(link, "visual", name=f"{name}_visual_{index}")
        ET.SubElement(element, "origin", xyz="0 0 0", rpy="0 0 0")
        ET.SubElement(ET.SubElement(element, "geometry"), "mesh", filename=prefix + visual.mesh)
        material = ET.SubElement(element, "material", name=f"{name}_paint_{index}")
        ET.SubElement(material, "color", rgba=_numbers((*visual.colour, 1.0)))
    for index, part in enumerate(parts):
        element = ET.SubElement(link, "collision", name=f"{name}_part_{index}")
        pose = Pose() if isinstance(part, Hull) else part.pose
        ET.SubElement(element, "origin", xyz=_numbers(pose.position), rpy=_numbers(_roll_pitch_yaw(pose)))
        geometry = ET.SubElement(element, "geometry")
        if isinstance(part, Box):
            ET.SubElement(geometry, "box", size=_numbers(part.size))
        elif isinstance(part, Cylinder):
            ET.SubElement(geometry, "cylinder", radius=_number(part.radius), length=_number(part.length))
        elif isinstance(part, Sphere):
            ET.SubElement(geometry, "sphere", radius=_number(part.radius))
        else:
            ET.SubElement(geometry, "mesh", filename=prefix + hull_file(name, index))


def _joint(robot: ET.Element, joint: Joint) -> None:
    element = ET.SubElement(robot, "joint", name=joint.name, type=joint.kind.value)
    ET.SubElement(element, "parent", link=joint.parent)
    ET.SubElement(element, "child", link=joint.child)
    ET.SubElement(element, "origin", xyz=_numbers(joint.origin), rpy="0 0 0")
    if joint.kind is JointKind.FIXED:
        return
    ET.SubElement(element, "axis", xyz=_numbers(joint.axis))
    limit = {"effort": _number(_EFFORT), "velocity": _number(_VELOCITY)}
    if joint.kind is JointKind.REVOLUTE:
        limit |= {"lower": _number(-joint.swing), "upper": _number(joint.swing)}
    elif joint.kind is JointKind.SPHERICAL:
        limit |= {"lower": _number(joint.swing), "upper": _number(joint.swing), "twist": _number(joint.twist)}
    ET.SubElement(element, "limit", limit)
    ET.SubElement(element, "dynamics", damping=_number(joint.damping), friction=_number(joint.friction))


def _roll_pitch_yaw(pose: Pose) -> tuple[float, float, float]:
    """Return the angles [rad] about the fixed axes x, then y, then z."""
    turn = matrix(pose)
    level = math.hypot(turn[0, 0], turn[1, 0])
    pitch = math.atan2(-turn[2, 0], level)
    if level < 1e-9:  # Straight up or down only the sum of the other two counts.
        return (math.atan2(-turn[1, 2], turn[1, 1]), pitch, 0.0)
    return (math.atan2(turn[2, 1], turn[2, 2]), pitch, math.atan2(turn[1, 0], turn[0, 0]))


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float) -> str:
    """Return the shortest text that reads back as the same number."""
    text = repr(float(value) + 0.0)
    return text.removesuffix(".0")


def _text(robot: ET.Element) -> str:
    ET.indent(robot)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(robot, encoding="unicode")}\n'
