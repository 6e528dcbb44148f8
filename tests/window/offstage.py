"""The window's pictures without a window: the same stage, panels and canvas, drawn offscreen."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, cast

import moderngl
import numpy as np

from riffraff.window.app import App
from riffraff.window.canvas import Canvas
from riffraff.window.chronicle import Chronicle
from riffraff.window.film import Film
from riffraff.window.panels import Binding, Panel
from riffraff.window.pictures import offscreen_context
from riffraff.window.settings import Settings
from riffraff.window.shell import dress
from riffraff.window.shell.drawer import Drawer
from riffraff.window.stage import Stage

from .scenes import CRATE, FLACON, MODEL, heeled, laid

SIZE = (1280, 800)
EVENTS: tuple[dict[str, Any], ...] = (
    {"event": "game_start", "time": 0.0, "seed": 7, "players": ["careful", "random"]},
    {"event": "round_start", "time": 0.0, "round": 1, "captain": 0},
    {"event": "reveal", "time": 0.0, "cards": [2, 5]},
    {"event": "captain", "time": 0.0, "captain": 1, "chosen_by": None},
    {"event": "order", "time": 0.0, "order": [1, 0], "chosen_by": None},
    {"event": "turn_start", "time": 0.0, "seat": 1, "card": 5, "supply": 16},
    {"event": "take", "time": 0.5, "seat": 1, "piece": "flacon-0", "area": 5, "attempt": 1},
    {"event": "let_go", "time": 1.0, "seat": 1, "piece": "flacon-0", "position": [0, 0, 0], "heel": 1.0},
    {"event": "left", "time": 1.5, "piece": "flacon-0"},
    {"event": "fell", "time": 2.0, "piece": "flacon-0"},
    {
        "event": "settled",
        "time": 2.5,
        "rest": True,
        "heel": 4.5,
        "aboard": {},
        "to_supply": ["flacon-0"],
        "out": [],
    },
    {"event": "turn_end", "time": 2.5, "seat": 1, "supply": 16},
    {"event": "turn_start", "time": 2.5, "seat": 0, "card": 2, "supply": 16},
    {"event": "take", "time": 3.0, "seat": 0, "piece": "crate-0", "area": 2, "attempt": 1},
    {"event": "let_go", "time": 3.5, "seat": 0, "piece": "crate-0", "position": [0, 0, 0], "heel": 3.0},
    {
        "event": "settled",
        "time": 5.0,
        "rest": True,
        "heel": 3.5,
        "aboard": {"crate-0": 2},
        "to_supply": [],
        "out": [],
    },
)
"""The log of a made-up game: blue loses a flacon, red loads a crate."""


def film() -> Film:
    """The frames of that game: a ship that swings out."""
    times = np.arange(361) / 60.0
    frames = []
    for time in times:
        pose = heeled(0.06 * np.exp(-time / 3.0) * np.sin(4.0 * time) + 0.05, 0.02 * np.cos(3.0 * time))
        if 1.0 <= time < 1.5:
            pose = laid(pose, FLACON, 5)
        if time >= 3.5:
            pose = laid(pose, CRATE, 2)
        frames.append(pose)
    return Film(MODEL, times, frames, EVENTS)


FILM = film()


class Offstage:
    """A stage with all its panels, and a canvas for them.

    Args:
        context: of OpenGL.
        settings: of the window; by default light and English.
        size: of the window.
    """

    def __init__(
        self,
        context: moderngl.Context,
        settings: Settings | None = None,
        size: tuple[int, int] = SIZE,
    ) -> None:
        self.stage = Stage(MODEL, settings or Settings())
        self.size = size
        self.panels: list[Panel] = []
        self.saved: list[object] = []
        dress(cast(App, self))
        self._context = context
        self._canvas = Canvas(context)
        self._target = context.framebuffer(context.renderbuffer(size, 4))

    # What panels want of a window:

    def add(self, panel: Panel) -> None:
        self.panels.append(panel)

    @property
    def bindings(self) -> Sequence[Binding]:
        return [binding for panel in reversed(self.panels) for binding in panel.bindings]

    def toggle_full_screen(self) -> None:
        raise AssertionError("nobody asked for it")

    def save_picture(self, path: object) -> None:
        self.saved.append(path)

    # What a person does:

    def key(self, chord: str) -> None:
        """Press a key."""
        next(binding for binding in self.bindings if binding.chord == chord and binding.when()).run()

    def drawer(self, name: str) -> Drawer:
        """The panel of that name."""
        return next(panel for panel in self.panels if isinstance(panel, Drawer) and panel.name == name)

    def picture(self) -> np.ndarray:
        """What would be seen, shape [height, width, 3]; what panels need of a second frame is settled."""
        for _ in range(3):
            for panel in self.panels:
                panel.tick(self.stage, 0.02)
            self._canvas.begin(self.stage, self.size, self.size, 1.0, 0.02)
            self._canvas.end(self.stage, self.panels, self._target)
        width, height = self.size
        pixels = np.frombuffer(self._target.read(components=3, alignment=1), np.uint8)
        return pixels.reshape(height, width, 3)[::-1].astype(int)

    def close(self) -> None:
        self._canvas.close()


@contextlib.contextmanager
def offstage(settings: Settings | None = None, size: tuple[int, int] = SIZE) -> Iterator[Offstage]:
    """A window's pictures, of the made-up game at its third second."""
    with contextlib.ExitStack() as stack:
        context = offscreen_context()
        stack.callback(context.release)
        made = stack.enter_context(contextlib.closing(Offstage(context, settings, size)))
        made.stage.play_tape(FILM, Chronicle(EVENTS))
        made.stage.transport.to(4.0)
        yield made
