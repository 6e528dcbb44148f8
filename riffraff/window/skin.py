"""What panels look like: fonts, colours for the light and the dark theme, and sizes that follow the text."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

import imgui_bundle
from imgui_bundle import imgui, implot

Rgba = tuple[float, float, float, float]
"""Red, green, blue and opacity, 0 to 1."""

TEXT_SIZE: Final = 16.0
"""Height of the text in pixels of a screen that is not scaled."""

_FONTS: Final = Path(imgui_bundle.__file__).parent / "assets" / "fonts"


class Icon(str, Enum):
    """Signs of the font Font Awesome 4, which stands in for those that the text's font has not."""

    PLAY = "\uf04b"
    PAUSE = "\uf04c"
    FRAME = "\uf051"
    FRAME_BACK = "\uf048"
    EVENT_NEXT = "\uf04e"
    EVENT_LAST = "\uf04a"
    START = "\uf049"
    END = "\uf050"
    LIVE = "\uf111"
    HELP = "\uf059"
    RULES = "\uf02d"
    PHYSICS = "\uf1de"
    PLOTS = "\uf201"
    SETTINGS = "\uf013"
    CAMERA = "\uf030"
    ANCHOR = "\uf13d"
    WARNING = "\uf071"
    CLOSE = "\uf00d"
    SHIP = "\uf21a"
    CHECK = "\uf00c"
    FOLDER = "\uf07c"
    SAVE = "\uf0c7"
    UNDO = "\uf0e2"
    TROPHY = "\uf091"
    LEAVE = "\uf08b"


@dataclass(frozen=True)
class Palette:
    """Colours of a theme's panels.

    Attributes:
        panel: behind texts.
        field: behind what can be typed into or pushed.
        line: round panels and fields.
        text, quiet: of texts, and of what is less important.
        accent: of what is chosen or can be pushed.
        on_accent: of texts on that.
        good, warn, bad: of what is well, near to trouble, and in it.
        seats: of the players (R1.3): red, blue, turquoise, purple.
    """

    panel: Rgba
    field: Rgba
    line: Rgba
    text: Rgba
    quiet: Rgba
    accent: Rgba
    on_accent: Rgba
    good: Rgba
    warn: Rgba
    bad: Rgba
    seats: tuple[Rgba, Rgba, Rgba, Rgba]


PALETTES: Final[Mapping[str, Palette]] = {
    "light": Palette(
        panel=(0.985, 0.970, 0.945, 0.93),
        field=(0.925, 0.895, 0.850, 1.0),
        line=(0.56, 0.47, 0.37, 0.35),
        text=(0.165, 0.130, 0.105, 1.0),
        quiet=(0.43, 0.37, 0.32, 1.0),
        accent=(0.075, 0.365, 0.475, 1.0),
        on_accent=(1.0, 0.99, 0.97, 1.0),
        good=(0.16, 0.50, 0.24, 1.0),
        warn=(0.62, 0.36, 0.02, 1.0),
        bad=(0.76, 0.16, 0.11, 1.0),
        seats=(
            (0.77, 0.15, 0.13, 1.0),
            (0.13, 0.35, 0.73, 1.0),
            (0.02, 0.48, 0.46, 1.0),
            (0.48, 0.22, 0.66, 1.0),
        ),
    ),
    "dark": Palette(
        panel=(0.070, 0.085, 0.105, 0.90),
        field=(0.155, 0.180, 0.210, 1.0),
        line=(0.75, 0.82, 0.90, 0.16),
        text=(0.945, 0.930, 0.900, 1.0),
        quiet=(0.64, 0.66, 0.68, 1.0),
        accent=(0.93, 0.67, 0.30, 1.0),
        on_accent=(0.10, 0.08, 0.05, 1.0),
        good=(0.45, 0.80, 0.48, 1.0),
        warn=(0.98, 0.74, 0.28, 1.0),
        bad=(1.0, 0.42, 0.34, 1.0),
        seats=(
            (0.98, 0.40, 0.35, 1.0),
            (0.45, 0.66, 1.0, 1.0),
            (0.28, 0.83, 0.78, 1.0),
            (0.80, 0.56, 1.0, 1.0),
        ),
    ),
}
"""The colours of the panels, by the name of the theme."""


class Skin:
    """The fonts, and the colours and sizes that panels are drawn with; Dear ImGui's context must exist.

    Attributes:
        palette: colours of the theme in use.
        bold: the font of headings.
        scale: of text and panels, as last used.
    """

    def __init__(self) -> None:
        fonts = imgui.get_io().fonts
        self._regular = _font(fonts, "Roboto-Regular.ttf")
        self.bold = _font(fonts, "Roboto-Bold.ttf")
        self.palette = PALETTES["light"]
        self.scale = 0.0
        self._theme = ""

    def use(self, theme: str, scale: float) -> None:
        """Draw what follows in a theme, with texts `scale` times as large."""
        if (theme, scale) == (self._theme, self.scale):
            return
        self._theme, self.scale = theme, scale
        self.palette = PALETTES[theme]
        style = imgui.get_style()
        _sizes(style, scale)
        _colours(style, self.palette, dark=theme == "dark")


