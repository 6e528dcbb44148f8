"""Settings: light, language, size of the text, sound, what is shown on the ship, and the views."""

from collections.abc import Sequence
from typing import Final

from imgui_bundle import imgui

from riffraff.window.panels import Binding
from riffraff.window.settings import LARGEST, SMALLEST, Overlay
from riffraff.window.shell.drawer import Drawer
from riffraff.window.shell.layout import coloured, em, font, wrapped
from riffraff.window.shell.sounding import Sounding
from riffraff.window.stage import Stage
from riffraff.window.themes import THEMES
from riffraff.window.words import Language

_STEP: Final = 1.1


class SettingsPanel(Drawer):
    """What the window remembers.

    Args:
        stage: what is shown.
        sounding: makes the sound.
    """

    name, chord, label = "settings", "f5", "key.settings"
    size = (25.0, 39.0)
    side = 1.0

    def __init__(self, stage: Stage, sounding: Sounding) -> None:
        super().__init__()
        self._stage, self._sounding = stage, sounding
        self._scale: float | None = None

    @property
    def bindings(self) -> Sequence[Binding]:
        """Its own key, and those that change settings at once."""
        return (
            *super().bindings,
            Binding(chord="f6", label="key.theme", run=self._other_theme),
            Binding(chord="f7", label="key.language", run=self._other_language),
            Binding(chord="ctrl+plus", label="key.larger", run=lambda: self._scaled(_STEP), repeats=True),
            Binding(chord="ctrl+-", label="key.smaller", run=lambda: self._scaled(1.0 / _STEP), repeats=True),
        )

    def _other_theme(self) -> None:
        names = list(THEMES)
        self._stage.settings.theme = names[(names.index(self._stage.settings.theme) + 1) % len(names)]
        self._stage.use_settings()

    def _other_language(self) -> None:
        languages = list(Language)
        now = languages.index(self._stage.settings.language)
        self._stage.settings.language = languages[(now + 1) % len(languages)]
        self._stage.use_settings()

    def _scaled(self, factor: float) -> None:
        scale = self._stage.settings.scale * factor
        scale = 1.0 if abs(scale - 1.0) < 0.02 else scale
        self._stage.settings.scale = max(SMALLEST, min(LARGEST, scale))
        self._stage.use_settings()

    def content(self, stage: Stage) -> None:
        """Everything to choose from."""
        words, settings = stage.words, stage.settings
        before = (settings.theme, settings.language, settings.scale, set(settings.overlays))
        self._heading(stage, "settings.theme")
        for number, name in enumerate(THEMES):
            if number:
                imgui.same_line()
            if imgui.radio_button(words(f"settings.{name}"), settings.theme == name):
                settings.theme = name
        self._heading(stage, "settings.language")
        for number, language in enumerate(Language):
            if number:
                imgui.same_line()
            if imgui.radio_button(language.native, settings.language is language):
                settings.language = language
        self._heading(stage, "settings.scale")
        self._text_size(stage)
        self._heading(stage, "settings.sound")
        changed, on = imgui.checkbox(words("settings.knocks"), settings.sound)
        if changed:
            self._sounding.use(on)
        if (lacking := self._sounding.lacking) is not None:
            wrapped(stage.skin.palette.quiet, words(lacking))
        if stage.hardware:
            self._heading(stage, "settings.picture")
            changed, settings.fine = imgui.checkbox(words("settings.fine"), settings.fine)
            if changed:
                stage.use_settings()
        self._heading(stage, "settings.overlays")
        for overlay in Overlay:
            changed, on = imgui.checkbox(words(f"overlay.{overlay.value}"), overlay in settings.overlays)
            if changed:
                (settings.overlays.add if on else settings.overlays.discard)(overlay)
        self._heading(stage, "settings.views")
        if imgui.begin_table("views", 2, imgui.TableFlags_.sizing_stretch_same):
            for number, name in enumerate(stage.views, start=1):
                imgui.table_next_column()
                if imgui.selectable(f"{number}  {words(f'view.{name}')}", False)[0]:
                    stage.follow = False
                    stage.look(stage.views[name])
            imgui.end_table()
        if before != (settings.theme, settings.language, settings.scale, settings.overlays):
            stage.use_settings()

    def _text_size(self, stage: Stage) -> None:
        """The size takes effect when the mouse lets go: a slider that grows under it cannot be held."""
        shown = 100.0 * (stage.settings.scale if self._scale is None else self._scale)
        imgui.set_next_item_width(-1.0)
        changed, percent = imgui.slider_float(
            "##scale", shown, 100.0 * SMALLEST, 100.0 * LARGEST, "%.0f %%", imgui.SliderFlags_.always_clamp
        )
        if changed:
            self._scale = percent / 100.0
        if imgui.is_item_deactivated_after_edit() and self._scale is not None:
            stage.settings.scale = self._scale
            self._scale = None

    @staticmethod
    def _heading(stage: Stage, text: str) -> None:
        imgui.dummy(imgui.ImVec2(0.0, 0.1 * em()))
        with font(stage.skin, bold=True):
            coloured(stage.skin.palette.accent, stage.words(text))
