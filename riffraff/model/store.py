"""Where models are kept: the packaged one, and those built for other parameters while a process runs."""

import atexit
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path

import riffraff
from riffraff.model.building import build, write
from riffraff.model.files import DOCUMENT, read
from riffraff.params import Parameters

_built: dict[str, Path] = {}


def default_directory() -> Path:
    """Return the directory of the packaged model: inside an installed package, or beside it in a checkout."""
    package = Path(riffraff.__file__).parent
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"


def provide(parameters: Parameters) -> Path:
    """Return a directory that holds the model of these parameters.

    The packaged model serves if ship, cargo and densities are its own; another is built once in a process,
    into a temporary directory that goes when the process ends. What the model does not depend on (gravity,
    the hand and so on) is not looked at, so the `parameters` of the model read from there may differ in it.

    Raises:
        ModelError: if the parameters contradict each other.
    """
    packaged = default_directory()
    key = digest(parameters)
    if (packaged / DOCUMENT).is_file() and digest(read(packaged).parameters) == key:
        return packaged
    if key not in _built:
        model = build(parameters)
        directory = Path(tempfile.mkdtemp(prefix=f"riffraff-{key[:12]}-"))
        atexit.register(_remove, directory, os.getpid())
        write(model, directory)
        _built[key] = directory
    return _built[key]


def digest(parameters: Parameters) -> str:
    """Return the SHA-256, in hex, of the parameters that a model depends on."""
    tree = {
        "ship": parameters.ship.model_dump(mode="json"),
        "cargo": parameters.cargo.model_dump(mode="json"),
        "wood": parameters.wood.model_dump(mode="json", include={"density", "steel_density"}),
    }
    return hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()


def _remove(directory: Path, owner: int) -> None:
    # A forked worker inherits the directories of its parent, which still needs them.
    if os.getpid() == owner:
        shutil.rmtree(directory, ignore_errors=True)
