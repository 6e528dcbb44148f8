"""The light in the room and what is behind the table: a light and a dark theme."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from riffraff.model import Vector
from riffraff.window.materials import Colour


@dataclass(frozen=True)
class Theme:
    """Light and backdrop. Colours of light are linear and may be brighter than 1.

    Attributes:
        sun: direction toward the key light, a unit vector.
        sun_width: angle that the key light is wide [rad]: it makes shadows soft.
        sun_colour: of the key light.
        ceiling: of what shines from above.
        wall: of what shines from the sides.
        floor: of what shines from below: the table.
        backdrop: behind the table, low, high, and a glow in the middle.
        exposure: brightness of the whole picture.
    """

    sun: Vector
    sun_width: float
    sun_colour: Colour
    ceiling: Colour
    wall: Colour
    floor: Colour
    backdrop: tuple[Colour, Colour, Colour]
    exposure: float = 1.0


def _direction(azimuth: float, elevation: float) -> Vector:
    around, up = math.radians(azimuth), math.radians(elevation)
    x, y, z = np.round(
        [math.cos(up) * math.cos(around), math.cos(up) * math.sin(around), math.sin(up)], 12
    ).tolist()
    return x, y, z


DARK: Final = Theme(
    sun=_direction(-116.0, 46.0),
    sun_width=math.radians(4.5),
    sun_colour=(3.1, 2.65, 2.15),
    ceiling=(0.44, 0.48, 0.56),
    wall=(0.24, 0.25, 0.28),
    floor=(0.20, 0.13, 0.09),
    backdrop=((0.095, 0.118, 0.145), (0.012, 0.024, 0.046), (0.085, 0.082, 0.08)),
)
LIGHT: Final = Theme(
    sun=_direction(-116.0, 50.0),
    sun_width=math.radians(5.5),
    sun_colour=(3.05, 2.75, 2.30),
    ceiling=(0.58, 0.61, 0.66),
    wall=(0.37, 0.365, 0.36),
    floor=(0.27, 0.19, 0.13),
    backdrop=((0.66, 0.62, 0.56), (0.72, 0.77, 0.82), (0.14, 0.13, 0.11)),
)
THEMES: Final = {"light": LIGHT, "dark": DARK}
"""The themes by name."""
