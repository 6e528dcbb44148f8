"""What has just happened, in words, and messages in passing."""

from typing import Final

from imgui_bundle import imgui

from riffraff.window.panels import Panel
from riffraff.window.shell.layout import BAR, MARGIN, coloured, cramped, em, fixed, wrapped
from riffraff.window.skin import Icon
from riffraff.window.stage import Stage

_LINES: Final = 4
_FEW: Final = 1
_WIDTH: Final = 30.0


class News(Panel):
    """The last lines told, above the bar of time at the left; messages in passing at the top."""

    def draw(self, stage: Stage) -> None:
        """Draw them, if there are any."""
        palette = stage.skin.palette
        most = _FEW if cramped(stage) else _LINES
        lines = [line.told(stage.words, stage.names) for line in stage.chronicle.news(stage.time, most)]
        if lines:
            place = (MARGIN * em(), stage.size[1] - (BAR + MARGIN / 2.0) * em())
            width = min(_WIDTH * em(), max(imgui.calc_text_size(line).x for line in lines) + 2.0 * em())
            with fixed("news", place, (0.0, 1.0), size=(width, 0.0)):
                for line in lines[:-1]:
                    wrapped(palette.quiet, line)
                wrapped(palette.text, lines[-1])
        if stage.toast is not None:
            width, _ = stage.size
            with fixed("toast", (width / 2.0, MARGIN * em()), (0.5, 0.0), alpha=1.0):
                # Where there is little room it lies over other panels.
                imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
                if stage.toast.bad:
                    coloured(palette.bad, Icon.WARNING.value)
                    imgui.same_line()
                imgui.push_text_wrap_pos(min(0.5 * width, 36.0 * em()))
                imgui.text_wrapped(stage.toast.text)
                imgui.pop_text_wrap_pos()
