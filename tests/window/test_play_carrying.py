"""What mouse and keys do with a piece in the hand, and with one that falls."""

import moderngl
import pytest

from riffraff.live.protocol import (
    Aim,
    Grab,
    Holding,
    Lower,
    Objection,
    PutBack,
    Release,
)
from riffraff.model import FIRST_PIECE_BODY, Pose
from riffraff.window.canvas import Canvas
from riffraff.window.panels import Button, Cursor
from riffraff.window.play.carrying import Carrying
from riffraff.window.play.catching import Catching
from riffraff.window.play.grip import Grip

from .play_moments import CRATE, holding, tumbling
from .play_table import Window


def carried(window: Window, framebuffer: moderngl.Framebuffer, hand: Holding) -> tuple[Carrying, Grip]:
    """The tool that has the crate, and where it is."""
    holding(window, hand)
    window.draw(framebuffer, 1)
    (tool,) = (panel for panel in window.panels if isinstance(panel, Carrying))
    row = window.stage.poses[FIRST_PIECE_BODY + CRATE].tolist()
    return tool, Grip(tuple(row[:3]), tuple(row[3:]))


def aimed(window: Window) -> Pose:
    aim = window.table.orders[-1]
    assert isinstance(aim, Aim)
    return aim.pose


def test_a_drag_leads_the_piece_level_to_where_the_cursor_is(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    tool, grip = carried(window, framebuffer, Holding(CRATE))
    x, y = window.stage.project(grip.position) or (0.0, 0.0)
    assert tool.pressed(window.stage, Button.LEFT, Cursor(x, y))
    tool.dragged(window.stage, Button.LEFT, Cursor(x + 40.0, y + 25.0, 40.0, 25.0))
    there = window.stage.project(aimed(window).position)
    assert there == pytest.approx((x + 40.0, y + 25.0), abs=0.5)
    assert aimed(window).position[2] == pytest.approx(grip.position[2])


def test_beside_the_piece_a_drag_is_left_to_the_camera(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    tool, grip = carried(window, framebuffer, Holding(CRATE))
    x, y = window.stage.project(grip.position) or (0.0, 0.0)
    assert not tool.pressed(window.stage, Button.LEFT, Cursor(x + 200.0, y))


def test_the_wheel_lifts_and_with_control_is_left_to_the_camera(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    tool, grip = carried(window, framebuffer, Holding(CRATE))
    assert not tool.scrolled(window.stage, 1.0, Cursor(0.0, 0.0, ctrl=True))
    assert tool.scrolled(window.stage, 2.0, Cursor(0.0, 0.0))
    assert aimed(window).position[2] > grip.position[2]


def test_keys_add_up_while_the_piece_follows(canvas: Canvas, framebuffer: moderngl.Framebuffer) -> None:
    window = Window(canvas)
    _, grip = carried(window, framebuffer, Holding(CRATE))
    for _ in range(4):
        window.press("page_up")
    assert aimed(window).position[2] == pytest.approx(grip.position[2] + 4 * 0.005)


def test_enter_lowers_and_then_lets_go(canvas: Canvas, framebuffer: moderngl.Framebuffer) -> None:
    window = Window(canvas)
    carried(window, framebuffer, Holding(CRATE))
    window.press("enter")
    assert window.table.orders[-1] == Lower()
    window.hear(Holding(CRATE, touched=True))
    window.press("enter")
    assert window.table.orders[-1] == Release()


def test_enter_does_not_let_go_where_the_rules_forbid_it(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    forbidden = Holding(CRATE, touched=True, objection=Objection("sticks out", 6, "it sticks out"))
    carried(window, framebuffer, forbidden)
    window.press("enter")
    assert not any(isinstance(order, Release) for order in window.table.orders)
    window.press("backspace")
    assert window.table.orders[-1] == PutBack()


def test_a_click_near_a_falling_piece_grabs_it(canvas: Canvas, framebuffer: moderngl.Framebuffer) -> None:
    window = Window(canvas)
    tumbling(window)
    window.draw(framebuffer, 1)
    (tool,) = (panel for panel in window.panels if isinstance(panel, Catching))
    x, y = window.stage.project(window.stage.poses[FIRST_PIECE_BODY + CRATE, :3]) or (0.0, 0.0)
    assert not tool.pressed(window.stage, Button.LEFT, Cursor(x - 400.0, y))
    assert tool.pressed(window.stage, Button.LEFT, Cursor(x + 50.0, y - 30.0))
    assert window.table.orders[-1] == Grab(CRATE)
