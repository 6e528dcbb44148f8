"""What a game's bytes depend on besides the study: our version, the libraries', and the kind of machine."""

import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from riffraff import __version__

_LIBRARIES: Final = ("pybullet", "pybullet-arm64", "numpy", "scipy", "trimesh", "manifold3d", "shapely")


@cache
def versions() -> Mapping[str, str]:
    """The versions here, by name."""
    found = {"riffraff": __version__}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue  # one of the two that hold PyBullet
    return found | {"machine": f"{platform.system()} {platform.machine()}"}


def difference(begun: Mapping[str, str]) -> str | None:
    """What is other here than where a study was begun, None if nothing is."""
    here = versions()
    parts = [
        f"{name} is {here.get(name, 'not installed')}, it was begun with {begun.get(name, 'none')}"
        for name in dict.fromkeys((*begun, *here))
        if here.get(name) != begun.get(name)
    ]
    return "; ".join(parts) or None
