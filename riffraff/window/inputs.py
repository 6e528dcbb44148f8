"""What the person does with keyboard and mouse: told to Dear ImGui at once, and kept for the rest of us."""

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

import glfw
from imgui_bundle import imgui

from riffraff.window.panels import Button, Cursor

_DOUBLE: Final = 0.45  # s between the presses of a double click; a slow machine needs some
_STILL: Final = 6.0  # pixels that the mouse may move between them
_NAMED: Final = {
    "escape": glfw.KEY_ESCAPE,
    "enter": glfw.KEY_ENTER,
    "tab": glfw.KEY_TAB,
    "backspace": glfw.KEY_BACKSPACE,
    "insert": glfw.KEY_INSERT,
    "delete": glfw.KEY_DELETE,
    "right": glfw.KEY_RIGHT,
    "left": glfw.KEY_LEFT,
    "down": glfw.KEY_DOWN,
    "up": glfw.KEY_UP,
    "page_up": glfw.KEY_PAGE_UP,
    "page_down": glfw.KEY_PAGE_DOWN,
    "home": glfw.KEY_HOME,
    "end": glfw.KEY_END,
    "space": glfw.KEY_SPACE,
    **{f"f{number}": glfw.KEY_F1 + number - 1 for number in range(1, 13)},
}
"""Keys that have a name, and no sign of the keyboard's layout."""
_NAMES: Final = {code: name for name, code in _NAMED.items()} | {glfw.KEY_KP_ENTER: "enter"}
_SIGNS: Final = {"+": "plus"}


def _imgui_keys() -> dict[int, imgui.Key]:
    """Dear ImGui's keys by GLFW's."""
    keys = {
        glfw.KEY_LEFT: imgui.Key.left_arrow,
        glfw.KEY_RIGHT: imgui.Key.right_arrow,
        glfw.KEY_UP: imgui.Key.up_arrow,
        glfw.KEY_DOWN: imgui.Key.down_arrow,
        glfw.KEY_KP_ENTER: imgui.Key.keypad_enter,
    }
    for name in ("tab", "backspace", "enter", "escape", "insert", "delete", "space", "page_up", "page_down"):
        keys[_NAMED[name]] = getattr(imgui.Key, name)
    for name in ("home", "end"):
        keys[_NAMED[name]] = getattr(imgui.Key, name)
    for letter in "acvxyz":  # what text fields know with Control
        keys[getattr(glfw, f"KEY_{letter.upper()}")] = getattr(imgui.Key, letter)
    for side in ("left", "right"):
        for modifier, ours in (("shift", "shift"), ("control", "ctrl"), ("alt", "alt"), ("super", "super")):
            keys[getattr(glfw, f"KEY_{side}_{modifier}".upper())] = getattr(imgui.Key, f"{side}_{ours}")
    return keys


_MODIFIERS: Final = (
    (glfw.MOD_CONTROL, imgui.Key.mod_ctrl),
    (glfw.MOD_SHIFT, imgui.Key.mod_shift),
    (glfw.MOD_ALT, imgui.Key.mod_alt),
    (glfw.MOD_SUPER, imgui.Key.mod_super),
)


@dataclass(frozen=True)
class KeyPress:
    """A key went down, or repeats: its chord as in `Binding`."""

    chord: str
    repeated: bool


@dataclass(frozen=True)
class Move:
    """The mouse moved."""

    cursor: Cursor


@dataclass(frozen=True)
class Press:
    """A button went down, or came up."""

    button: Button
    cursor: Cursor
    down: bool


@dataclass(frozen=True)
class Scroll:
    """The wheel was turned, away from the person if positive."""

    amount: float
    cursor: Cursor


Happening = KeyPress | Move | Press | Scroll


