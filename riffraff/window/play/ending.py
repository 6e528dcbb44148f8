"""The end of a game: who won, what everyone has left, where the recording is, and what comes next."""

from imgui_bundle import ImVec2, imgui

from riffraff.params import ParameterError
from riffraff.window.feed import failure
from riffraff.window.panels import Panel
from riffraff.window.play.playing import Playing
from riffraff.window.play.session import Session
from riffraff.window.play.widgets import button, floating, hint, palette, swatch, title
from riffraff.window.shell.layout import em
from riffraff.window.skin import Icon
from riffraff.window.stage import Stage


class Ending(Panel):
    """Tells how the game ended.

    Args:
        session: with the game.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def draw(self, stage: Stage) -> None:
        """Draw it once the game is over, or cannot go on."""
        playing = self._session.playing
        if playing is None or not playing.over:
            return
        width, height = stage.size
        with floating(stage, "end", (width / 2.0, 0.42 * height), (0.5, 0.5)):
            if playing.winners is not None:
                self._draw_winners(stage, playing)
            elif playing.failure is not None:
                title(stage, f"{Icon.WARNING.value}  {stage.words('end.failed')}", scale=1.6)
                hint(failure(stage.words, playing.failure), stage, 34.0 * em())
            self._draw_recording(stage, playing)
            self._draw_buttons(stage, playing)

    @staticmethod
    def _draw_winners(stage: Stage, playing: Playing) -> None:
        words, winners = stage.words, playing.winners or ()
        names = words.listed(stage.name(seat) for seat in winners)
        text = "end.title.together" if len(winners) > 1 else "end.title"
        colour = palette(stage).seats[winners[0]] if len(winners) == 1 else None
        title(stage, f"{Icon.TROPHY.value}  {words(text, who=names)}", colour, 1.9)
        if playing.state is None:
            return
        hint(words("end.supplies"), stage)
        for seat, supply in enumerate(playing.state.supplies):
            swatch(palette(stage).seats[seat])
            imgui.text(stage.name(seat))
            imgui.same_line(14.0 * em())
            imgui.text(str(len(supply)))

    @staticmethod
    def _draw_recording(stage: Stage, playing: Playing) -> None:
        path = None if playing.begun is None else playing.begun.recording
        if path is not None:
            imgui.dummy(ImVec2(0.0, 0.1 * em()))
            text = "end.recording" if playing.winners is not None else "end.kept"
            hint(stage.words(text, path=path), stage, 34.0 * em())

    def _draw_buttons(self, stage: Stage, playing: Playing) -> None:
        words = stage.words
        imgui.dummy(ImVec2(0.0, 0.2 * em()))
        if button(words("end.rematch"), stage, main=True):
            try:
                self._session.begin(stage, self._session.setup)
            except ParameterError as error:  # a parameters file may have changed meanwhile
                stage.say(str(error), bad=True)
        imgui.same_line()
        if len(stage.tape) and not playing.practice:
            if imgui.button(words("end.look"), ImVec2(0.0, 2.1 * em())):
                self._session.look(stage)
            imgui.same_line()
        if imgui.button(words("end.new"), ImVec2(0.0, 2.1 * em())):
            self._session.leave(stage)
