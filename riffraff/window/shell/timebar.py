"""The bar of time: pause, steps, speed, and the game so far to jump about in."""

from collections.abc import Callable, Sequence
from typing import Final

from imgui_bundle import imgui

from riffraff.window.panels import Binding, Panel
from riffraff.window.shell.layout import BAR, MARGIN, coloured, cramped, em, fixed, tip
from riffraff.window.skin import Icon, packed
from riffraff.window.stage import Mode, Stage
from riffraff.window.transport import SPEEDS

_FRAMES: Final = 1
_STEP: Final = 2.5  # from one button to the next, in heights of the text


class TimeBar(Panel):
    """Time, at the window's bottom.

    Args:
        stage: what is shown.
        buttons: of other panels, drawn at its right end: icon, key of the text, and what it does.
    """

    def __init__(self, stage: Stage, buttons: Sequence[tuple[Icon, str, Callable[[], None]]]) -> None:
        self._stage = stage
        self._buttons = buttons

    @property
    def bindings(self) -> Sequence[Binding]:
        """Keys of time."""

        def key(chord: str, label: str, run: Callable[[], None], *, repeats: bool = False) -> Binding:
            return Binding(
                chord=chord, label=label, run=run, group="keys.time", repeats=repeats, when=self._there
            )

        def now() -> "Stage":
            return self._stage

        return [
            key("space", "key.pause", lambda: now().transport.toggle()),
            key(".", "key.frame", lambda: now().transport.step(_FRAMES), repeats=True),
            key(",", "key.frame_back", lambda: now().transport.step(-_FRAMES), repeats=True),
            key("right", "key.event_next", lambda: now().transport.jump(1), repeats=True),
            key("left", "key.event_last", lambda: now().transport.jump(-1), repeats=True),
            key("home", "key.start", lambda: now().transport.to(now().tape.start)),
            key("end", "key.end", lambda: now().transport.to_live()),
            key("plus", "key.faster", lambda: now().transport.faster(1), repeats=True),
            key("-", "key.slower", lambda: now().transport.faster(-1), repeats=True),
        ]

    def _there(self) -> bool:
        return len(self._stage.tape) > 0

    def draw(self, stage: Stage) -> None:
        """Draw it, if there is something to see of a game."""
        width, height = stage.size
        margin = MARGIN * em()
        place = (width - margin, height - margin)
        size = (width - 2.0 * margin, (BAR - MARGIN) * em())
        if stage.mode is Mode.EMPTY:
            tall = imgui.get_frame_height() + 2.0 * imgui.get_style().window_padding.y
            size = (len(self._buttons) * _STEP * em() + 1.5 * em(), tall)
        with fixed("time", place, (1.0, 1.0), size, fits=False):
            if stage.mode is Mode.EMPTY:
                self._right(stage, imgui.get_cursor_pos_y())
                return
            self._scrubber(stage)
            top = imgui.get_cursor_pos_y()
            self._transport(stage)
            self._right(stage, top)

    def _transport(self, stage: Stage) -> None:
        transport, words = stage.transport, stage.words
        pause = Icon.PAUSE if transport.running else Icon.PLAY
        narrow = cramped(stage)
        steps: tuple[tuple[Icon, str, Callable[[], None]], ...] = (
            (Icon.START, "key.start", lambda: transport.to(stage.tape.start)),
            (Icon.EVENT_LAST, "key.event_last", lambda: transport.jump(-1)),
            (Icon.FRAME_BACK, "key.frame_back", lambda: transport.step(-1)),
            (pause, "key.pause", transport.toggle),
            (Icon.FRAME, "key.frame", lambda: transport.step(1)),
            (Icon.EVENT_NEXT, "key.event_next", lambda: transport.jump(1)),
            (Icon.END, "key.end", transport.to_live),
        )
        for icon, label, run in steps[1:6:2] if narrow else steps:
            if imgui.button(f"{icon.value}##{label}", imgui.ImVec2(2.3 * em(), 0.0)):
                run()
                stage.touch()
            tip(words(label))
            imgui.same_line(0.0, 0.25 * em())
        imgui.same_line(0.0, 0.9 * em())
        self._speed(stage)
        imgui.same_line(0.0, 0.9 * em())
        if stage.table is not None:
            palette = stage.skin.palette
            if transport.live:
                coloured(palette.bad if transport.running else palette.quiet, Icon.LIVE.value)
                imgui.same_line(0.0, 0.4 * em())
                imgui.text(words("time.live"))
            elif imgui.button(words("time.back_to_live")):
                transport.to_live()
                stage.touch()

    @staticmethod
    def _speed(stage: Stage) -> None:
        """The wanted speed, to choose, and what is reached of it."""
        transport, words = stage.transport, stage.words
        imgui.set_next_item_width(5.2 * em())
        if imgui.begin_combo("##speed", f"{words.number(transport.wanted, 2).rstrip('0').rstrip('.,')}×"):
            for factor in SPEEDS:
                label = f"{words.number(factor, 2).rstrip('0').rstrip('.,')}×"
                if imgui.selectable(label, factor == transport.wanted)[0]:
                    transport.at_speed(factor)
                    stage.touch()
            imgui.end_combo()
        tip(words("time.speed"))
        if cramped(stage) or (transport.running and not transport.reached):
            return
        imgui.same_line()
        if transport.running:
            reached = words("time.reached", factor=words.number(transport.reached, 2))
        else:
            reached = words("time.paused")
        coloured(stage.skin.palette.quiet, reached)

    def _right(self, stage: Stage, top: float) -> None:
        """The buttons of the other panels, so far below the bar's upper edge."""
        step = _STEP * em()
        right = imgui.get_window_width() - len(self._buttons) * step - 0.5 * em()
        for number, (icon, label, run) in enumerate(self._buttons):
            imgui.set_cursor_pos(imgui.ImVec2(right + number * step, top))
            if imgui.button(f"{icon.value}##{label}", imgui.ImVec2(2.3 * em(), 0.0)):
                run()
                stage.touch()
            tip(stage.words(label))

    @staticmethod
    def _scrubber(stage: Stage) -> None:
        """The game so far as a line: a click or a drag shows that moment; turns and falls are ticks on it."""
        tape, transport, palette = stage.tape, stage.transport, stage.skin.palette
        corner = imgui.get_cursor_screen_pos()
        clock = f"{_clock(stage, transport.time)} / {_clock(stage, tape.end)}"
        room = imgui.calc_text_size("00:00.0 / 00:00.0").x + 0.8 * em()
        width, height = imgui.get_content_region_avail().x - room, 1.2 * em()
        imgui.invisible_button("##scrub", imgui.ImVec2(max(1.0, width), height))
        span = max(1e-6, tape.end - tape.start)
        # The mouse may have moved on in the very frame in which it lets go.
        held = imgui.is_item_active() or imgui.is_item_deactivated()
        if held and width > 1.0 and len(tape):
            share = (imgui.get_io().mouse_pos.x - corner.x) / width
            transport.to(tape.start + max(0.0, min(1.0, share)) * span)
            stage.touch()
        list_ = imgui.get_window_draw_list()
        middle = corner.y + height / 2.0
        share = (transport.time - tape.start) / span
        thick = 0.16 * em()
        for end, ink in ((width, packed(palette.line)), (share * width, packed(palette.accent))):
            list_.add_rect_filled(
                imgui.ImVec2(corner.x, middle - thick),
                imgui.ImVec2(corner.x + end, middle + thick),
                ink,
                thick,
            )
        for time, fall in stage.chronicle.ticks:
            x = corner.x + (time - tape.start) / span * width
            tall, colour = (0.50, palette.bad) if fall else (0.34, palette.quiet)
            list_.add_line(
                imgui.ImVec2(x, middle - tall * em()),
                imgui.ImVec2(x, middle + (tall * em() if fall else 0.0)),
                packed(colour, 0.9),
                0.1 * em(),
            )
        knob = imgui.ImVec2(corner.x + share * width, middle)
        list_.add_circle_filled(knob, 0.52 * em(), packed(palette.panel), 24)
        list_.add_circle_filled(knob, 0.42 * em(), packed(palette.accent), 24)
        extent = imgui.calc_text_size(clock)
        list_.add_text(
            imgui.ImVec2(corner.x + width + room - extent.x, middle - extent.y / 2.0),
            packed(palette.quiet),
            clock,
        )


def _clock(stage: Stage, seconds: float) -> str:
    minutes, rest = divmod(max(0.0, seconds), 60.0)
    return f"{int(minutes):02d}:{stage.words.number(rest).zfill(4)}"
