"""The ship's gauges: heel and roll as numbers, on a dial, and over the last seconds."""

import math
from typing import Final

import numpy as np
from imgui_bundle import imgui, implot

from riffraff.window.panels import Panel
from riffraff.window.shell.layout import MARGIN, coloured, cramped, em, fixed, font
from riffraff.window.skin import Rgba, Skin, packed
from riffraff.window.stage import Mode, Stage

_SPAN: Final = 12.0  # s that the small plot shows
_TRAIL: Final = 1.5  # s of the way that the dial shows
_WIDTH: Final = 17.0
_NARROW: Final = 14.5
_DIAL: Final = 5.6  # heights of the text
_FEW: Final = 240  # points of a line
_NEAR, _NEARER = 0.5, 0.8
"""Shares of the way to the stop from which the numbers warn."""


class Gauges(Panel):
    """Heel and roll of the ship, in the upper right corner."""

    def draw(self, stage: Stage) -> None:
        """Draw them, if there is a game."""
        if stage.mode is Mode.EMPTY:
            return
        words, skin = stage.words, stage.skin
        stop = stage.model.parameters.ship.tilt_stop
        times, readings = stage.tape.readings(stage.time - _SPAN, stage.time, _FEW)
        heel, roll, pitch = readings[-1, :3].tolist() if len(times) else (0.0, 0.0, 0.0)
        place = (stage.size[0] - MARGIN * em(), MARGIN * em())
        width = _NARROW if cramped(stage) else _WIDTH
        with fixed("gauges", place, (1.0, 0.0), size=(width * em(), 0.0)):
            corner = imgui.get_cursor_screen_pos()
            self._dial(skin, corner, stop, readings, heel)
            imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + (_DIAL + 0.8) * em(), corner.y))
            imgui.begin_group()
            coloured(skin.palette.bad, words("gauge.heel"))
            with font(skin, 1.9, bold=True):
                coloured(_alarm(skin, heel / stop), f"{words.number(math.degrees(heel))}°")
            for name, angle, colour in (
                ("gauge.roll", roll, skin.palette.accent),
                ("gauge.pitch", pitch, skin.palette.quiet),
            ):
                coloured(colour, words(name))
                imgui.same_line(5.0 * em())
                imgui.text(f"{words.number(math.degrees(angle))}°")
            imgui.end_group()
            imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + (_DIAL + 0.5) * em()))
            if cramped(stage):
                imgui.dummy(imgui.ImVec2(0.0, 0.0))
                return
            self._plot(stage, times, readings, stop)

    @staticmethod
    def _dial(skin: Skin, corner: imgui.ImVec2, stop: float, readings: np.ndarray, heel: float) -> None:  # type: ignore[type-arg]
        """The mast seen from above: where its top leans to, within the circle of the stop."""
        list_ = imgui.get_window_draw_list()
        radius = _DIAL * em() / 2.0
        centre = imgui.ImVec2(corner.x + radius, corner.y + radius)
        palette = skin.palette
        list_.add_circle_filled(centre, radius, packed(palette.field, 0.8), 64)
        list_.add_circle_filled(centre, radius * _NEARER, packed(palette.panel), 64)
        list_.add_circle(centre, radius, packed(palette.bad, 0.85), 64, 0.11 * em())
        list_.add_circle(centre, radius * 0.5, packed(palette.quiet, 0.35), 48, 1.0)
        for dx, dy in ((1.0, 0.0), (0.0, 1.0)):
            list_.add_line(
                imgui.ImVec2(centre.x - dx * radius, centre.y - dy * radius),
                imgui.ImVec2(centre.x + dx * radius, centre.y + dy * radius),
                packed(palette.quiet, 0.35),
                1.0,
            )
        # Ahead is up, starboard is right: positive roll leans the mast to starboard, positive pitch ahead.
        share = radius / stop
        trail = readings[-int(_TRAIL / _SPAN * _FEW) :, 1:3]
        points: list[imgui.ImVec2Like] = [
            imgui.ImVec2(centre.x + share * roll, centre.y - share * pitch) for roll, pitch in trail.tolist()
        ]
        if len(points) > 1:
            list_.add_polyline(points, packed(palette.accent, 0.55), 0.13 * em(), 0)
        dot = points[-1] if points else centre
        list_.add_circle_filled(dot, 0.42 * em(), packed(palette.panel), 24)
        list_.add_circle_filled(dot, 0.34 * em(), packed(_alarm(skin, heel / stop)), 24)

    @staticmethod
    def _plot(stage: Stage, times: np.ndarray, readings: np.ndarray, stop: float) -> None:  # type: ignore[type-arg]
        """Heel and roll over the last seconds."""
        words, palette = stage.words, stage.skin.palette
        # Its lines have the colours of the names above.
        flags = implot.Flags_.canvas_only | implot.Flags_.no_inputs
        implot.push_style_var(implot.StyleVar_.plot_padding, imgui.ImVec2(0.0, 0.3 * em()))
        size = imgui.ImVec2(imgui.get_content_region_avail().x, 5.2 * em())
        if implot.begin_plot("##heel", size, flags):
            axes = implot.AxisFlags_
            implot.setup_axes("", "", axes.no_decorations, axes.no_label | axes.no_tick_marks)
            most = math.degrees(stop)
            implot.setup_axes_limits(stage.time - _SPAN, stage.time, -most, most, implot.Cond_.always)
            implot.setup_axis_ticks(implot.ImAxis_.y1, [-20.0, 0.0, 20.0], ["-20°", "0°", "20°"])
            for label, column, colour in (
                ("gauge.roll", 1, palette.accent),
                ("gauge.heel", 0, palette.bad),
            ):
                curve(words(label), times, np.degrees(readings[:, column]), colour)
            implot.end_plot()
        implot.pop_style_var()


def curve(label: str, times: np.ndarray, values: np.ndarray, colour: Rgba, weight: float = 0.11) -> None:  # type: ignore[type-arg]
    """A line of a plot."""
    spec = implot.Spec()
    spec.line_color = imgui.ImVec4(*colour)
    spec.line_weight = weight * em()
    implot.plot_line(label, np.ascontiguousarray(times), np.ascontiguousarray(values), spec)


def _alarm(skin: Skin, share: float) -> Rgba:
    """The colour of a heel, by its share of the way to the stop."""
    palette = skin.palette
    return palette.bad if share > _NEARER else palette.warn if share > _NEAR else palette.good
