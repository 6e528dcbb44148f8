"""Where models are kept: the packaged one, and those built for other parameters while a process runs."""

import atexit
import hashlib
import json
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import riffraff
from riffraff.model.building import build, write
from riffraff.model.files import DOCUMENT, read
from riffraff.params import Parameters

_KEPT: Final = 16
"""Built models that are kept though nobody holds them; each takes a megabyte of disk."""


class _Built(NamedTuple):
    directory: Path
    owner: int  # the process that built it; a forked one inherits what its parent still needs

    def remove(self) -> None:
        if os.getpid() == self.owner:
            shutil.rmtree(self.directory, ignore_errors=True)


_built: dict[str, _Built] = {}  # by digest; the last one asked for is the last one here
_held: Counter[Path] = Counter()


def default_directory() -> Path:
    """Return the directory of the packaged model: inside an installed package, or beside it in a checkout."""
    package = Path(riffraff.__file__).parent
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"


def provide(parameters: Parameters) -> Path:
    """Return a directory that holds the model of these parameters.

    The packaged model serves if ship, cargo and densities are its own; another is built once in a process,
    into a temporary directory that goes when the process ends, or when many others were asked for since and
    nobody has said to `hold` it. What the model does not depend on (gravity, the hand and so on) is not
    looked at, so the `parameters` of the model read from there may differ in it.

    Raises:
        ModelError: if the parameters contradict each other.
    """
    packaged = default_directory()
    key = digest(parameters)
    if (packaged / DOCUMENT).is_file() and digest(read(packaged).parameters) == key:
        return packaged
    built = _built.pop(key, None)
    if built is None:
        if not _built:
            atexit.register(_clear)  # now, so that it runs before what the program registered until now
        model = build(parameters)
        built = _Built(Path(tempfile.mkdtemp(prefix=f"riffraff-{key[:12]}-")), os.getpid())
        try:
            write(model, built.directory)
        except BaseException:
            built.remove()
            raise
    _built[key] = built
    for old in [old for old in list(_built)[:-_KEPT] if not _held[_built[old].directory]]:
        _built.pop(old).remove()
    return built.directory


def hold(directory: Path) -> None:
    """Keep a model that came from `provide` until it is let go with `release`, as often as it is held."""
    _held[directory] += 1


def release(directory: Path) -> None:
    """Let go of a model that is held."""
    _held[directory] -= 1
    if not _held[directory]:
        del _held[directory]


def digest(parameters: Parameters) -> str:
    """Return the SHA-256, in hex, of the parameters that a model depends on."""
    tree = {
        "ship": parameters.ship.model_dump(mode="json"),
        "cargo": parameters.cargo.model_dump(mode="json"),
        "wood": parameters.wood.model_dump(mode="json", include={"density", "steel_density"}),
    }
    return hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()


def _clear() -> None:
    for built in _built.values():
        built.remove()
