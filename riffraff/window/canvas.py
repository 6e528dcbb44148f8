"""One picture of the window: the scene, drawn again only if it changed, and the panels over it."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import moderngl
import numpy as np
from imgui_bundle import imgui

from riffraff.window.gui import Gui
from riffraff.window.materials import Colour
from riffraff.window.panels import Panel
from riffraff.window.portraits import Portraits
from riffraff.window.renderer import Options, Renderer
from riffraff.window.scenery import Scenery
from riffraff.window.stage import Stage
from riffraff.window.themes import Theme

SEATS: Final[tuple[Colour, ...]] = (
    (0.95, 0.16, 0.12),
    (0.12, 0.40, 1.0),
    (0.05, 0.80, 0.72),
    (0.62, 0.20, 0.95),
)
"""Colours of the seats (R1.3) for areas that light up: red, blue, turquoise, purple."""
_SOFTWARE: Final = re.compile("llvmpipe|softpipe|swrast|software|swiftshader|basic render", re.IGNORECASE)
"""What drivers are called that draw without a graphics processor."""
_FINE: Final = 4
"""Samples for each pixel where there is one and fine edges are wanted."""
_CHOSEN: Final[Colour] = (0.22, 0.20, 0.14)
"""What a body shines in whose data are shown."""


class Canvas:
    """Draws a stage and its panels by one OpenGL context, of a window or without one.

    Args:
        context: of OpenGL 3.3; it must be the current one whenever this is used.
        layout: file in which Dear ImGui keeps where the panels are, None for nowhere.

    Raises:
        GraphicsError: the graphics driver refuses a program.
    """

    def __init__(self, context: moderngl.Context, layout: Path | None = None) -> None:
        self._context = context
        self._renderer: Renderer | None = None
        self._scenery: Scenery | None = None
        self._samples = 1
        self._hardware = not _SOFTWARE.search(context.info["GL_RENDERER"])
        self._scene: moderngl.Framebuffer | None = None
        self._drawn: tuple[Any, ...] = ()
        self._portraits: Portraits | None = None
        self.gui = Gui(context, layout)

    def begin(
        self, stage: Stage, size: tuple[int, int], pixels: tuple[int, int], scale: float, seconds: float
    ) -> None:
        """Begin a picture: from here on Dear ImGui knows what the mouse is over.

        Args:
            stage: what is shown.
            size: of the window, in the coordinates that the mouse has.
            pixels: of the picture.
            scale: of texts, by the screen; the person's own comes on top.
            seconds: real time since the last picture.
        """
        stage.size = size
        stage.skin = self.gui.skin
        stage.hardware = self._hardware
        stage.portrait = partial(self._portrait, stage.theme)
        self.gui.skin.use(stage.settings.theme, scale * stage.settings.scale)
        self.gui.begin(size, pixels, seconds)

    def end(self, stage: Stage, panels: Sequence[Panel], framebuffer: moderngl.Framebuffer) -> None:
        """Draw the picture over a framebuffer."""
        for panel in panels:
            panel.draw(stage)
        scene = self._scene_of(stage, framebuffer.size)
        framebuffer.use()
        self._context.copy_framebuffer(framebuffer, scene)
        self.gui.end(framebuffer)

    def _scene_of(self, stage: Stage, pixels: tuple[int, int]) -> moderngl.Framebuffer:
        """The picture of the scene, as it was if nothing in it has changed."""
        samples = _FINE if stage.hardware and stage.settings.fine else 1
        if (self._scenery, self._samples) != (stage.scenery, samples) or self._renderer is None:
            self._release()
            self._renderer = Renderer(self._context, stage.model, scenery=stage.scenery, samples=samples)
            self._portraits = Portraits(self._context, self._renderer, stage.model)
            self._scenery, self._samples, self._drawn = stage.scenery, samples, ()
        if self._scene is None or self._scene.size != pixels:
            if self._scene is not None:
                self._scene.release()
            self._scene = self._context.framebuffer(self._context.renderbuffer(pixels, 4))
            self._drawn = ()
        poses = stage.poses
        marks = dict(stage.marks)
        if stage.selected is not None:
            marks.setdefault(stage.selected, _CHOSEN)
        areas = dict(stage.areas)
        moment = stage.moment
        if moment.area is not None and moment.active is not None:
            areas.setdefault(moment.area, SEATS[moment.active])
        wanted = (stage.camera, stage.settings.theme, marks, areas)
        if not self._drawn or self._drawn[0] != wanted or not _same(self._drawn[1], poses):
            options = Options(theme=stage.theme, marks=marks, areas=areas)
            self._renderer.draw(self._scene, stage.camera, poses, options=options)
            self._drawn = (wanted, poses)
        return self._scene

    def close(self) -> None:
        """Free what it has on the graphics processor, and keep where the panels are."""
        self._release()
        self.gui.close()

    def _portrait(self, theme: Theme, shape: str) -> imgui.ImTextureRef | None:
        """The portrait of a piece, as panels show it; None before the first picture of the scene."""
        return None if self._portraits is None else self.gui.lend(self._portraits.of(shape, theme))

    def _release(self) -> None:
        if self._portraits is not None:
            for texture in self._portraits.release():
                self.gui.take_back(texture)
        if self._renderer is not None:
            self._renderer.release()
        self._renderer = self._portraits = None


def _same(one: Any, other: Any) -> bool:
    return bool(np.array_equal(one, other, equal_nan=True))
