"""Small pictures that a person has looked at and approved, and how to make them anew.

python -m tests.window.references
"""

from pathlib import Path

import numpy as np
from PIL import Image

from riffraff.window import DARK, LIGHT, Options, Pictures, upright, views

from .scenes import MODEL, heeled, loaded

FOLDER = Path(__file__).with_name("references")

CASES = {
    "empty_quarter_dark": ("quarter", upright(MODEL), Options(theme=DARK)),
    "loaded_front_light": ("front", loaded(), Options(theme=LIGHT)),
    "loaded_deck_dark": ("deck", loaded(), Options(theme=DARK, areas={4: (0.95, 0.16, 0.12)})),
    "turned_top_light": ("top", heeled(0.1, 0.05, 0.8), Options(theme=LIGHT)),
}
"""View, poses and options of every picture."""

_BLOCK = 6  # pixels


def drawn(drawing: Pictures, name: str) -> np.ndarray:
    """The picture of a case, as it is drawn now."""
    view, poses, options = CASES[name]
    return drawing.draw(views(MODEL)[view], poses, options=options)


def deviation(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference of the mean colour of blocks, in steps of the screen's 256.

    Drivers differ in how they draw edges, by single pixels; nothing of what is shown is as small as that.
    """
    height, width, _ = one.shape
    assert one.shape == other.shape
    difference = one.astype(float) - other
    blocks = difference.reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK, 3)
    return float(np.abs(blocks.mean(axis=(1, 3))).max())


if __name__ == "__main__":
    from .conftest import SIZE

    FOLDER.mkdir(exist_ok=True)
    with Pictures(MODEL, SIZE) as pictures:
        for case in CASES:
            Image.fromarray(drawn(pictures, case)).save(FOLDER / f"{case}.png", optimize=True)
