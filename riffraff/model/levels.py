"""Where the mast stands and the yardarms lie, and how far these rock."""

import math
from dataclasses import dataclass

from riffraff.model import hull
from riffraff.params import Ship


@dataclass(frozen=True)
class Level:
    """One of the yardarms: name, length [m], underside above the pivot [m] and areas, port first."""

    name: str
    length: float
    height: float
    areas: tuple[int, int]


def levels(ship: Ship) -> tuple[Level, Level, Level]:
    """Return the yardarms from the low one to the top one."""
    return (
        Level("low", ship.low_yardarm_length, ship.low_yardarm_height, (5, 6)),
        Level("middle", ship.middle_yardarm_length, ship.middle_yardarm_height, (7, 8)),
        Level("top", ship.top_yardarm_length, ship.top_yardarm_height, (9, 10)),
    )


def mast_foot(ship: Ship) -> float:
    """Return the height of the mast's foot above the pivot [m]: it stands in the hull's hole."""
    return hull.Body(ship).deck - hull.TENON * ship.hull_depth


def rock_limit(ship: Ship) -> float:
    """Return how far a yardarm rocks on its peg before its hole jams on the mast [rad].

    A plate of thickness t with a hole of diameter d + c round a mast of diameter d, tilted by a, has the
    clear width (d + c) cos a - t sin a across the mast; it jams where that is d.
    """
    hole, thick = ship.mast_diameter + ship.yardarm_hole_clearance, ship.yardarm_thickness
    return math.acos(ship.mast_diameter / math.hypot(hole, thick)) - math.atan2(thick, hole)
