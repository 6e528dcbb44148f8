"""What the panels of playing are made of: windows that size themselves, tiles to click, and portraits."""

import contextlib
from collections.abc import Iterator
from typing import Final

from imgui_bundle import ImVec2, imgui

from riffraff.window.materials import Colour
from riffraff.window.play.cards import INK, PAPER, mixed, packed
from riffraff.window.shell.layout import MARGIN, em, font
from riffraff.window.skin import PALETTES, Palette, Rgba
from riffraff.window.skin import packed as painted
from riffraff.window.stage import Stage

COLOURS: Final[tuple[Colour, ...]] = tuple(
    (red, green, blue) for red, green, blue, _ in PALETTES["light"].seats
)
"""Colours of the cards by seat (R1.3): red, blue, turquoise, purple."""

MIDDLE: Final = 0.53
"""Where wide panels at the lower edge have their middle, as a share of the window: news are at its left."""
_ROUNDING: Final = 0.35  # em
_FLAGS: Final = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_nav
)


@contextlib.contextmanager
def floating(
    stage: Stage,
    name: str,
    place: tuple[float, float],
    pivot: tuple[float, float],
    *,
    keys: bool = False,
) -> Iterator[None]:
    """A window at a place of the screen, as large as what is in it, and shifted where that would stick out.

    Args:
        stage: drawn again until the window has its size.
        name: of the window.
        place: in pixels.
        pivot: the point of the window that is there, from (0, 0) upper left to (1, 1) lower right.
        keys: whether what is in it can be reached and pushed by arrows, Tab, Space and Enter.
    """
    view, margin = imgui.get_main_viewport().size, MARGIN * em()
    known = imgui.internal.find_window_by_name(name)
    size = (0.0, 0.0) if known is None else (known.size.x, known.size.y)
    corner = [
        max(margin, min(at - share * extent, room - extent - margin))
        for at, share, extent, room in zip(place, pivot, size, view, strict=True)
    ]
    imgui.set_next_window_pos(ImVec2(*corner))
    imgui.set_next_window_bg_alpha(1.0)  # where there is little room it lies over texts of other panels
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0.9 * em(), 0.75 * em()))
    imgui.begin(name, None, _FLAGS & ~imgui.WindowFlags_.no_nav if keys else _FLAGS)
    try:
        yield
    finally:
        # Dear ImGui fits a window to what was in it one picture before.
        now = imgui.get_window_size()
        if (now.x, now.y) != size:
            stage.touch()
        imgui.end()
        imgui.pop_style_var()


def palette(stage: Stage) -> Palette:
    """The colours of the panels."""
    return PALETTES[stage.settings.theme]


def title(stage: Stage, text: str, colour: Rgba | None = None, scale: float = 1.35) -> None:
    """A heading, with a mark of a player's colour before it."""
    with font(stage.skin, scale, bold=True):
        if colour is not None:
            swatch(colour)
        imgui.text(text)


def swatch(colour: Rgba, *, framed: bool = False) -> None:
    """A mark of a player's colour, and the place beside it, for a text or for a field."""
    side = em()
    height = imgui.get_frame_height() if framed else side
    corner = imgui.get_cursor_screen_pos()
    radius = 0.36 * side
    imgui.get_window_draw_list().add_circle_filled(
        ImVec2(corner.x + radius, corner.y + 0.54 * height), radius, painted(colour)
    )
    imgui.dummy(ImVec2(2.0 * radius, height))
    imgui.same_line(0.0, 0.4 * side)


def hint(text: str, stage: Stage, width: float = 0.0) -> None:
    """A line of less weight; broken at a width [pixel], if one is given."""
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*palette(stage).quiet))
    if width:
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width)
    imgui.text_unformatted(text)
    if width:
        imgui.pop_text_wrap_pos()
    imgui.pop_style_color()


def tinted(text: str, colour: Rgba) -> None:
    """A line in a colour."""
    imgui.text_colored(imgui.ImVec4(*colour), text)


def button(
    text: str,
    stage: Stage,
    *,
    main: bool = False,
    width: float = 0.0,
    enabled: bool = True,
    chosen: bool = False,
) -> bool:
    """A button. Whether it was clicked.

    Args:
        text: on it.
        stage: for its colours.
        main: whether it is what one came for.
        width: in pixels; as wide as the text by default.
        enabled: whether it can be clicked.
        chosen: whether it is the one of several that is in force.
    """
    colours = palette(stage)
    strong = main or chosen
    if strong:
        accent = colours.accent[:3]
        for part, paint in (
            (imgui.Col_.button, accent),
            (imgui.Col_.button_hovered, mixed(accent, (1.0, 1.0, 1.0), 0.14)),
            (imgui.Col_.button_active, mixed(accent, INK, 0.2)),
            (imgui.Col_.text, colours.on_accent[:3]),
        ):
            imgui.push_style_color(part, imgui.ImVec4(*paint, 1.0))
    imgui.begin_disabled(not enabled)
    clicked = imgui.button(text, ImVec2(width, 2.1 * em() if main else 0.0))
    imgui.end_disabled()
    if strong:
        imgui.pop_style_color(4)
    return clicked


def portrait_tile(
    name: str,
    portrait: imgui.ImTextureRef | None,
    side: float,
    *,
    label: str = "",
    count: int = 1,
    chosen: bool = False,
    colour: Colour = PAPER,
) -> tuple[bool, bool]:
    """A tile with the portrait of a piece.

    Args:
        name: of the tile, not shown.
        portrait: of the piece, None if there is none yet.
        side: of the tile [pixel].
        label: what is written below.
        count: how many there are; shown from 2 on.
        chosen: whether it is the one that would be taken.
        colour: of its rim then.

    Returns:
        Whether it was clicked, and whether the cursor is on it.
    """
    corner = imgui.get_cursor_screen_pos()
    high = side + (1.25 * em() if label else 0.0)
    clicked = imgui.invisible_button(name, ImVec2(side, high))
    hovered = imgui.is_item_hovered()
    draw = imgui.get_window_draw_list()
    low, up = ImVec2(corner.x, corner.y), ImVec2(corner.x + side, corner.y + side)
    rounding = _ROUNDING * em()
    if portrait is not None:  # OpenGL's first row is the lowest
        white = packed((1.0, 1.0, 1.0))
        draw.add_image_rounded(portrait, low, up, ImVec2(0, 1), ImVec2(1, 0), white, rounding)
    if chosen or hovered:
        paint = packed(mixed(colour, (1.0, 1.0, 1.0), 0.25) if chosen else (1.0, 1.0, 1.0))
        draw.add_rect(low, up, paint, rounding, 0.16 * em() if chosen else 0.08 * em())
    if count > 1:
        middle = ImVec2(up.x - 0.75 * em(), low.y + 0.75 * em())
        draw.add_circle_filled(middle, 0.62 * em(), packed((0.08, 0.08, 0.09), 0.8))
        text = f"{count}"
        size = imgui.calc_text_size(text)
        draw.add_text(ImVec2(middle.x - size.x / 2.0, middle.y - size.y / 2.0), packed(PAPER), text)
    if label:
        size = imgui.calc_text_size(label)
        place = ImVec2(corner.x + (side - size.x) / 2.0, up.y + 0.15 * em())
        draw.add_text(place, imgui.get_color_u32(imgui.Col_.text), label)
    return clicked, hovered
