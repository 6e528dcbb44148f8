"""Where panels are, and small things that several of them draw."""

import contextlib
from collections.abc import Iterator
from typing import Final

from imgui_bundle import imgui

from riffraff.window.skin import Rgba, Skin, packed
from riffraff.window.stage import Stage

MARGIN: Final = 0.75
"""Distance of the panels from the window's edges, in heights of the text."""
BAR: Final = 5.5
"""Height that the bar of time takes at the window's bottom, in heights of the text."""

_ROOMY: Final = (62.0, 36.0)
"""Width and height of a window, in heights of the text, in which everything has room."""
_OPAQUE: Final = 1.0

_FIXED: Final = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_scrollbar
    | imgui.WindowFlags_.no_scroll_with_mouse
    | imgui.WindowFlags_.no_bring_to_front_on_focus
)


def em() -> float:
    """Height of the text, in which sizes are given."""
    return float(imgui.get_font_size())


def cramped(stage: Stage) -> bool:
    """Whether the window is so small, for its text, that only what matters most has room."""
    width, height = stage.size
    return bool(width < _ROOMY[0] * em() or height < _ROOMY[1] * em())


@contextlib.contextmanager
def fixed(
    name: str,
    place: tuple[float, float],
    pivot: tuple[float, float] = (0.0, 0.0),
    size: tuple[float, float] = (0.0, 0.0),
    *,
    fits: bool = True,
    alpha: float | None = None,
) -> Iterator[None]:
    """A panel without a title that stays in its place.

    Args:
        name: of the panel.
        place: of the point `pivot` of it, in the window.
        pivot: 0, 0 for the upper left corner, 1, 1 for the lower right one.
        size: of the panel; 0 where it fits what is in it.
        fits: whether it grows with what is in it.
        alpha: opacity of what is behind its texts.
    """
    imgui.set_next_window_pos(imgui.ImVec2(*place), imgui.Cond_.always, imgui.ImVec2(*pivot))
    if any(size):
        imgui.set_next_window_size(imgui.ImVec2(*size))
    if alpha is not None:
        imgui.set_next_window_bg_alpha(alpha)
    flags = _FIXED | (imgui.WindowFlags_.always_auto_resize if fits else 0)
    imgui.push_style_var(imgui.StyleVar_.window_min_size, imgui.ImVec2(1.0, 1.0))
    imgui.begin(name, None, flags)
    imgui.pop_style_var()
    try:
        yield
    finally:
        imgui.end()


@contextlib.contextmanager
def floating(
    title: str, name: str, place: tuple[float, float], pivot: tuple[float, float], size: tuple[float, float]
) -> Iterator[bool]:
    """A panel with a title that can be moved, sized and closed, and remembers where it was.

    Args:
        title: that is read.
        name: by which it is remembered.
        place: of the point `pivot` of it at first, in the window.
        pivot: 0, 0 for the upper left corner, 1, 1 for the lower right one.
        size: at first.

    Yields:
        Whether it stays open.
    """
    view = imgui.get_main_viewport().work_size
    width, height = min(size[0], 0.96 * view.x), min(size[1], 0.9 * view.y)
    margin = MARGIN * em()
    corner = (
        max(margin, min(at - share * extent, room - margin - extent))
        for at, share, extent, room in zip(place, pivot, (width, height), view, strict=True)
    )
    imgui.set_next_window_pos(imgui.ImVec2(*corner), imgui.Cond_.first_use_ever)
    imgui.set_next_window_size(imgui.ImVec2(width, height), imgui.Cond_.first_use_ever)
    imgui.set_next_window_bg_alpha(_OPAQUE)  # it may lie over texts of other panels
    _, opened = imgui.begin(f"{title}###{name}", True, imgui.WindowFlags_.no_collapse)
    try:
        yield opened is not False
    finally:
        imgui.end()


@contextlib.contextmanager
def font(skin: Skin, size: float = 1.0, *, bold: bool = False) -> Iterator[None]:
    """What is written within has another size, times that of the text, or is bold."""
    imgui.push_font(skin.bold if bold else None, size * imgui.get_style().font_size_base)
    try:
        yield
    finally:
        imgui.pop_font()


def coloured(colour: Rgba, text: str) -> None:
    """Text in a colour."""
    imgui.text_colored(imgui.ImVec4(*colour), text)


def wrapped(colour: Rgba, text: str) -> None:
    """Text in a colour, on as many lines as it takes."""
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*colour))
    imgui.text_wrapped(text)
    imgui.pop_style_color()


def plate(skin: Skin, text: str, colour: Rgba, *, size: float = 1.25) -> None:
    """A small card with a number on it, in the line that is being written."""
    list_ = imgui.get_window_draw_list()
    corner = imgui.get_cursor_screen_pos()
    width, height = size * em(), size * em()
    list_.add_rect_filled(
        corner, imgui.ImVec2(corner.x + width, corner.y + height), packed(colour), 0.22 * em()
    )
    with font(skin, 0.9, bold=True):
        extent = imgui.calc_text_size(text)
        spot = imgui.ImVec2(corner.x + (width - extent.x) / 2.0, corner.y + (height - extent.y) / 2.0)
        list_.add_text(
            spot, packed((1.0, 1.0, 1.0, 1.0) if sum(colour[:3]) < 1.9 else (0.1, 0.1, 0.1, 1.0)), text
        )
    imgui.dummy(imgui.ImVec2(width, height))


def tip(text: str) -> None:
    """What the last item tells when the mouse rests on it."""
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
        imgui.set_tooltip(text)
