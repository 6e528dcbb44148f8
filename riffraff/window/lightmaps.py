"""The two maps that light needs: how far the key light gets, and what stands how high.

Each has a coarse one beside it, of boxes round the bodies, which tells for most of the table that nothing is
near.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import moderngl
import numpy as np
import numpy.typing as npt

from riffraff.window import shaders
from riffraff.window.batches import Batch
from riffraff.window.meshes import Floats
from riffraff.window.themes import Theme
from riffraff.window.uniforms import (
    HALVED,
    HEIGHTS_WIDTH,
    SHADOW_REACH,
    SHADOW_WIDTH,
    SKY_REACH,
    columns,
    heights_matrix,
    shadow_matrix,
)

_UNITS = {"shadow_map": 0, "height_map": 1, "coarse_shadow": 2, "coarse_heights": 3}
_HEIGHTS_SIZE = 512
_COARSE_SIZE = 64


@dataclass(frozen=True)
class Effort:
    """How much work is put into light and shadow.

    Attributes:
        size: of the shadow map in pixels, either way.
        blockers: places at which what shadows a point is looked for.
        taps: places at which the edge of a shadow is softened.
        neighbours: places at which what hides the sky is looked for.
        scattered: whether the places differ from pixel to pixel: grainy, unless pixels are averaged.
    """

    size: int
    blockers: int
    taps: int
    neighbours: int
    scattered: bool


class Quality(Enum):
    """How good the pictures are: FAST ones for a window or a film, FINE ones to be averaged to a still."""

    FAST = Effort(size=1024, blockers=7, taps=12, neighbours=6, scattered=False)
    FINE = Effort(size=2048, blockers=16, taps=48, neighbours=16, scattered=True)


class LightMaps:
    """The shadow map and the height map on the graphics processor.

    Args:
        context: of OpenGL.
        quality: of the pictures.

    Attributes:
        constants: what the shaders must know of them.
    """

    def __init__(self, context: moderngl.Context, quality: Quality) -> None:
        effort = quality.value
        self.constants: Mapping[str, float] = {
            "BLOCKERS": effort.blockers,
            "TAPS": effort.taps,
            "NEIGHBOURS": effort.neighbours,
            "SCATTERED": int(effort.scattered),
            "SHADOW_SIZE": float(effort.size),
            "SHADOW_REACH": SHADOW_REACH / SHADOW_WIDTH,
            "SKY_REACH": SKY_REACH,
            "HEIGHTS_SIZE": float(_HEIGHTS_SIZE),
            "COARSE_SIZE": float(_COARSE_SIZE),
        }
        self.program = context.program(
            vertex_shader=shaders.assembled("depth.vert"), fragment_shader=shaders.assembled("depth.frag")
        )
        self._shadow = context.depth_texture((effort.size, effort.size))
        self._heights = context.depth_texture((_HEIGHTS_SIZE, _HEIGHTS_SIZE))
        self._targets = [context.framebuffer(depth_attachment=map_) for map_ in (self._shadow, self._heights)]
        self._coarse = [context.texture((_COARSE_SIZE, _COARSE_SIZE), 1, dtype="f4") for _ in range(2)]
        for map_ in (self._shadow, self._heights):
            map_.compare_func = ""
        self._textures = [self._shadow, self._heights, *self._coarse]

    def attach(self, program: moderngl.Program) -> None:
        """Let a program read the maps, if it wants to."""
        for name, unit in _UNITS.items():
            uniform = program.get(name, None)
            if isinstance(uniform, moderngl.Uniform):
                uniform.value = unit

    def draw(self, theme: Theme, batches: Sequence[Batch], corners: Floats) -> None:
        """Draw both maps of what stands on the table.

        Args:
            theme: with the key light.
            batches: what stands on the table.
            corners: of boxes round it [m], shape [body, 8, 3].
        """
        to_map = self.program["to_map"]
        assert isinstance(to_map, moderngl.Uniform)
        for target, matrix in zip(self._targets, (shadow_matrix(theme), heights_matrix()), strict=True):
            target.use()
            target.clear(depth=1.0)
            to_map.write(columns(matrix))
            for batch in batches:
                batch.draw_depth()

        to_shadow = HALVED @ shadow_matrix(theme)
        on_shadow = corners @ to_shadow[:3, :3].T + to_shadow[:3, 3]
        self._coarse[0].write(_nearest(on_shadow, SHADOW_REACH / SHADOW_WIDTH).tobytes())
        on_heights = corners / (HEIGHTS_WIDTH, HEIGHTS_WIDTH, -1.0) + (0.5, 0.5, 0.0)
        self._coarse[1].write((-_nearest(on_heights, SKY_REACH / HEIGHTS_WIDTH)).tobytes())

    def bind(self) -> None:
        """Make them the maps that programs read."""
        for unit, texture in enumerate(self._textures):
            texture.use(unit)

    def release(self) -> None:
        """Free them."""
        for target in self._targets:
            target.release()
        for texture in self._textures:
            texture.release()
        self.program.release()


def _nearest(corners: Floats, reach: float) -> npt.NDArray[np.float32]:
    """The least z of boxes at every cell of a map, or within reach of it; far away where there is none.

    On the map a box is taken for the octagon round it whose sides are level, upright and diagonal.

    Args:
        corners: of the boxes on the map, x and y from 0 to 1, shape [body, 8, 3].
        reach: distance on the map.
    """
    cells = np.full((_COARSE_SIZE, _COARSE_SIZE), 1e3, np.float32)
    margin = (reach + 0.5 / _COARSE_SIZE) * np.array([1.0, 1.0, 2.0, 2.0])
    x, y = corners[:, :, 0], corners[:, :, 1]
    along = np.stack([x, y, x + y, x - y], axis=2)
    low, high = along.min(axis=1) - margin, along.max(axis=1) + margin
    first = np.floor(low[:, :2] * _COARSE_SIZE).astype(int).clip(0, _COARSE_SIZE)
    last = np.ceil(high[:, :2] * _COARSE_SIZE).astype(int).clip(0, _COARSE_SIZE)
    depths = corners[:, :, 2].min(axis=1)
    for (left, down), (right, up), below, above, depth in zip(first, last, low, high, depths, strict=True):
        part = np.s_[down:up, left:right]
        rising, falling = _DIAGONALS[0][part], _DIAGONALS[1][part]
        within = (rising > below[2]) & (rising < above[2]) & (falling > below[3]) & (falling < above[3])
        cells[part] = np.where(within, np.minimum(cells[part], depth), cells[part])
    return cells


_MIDDLES = (np.arange(_COARSE_SIZE) + 0.5) / _COARSE_SIZE
_DIAGONALS = (_MIDDLES + _MIDDLES[:, None], _MIDDLES - _MIDDLES[:, None])
"""Sum and difference of x and y in the middle of every cell, shape [y, x]."""
