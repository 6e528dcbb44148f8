"""Pictures of the ship: a renderer for any OpenGL context, offscreen pictures, films, picking; the window.

It draws frames (poses of all bodies) and knows no physics. It needs the extra ``window``. The window itself
is `riffraff.window.app`. What writes films and texts on them is loaded when it is asked for: the window opens
without it.
"""

import importlib
from typing import TYPE_CHECKING, Final

from riffraff.window.camera import Camera, Ray, views
from riffraff.window.errors import FilmError, GraphicsError
from riffraff.window.film import Film, moments
from riffraff.window.lightmaps import Quality
from riffraff.window.picking import Hit, Picker
from riffraff.window.pictures import Picture, Pictures
from riffraff.window.renderer import Options, Renderer
from riffraff.window.scenery import Body, Scenery, upright
from riffraff.window.supplies import Supplies
from riffraff.window.themes import DARK, LIGHT, THEMES, Theme

if TYPE_CHECKING:
    from riffraff.window.hud import Caption, written
    from riffraff.window.movie import write_film, write_gif, write_still

_MODULES: Final = {
    "Caption": "hud",
    "written": "hud",
    "write_film": "movie",
    "write_gif": "movie",
    "write_still": "movie",
}
"""Names that are loaded when they are asked for, and where they are."""

__all__ = [
    "DARK",
    "LIGHT",
    "THEMES",
    "Body",
    "Camera",
    "Caption",
    "Film",
    "FilmError",
    "GraphicsError",
    "Hit",
    "Options",
    "Picker",
    "Picture",
    "Pictures",
    "Quality",
    "Ray",
    "Renderer",
    "Scenery",
    "Supplies",
    "Theme",
    "moments",
    "upright",
    "views",
    "write_film",
    "write_gif",
    "write_still",
    "written",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
