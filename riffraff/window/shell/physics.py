"""The physics panel: every parameter with its unit, bounds and default; search; TOML files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from imgui_bundle import imgui

from riffraff.live.protocol import Change, NeedsRebuild, News
from riffraff.params import Parameters, Quantity
from riffraff.window.shell.drawer import Drawer
from riffraff.window.shell.layout import coloured, em, font, tip, wrapped
from riffraff.window.skin import Icon
from riffraff.window.stage import Mode, Stage
from riffraff.window.words import Language
from riffraff.window.words.parameters import parameter_meaning, parameter_name, parameter_source
from riffraff.window.workbench import Workbench

_UNITS: Final[Mapping[str, tuple[str, float]]] = {
    "m": ("mm", 1e3),
    "kg": ("g", 1e3),
    "rad": ("°", 57.29577951308232),
    "s": ("ms", 1e3),
    "1": ("", 1.0),
}
"""Units that people read, and how many of them make one of SI; others are shown as they are."""


class Physics(Drawer):
    """Every parameter of the simulation, to look up and to change."""

    name, chord, label = "physics", "f3", "key.physics"
    size = (44.0, 40.0)
    side = 0.0

    def __init__(self) -> None:
        super().__init__()
        self._bench: Workbench | None = None
        self._search = ""
        self._path = "riffraff.toml"
        self._waiting: NeedsRebuild | None = None

    def news(self, stage: Stage, news: News) -> None:
        """A change that needs a rebuild waits for a word."""
        if isinstance(news, NeedsRebuild):
            self._waiting = news

    def content(self, stage: Stage) -> None:
        """Search, files, and the parameters by group."""
        if self._bench is None or self._bench.base != stage.model.parameters:
            self._bench, self._waiting = Workbench(stage.model.parameters), None
        bench, words, palette = self._bench, stage.words, stage.skin.palette
        if stage.mode is Mode.RECORDING:
            wrapped(palette.quiet, words("physics.recorded"))
        elif stage.mode is Mode.GAME:
            wrapped(palette.quiet, words("physics.fixed"))
        imgui.set_next_item_width(-1.0)
        _, self._search = imgui.input_text_with_hint("##search", words("physics.search"), self._search)
        self._files(stage, bench)
        self._rebuild(stage)
        for line in bench.trouble:
            wrapped(palette.bad, line)
        if imgui.begin_child("parameters"):
            self._groups(stage, bench)
        imgui.end_child()

    def _files(self, stage: Stage, bench: Workbench) -> None:
        """A TOML file to load from and to save to, and the way back to the defaults."""
        words = stage.words
        imgui.set_next_item_width(min(16.0 * em(), 0.35 * imgui.get_content_region_avail().x))
        _, self._path = imgui.input_text_with_hint("##file", words("physics.file"), self._path)
        tip(words("physics.file"))
        imgui.same_line()
        if imgui.button(f"{Icon.FOLDER.value} {words('physics.load')}") and bench.load(self._path):
            stage.say(words("physics.loaded", path=self._path))
            self._apply(stage, bench)
        imgui.same_line()
        if imgui.button(f"{Icon.SAVE.value} {words('physics.save')}") and bench.save(Path(self._path), words):
            stage.say(words("physics.saved", path=self._path))
        imgui.same_line()
        changed = bench.changed
        imgui.begin_disabled(not changed)
        if imgui.button(f"{Icon.UNDO.value} {words('physics.reset_all')}"):
            bench.reset_all()
            self._apply(stage, bench)
        imgui.end_disabled()
        if changed:
            imgui.same_line()
            coloured(stage.skin.palette.warn, words("physics.changed", count=changed))

    def _rebuild(self, stage: Stage) -> None:
        """What needs another ship, and the button that goes through with it."""
        if self._waiting is None:
            return
        words = stage.words
        names = ", ".join(parameter_name(words.language, name) for name in self._waiting.names)
        wrapped(stage.skin.palette.warn, f"{Icon.WARNING.value} {words('physics.rebuild', names=names)}")
        if imgui.button(words("physics.rebuild_now")):
            stage.send(Change(self._waiting.order.changes, rebuild=True))
            self._waiting = None
        imgui.same_line()
        if imgui.button(words("physics.keep")):
            self._bench = self._waiting = None

    def _groups(self, stage: Stage, bench: Workbench) -> None:
        words = stage.words
        wanted = self._search.strip().lower()
        shown = [
            (name, quantity)
            for name, quantity in Parameters.quantities().items()
            if any(wanted in text.lower() for text in (name, *_told(words.language, name)))
        ]
        if not shown:
            wrapped(stage.skin.palette.quiet, words("physics.none"))
        for group in dict.fromkeys(name.rpartition(".")[0] for name, _ in shown):
            if wanted:
                imgui.set_next_item_open(True)
            first, _, shape = group.partition(".")
            title = words(f"parameters.{first}")
            if shape:
                title = f"{title} · {words(f'shape.{shape}').capitalize()}"
            if not imgui.collapsing_header(f"{title}###{group}"):
                continue
            if imgui.begin_table(group, 3, imgui.TableFlags_.sizing_stretch_prop):
                imgui.table_setup_column("name", 0, 1.25)
                imgui.table_setup_column("value", 0, 1.0)
                imgui.table_setup_column("reset", imgui.TableColumnFlags_.width_fixed, 2.2 * em())
                for name, quantity in shown:
                    if name.rpartition(".")[0] == group:
                        self._row(stage, bench, name, quantity)
                imgui.end_table()

    def _row(self, stage: Stage, bench: Workbench, name: str, quantity: Quantity) -> None:
        """One parameter: name, value in its bounds, and the way back to the default."""
        words, palette = stage.words, stage.skin.palette
        unit, factor = _UNITS.get(quantity.unit, (quantity.unit, 1.0))
        value = bench.values.value(name)
        changed = value != quantity.default
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.align_text_to_frame_padding()
        with font(stage.skin, bold=changed):
            label, meaning = _told(words.language, name)
            coloured(palette.accent if changed else palette.text, label)
        default = words("physics.default", value=f"{factor * quantity.default:g} {unit}".strip())
        bounds = f"{factor * quantity.low:g} – {factor * quantity.high:g} {unit}".strip()
        tip(f"{meaning}\n{bounds}; {default}\n{parameter_source(words.language, name)}\n{name}")
        imgui.table_next_column()
        imgui.set_next_item_width(-1.0)
        low, high = factor * quantity.low, factor * quantity.high
        flags = imgui.SliderFlags_.always_clamp
        if quantity.whole:
            moved, number = imgui.slider_int(f"##{name}", int(value), int(low), int(high), "%d", flags)
            new = float(number)
        else:
            form = f"%.4g {unit.replace('%', '%%')}"
            moved, new = imgui.slider_float(f"##{name}", factor * value, low, high, form, flags)
        if moved:
            bench.change(name, new / factor)
        if imgui.is_item_deactivated_after_edit():
            self._apply(stage, bench)
        imgui.table_next_column()
        if changed:
            if imgui.button(f"{Icon.UNDO.value}##{name}"):
                bench.reset(name)
                self._apply(stage, bench)
            tip(words("physics.reset"))

    @staticmethod
    def _apply(stage: Stage, bench: Workbench) -> None:
        """In practice what was changed takes effect at once; else it is for saving."""
        order = bench.order()
        if stage.mode is Mode.PRACTICE and order is not None:
            stage.send(order)


def _told(language: Language, name: str) -> tuple[str, str]:
    """What a parameter is called, and what it means."""
    return parameter_name(language, name), parameter_meaning(language, name)
