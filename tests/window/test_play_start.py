"""The start screen by keyboard."""

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui

from riffraff.window.canvas import Canvas
from riffraff.window.play.setup import Setup
from riffraff.window.shell.timebar import TimeBar
from riffraff.window.skin import Icon
from riffraff.window.words import Language

from .play_table import Window


def test_one_can_begin_by_keyboard_and_is_told_what_is_wrong(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas, setup=Setup(seed="nonsense"))
    before = window.draw(framebuffer).astype(int)
    window.press("ctrl+enter")
    assert not window.started
    assert (np.abs(window.draw(framebuffer) - before) > 30).any()  # the reason is there to read
    window.session.setup = Setup(seed="3")
    window.press("ctrl+enter")
    assert window.started[-1].seed == 3


def test_the_start_screen_is_walked_through_with_arrows_and_enter(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas, setup=Setup())
    window.draw(framebuffer)

    def tap(*keys: imgui.Key) -> None:
        for key in keys:
            for down in (True, False):
                imgui.get_io().add_key_event(key, down)
                window.draw(framebuffer, 2)

    tap(imgui.Key.up_arrow, imgui.Key.up_arrow, imgui.Key.left_arrow, imgui.Key.enter)
    changed = window.session.setup
    assert changed != Setup()
    tap(*[imgui.Key.down_arrow] * 4, imgui.Key.enter)
    assert len(window.started) == 1


@pytest.mark.parametrize("language", Language)
def test_in_a_small_window_it_leaves_the_buttons_below_free(
    canvas: Canvas, framebuffer: moderngl.Framebuffer, language: Language
) -> None:
    window = Window(canvas, language=language, scale=2.0, setup=Setup())
    window.panels.insert(0, TimeBar(window.stage, [(Icon.SETTINGS, "key.settings", lambda: None)]))
    window.draw(framebuffer, 6)
    screen, bar = (imgui.internal.find_window_by_name(name) for name in ("start", "time"))
    assert screen.pos.y >= 0.0
    assert screen.pos.y + screen.size.y <= bar.pos.y
