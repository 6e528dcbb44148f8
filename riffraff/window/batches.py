"""Bodies on the graphics processor: those that look the same are drawn together."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import moderngl
import numpy as np
import numpy.typing as npt

from riffraff.window.materials import Colour, Finish, Material
from riffraff.window.meshes import Floats, Mesh
from riffraff.window.scenery import Body, Surface
from riffraff.window.uniforms import columns

_ROWS: Final = ("in_row0", "in_row1", "in_row2")
_FLOATS: Final = 16
"""Numbers for each body: three rows of a matrix, its mark and its own number."""


class Batch:
    """The bodies that share their surfaces.

    Args:
        context: of OpenGL.
        surfaces: that they share.
        numbers: the bodies' numbers in the scenery.
        programs: by finish of a surface; they draw it.
        depth_program: draws only how far away it is.
    """

    def __init__(
        self,
        context: moderngl.Context,
        surfaces: Sequence[Surface],
        numbers: Sequence[int],
        programs: Mapping[Finish, moderngl.Program],
        depth_program: moderngl.Program,
    ) -> None:
        self._numbers = np.array(numbers)
        self._count = 0
        self._bodies = context.buffer(reserve=4 * _FLOATS * len(numbers))
        self._scene: list[tuple[moderngl.VertexArray, moderngl.Program, Material]] = []
        self._depth: list[moderngl.VertexArray] = []
        self._buffers = [self._bodies]
        for surface in surfaces:
            vertices, faces = _uploaded(context, surface.mesh)
            self._buffers += [vertices, faces]
            program = programs[surface.material.finish]
            # Not every program looks at everything: errors are names that one does not have.
            scene: list[Any] = [
                (vertices, "3f 3f", "in_point", "in_normal"),
                (self._bodies, "4f 4f 4f 4f/i", *_ROWS, "in_mark"),
            ]
            array = context.vertex_array(program, scene, index_buffer=faces, skip_errors=True)
            self._scene.append((array, program, surface.material))
            depth: list[Any] = [(vertices, "3f 12x", "in_point"), (self._bodies, "4f 4f 4f 16x/i", *_ROWS)]
            self._depth.append(context.vertex_array(depth_program, depth, index_buffer=faces))

    def write(self, placed: Floats, marks: npt.NDArray[np.float32]) -> None:
        """Say where the bodies are and how they are marked.

        Args:
            placed: what `Scenery.place` gives, shape [body, 3, 4].
            marks: colours of light that bodies shine in, shape [body, 3].
        """
        there = self._numbers[np.isfinite(placed[self._numbers, 0, 0])]
        self._count = len(there)
        if self._count:
            data = np.hstack([placed[there].reshape(-1, 12), marks[there], there[:, None]])
            self._bodies.write(data.astype("f4").tobytes())

    def draw(self) -> None:
        """Draw the surfaces of those that are there."""
        if self._count:
            for array, program, material in self._scene:
                _apply(material, program)
                array.render(instances=self._count)

    def draw_depth(self) -> None:
        """Draw how far away they are, by the depth program."""
        if self._count:
            for array in self._depth:
                array.render(instances=self._count)

    def release(self) -> None:
        """Free what it has on the graphics processor."""
        for array in (*(array for array, _, _ in self._scene), *self._depth):
            array.release()
        for buffer in self._buffers:
            buffer.release()


def batches(
    context: moderngl.Context,
    bodies: Sequence[Body],
    programs: Mapping[Finish, moderngl.Program],
    depth_program: moderngl.Program,
) -> dict[str, Batch]:
    """The batches that all bodies make, by the name of the first body of each, in order."""
    shared: dict[int, list[int]] = {}
    for number, body in enumerate(bodies):
        shared.setdefault(id(body.surfaces), []).append(number)
    return {
        bodies[numbers[0]].name: Batch(context, bodies[numbers[0]].surfaces, numbers, programs, depth_program)
        for numbers in shared.values()
    }


def _uploaded(context: moderngl.Context, mesh: Mesh) -> tuple[moderngl.Buffer, moderngl.Buffer]:
    vertices = np.hstack([mesh.points, mesh.normals]).astype("f4")
    return context.buffer(vertices.tobytes()), context.buffer(mesh.faces.astype("u4").tobytes())


def _apply(material: Material, program: moderngl.Program) -> None:
    """Set what a program wants to know of a material."""
    axes = [(material.grain + step) % 3 for step in range(3)]
    values: dict[str, bytes] = {
        "early": np.array(linear(material.colour), "f4").tobytes(),
        "late": np.array(linear(material.dark), "f4").tobytes(),
        "spacing": np.float32(material.ring).tobytes(),
        "roughness": np.float32(material.roughness).tobytes(),
        "grain": columns(np.eye(3)[axes]),
    }
    for name, value in values.items():
        uniform = program.get(name, None)
        if isinstance(uniform, moderngl.Uniform):
            uniform.write(value)


def linear(colour: Colour) -> Colour:
    """A colour of the screen as an amount of light."""
    red, green, blue = (float(part**2.2) for part in colour)
    return red, green, blue
