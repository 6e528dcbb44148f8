"""The panels of playing: each is drawn in every light, language and size."""

import itertools

import moderngl
import numpy as np
import pytest

from riffraff.window.canvas import Canvas
from riffraff.window.words import Language, Words

from .play_moments import MOMENTS
from .play_table import Window


@pytest.mark.parametrize(
    ("theme", "language", "scale"), [("light", Language.GERMAN, 2.0), ("dark", Language.ENGLISH, 1.0)]
)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_panel_is_drawn_in_every_light_language_and_size(
    canvas: Canvas,
    framebuffer: moderngl.Framebuffer,
    moment: str,
    theme: str,
    language: Language,
    scale: float,
) -> None:
    window = Window(canvas, theme=theme, language=language, scale=scale)
    MOMENTS[moment](window)
    window.draw(framebuffer, 6)
    window.stage.changed = False
    with_panels = window.draw(framebuffer, 1).astype(int)
    assert not window.stage.changed  # nothing is drawn again that stays as it is
    window.panels = []
    without = window.draw(framebuffer).astype(int)
    differ = np.abs(with_panels - without).max(axis=2) > 8
    assert differ.mean() > 0.001
    # Nothing that can be clicked is cut off; the start screen dims all that is behind it.
    assert moment.startswith("start") or not differ[:, [0, -1]].any()


def test_no_two_keys_of_a_moment_are_the_same() -> None:
    window = Window()
    for panel in window.panels:
        chords = [binding.chord for binding in panel.bindings]
        assert len(chords) == len(set(chords)), type(panel)
        for binding, language in itertools.product(panel.bindings, Language):
            assert Words(language)(binding.label)
