"""Areas of the ship that light up: which one is to be loaded."""

from collections.abc import Mapping

import moderngl
import numpy as np

from riffraff.window import shaders
from riffraff.window.batches import linear
from riffraff.window.materials import Colour
from riffraff.window.meshes import Floats
from riffraff.window.scenery import Scenery

_LIFT = 0.0004
"""Height above the wood and its paint [m]."""
_STRENGTH = 0.72


class AreaLights:
    """The ten areas as sheets of coloured light that lie on the ship.

    Args:
        context: of OpenGL.
        scenery: with the ship.

    Attributes:
        program: draws them.
    """

    def __init__(self, context: moderngl.Context, scenery: Scenery) -> None:
        self._context = context
        self.program = context.program(
            vertex_shader=shaders.assembled("area.vert"), fragment_shader=shaders.assembled("area.frag")
        )
        self._sheets: dict[int, tuple[int, moderngl.VertexArray, moderngl.Buffer]] = {}
        for number, area in scenery.model.areas.items():
            outline = np.array(area.polygon)
            heights = np.full(len(outline), area.height + _LIFT)
            fan = np.column_stack([outline, heights]).astype("f4")
            buffer = context.buffer(fan.tobytes())
            array = context.vertex_array(self.program, [(buffer, "3f", "in_point")])
            self._sheets[number] = scenery.index(area.link), array, buffer

    def draw(self, placed: Floats, colours: Mapping[int, Colour]) -> None:
        """Draw areas over a picture that has its depths.

        Args:
            placed: what `Scenery.place` gives, shape [body, 3, 4].
            colours: of the areas that light up.

        Raises:
            ValueError: there is no such area.
        """
        if unknown := sorted(set(colours) - set(self._sheets)):
            raise ValueError(f"there is no area {unknown[0]}; areas are 1 to {len(self._sheets)}")
        self._context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        for number, colour in colours.items():
            body, array, _ = self._sheets[number]
            self._set("place", placed[body].astype("f4").T)
            self._set("colour", np.array([*linear(colour), _STRENGTH], "f4"))
            array.render(moderngl.TRIANGLE_FAN)

    def _set(self, name: str, value: Floats) -> None:
        uniform = self.program[name]
        assert isinstance(uniform, moderngl.Uniform)
        uniform.write(np.ascontiguousarray(value, "f4").tobytes())

    def release(self) -> None:
        """Free what they have on the graphics processor."""
        for _, array, buffer in self._sheets.values():
            array.release()
            buffer.release()
        self.program.release()
