"""Draws a frame: shadow and height maps, one pass over all bodies, the backdrop, and the edges smoothed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import moderngl
import numpy as np
import numpy.typing as npt

from riffraff.model import Model
from riffraff.window import shaders
from riffraff.window.areas import AreaLights
from riffraff.window.batches import batches, linear
from riffraff.window.camera import Camera
from riffraff.window.errors import GraphicsError
from riffraff.window.lightmaps import LightMaps, Quality
from riffraff.window.materials import Colour, Finish
from riffraff.window.scenery import TABLE, Scenery
from riffraff.window.themes import DARK, Theme
from riffraff.window.uniforms import FrameBlock


@dataclass(frozen=True, kw_only=True)
class Options:
    """What may differ from picture to picture.

    Attributes:
        theme: light and backdrop.
        marks: colours that bodies shine in, by their names.
        areas: colours that areas of the ship light up in, by their numbers.
    """

    theme: Theme = DARK
    marks: Mapping[str, Colour] = field(default_factory=dict)
    areas: Mapping[int, Colour] = field(default_factory=dict)


DEFAULT = Options()


class Renderer:
    """Draws frames of one model into framebuffers of one OpenGL context, a window's or an offscreen one.

    It sets what it needs of the context's state and leaves depth test, culling and blending off.

    Args:
        context: of OpenGL 3.3 or later; it must be the current one whenever the renderer is used.
        model: of the ship and its cargo.
        quality: how much work is put into light and shadow.
        directory: of the model's files; by default found, or made, for its parameters.
        scenery: of that model, if there is one already.
        samples: for each pixel, which make finer edges than smoothing alone and cost a graphics processor
            little, and a processor much; as many of them as the driver has.

    Attributes:
        scenery: what is drawn.

    Raises:
        GraphicsError: the graphics driver refuses a program.
        ModelError: there are no meshes of the model in its directory.
    """

    def __init__(
        self,
        context: moderngl.Context,
        model: Model,
        *,
        quality: Quality = Quality.FAST,
        directory: Path | None = None,
        scenery: Scenery | None = None,
        samples: int = 1,
    ) -> None:
        self.scenery = Scenery(model, directory=directory) if scenery is None else scenery
        self._context = context
        self._samples = min(samples, context.max_samples) if samples > 1 else 0
        try:
            self._maps = LightMaps(context, quality)
            lighted = {
                name: context.program(
                    vertex_shader=shaders.assembled(vertices),
                    fragment_shader=shaders.assembled(f"{name}.frag", self._maps.constants),
                )
                for name, vertices in {
                    **{finish.value: "scene.vert" for finish in Finish},
                    "backdrop": "screen.vert",
                }.items()
            }
            self._smoothing = context.program(
                vertex_shader=shaders.assembled("screen.vert"),
                fragment_shader=shaders.assembled("smooth.frag"),
            )
            self._areas = AreaLights(context, self.scenery)
        except moderngl.Error as error:
            raise GraphicsError(f"the graphics driver refuses a program: {_first_line(error)}") from error
        self._frame = FrameBlock(context)
        for program in (*lighted.values(), self._areas.program):
            self._frame.attach(program)
            self._maps.attach(program)
        self._batches = batches(
            context,
            self.scenery.bodies,
            {finish: lighted[finish.value] for finish in Finish},
            self._maps.program,
        )
        self._backdrop = context.vertex_array(lighted["backdrop"], [])
        self._finish = context.vertex_array(self._smoothing, [])
        self._programs = [*lighted.values(), self._smoothing]
        self._target: moderngl.Framebuffer | None = None
        self._resolved: moderngl.Framebuffer | None = None
        self._picture: moderngl.Texture | None = None

    def draw(
        self,
        framebuffer: moderngl.Framebuffer,
        camera: Camera,
        poses: npt.ArrayLike,
        *,
        options: Options = DEFAULT,
    ) -> None:
        """Draw a frame over all of a framebuffer.

        Args:
            framebuffer: where to; its size is that of the picture.
            camera: where it is seen from.
            poses: of all bodies of the frame, shape [`riffraff.model.BODIES`, 7]; NaN where one is absent.
            options: light, backdrop, and what is marked.
        """
        context = self._context
        placed = self.scenery.place(poses)
        marks = np.zeros((len(placed), 3), np.float32)
        for name, colour in options.marks.items():
            marks[self.scenery.index(name)] = linear(colour)
        for batch in self._batches.values():
            batch.write(placed, marks)
        self._frame.write(camera, options.theme, framebuffer.size)
        self._frame.bind()

        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        context.depth_func = "<="
        standing = [batch for name, batch in self._batches.items() if name != TABLE]
        self._maps.draw(options.theme, standing, self.scenery.corners(placed))
        self._maps.bind()
        target, picture = self._sized(framebuffer.size)
        target.use()
        target.clear(depth=1.0)
        # The nearest things come last in the scenery; drawn first, they save the work on what they hide.
        for batch in reversed(self._batches.values()):
            batch.draw()
        self._backdrop.render(vertices=3)
        if options.areas:
            self._areas.draw(placed, options.areas)
        context.enable_only(moderngl.NOTHING)
        if self._resolved is not None:
            context.copy_framebuffer(self._resolved, target)
        framebuffer.use()
        picture.use(0)
        self._finish.render(vertices=3)

    def _sized(self, size: tuple[int, int]) -> tuple[moderngl.Framebuffer, moderngl.Texture]:
        """The framebuffer that the edges are smoothed from, and its picture."""
        if self._target is None or self._picture is None or self._picture.size != size:
            self._release_target()
            self._picture = self._context.texture(size, 4)
            self._picture.repeat_x = self._picture.repeat_y = False
            colour: moderngl.Texture | moderngl.Renderbuffer = self._picture
            if self._samples:
                colour = self._context.renderbuffer(size, 4, samples=self._samples)
                self._resolved = self._context.framebuffer(self._picture)
            depth = self._context.depth_renderbuffer(size, samples=self._samples)
            self._target = self._context.framebuffer(colour, depth)
        return self._target, self._picture

    def _release_target(self) -> None:
        if self._target is not None and self._picture is not None:
            if self._target.depth_attachment is not None:
                self._target.depth_attachment.release()
            if self._resolved is not None:
                self._resolved.release()
                for attachment in self._target.color_attachments:
                    attachment.release()
            self._target.release()
            self._picture.release()
            self._target = self._resolved = self._picture = None

    def release(self) -> None:
        """Free what it has on the graphics processor."""
        self._release_target()
        for batch in self._batches.values():
            batch.release()
        self._maps.release()
        self._areas.release()
        self._frame.release()
        self._backdrop.release()
        self._finish.release()
        for program in self._programs:
            program.release()


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if "error" in line.lower()), str(error))
