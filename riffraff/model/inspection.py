"""Looking over a model's files before physics trusts them: masses, inertias, closed meshes.

What `write` wrote is sound. A directory that someone hands over may have been edited, by hand or by another
program, and a solver given a mesh with holes or a body without mass does not complain: it computes nonsense.
"""

import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from riffraff.model.files import CARGO, SHIP, read
from riffraff.model.value import SHAPES, ModelError

_ROUNDING = 1e-9
"""Share by which the triangle inequality of moments may be missed: a thin plate meets it with equality."""


def inspect(directory: Path | str) -> None:
    """Check the URDF files of a model, and the collision meshes that they name.

    Raises:
        ModelError: with one line for each file that is missing, unreadable or describes no solid body.
    """
    root = Path(directory)
    read(root)
    files = [root / SHIP, *(root / CARGO / f"{shape}.urdf" for shape in SHAPES)]
    lines = [f"{file}: {line}" for file in files for line in _urdf(file)]
    if lines:
        raise ModelError("\n".join(lines))


def _urdf(file: Path) -> Iterator[str]:
    try:
        robot = ElementTree.parse(file).getroot()
    except OSError as error:
        yield f"cannot be read: {error.strerror}; build the model again"
        return
    except ElementTree.ParseError as error:
        yield f"is not XML: {error}; build the model again"
        return
    for link in robot.iter("link"):
        name = link.get("name", "")
        yield from (f"link {name}: {line}" for line in _inertial(link.find("inertial")))
        for mesh in link.iterfind("collision/geometry/mesh"):
            yield from (f"link {name}: {line}" for line in _mesh(file.parent / mesh.get("filename", "")))


def _inertial(inertial: ElementTree.Element | None) -> Iterator[str]:
    if inertial is None:
        yield "has no <inertial>; give its mass [kg] and inertia [kg m2]"
        return
    mass = _number(inertial.find("mass"), "value")
    if not (math.isfinite(mass) and mass > 0):
        yield f"its mass is {mass:g} kg; it must be more than 0"
    inertia = inertial.find("inertia")
    moments = sorted(_number(inertia, name) for name in ("ixx", "iyy", "izz"))
    possible = moments[0] > 0 and moments[2] <= (moments[0] + moments[1]) * (1 + _ROUNDING)
    if not (all(map(math.isfinite, moments)) and possible):
        values = ", ".join(f"{moment:g}" for moment in moments)
        yield (
            f"no body has the moments of inertia {values} kg m2; each must be more than 0 and at most the "
            "sum of the other two"
        )


def _number(element: ElementTree.Element | None, name: str) -> float:
    try:
        return float("nan") if element is None else float(element.get(name, "nan"))
    except ValueError:
        return float("nan")


def _mesh(file: Path) -> Iterator[str]:
    import trimesh  # a world of a packaged model needs no mesh library

    try:
        mesh = trimesh.load_mesh(file)
    except Exception as error:  # trimesh's loaders raise what their parsers raise
        yield f"{file.name} cannot be read as a mesh: {error}"
        return
    if not mesh.is_watertight:
        yield f"{file.name} has holes; a collision mesh must be closed"
    elif not (math.isfinite(mesh.volume) and mesh.volume > 0):
        yield f"{file.name} encloses no volume: its faces point inward, or it is flat"
