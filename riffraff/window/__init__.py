"""Pictures of the ship: a renderer for any OpenGL context, offscreen pictures, films, and picking.

It draws frames (poses of all bodies) and knows no physics. It needs the extra ``window``.
"""

from riffraff.window.camera import Camera, Ray, views
from riffraff.window.errors import FilmError, GraphicsError
from riffraff.window.film import Film, moments
from riffraff.window.hud import Caption, written
from riffraff.window.lightmaps import Quality
from riffraff.window.movie import write_film, write_gif, write_still
from riffraff.window.picking import Hit, Picker
from riffraff.window.pictures import Picture, Pictures
from riffraff.window.renderer import Options, Renderer
from riffraff.window.scenery import Body, Scenery, upright
from riffraff.window.supplies import Supplies
from riffraff.window.themes import DARK, LIGHT, THEMES, Theme

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
