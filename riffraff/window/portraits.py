"""Small pictures of the pieces, each lying on the table in the room's light: for lists and messages."""

import math
from typing import Final

import moderngl
import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import BODIES, FIRST_PIECE_BODY, SHAPES, Model, PieceModel, Pose, Quaternion, outline
from riffraff.window.camera import Camera
from riffraff.window.play.grip import rests, silhouette
from riffraff.window.renderer import Options, Renderer
from riffraff.window.themes import Theme

PIXELS: Final = 144
"""Width and height of a portrait."""

_PLACE: Final = (0.0, -0.52)
"""Where on the table they are taken [m]: away from the ship and its shadow."""
_YAW, _PITCH = math.radians(-62.0), math.radians(34.0)
_NEAR, _FAR = 1.6, 0.14
"""Distance of the camera: as a multiple of the piece's size, and if all are taken from the same one [m]."""
_ASKEW: Final = math.radians(28.0)
_STANDING: Final = frozenset({"barrel", "flacon"})


class Portraits:
    """The portraits of the eight shapes, each taken when it is first asked for.

    Args:
        context: of OpenGL, the renderer's.
        renderer: takes them.
        model: of the cargo.
    """

    def __init__(self, context: moderngl.Context, renderer: Renderer, model: Model) -> None:
        self._context, self._renderer, self._model = context, renderer, model
        self._taken: dict[tuple[str, Theme], moderngl.Texture] = {}

    def of(self, shape: str, theme: Theme) -> moderngl.Texture:
        """The portrait of a shape in a light; its first row is the lowest, as OpenGL has it."""
        key = shape, theme
        if key not in self._taken:
            self._taken[key] = self._take(shape, theme)
        return self._taken[key]

    def _take(self, shape: str, theme: Theme) -> moderngl.Texture:
        piece = self._model.cargo[shape]
        orientation = _lying(piece)
        points = silhouette(piece, Pose((0.0, 0.0, 0.0), orientation))
        x, y = _PLACE
        middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
        lift = -float(points[:, 2].min())
        poses = np.full((BODIES, 7), np.nan)
        poses[FIRST_PIECE_BODY + SHAPES.index(shape)] = (x, y, lift, *orientation)
        size = float(np.linalg.norm(np.ptp(points, axis=0)))
        # Between the distance at which all look equally large and the one at which all are to scale.
        distance = math.sqrt(_NEAR * size * _FAR)
        camera = Camera((x, y, lift + float(middle[2])), _YAW, _PITCH, distance)
        texture = self._context.texture((PIXELS, PIXELS), 4)
        framebuffer = self._context.framebuffer(texture)
        self._renderer.draw(framebuffer, camera, poses, options=Options(theme=theme))
        framebuffer.release()
        return texture

    def release(self) -> list[moderngl.Texture]:
        """Free what they have on the graphics processor; what that was."""
        freed = list(self._taken.values())
        for texture in freed:
            texture.release()
        self._taken.clear()
        return freed


def _lying(piece: PieceModel) -> Quaternion:
    """How a piece lies in its portrait: standing if that is how one thinks of it, its length across."""
    ways = [Rotation.from_quat(way) for way in rests(piece)]
    if piece.name in _STANDING:
        way = max(ways, key=lambda way: float(way.apply([0.0, 0.0, 1.0])[2]))
    else:
        points = ways[0].apply(np.vstack([outline(part) for part in piece.parts]))[:, :2]
        (xx, xy), (_, yy) = np.cov(points.T)
        across = _YAW + math.pi / 2.0 + _ASKEW
        way = Rotation.from_euler("z", across - 0.5 * math.atan2(2.0 * xy, xx - yy)) * ways[0]
    x, y, z, w = way.as_quat().tolist()
    return x, y, z, w
