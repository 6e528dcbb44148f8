"""Curves over time: angles, kinetic energy, contacts, and how long the physics took."""

from typing import Final

import numpy as np
from imgui_bundle import imgui, implot

from riffraff.window.shell.drawer import Drawer
from riffraff.window.shell.gauges import curve
from riffraff.window.shell.layout import em, wrapped
from riffraff.window.skin import Rgba
from riffraff.window.stage import Stage

_SPANS: Final = (10.0, 30.0, 120.0, None)
_MOST: Final = 1200  # points of a line
_DEGREES: Final = 180.0 / np.pi


class Plots(Drawer):
    """Curves of what is measured, up to the moment that is shown."""

    name, chord, label = "plots", "f4", "key.plots"
    size = (38.0, 36.0)
    side = 1.0

    def __init__(self) -> None:
        super().__init__()
        self._span: float | None = 30.0

    def content(self, stage: Stage) -> None:
        """The span to choose, and one plot under the other."""
        words = stage.words
        imgui.align_text_to_frame_padding()
        imgui.text(words("plots.span"))
        for span in _SPANS:
            imgui.same_line()
            label = words("plots.all") if span is None else words("plots.seconds", seconds=span)
            if imgui.radio_button(label, self._span == span):
                self._span = span
        begin = stage.tape.start if self._span is None else max(stage.tape.start, stage.time - self._span)
        times, readings = stage.tape.readings(begin, stage.time, _MOST)
        palette = stage.skin.palette
        angles = [
            (words("gauge.heel"), _DEGREES * readings[:, 0], palette.bad),
            (words("gauge.roll"), _DEGREES * readings[:, 1], palette.accent),
            (words("gauge.pitch"), _DEGREES * readings[:, 2], palette.seats[3]),
        ]
        plots: list[tuple[str, list[tuple[str, np.ndarray, Rgba]]]] = [  # type: ignore[type-arg]
            ("plots.angles", angles),
            ("plots.energy", [("", 1e3 * readings[:, 3], palette.good)]),
        ]
        measured = bool(np.isfinite(readings[:, 4]).any())
        if measured:
            plots.append(("plots.contacts", [("", readings[:, 4], palette.seats[1])]))
            plots.append(("plots.step", [("", 1e3 * readings[:, 5], palette.warn)]))
        else:
            wrapped(palette.quiet, words("plots.only_live"))
        height = max(9.0 * em(), (imgui.get_content_region_avail().y - 0.5 * em()) / len(plots) - 0.5 * em())
        for title, lines in plots:
            self._plot(words(title), times, lines, (begin, max(stage.time, begin + 1.0)), height)

    @staticmethod
    def _plot(
        title: str,
        times: np.ndarray,  # type: ignore[type-arg]
        lines: list[tuple[str, np.ndarray, Rgba]],  # type: ignore[type-arg]
        span: tuple[float, float],
        height: float,
    ) -> None:
        flags = implot.Flags_.no_menus | implot.Flags_.no_box_select
        if len(lines) == 1:
            flags |= implot.Flags_.no_legend
        implot.push_style_var(implot.StyleVar_.plot_padding, imgui.ImVec2(0.3 * em(), 0.4 * em()))
        if implot.begin_plot(f"{title}##plot", imgui.ImVec2(-1.0, height), flags):
            implot.setup_axes("", "", 0, implot.AxisFlags_.auto_fit)
            beside = implot.LegendFlags_.horizontal | implot.LegendFlags_.outside
            implot.setup_legend(implot.Location_.north, beside)
            implot.setup_axis_limits(implot.ImAxis_.x1, *span, implot.Cond_.always)
            for label, values, colour in lines:
                there = np.isfinite(values)
                curve(label or title, times[there], values[there], colour)
            implot.end_plot()
        implot.pop_style_var()