def _font(fonts: imgui.ImFontAtlas, name: str) -> imgui.ImFont:
    """A font with the signs of `Icon` in it."""
    font = fonts.add_font_from_file_ttf(str(_FONTS / "Roboto" / name), TEXT_SIZE)
    icons = imgui.ImFontConfig()
    icons.merge_mode = True
    icons.glyph_min_advance_x = TEXT_SIZE
    icons.glyph_offset = imgui.ImVec2(0.0, 0.5)
    fonts.add_font_from_file_ttf(str(_FONTS / "fontawesome-webfont.ttf"), 0.86 * TEXT_SIZE, icons)
    return font


def _sizes(style: imgui.Style, scale: float) -> None:
    """Paddings and roundings, scaled: as those of a fresh style, which Dear ImGui scales but once."""
    style.font_size_base = TEXT_SIZE
    style.font_scale_main = scale

    def pair(x: float, y: float) -> imgui.ImVec2:
        return imgui.ImVec2(scale * x, scale * y)

    style.window_padding, style.frame_padding = pair(14, 11), pair(9, 5)
    style.item_spacing, style.item_inner_spacing = pair(9, 7), pair(7, 5)
    style.cell_padding = pair(6, 3)
    style.window_rounding = style.popup_rounding = 9 * scale
    style.child_rounding = style.frame_rounding = style.grab_rounding = 6 * scale
    style.scrollbar_rounding = 6 * scale
    style.scrollbar_size, style.grab_min_size = 12 * scale, 12 * scale
    style.indent_spacing = 18 * scale
    style.window_border_size = style.popup_border_size = 1.0
    style.frame_border_size = style.child_border_size = 0.0
    style.window_title_align = imgui.ImVec2(0.02, 0.5)
    style.window_min_size = pair(120, 60)


def _colours(style: imgui.Style, palette: Palette, *, dark: bool) -> None:
    if dark:
        imgui.style_colors_dark(style)
        implot.style_colors_dark()
    else:
        imgui.style_colors_light(style)
        implot.style_colors_light()
    ids = imgui.Col_
    clear = (0.0, 0.0, 0.0, 0.0)

    def mixed(share: float, alpha: float = 1.0) -> Rgba:
        red, green, blue = (
            (1.0 - share) * field + share * accent
            for field, accent in zip(palette.field[:3], palette.accent[:3], strict=True)
        )
        return red, green, blue, alpha

    for what, colour in {
        ids.text: palette.text,
        ids.text_disabled: palette.quiet,
        ids.window_bg: palette.panel,
        ids.child_bg: clear,
        ids.popup_bg: (*palette.panel[:3], 0.98),
        ids.border: palette.line,
        ids.frame_bg: palette.field,
        ids.frame_bg_hovered: mixed(0.16),
        ids.frame_bg_active: mixed(0.26),
        ids.title_bg: (*palette.panel[:3], 1.0),
        ids.title_bg_active: (*palette.panel[:3], 1.0),
        ids.title_bg_collapsed: palette.panel,
        ids.check_mark: palette.accent,
        ids.slider_grab: palette.accent,
        ids.slider_grab_active: palette.accent,
        ids.button: palette.field,
        ids.button_hovered: mixed(0.30),
        ids.button_active: mixed(0.48),
        ids.header: palette.field,
        ids.header_hovered: mixed(0.30),
        ids.header_active: mixed(0.42),
        ids.separator: palette.line,
        ids.separator_hovered: palette.accent,
        ids.separator_active: palette.accent,
        ids.resize_grip: palette.line,
        ids.resize_grip_hovered: palette.accent,
        ids.resize_grip_active: palette.accent,
        ids.scrollbar_bg: clear,
        ids.scrollbar_grab: palette.line,
        ids.scrollbar_grab_hovered: palette.quiet,
        ids.scrollbar_grab_active: palette.accent,
        ids.plot_lines: palette.accent,
        ids.nav_cursor: palette.accent,
        ids.text_selected_bg: (*palette.accent[:3], 0.30),
    }.items():
        style.set_color_(what, imgui.ImVec4(*colour))
    plot = implot.get_style()
    parts = implot.Col_
    for part, colour in {
        parts.frame_bg: clear,
        parts.plot_bg: (*palette.field[:3], 0.45),
        parts.plot_border: palette.line,
        parts.legend_bg: (*palette.panel[:3], 0.85),
        parts.legend_border: clear,
        parts.axis_grid: (*palette.text[:3], 0.16),
        parts.axis_text: palette.quiet,
    }.items():
        plot.set_color_(part, imgui.ImVec4(*colour))


def packed(colour: Rgba, alpha: float = 1.0) -> int:
    """A colour as draw lists take it, `alpha` times as opaque."""
    return int(imgui.get_color_u32(imgui.ImVec4(*colour[:3], colour[3] * alpha)))
