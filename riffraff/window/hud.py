"""What stands on a picture in words: how the ship lies, whose turn it is, and what happened last."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from riffraff.window.materials import Colour
from riffraff.window.pictures import Picture

_SHARE: Final = 1.0 / 44.0
"""Height of a letter as a share of the picture's height ..."""
_LEAST: Final = 11
"""... and at least in pixels."""
_PANEL: Final = (12, 16, 22, 168)
_TEXT: Final = (240, 238, 232, 255)
_QUIET: Final = (168, 172, 178, 255)
_ALARM: Final = (255, 92, 66, 255)


@dataclass(frozen=True)
class Caption:
    """What is told with a picture.

    Attributes:
        time: simulated time [s].
        heel: angle between the mast and the vertical [rad].
        limit: the largest heel there is [rad].
        title: the round, for instance.
        doing: what is going on, in a line.
        colour: of whose turn it is.
        news: lines about what has happened, the newest last.
    """

    time: float
    heel: float
    limit: float
    title: str
    doing: str
    colour: Colour | None
    news: tuple[str, ...]


def written(picture: Picture, caption: Caption) -> Picture:
    """A picture with a caption on it."""
    height, width = picture.shape[:2]
    image = Image.fromarray(picture)
    for panel, left, top in (_status(caption, height), _news(caption, width, height)):
        if panel is not None:
            image.paste(panel, (left, top), panel)
    return np.asarray(image)


def _status(caption: Caption, height: int) -> tuple[Image.Image, int, int]:
    """Time and heel with its gauge, in the upper left corner."""
    size = max(_LEAST, round(height * _SHARE))
    edge = size
    heel = math.degrees(caption.heel)
    panel, draw = _panel(17 * size, 4 * size)
    draw.text((size, 0.62 * size), caption.title, font=_font(size), fill=_TEXT)
    clock = f"{caption.time:.1f} s"
    draw.text((16 * size, 0.62 * size), clock, font=_font(size), fill=_QUIET, anchor="ra")
    share = min(1.0, caption.heel / caption.limit)
    bar = [size, 2.5 * size, 10 * size, 3.0 * size]
    draw.rounded_rectangle(bar, radius=0.25 * size, fill=(255, 255, 255, 40))
    if share > 0.02:
        bar[2] = bar[0] + max(0.5 * size, share * (bar[2] - bar[0]))
        draw.rounded_rectangle(bar, radius=0.25 * size, fill=_ALARM if share > 0.66 else _TEXT)
    draw.text((16 * size, 2.2 * size), f"heel {heel:.1f}°", font=_font(size), fill=_TEXT, anchor="ra")
    return panel, edge, edge


def _news(caption: Caption, width: int, height: int) -> tuple[Image.Image | None, int, int]:
    """What is going on and what happened last, in the lower left corner."""
    size = max(_LEAST, round(height * _SHARE))
    colour = _TEXT if caption.colour is None else (*(round(255 * part) for part in caption.colour), 255)
    lines = [(line, _QUIET) for line in caption.news] + ([(caption.doing, colour)] if caption.doing else [])
    if not lines:
        return None, 0, 0
    room = width - 4 * size
    lines = [(_fitted(line, size, room), fill) for line, fill in lines]
    longest = max(_font(size).getlength(line) for line, _ in lines)
    panel, draw = _panel(longest + 2 * size, (1.4 * len(lines) + 1.0) * size)
    for number, (line, fill) in enumerate(lines):
        draw.text((size, (0.6 + 1.4 * number) * size), line, font=_font(size), fill=fill)
    return panel, size, height - size - panel.height


def _panel(width: float, height: float) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    panel = Image.new("RGBA", (math.ceil(width), math.ceil(height)))
    draw = ImageDraw.Draw(panel)
    draw.rounded_rectangle(
        (0, 0, panel.width - 1, panel.height - 1), radius=min(10.0, height / 4.0), fill=_PANEL
    )
    return panel, draw


def _fitted(line: str, size: int, room: float) -> str:
    """A line cut to fit into a room of pixels."""
    if _font(size).getlength(line) <= room:
        return line
    while line and _font(size).getlength(f"{line}...") > room:
        line = line[:-1]
    return f"{line}..."


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType; install a Pillow that has it")
    return font
