"""A table that only listens, and a window's stage with the panels of playing, drawn without a screen."""

from collections.abc import Sequence
from pathlib import Path

import moderngl
import numpy as np
import numpy.typing as npt
from imgui_bundle import imgui

from riffraff import rules
from riffraff.live.protocol import Begun, Frames, News, Order, Setting, Told
from riffraff.model import provide
from riffraff.window.canvas import Canvas
from riffraff.window.feed import take_in
from riffraff.window.panels import Panel
from riffraff.window.play.panels import playing_panels
from riffraff.window.play.playing import Playing
from riffraff.window.play.session import Session
from riffraff.window.play.setup import Chair, Setup
from riffraff.window.settings import Settings
from riffraff.window.stage import Stage
from riffraff.window.words import Language

from .scenes import MODEL, loaded

SIZE = (1280, 800)
THREE = (Chair("person", "Ann"), Chair("person", "Bob"), Chair("careful"))


class Listener:
    """A table that does nothing but remember what it was ordered."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.closed = False

    def send(self, order: Order) -> None:
        self.orders.append(order)

    def receive(self) -> Sequence[News]:
        return ()

    def close(self) -> None:
        self.closed = True


class Window:
    """A stage with the panels of playing, and a listener as its table.

    Args:
        canvas: draws it; without one nothing can be drawn.
        theme, language, scale: as chosen in the settings.
        setup: what is begun.
    """

    def __init__(
        self,
        canvas: Canvas | None = None,
        *,
        theme: str = "light",
        language: Language = Language.ENGLISH,
        scale: float = 1.0,
        setup: Setup | None = None,
    ) -> None:
        self._canvas = canvas
        self.table = Listener()
        self.stage = Stage(MODEL, Settings(theme=theme, language=language, scale=scale))
        self.started: list[Setting] = []
        self.session = Session(self._start, setup or Setup(chairs=THREE, seed="7"))
        self.watched: list[Path] = []
        self.panels: list[Panel] = list(
            playing_panels(self.session, watch=self.watched.append, recordings=lambda: [Path("one.mcap")])
        )

    def _start(self, setting: Setting) -> Listener:
        self.started.append(setting)
        return self.table

    @property
    def playing(self) -> Playing:
        assert self.session.playing is not None
        return self.session.playing

    def hear(self, *news: News) -> None:
        """What the loop of the window does with news."""
        for item in news:
            take_in(self.stage, item)
            for panel in self.panels:
                panel.news(self.stage, item)
        self.stage.transport.advance(0.1, 0.1)

    def begin(self, poses: npt.NDArray[np.floating] | None = None) -> rules.State | None:
        """Begin what the start screen shows; the state of the game."""
        self.session.begin(self.stage, self.session.setup)
        setting = self.started[-1]
        state = None if setting.players is None else rules.new_game(len(setting.players))
        where = provide(MODEL.parameters)
        self.hear(Begun(setting=setting, model=where, recording=Path("game.mcap"), state=state))
        if state is not None and setting.players is not None:
            self.hear(Told({"event": "game_start", "time": 0.0, "players": list(setting.players)}, state))
        self.show(loaded() if poses is None else poses)
        return state

    def show(self, poses: npt.NDArray[np.floating]) -> None:
        """A frame comes, later than all before."""
        time = self.stage.tape.end + 0.1
        self.hear(Frames(np.array([time]), poses[None].astype(np.float32), np.zeros((1, 6), np.float32)))

    def draw(self, framebuffer: moderngl.Framebuffer, frames: int = 3) -> npt.NDArray[np.uint8]:
        """The picture, after as many frames as Dear ImGui needs to find its sizes; shape [row, column, 3]."""
        assert self._canvas is not None
        for _ in range(frames):
            self._canvas.begin(self.stage, SIZE, SIZE, 1.0, 0.02)
            for panel in self.panels:
                panel.tick(self.stage, 0.02)
            self._canvas.end(self.stage, self.panels, framebuffer)
        content = framebuffer.read(components=3, alignment=1)
        return np.frombuffer(content, np.uint8).reshape(SIZE[1], SIZE[0], 3)[::-1]

    def click(self, framebuffer: moderngl.Framebuffer, x: float, y: float) -> None:
        """Click on a panel."""
        io = imgui.get_io()
        io.add_mouse_pos_event(x, y)
        self.draw(framebuffer, 2)
        for down in (True, False):
            io.add_mouse_button_event(0, down)
            self.draw(framebuffer, 1)
        io.add_mouse_pos_event(-1.0, -1.0)

    def press(self, chord: str) -> bool:
        """Press a key; whether a panel took it, those drawn last asked first."""
        for panel in reversed(self.panels):
            for binding in panel.bindings:
                if binding.chord == chord and binding.when():
                    binding.run()
                    return True
        return False
