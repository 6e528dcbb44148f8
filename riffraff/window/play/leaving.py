"""Leaving a game: asked for, and asked back once if the game is still on."""

from collections.abc import Callable, Sequence

from imgui_bundle import ImVec2, imgui

from riffraff.window.panels import Binding, Panel
from riffraff.window.play.session import Session
from riffraff.window.play.widgets import button, floating, title
from riffraff.window.shell.layout import em
from riffraff.window.stage import Mode, Stage


class Leaving(Panel):
    """Brings back the start screen.

    Args:
        session: with the game.
        close: closes the window; a game that is on is kept as interrupted.
    """

    def __init__(self, session: Session, close: Callable[[], None]) -> None:
        self._session = session
        self._close = close
        self._asking = False

    @property
    def bindings(self) -> Sequence[Binding]:
        """Escape stays, Control and Q closes the window."""
        return (
            Binding(chord="escape", label="menu.stay", run=self._stay, when=lambda: self._asking),
            Binding(chord="ctrl+q", label="key.quit", run=self._close),
        )

    def _stay(self) -> None:
        self._asking = False

    def ask(self, stage: Stage) -> None:
        """Leave what is shown; a game that is on only after a yes."""
        if stage.mode is Mode.GAME and self._session.live:
            self._asking = True
        else:
            self._session.leave(stage)

    def draw(self, stage: Stage) -> None:
        """Draw the question."""
        if not self._asking:
            return
        if not self._session.live:
            self._asking = False
            return
        width, height = stage.size
        with floating(stage, "leave", (width / 2.0, 0.42 * height), (0.5, 0.5)):
            title(stage, stage.words("menu.leave.sure"))
            imgui.dummy(ImVec2(0.0, 0.2 * em()))
            if button(stage.words("menu.leave"), stage):
                self._asking = False
                self._session.leave(stage)
            imgui.same_line()
            if button(stage.words("menu.stay"), stage, chosen=True):
                self._stay()
