"""What all programs share in a picture: camera, light and backdrop, as the block `Frame` of frame.glsl."""

import math
from typing import Final

import moderngl
import numpy as np

from riffraff.window.camera import Camera
from riffraff.window.meshes import Floats
from riffraff.window.themes import Theme

SHADOW_WIDTH: Final = 1.1
SHADOW_DEPTH: Final = 2.0
"""Size of the room that casts shadows, across the light and along it [m]; it lies round `MIDDLE`."""
MIDDLE: Final = (0.0, 0.0, 0.16)
HEIGHTS_WIDTH: Final = 1.1
HEIGHTS_TOP: Final = 0.7
"""Size of the room whose heights hide the sky from what is below [m]; it stands on the table's middle."""

SHADOW_REACH: Final = 0.012
"""How far from a point what shadows it is looked for, across the light [m]: the softest edge of a shadow."""
SKY_REACH: Final = 0.034
"""How far from a point what hides the sky is looked for [m]."""

_BINDING: Final = 0
_MATRICES, _VECTORS = 2, 16


class FrameBlock:
    """The block of uniforms on the graphics processor."""

    def __init__(self, context: moderngl.Context) -> None:
        self._buffer = context.buffer(reserve=4 * (16 * _MATRICES + 4 * _VECTORS))

    def attach(self, program: moderngl.Program) -> None:
        """Let a program read the block, if it wants to."""
        block = program.get("Frame", None)
        if isinstance(block, moderngl.UniformBlock):
            block.binding = _BINDING

    def write(self, camera: Camera, theme: Theme, size: tuple[int, int]) -> None:
        """Say how the next picture is drawn.

        Args:
            camera: where it is seen from.
            theme: light and backdrop.
            size: of the picture in pixels.
        """
        width, height = size
        aspect = width / height
        rays = camera.directions(aspect)
        sun = np.array(theme.sun)
        side, up = _across(sun)
        to_shadow = HALVED @ shadow_matrix(theme)
        vectors = [
            (SHADOW_WIDTH, SHADOW_DEPTH, 0.0, 0.0),
            (0.0, 0.0, HEIGHTS_WIDTH, HEIGHTS_TOP),
            (*camera.eye, 2.0 * np.linalg.norm(rays[2]) / height),
            (*sun, 2.0 * math.tan(theme.sun_width / 2.0)),
            (*side, 0.0),
            (*up, 0.0),
            *((*colour, 0.0) for colour in (theme.sun_colour, theme.ceiling, theme.wall, theme.floor)),
            *((*ray, 0.0) for ray in rays),
            *((*colour, theme.exposure) for colour in theme.backdrop),
        ]
        # OpenGL keeps matrices column by column.
        values = [camera.matrix(aspect).T.ravel(), to_shadow.T.ravel(), np.ravel(vectors)]
        self._buffer.write(np.concatenate(values).astype("f4").tobytes())

    def bind(self) -> None:
        """Make it the block that programs read."""
        self._buffer.bind_to_uniform_block(_BINDING)

    def release(self) -> None:
        """Free it."""
        self._buffer.release()


def shadow_matrix(theme: Theme) -> Floats:
    """From the world to the clip space of the shadow map, [4, 4]: seen from the key light."""
    sun = np.array(theme.sun)
    view = np.eye(4)
    view[:3, :3] = [*_across(sun), sun]
    view[:3, 3] = -view[:3, :3] @ MIDDLE
    return np.asarray(np.diag([2.0 / SHADOW_WIDTH, 2.0 / SHADOW_WIDTH, -2.0 / SHADOW_DEPTH, 1.0]) @ view)


def heights_matrix() -> Floats:
    """From the world to the clip space of the height map, [4, 4]: seen from straight above."""
    matrix = np.diag([2.0 / HEIGHTS_WIDTH, 2.0 / HEIGHTS_WIDTH, -2.0 / HEIGHTS_TOP, 1.0])
    matrix[2, 3] = 1.0
    return matrix


def columns(matrix: Floats) -> bytes:
    """A matrix as OpenGL takes it: column by column, in single precision."""
    return np.ascontiguousarray(matrix.T, "f4").tobytes()


def _across(direction: Floats) -> tuple[Floats, Floats]:
    """A level unit vector square to a direction, and the one square to both."""
    side = np.array([-direction[1], direction[0], 0.0]) / np.hypot(direction[0], direction[1])
    return side, np.cross(direction, side)


HALVED: Final = np.array([[0.5, 0, 0, 0.5], [0, 0.5, 0, 0.5], [0, 0, 0.5, 0.5], [0, 0, 0, 1]])
"""From clip space, -1 to 1, to places on a map, 0 to 1."""
