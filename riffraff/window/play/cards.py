"""Cards on the screen: a face with its number and where its area is on the ship, and a back."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from imgui_bundle import ImVec2, imgui

from riffraff.window.materials import Colour
from riffraff.window.meshes import Floats
from riffraff.window.play.emblem import Emblem
from riffraff.window.play.fan import Slot

Point = ImVec2 | tuple[int | float, int | float] | list[int | float]
"""A place on the screen as Dear ImGui's bindings take it."""

PAPER: Final = (0.985, 0.965, 0.915)
INK: Final = (0.16, 0.14, 0.13)
_WOOD: Final = (0.80, 0.64, 0.44)
_DECK: Final = (0.90, 0.79, 0.60)
_DARK_WOOD: Final = (0.52, 0.37, 0.24)
_CORNER: Final = 0.09
"""Radius of a card's corners, in its widths."""
_ARC: Final = 5
"""Points of a corner."""
_EMBLEM: Final = (0.03, 0.13, 0.94)
"""Middle of the emblem, and its size, in the card's widths; y from the middle, down."""


def packed(colour: Colour, opacity: float = 1.0) -> int:
    """A colour as the draw list takes it."""
    return imgui.get_color_u32((*colour, opacity))


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two; `share` is that of the second."""
    red, green, blue = ((1.0 - share) * a + share * b for a, b in zip(first, second, strict=True))
    return red, green, blue


def face(
    draw: imgui.ImDrawList,
    slot: Slot,
    number: int,
    colour: Colour,
    emblem: Emblem,
    *,
    dimmed: bool = False,
    marked: bool = False,
) -> None:
    """Draw a card's face.

    Args:
        draw: where to.
        slot: its place.
        number: on it: the area that it is for.
        colour: of its player.
        emblem: the ship and its areas.
        dimmed: whether it may not be chosen.
        marked: whether it is the one that would be chosen.
    """
    _sheet(draw, slot, colour, marked=marked)
    _polygon(draw, _rounded(slot, 0.045), packed(PAPER))
    middle_x, middle_y, size = _EMBLEM

    def placed(points: Floats) -> list[ImVec2]:
        share = slot.width / slot.height
        return [
            ImVec2(*slot.place(middle_x + size * (x - 0.5), share * (middle_y + size * (y - 0.5))))
            for x, y in points.tolist()
        ]

    _polygon(draw, placed(emblem.hull), packed(mixed(_DARK_WOOD, _WOOD, 0.45)))
    for deck in (1, 2, 3, 4):
        _polygon(draw, placed(emblem.areas[deck]), packed(_DECK), edge=packed(_DARK_WOOD, 0.45))
    on_deck = number <= 4
    if on_deck:
        _lit(draw, placed(emblem.areas[number]), colour)
    _polygon(draw, placed(emblem.mast), packed(_DARK_WOOD))
    for level, yardarm in enumerate(emblem.yardarms):
        _polygon(draw, placed(yardarm), packed(_WOOD), edge=packed(_DARK_WOOD, 0.6))
        if (number - 5) // 2 == level and not on_deck:
            _lit(draw, placed(emblem.areas[number]), colour)
    ink = mixed(colour, INK, 0.35)
    written(
        draw,
        str(number),
        slot.place(-0.30 if number < 10 else -0.26, -0.345),
        0.36 * slot.width,
        packed(ink),
        slot.angle,
    )
    if dimmed:
        _polygon(draw, _rounded(slot, 0.0), packed((0.10, 0.10, 0.12), 0.62))


def back(draw: imgui.ImDrawList, slot: Slot, colour: Colour) -> None:
    """Draw a card's back."""
    _sheet(draw, slot, PAPER, marked=False)
    _polygon(draw, _rounded(slot, 0.05), packed(mixed(colour, INK, 0.25)))
    pale = packed(mixed(colour, PAPER, 0.5), 0.8)
    for step in range(1, 6):  # waves
        line: list[Point] = [
            ImVec2(*slot.place(x / 20.0 - 0.4, step / 6.0 - 0.5 + 0.022 * math.sin(x * 1.9)))
            for x in range(17)
        ]
        draw.add_polyline(line, pale, max(1.0, 0.018 * slot.width), 0)


def written(
    draw: imgui.ImDrawList,
    text: str,
    middle: tuple[float, float],
    size: float,
    colour: int,
    angle: float = 0.0,
) -> None:
    """Write a text round a point, turned clockwise by an angle [rad]; `size` is its height in pixels."""
    font, share = imgui.get_font(), size / imgui.get_font_size()
    extent = imgui.calc_text_size(text)
    first = len(draw.vtx_buffer)
    x, y = middle
    draw.add_text(font, size, ImVec2(x - share * extent.x / 2.0, y - share * extent.y / 2.0), colour, text)
    if angle == 0.0:
        return
    sine, cosine = math.sin(angle), math.cos(angle)
    # Dear ImGui writes upright only; its letters are turned where they stand in the draw list.
    for index in range(first, len(draw.vtx_buffer)):
        corner = draw.vtx_buffer[index]
        across, down = corner.pos.x - x, corner.pos.y - y
        corner.pos = ImVec2(x + cosine * across - sine * down, y + sine * across + cosine * down)


def _sheet(draw: imgui.ImDrawList, slot: Slot, colour: Colour, *, marked: bool) -> None:
    """The card itself, with its shadow, and a rim of light if it is marked."""
    for spread, opacity in ((0.035, 0.10), (0.022, 0.14), (0.010, 0.20)):
        shadow = [ImVec2(point.x, point.y + 0.02 * slot.width) for point in _rounded(slot, -spread)]
        _polygon(draw, shadow, packed((0.0, 0.0, 0.0), opacity))
    if marked:
        _polygon(draw, _rounded(slot, -0.045), packed(mixed(colour, (1.0, 1.0, 1.0), 0.75)))
    _polygon(draw, _rounded(slot, 0.0), packed(colour))


def _lit(draw: imgui.ImDrawList, points: Sequence[ImVec2], colour: Colour) -> None:
    _polygon(draw, points, packed(colour), edge=packed(mixed(colour, INK, 0.5)), width=1.5)


def _rounded(slot: Slot, inset: float) -> list[ImVec2]:
    """The outline of a card, smaller on all sides by a share of its width."""
    share = slot.width / slot.height
    half_x, half_y = 0.5 - inset, 0.5 / share - inset
    radius = max(0.01, _CORNER - inset)
    points = []
    for quarter, (sign_x, sign_y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(_ARC):
            turn = (quarter + step / (_ARC - 1)) * math.pi / 2.0
            x = sign_x * (half_x - radius) + radius * math.cos(turn)
            y = sign_y * (half_y - radius) + radius * math.sin(turn)
            points.append(ImVec2(*slot.place(x, y * share)))
    return points


def _polygon(
    draw: imgui.ImDrawList,
    points: Iterable[ImVec2],
    colour: int,
    *,
    edge: int | None = None,
    width: float = 1.0,
) -> None:
    corners: list[Point] = list(points)
    draw.add_convex_poly_filled(corners, colour)
    if edge is not None:
        draw.add_polyline(corners, edge, width, imgui.ImDrawFlags_.closed)
