"""The panels of looking: game, gauges, time, news, sound, overlays, help, rules, physics, plots, settings."""

from collections.abc import Callable
from datetime import datetime

from platformdirs import user_pictures_path

from riffraff.window.app import App
from riffraff.window.looking import Looking
from riffraff.window.panels import Binding, Panel
from riffraff.window.shell.gamepanel import GamePanel
from riffraff.window.shell.gauges import Gauges
from riffraff.window.shell.helping import Help, Rules
from riffraff.window.shell.news import News
from riffraff.window.shell.overlays import Overlays
from riffraff.window.shell.physics import Physics
from riffraff.window.shell.piecepanel import PiecePanel
from riffraff.window.shell.plots import Plots
from riffraff.window.shell.settingspanel import SettingsPanel
from riffraff.window.shell.sounding import Sounding
from riffraff.window.shell.timebar import TimeBar
from riffraff.window.skin import Icon

__all__ = ["dress"]


class _Screen(Panel):
    """The keys of the window itself."""

    def __init__(self, app: App) -> None:
        self._app = app

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """Full screen, a picture of what is shown, and the end."""
        return (
            Binding(chord="f11", label="key.screen", run=self._app.toggle_full_screen),
            Binding(chord="f12", label="key.picture", run=self.save_picture),
            Binding(chord="ctrl+q", label="key.quit", run=self._app.close),
        )

    def save_picture(self) -> None:
        """Save the next picture among the person's own."""
        name = datetime.now().strftime("riffraff-%Y-%m-%d-%H%M%S-%f")[:-3]
        self._app.save_picture(user_pictures_path() / f"{name}.png")


def dress(app: App, *more: tuple[Icon, str, Callable[[], None]]) -> None:
    """Add all panels of looking to a window.

    Args:
        app: the window.
        more: buttons at the right end of the bar of time: icon, key of the text, and what it does.
    """
    stage = app.stage
    screen, plots, physics = _Screen(app), Plots(), Physics()
    sounding = Sounding(stage)
    settings, help_, rules = SettingsPanel(stage, sounding), Help(lambda: app.bindings), Rules()
    buttons = (
        (Icon.HELP, help_.label, help_.toggle),
        (Icon.RULES, rules.label, rules.toggle),
        (Icon.PHYSICS, physics.label, physics.toggle),
        (Icon.PLOTS, plots.label, plots.toggle),
        (Icon.SETTINGS, settings.label, settings.toggle),
        (Icon.CAMERA, "key.picture", screen.save_picture),
        *more,
    )
    for panel in (
        Looking(stage),
        Overlays(stage),
        screen,
        sounding,
        GamePanel(),
        Gauges(),
        News(),
        TimeBar(stage, buttons),
        PiecePanel(stage),
        plots,
        physics,
        settings,
        rules,
        help_,
    ):
        app.add(panel)
