"""The start screen: who plays, which ship, how hard; practice; and games to look at again."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar

from imgui_bundle import ImVec2, imgui

from riffraff.live.protocol import PERSON
from riffraff.params import ParameterError
from riffraff.window.panels import Binding, Panel
from riffraff.window.play.session import Session
from riffraff.window.play.setup import (
    FEWEST,
    LONGEST_NAME,
    SCRIPTED,
    SEATS,
    Chair,
    Preset,
    SeedError,
    Setup,
    Slowing,
    Tremor,
)
from riffraff.window.play.widgets import button, floating, hint, palette, swatch, tinted, title
from riffraff.window.shell.layout import cramped, em
from riffraff.window.skin import Icon
from riffraff.window.stage import Mode, Stage

_WIDTH: Final = 36.0
"""Width of the screen, in heights of a letter."""
_AROUND: Final = 15.0
"""Height of what is above and below the choices, in heights of a letter."""
_BELOW: Final = 4.3
"""Height of the buttons at the bottom, in heights of a letter; in a small window it stands above them."""
_LABEL: Final = 8.0
"""Width of what is before a choice, in heights of a letter."""
_SHOWN: Final = 7
"""Recordings that are shown at once."""
_Choice = TypeVar("_Choice", bound=Enum)


class Tab(Enum):
    """What the start screen shows."""

    GAME = "game"
    PRACTICE = "practice"
    WATCH = "watch"


class StartScreen(Panel):
    """What is seen before a game.

    Args:
        session: begins games.
        watch: shows a recording; what is wrong with it is its business.
        recordings: the games played here, the newest first.
    """

    def __init__(
        self, session: Session, watch: Callable[[Path], None], recordings: Callable[[], Sequence[Path]]
    ) -> None:
        self._session = session
        self._watch = watch
        self._recordings = recordings
        self._found: Sequence[Path] | None = None
        self._stage: Stage | None = None
        self._tab = Tab.GAME
        self._wrong = ""
        self._file = ""

    def show(self, tab: Tab) -> None:
        """Show another part of it."""
        self._tab, self._wrong = tab, ""

    def _open(self) -> bool:
        return self._stage is not None and self._stage.mode is Mode.EMPTY

    @property
    def bindings(self) -> Sequence[Binding]:
        """Control and Enter begin; the arrows, Tab, Space and Enter are for what is chosen on the screen."""
        return (
            Binding(
                chord="ctrl+enter",
                label="start.begin",
                run=self._begin,
                group="keys.playing",
                when=self._open,
            ),
        )

    def _begin(self) -> None:
        stage = self._stage
        if stage is None or self._tab is Tab.WATCH:
            return
        setup = replace(self._session.setup, practice=self._tab is Tab.PRACTICE)
        try:
            self._session.begin(stage, setup)
        except SeedError as error:
            self._wrong = stage.words("start.seed.wrong", seed=error.text)
        except ParameterError as error:
            self._wrong = str(error)
        else:
            self._wrong = ""
            self._found = None

    def _look(self, path: Path) -> None:
        self._found = None
        self._watch(path)

    # -- drawing --------------------------------------------------------------------------------------------

    def draw(self, stage: Stage) -> None:
        """Draw it, while there is no game."""
        self._stage = stage
        io = imgui.get_io()
        if not self._open():
            io.config_flags &= ~imgui.ConfigFlags_.nav_enable_keyboard
            return
        io.config_flags |= imgui.ConfigFlags_.nav_enable_keyboard
        words = stage.words
        width, height = stage.size
        imgui.get_background_draw_list().add_rect_filled(
            ImVec2(0.0, 0.0), ImVec2(width, height), imgui.get_color_u32((0.03, 0.04, 0.05, 0.30))
        )
        small = cramped(stage)
        middle = (height - _BELOW * em() if small else height) / 2.0
        with floating(stage, "start", (width / 2.0, middle), (0.5, 0.5), keys=True):
            title(stage, f"{Icon.SHIP.value}  {words('start.title')}", scale=1.35 if small else 2.1)
            if not small:
                hint(words("start.tagline"), stage)
            imgui.dummy(ImVec2(_WIDTH * em(), 0.2 * em()))
            self._draw_tabs(stage)
            imgui.separator()
            imgui.dummy(ImVec2(0.0, 0.1 * em()))
            if self._tab is Tab.WATCH:
                self._draw_recordings(stage)
            else:
                self._draw_setup(stage)

    def _draw_tabs(self, stage: Stage) -> None:
        share = (_WIDTH * em() - 2.0 * imgui.get_style().item_spacing.x) / 3.0
        for number, tab in enumerate(Tab):
            if number:
                imgui.same_line()
            if button(stage.words(f"start.{tab.value}"), stage, chosen=tab is self._tab, width=share):
                self.show(tab)

    def _draw_setup(self, stage: Stage) -> None:
        # What does not fit into a low window is scrolled to; the button that begins is always there.
        room = max(6.0 * em(), stage.size[1] - _AROUND * em())
        bar = imgui.get_style().scrollbar_size
        imgui.set_next_window_size_constraints(ImVec2(0.0, 0.0), ImVec2(math.inf, room))
        flags = (
            imgui.ChildFlags_.auto_resize_y
            | imgui.ChildFlags_.always_auto_resize
            | imgui.ChildFlags_.nav_flattened
        )
        imgui.begin_child("setup", ImVec2(_WIDTH * em() + bar, 0.0), flags)
        setup = self._draw_choices(stage, self._session.setup)
        imgui.end_child()
        if setup != self._session.setup:
            self._session.setup, self._wrong = setup, ""
        if self._wrong:
            imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + _WIDTH * em())
            tinted(self._wrong, palette(stage).bad)
            imgui.pop_text_wrap_pos()
        imgui.dummy(ImVec2(0.0, 0.2 * em()))
        label = stage.words("start.begin" if self._tab is Tab.GAME else "start.begin.practice")
        if button(f"{Icon.ANCHOR.value}  {label}", stage, main=True, width=_WIDTH * em()):
            self._begin()
        imgui.set_item_default_focus()

    def _draw_choices(self, stage: Stage, setup: Setup) -> Setup:
        words = stage.words
        if self._tab is Tab.GAME:
            setup = self._draw_players(stage, setup)
        else:
            hint(words("start.practice.about"), stage, _WIDTH * em())
        setup = self._draw_ship(stage, setup)
        setup = replace(
            setup,
            tremor=self._draw_choice(stage, "start.tremor", Tremor, setup.tremor),
            slowing=self._draw_choice(stage, "start.slowing", Slowing, setup.slowing),
        )
        if self._tab is Tab.GAME:
            self._label(words("start.seed"))
            imgui.set_next_item_width(_LABEL * em())
            _, seed = imgui.input_text_with_hint("##seed", words("start.seed.hint"), setup.seed)
            setup = replace(setup, seed=seed)
        if setup.changes:
            hint(words("start.changes", changes=", ".join(setup.changes)), stage, _WIDTH * em())
        return setup

    def _draw_players(self, stage: Stage, setup: Setup) -> Setup:
        words = stage.words
        chairs = list(setup.chairs)
        kinds = (PERSON, *SCRIPTED)
        labels = [words(f"start.kind.{kind}") for kind in kinds]
        for seat, chair in enumerate(chairs):
            imgui.push_id(seat)
            swatch(palette(stage).seats[seat], framed=True)
            imgui.set_next_item_width(11.0 * em())
            _, name = imgui.input_text_with_hint("##name", words(f"seat.{seat}"), chair.name)
            imgui.same_line()
            imgui.set_next_item_width(13.0 * em())
            _, kind = imgui.combo("##kind", kinds.index(chair.kind), labels)
            chairs[seat] = Chair(kinds[kind], name[:LONGEST_NAME])
            imgui.same_line()
            if seat == 0:
                hint(words("start.captain"), stage)
            elif seat == len(chairs) - 1 and len(chairs) > FEWEST:
                if imgui.button(f"{Icon.CLOSE.value}##remove"):
                    del chairs[seat]
                imgui.set_item_tooltip(words("start.remove"))
            else:
                imgui.new_line()
            imgui.pop_id()
        if len(chairs) < SEATS and imgui.button(f"+  {words('start.add')}"):
            chairs.append(Chair(SCRIPTED[0]))
        imgui.separator()
        return replace(setup, chairs=tuple(chairs))

    def _draw_ship(self, stage: Stage, setup: Setup) -> Setup:
        words = stage.words
        self._label(words("start.ship"))
        preset = setup.preset
        imgui.begin_disabled(bool(setup.file.strip()))
        for number, known in enumerate(Preset):
            if number:
                imgui.same_line()
            chosen = known is preset and not setup.file.strip()
            if button(words(f"start.preset.{known.value}"), stage, chosen=chosen):
                preset = known
        imgui.end_disabled()
        self._label("")
        hint(words(f"start.preset.{preset.value}.hint"), stage)
        self._label("")
        imgui.set_next_item_width((_WIDTH - _LABEL) * em())
        text = f"{words('start.file')}: {words('start.file.hint')}"
        _, file = imgui.input_text_with_hint("##file", text, setup.file)
        return replace(setup, preset=preset, file=file)

    def _draw_choice(self, stage: Stage, text: str, choices: type[_Choice], now: _Choice) -> _Choice:
        """One of some values as buttons beside each other."""
        self._label(stage.words(text))
        chosen = now
        for number, choice in enumerate(choices):
            if number:
                imgui.same_line()
            label = stage.words(f"{text}.{choice.name.lower()}")
            if button(f"{label}##{text}", stage, chosen=choice is now):
                chosen = choice
        if note := stage.words(f"{text}.hint"):
            imgui.same_line()
            hint(note, stage)
        return chosen

    @staticmethod
    def _label(text: str) -> None:
        """What is before a choice; longer texts take a line of their own."""
        left = imgui.get_cursor_pos_x()
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(text)
        if imgui.calc_text_size(text).x < (_LABEL - 0.5) * em():
            imgui.same_line(left + _LABEL * em())

    def _draw_recordings(self, stage: Stage) -> None:
        words = stage.words
        if self._found is None:
            self._found = self._recordings()
        hint(words("start.recordings"), stage)
        if not self._found:
            hint(words("start.no_recordings"), stage)
        row = imgui.get_text_line_height_with_spacing() + 0.55 * em()
        shown = max(1, min(_SHOWN, len(self._found)))
        if self._found and imgui.begin_child("games", ImVec2(_WIDTH * em(), shown * row)):
            for path in self._found:
                if imgui.button(f"{Icon.PLAY.value}  {path.stem}", ImVec2(-1.0, 0.0)):
                    self._look(path)
        if self._found:
            imgui.end_child()
        imgui.set_next_item_width((_WIDTH - _LABEL - 0.6) * em())
        text = f"{words('start.recording')}: {words('start.recording.hint')}"
        _, self._file = imgui.input_text_with_hint("##recording", text, self._file)
        imgui.same_line()
        if button(words("start.look"), stage, width=_LABEL * em(), enabled=bool(self._file.strip())):
            self._look(Path(self._file.strip()).expanduser())