class Inputs:
    """Listens to a window. The happenings wait in order until they are fetched.

    Args:
        window: GLFW's.

    Attributes:
        stirred: whether anything happened since it was last set to False, for instance the window was
            uncovered.
    """

    def __init__(self, window: Any) -> None:
        self._window = window
        self._happenings: deque[Happening] = deque()
        self._keys = _imgui_keys()
        self._place = (0.0, 0.0)
        self._mods = 0
        self._last_press = (-1.0, 0.0, 0.0, -1)
        self.stirred = True
        glfw.set_key_callback(window, self._key)
        glfw.set_char_callback(window, self._char)
        glfw.set_cursor_pos_callback(window, self._moved)
        glfw.set_mouse_button_callback(window, self._button)
        glfw.set_scroll_callback(window, self._scrolled)
        for listen in (
            glfw.set_framebuffer_size_callback,
            glfw.set_window_refresh_callback,
            glfw.set_window_focus_callback,
            glfw.set_cursor_enter_callback,
            glfw.set_window_content_scale_callback,
            glfw.set_window_close_callback,
        ):
            listen(window, self._stir)

    def fetch(self) -> list[Happening]:
        """What happened since the last call."""
        happenings = list(self._happenings)
        self._happenings.clear()
        return happenings

    def _stir(self, *_: object) -> None:
        self.stirred = True

    def _cursor(self, dx: float = 0.0, dy: float = 0.0, *, double: bool = False) -> Cursor:
        held = self._mods
        return Cursor(
            *self._place,
            dx,
            dy,
            shift=bool(held & glfw.MOD_SHIFT),
            ctrl=bool(held & glfw.MOD_CONTROL),
            alt=bool(held & glfw.MOD_ALT),
            double=double,
        )

    def _key(self, _: Any, key: int, scancode: int, action: int, mods: int) -> None:
        self.stirred = True
        self._tell_modifiers(mods, key, action)
        io = imgui.get_io()
        if key in self._keys:
            io.add_key_event(self._keys[key], action != glfw.RELEASE)
        if action != glfw.RELEASE and (name := self._name(key, scancode)):
            held = [
                ("ctrl", glfw.MOD_CONTROL | glfw.MOD_SUPER),
                ("alt", glfw.MOD_ALT),
                ("shift", glfw.MOD_SHIFT),
            ]
            chord = "+".join([*(modifier for modifier, bit in held if mods & bit), name])
            self._happenings.append(KeyPress(chord, action == glfw.REPEAT))

    @staticmethod
    def _name(key: int, scancode: int) -> str | None:
        if key in _NAMES:
            return _NAMES[key]
        sign = glfw.get_key_name(key, scancode)
        if sign is None:
            return None
        return _SIGNS.get(sign, sign.lower())

    def _tell_modifiers(self, mods: int, key: int = -1, action: int = glfw.PRESS) -> None:
        # X11 tells the modifiers as they were before this key.
        for bit, keys in (
            (glfw.MOD_CONTROL, (glfw.KEY_LEFT_CONTROL, glfw.KEY_RIGHT_CONTROL)),
            (glfw.MOD_SHIFT, (glfw.KEY_LEFT_SHIFT, glfw.KEY_RIGHT_SHIFT)),
            (glfw.MOD_ALT, (glfw.KEY_LEFT_ALT, glfw.KEY_RIGHT_ALT)),
            (glfw.MOD_SUPER, (glfw.KEY_LEFT_SUPER, glfw.KEY_RIGHT_SUPER)),
        ):
            if key in keys:
                mods = mods & ~bit if action == glfw.RELEASE else mods | bit
        self._mods = mods
        io = imgui.get_io()
        for bit, modifier in _MODIFIERS:
            io.add_key_event(modifier, bool(mods & bit))

    def _char(self, _: Any, code: int) -> None:
        self.stirred = True
        imgui.get_io().add_input_character(code)

    def _moved(self, _: Any, x: float, y: float) -> None:
        self.stirred = True
        dx, dy = x - self._place[0], y - self._place[1]
        self._place = (x, y)
        imgui.get_io().add_mouse_pos_event(x, y)
        self._happenings.append(Move(self._cursor(dx, dy)))

    def _button(self, _: Any, button: int, action: int, mods: int) -> None:
        self.stirred = True
        if button not in list(Button):
            return
        self._tell_modifiers(mods)
        down = action == glfw.PRESS
        imgui.get_io().add_mouse_button_event(button, down)
        double = False
        if down:
            now = glfw.get_time()
            then, x, y, before = self._last_press
            near = abs(self._place[0] - x) + abs(self._place[1] - y) < _STILL
            double = before == button and now - then < _DOUBLE and near
            self._last_press = (-1.0, 0.0, 0.0, -1) if double else (now, *self._place, button)
        self._happenings.append(Press(Button(button), self._cursor(double=double), down))

    def _scrolled(self, _: Any, dx: float, dy: float) -> None:
        self.stirred = True
        imgui.get_io().add_mouse_wheel_event(dx, dy)
        self._happenings.append(Scroll(dy, self._cursor()))
