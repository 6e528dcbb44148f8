"""The small picture of the ship on the cards."""

import numpy as np
from shapely import Polygon

from riffraff.window.play.emblem import emblem

from .scenes import MODEL

SHIP = emblem(MODEL)


def test_all_of_it_is_in_its_square_and_fills_it() -> None:
    points = np.vstack([SHIP.hull, SHIP.mast, *SHIP.yardarms, *SHIP.areas.values()])
    assert points.min() >= -1e-9 and points.max() <= 1.0 + 1e-9
    assert np.ptp(points, axis=0).max() > 0.99


def test_every_area_is_where_it_is_on_the_ship() -> None:
    hull, yardarms = Polygon(SHIP.hull).buffer(0.01), [Polygon(y).buffer(0.01) for y in SHIP.yardarms]
    for number, outline in SHIP.areas.items():
        carrier = hull if number <= 4 else yardarms[(number - 5) // 2]
        assert carrier.contains(Polygon(outline)), number
    # Higher levels are higher in the picture, and no two areas overlap on one level.
    heights = [SHIP.areas[number][:, 1].mean() for number in (1, 5, 7, 9)]
    assert heights == sorted(heights, reverse=True)
    for pair in ((1, 2), (1, 3), (2, 4), (3, 4), (5, 6), (7, 8), (9, 10)):
        first, second = (Polygon(SHIP.areas[number]) for number in pair)
        assert first.intersection(second).area < 0.02 * first.area
