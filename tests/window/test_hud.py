"""What is written on a picture."""

import math
from dataclasses import replace

import numpy as np
import pytest

from riffraff.window import Caption, written

SIZE = (640, 400)
PICTURE = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
CAPTION = Caption(
    time=12.3,
    heel=math.radians(5.0),
    limit=math.radians(30.0),
    title="Round 3 of at most 20",
    doing="Red looks for a spot on area 4",
    colour=(1.0, 0.4, 0.4),
    news=("Round 3: Red (captain) 9, Blue 4",),
)


def touched(picture: np.ndarray) -> np.ndarray:
    return (picture != PICTURE).any(axis=2)


def test_words_stand_in_two_corners_and_the_picture_is_left_as_it_was() -> None:
    before = PICTURE.copy()
    shown = touched(written(PICTURE, CAPTION))
    np.testing.assert_array_equal(PICTURE, before)
    assert shown[:100, :200].any()
    assert shown[-100:, :200].any()
    assert not shown[:, 480:].any()
    assert not shown[120:-120].any()


@pytest.mark.parametrize(
    "other",
    [
        replace(CAPTION, time=99.9),
        replace(CAPTION, heel=math.radians(6.0)),
        replace(CAPTION, title="Round 4 of at most 20"),
        replace(CAPTION, doing="Blue looks for a spot on area 4"),
        replace(CAPTION, colour=(0.4, 0.6, 1.0)),
        replace(CAPTION, news=("a crate falls",)),
        replace(CAPTION, news=()),
    ],
)
def test_everything_in_a_caption_is_seen(other: Caption) -> None:
    assert (written(PICTURE, other) != written(PICTURE, CAPTION)).any()


def test_the_gauge_grows_with_the_heel_and_is_full_at_the_limit() -> None:
    def bright(heel: float) -> int:
        shown = written(PICTURE, replace(CAPTION, heel=heel, title="", time=0.0))[:70]
        return int((shown.max(axis=2) > 200).sum())

    lengths = [bright(CAPTION.limit * share) for share in (0.1, 0.3, 0.6, 1.0)]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]
    full = written(PICTURE, replace(CAPTION, heel=CAPTION.limit, title=""))
    above = written(PICTURE, replace(CAPTION, heel=2 * CAPTION.limit, title=""))
    np.testing.assert_array_equal(full[:70, :120], above[:70, :120])


def test_a_long_line_is_cut_to_the_picture() -> None:
    shown = touched(written(PICTURE, replace(CAPTION, news=("falls and falls " * 40,))))
    assert shown[:, -60:].sum() == 0 or not shown[:, -8:].any()


def test_with_nothing_to_tell_the_lower_panel_is_not_there() -> None:
    assert not touched(written(PICTURE, replace(CAPTION, doing="", news=())))[-200:].any()
