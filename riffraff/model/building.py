"""From parameters to a model, and from a model to a directory of files."""

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riffraff.model.files import CARGO, DOCUMENT, PARAMETERS, SHIP, document
from riffraff.model.value import SHAPES, Hull, Model, ModelError
from riffraff.params import Parameters, dumps

if TYPE_CHECKING:
    from manifold3d import Manifold

    from riffraff.model.parts import Array


def build(parameters: Parameters) -> Model:
    """Return the model of the ship and its cargo.

    Raises:
        ModelError: if the parameters contradict each other.
    """
    model, _ = _assemble(parameters)
    return model


def write(model: Model, directory: Path | str, *, overwrite: bool = False) -> None:
    """Write a model's files to `directory`, which is made if it is not there.

    `ship.urdf`, `cargo/<shape>.urdf`, `params.toml`, `model.json` (what `read` reads) and `meshes`: Wavefront
    OBJ, which keeps vertices shared, for smooth shading, and can be compared as text; each convex part has a
    file of its own, as URDF readers want it.

    Args:
        model: what `build` returned.
        directory: where to write.
        overwrite: whether an earlier model in `directory` may be replaced.

    Raises:
        ModelError: if `directory` holds something else than a model, or one that may not be replaced, or if
            the model was not made by `build`.
        OSError: if it cannot be written.
    """
    from riffraff.model.solids import mesh
    from riffraff.model.urdf import hull_file, piece_urdf, ship_urdf

    root = Path(directory)
    if root.exists() and not root.is_dir():
        raise ModelError(f"{root} is not a directory: name one that is empty, or new, or holds a model")
    if root.is_dir() and any(root.iterdir()) and not (root / DOCUMENT).is_file():
        raise ModelError(
            f"{root} is not empty and holds no model ({DOCUMENT}): name an empty or a new directory"
        )
    if (root / DOCUMENT).exists() and not overwrite:
        raise ModelError(f"{root} holds a model already: name another directory, or ask to overwrite it")
    built, solids = _assemble(model.parameters)
    if built != model:
        raise ModelError(
            "the model is not what its parameters build: change parameters and build, not the model"
        )

    texts = {SHIP: ship_urdf(model.ship)}
    texts |= {f"{CARGO}/{name}.urdf": piece_urdf(piece) for name, piece in model.cargo.items()}
    for file, solid in solids.items():
        surface = mesh(solid)
        texts[file] = _obj(surface.vertices, surface.faces)
    shapes = {link.name: link.parts for link in model.ship.links}
    shapes |= {name: piece.parts for name, piece in model.cargo.items()}
    for name, parts in shapes.items():
        texts |= {
            hull_file(name, k): _convex_obj(part) for k, part in enumerate(parts) if isinstance(part, Hull)
        }
    texts[PARAMETERS] = dumps(model.parameters)
    texts[DOCUMENT] = _json(document(model))  # Last: a directory that holds it holds all the rest.

    (root / DOCUMENT).unlink(missing_ok=True)
    for stale in (root / CARGO, root / "meshes"):
        shutil.rmtree(stale, ignore_errors=True)
    for file, text in texts.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _assemble(parameters: Parameters) -> "tuple[Model, dict[str, Manifold]]":
    """Return the model and the solids of its visual meshes, by file name."""
    # A model is read without these: they take most of a second to import.
    from riffraff.model import checks, piece, ship

    checks.check(parameters)
    ship_model, solids = ship.ship(parameters)
    checks.check_balance(parameters, ship_model)
    cargo = {}
    for name in SHAPES:
        cargo[name], own = piece.piece(name, parameters)
        solids |= own
    return Model(parameters, ship_model, cargo, ship.areas(parameters.ship)), solids


def _convex_obj(part: Hull) -> str:
    import numpy as np
    from scipy.spatial import ConvexHull

    points = np.array(part.vertices)
    surface = ConvexHull(points)
    faces = surface.simplices.copy()
    corners = points[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.einsum("ij,ij->i", normals, surface.equations[:, :3]) < 0.0
    faces[inward] = faces[inward][:, ::-1]
    return _obj(points, faces)


def _obj(vertices: "Array", faces: Any) -> str:
    """Return a mesh as Wavefront OBJ, coordinates to the nanometre [m]."""
    lines = [f"v {_metres(x)} {_metres(y)} {_metres(z)}" for x, y, z in vertices.tolist()]
    lines += [f"f {a} {b} {c}" for a, b, c in (faces + 1).tolist()]
    return "\n".join(lines) + "\n"


def _metres(value: float) -> str:
    text = f"{value:.9f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _json(content: dict[str, Any]) -> str:
    """Return JSON with one value a line, but lists of numbers on one."""
    text = json.dumps(content, indent=1, allow_nan=False)
    return (
        re.sub(
            r"\[[^\[\]{}\"]*\]",
            lambda found: re.sub(r"\s+", " ", found[0]).replace("[ ", "[").replace(" ]", "]"),
            text,
        )
        + "\n"
    )
