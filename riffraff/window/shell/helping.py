"""Help: every key and what the mouse does; and the rules in short."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from imgui_bundle import imgui

from riffraff.window.panels import Binding
from riffraff.window.shell.drawer import Drawer
from riffraff.window.shell.layout import coloured, em, font, wrapped
from riffraff.window.stage import Stage
from riffraff.window.words import RULES

_GROUPS: Final = ("keys.playing", "keys.hand", "keys.time", "keys.view", "keys.overlays", "keys.panels")
_COLUMNS: Final = 3
_COLUMN: Final = 22.0  # heights of the text
_MOUSE: Final = (
    ("mouse.left", "mouse.orbit"),
    ("mouse.right", "mouse.pan"),
    ("mouse.wheel", "mouse.zoom"),
    ("mouse.double", "mouse.inspect"),
)
_HAND_MOUSE: Final = (
    ("mouse.drag", "mouse.move"),
    ("mouse.shift_drag", "mouse.move_in_picture"),
    ("mouse.wheel", "mouse.lift"),
    ("mouse.right_drag", "mouse.turn"),
    ("mouse.ctrl_wheel", "mouse.zoom"),
    ("mouse.click_falling", "key.grab"),
)
"""What the mouse does where a game is played: for the piece in the hand, and what falls."""
_NAMED: Final = frozenset(
    {
        "space",
        "escape",
        "enter",
        "tab",
        "backspace",
        "delete",
        "insert",
        "home",
        "end",
        "page_up",
        "page_down",
        "left",
        "right",
        "up",
        "down",
        "ctrl",
        "shift",
        "alt",
    }
)
"""Keys whose names are texts; the others are what stands on them."""


class Help(Drawer):
    """Every key, from the same table by which keys are handed out, and the mouse.

    Args:
        bindings: all keys of the window.
    """

    name, chord, label = "help", "f1", "key.help"
    size = (76.0, 40.0)

    def __init__(self, bindings: Callable[[], Sequence[Binding]]) -> None:
        super().__init__()
        self._bindings = bindings

    def content(self, stage: Stage) -> None:
        """All keys, in as many columns as there is room for."""
        ordered = sorted(self._bindings(), key=lambda row: (_group(row.group), _place(row.chord)))
        parts = [(group, list(rows)) for group, rows in groupby(ordered, key=lambda binding: binding.group)]
        tables = [(group, [(_shown(stage, row.chord), row.label) for row in rows]) for group, rows in parts]
        for group, known in tables:
            if group == "keys.hand":  # only where a game can be played
                known += [(stage.words(gesture), label) for gesture, label in _HAND_MOUSE]
        tables.append(("keys.mouse", [(stage.words(gesture), label) for gesture, label in _MOUSE]))
        room = imgui.get_content_region_avail().x
        count = max(1, min(_COLUMNS, int(room / (_COLUMN * em()))))
        lengths = [len(_by_label(rows)) + 2 for _, rows in tables]
        columns: list[list[int]] = [[] for _ in range(count)]
        for number in sorted(range(len(tables)), key=lambda number: -lengths[number]):
            min(columns, key=lambda column: sum(lengths[one] for one in column)).append(number)
        imgui.push_style_var(imgui.StyleVar_.cell_padding, imgui.ImVec2(0.4 * em(), 0.1 * em()))
        if imgui.begin_table("columns", count, imgui.TableFlags_.sizing_stretch_same):
            for column in sorted(map(sorted, columns)):
                imgui.table_next_column()
                for number in column:
                    self._part(stage, *tables[number])
            imgui.end_table()
        imgui.pop_style_var()

    @staticmethod
    def _part(stage: Stage, group: str, rows: Sequence[tuple[str, str]]) -> None:
        words, palette = stage.words, stage.skin.palette
        with font(stage.skin, bold=True):
            coloured(palette.accent, words(group))
        if imgui.begin_table(group, 2, imgui.TableFlags_.sizing_fixed_fit):
            for label, keys in _by_label(rows):
                imgui.table_next_row()
                imgui.table_next_column()
                with font(stage.skin, bold=True):
                    imgui.text(", ".join(keys))
                imgui.table_next_column()
                imgui.text(words(label))
            imgui.end_table()
        imgui.dummy(imgui.ImVec2(0.0, 0.3 * em()))


def _group(name: str) -> int:
    return _GROUPS.index(name) if name in _GROUPS else len(_GROUPS)


def _place(chord: str) -> tuple[int, int]:
    """Where a key stands in its group: the numbered ones in their order, then the others, Escape last."""
    number = chord.removeprefix("f")
    if chord.startswith("f") and number.isdecimal():
        return 0, int(number)
    return 1, int(chord == "escape")


def _by_label(rows: Sequence[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """What is done, and all the keys that do it."""
    found: dict[str, list[str]] = {}
    for keys, label in rows:
        if keys not in found.setdefault(label, []):
            found[label].append(keys)
    return list(found.items())


def _shown(stage: Stage, chord: str) -> str:
    """A chord as it is read: ``Ctrl+Z``."""
    return "+".join(
        stage.words(f"key_name.{part}") if part in _NAMED else "+" if part == "plus" else part.capitalize()
        for part in chord.split("+")
    )


class Rules(Drawer):
    """The rules in short."""

    name, chord, label = "rules", "f2", "key.rules"
    size = (42.0, 38.0)

    def content(self, stage: Stage) -> None:
        """Heading by heading."""
        palette = stage.skin.palette
        for heading, paragraphs in RULES[stage.words.language]:
            with font(stage.skin, 1.1, bold=True):
                coloured(palette.accent, heading)
            for paragraph in paragraphs:
                wrapped(palette.text, paragraph)
            imgui.dummy(imgui.ImVec2(0.0, 0.3 * em()))
