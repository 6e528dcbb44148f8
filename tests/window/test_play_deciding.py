"""What clicks and keys decide: cards, the captain's questions, which piece to load."""

from collections.abc import Callable

import moderngl
import pytest

from riffraff import rules
from riffraff.live.protocol import (
    Ask,
    Clear,
    Decide,
    Start,
    Take,
)
from riffraff.model import FIRST_PIECE_BODY
from riffraff.window.canvas import Canvas
from riffraff.window.panels import Button, Cursor, Tool
from riffraff.window.play.asking import hand_of_cards
from riffraff.window.play.grip import beside

from .play_moments import CARDS, CRATE, announce, captain, cards, order, place, practice, veil
from .play_table import SIZE, Window
from .scenes import MODEL


@pytest.mark.parametrize("card", [1, 5, 10])
def test_the_card_that_is_clicked_is_chosen(
    canvas: Canvas, framebuffer: moderngl.Framebuffer, card: int
) -> None:
    window = Window(canvas)
    cards(window)
    window.draw(framebuffer)
    slot = hand_of_cards(len(CARDS), SIZE, 16.0)[card - 1]
    window.click(framebuffer, *slot.place(-0.3, 0.2))
    assert window.table.orders == [Decide(1, card)]


@pytest.mark.parametrize(("keys", "answer"), [(["7"], 7), (["0"], 10), (["right", "right", "enter"], 3)])
def test_cards_are_chosen_by_keys(
    canvas: Canvas, framebuffer: moderngl.Framebuffer, keys: list[str], answer: int
) -> None:
    window = Window(canvas)
    veil(window)
    window.draw(framebuffer, 1)
    assert window.press("enter")  # only Ann is looking
    for key in keys:
        assert window.press(key)
    assert window.table.orders == [Decide(1, answer)]


@pytest.mark.parametrize(
    ("moment", "keys", "answer"),
    [
        (captain, ["down", "enter"], 1),
        (order, ["2"], (0, 2, 1)),
        (announce, ["2"], 2),
        (announce, ["enter"], 1),
    ],
)
def test_other_decisions_are_made_by_keys(
    canvas: Canvas,
    framebuffer: moderngl.Framebuffer,
    moment: Callable[[Window], None],
    keys: list[str],
    answer: object,
) -> None:
    window = Window(canvas)
    moment(window)
    window.draw(framebuffer, 1)
    for key in keys:
        assert window.press(key)
    assert window.table.orders[-1] == Decide(1, answer)  # type: ignore[arg-type]


def test_the_card_that_would_be_chosen_lights_up_its_area_until_it_is(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    cards(window)
    window.press("right")
    window.draw(framebuffer, 1)
    window.press("right")
    window.draw(framebuffer, 1)
    assert list(window.stage.areas) == [2]
    window.press("enter")
    window.draw(framebuffer, 1)
    assert not window.stage.areas


def test_a_piece_is_taken_by_number_and_held_beside_its_area(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    place(window)
    window.draw(framebuffer, 1)
    assert window.press("4")
    taken = window.table.orders[-1]
    assert isinstance(taken, Decide) and isinstance(taken.answer, Start)
    assert taken.answer == Start(CRATE, beside(MODEL, "crate", 5, window.stage.poses).pose)


def test_the_camera_goes_near_to_load_and_back_after_the_turn(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    place(window)
    window.draw(framebuffer, 1)
    before = window.stage.camera
    window.press("4")
    while window.stage.glide(0.1):
        pass
    assert window.stage.camera.distance < before.distance
    assert window.playing.state is not None
    window.hear(Ask(2, 1, "choose_card", CARDS, window.playing.state))
    while window.stage.glide(0.1):
        pass
    assert window.stage.camera == before


def test_a_piece_is_taken_from_the_table_by_a_click(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    place(window)
    window.draw(framebuffer, 1)
    seen = window.stage.project(window.stage.poses[FIRST_PIECE_BODY + CRATE, :3])
    assert seen is not None
    assert clicked(window, *seen)
    taken = window.table.orders[-1]
    assert isinstance(taken, Decide) and isinstance(taken.answer, Start)
    assert taken.answer.piece == CRATE


def test_passing_is_asked_for_twice(canvas: Canvas, framebuffer: moderngl.Framebuffer) -> None:
    window = Window(canvas)
    place(window)
    window.draw(framebuffer, 1)
    window.press("p")
    assert not window.table.orders
    window.press("p")
    assert window.table.orders == [Decide(1, None)]


def clicked(window: Window, x: float, y: float, button: Button = Button.LEFT) -> bool:
    """Click on the scene; whether a panel took it."""
    cursor = Cursor(x, y)
    for panel in reversed(window.panels):
        if isinstance(panel, Tool) and panel.pressed(window.stage, button, cursor):
            panel.released(window.stage, button, cursor)
            return True
    return False


def test_in_practice_any_piece_is_taken_and_the_ship_cleared(
    canvas: Canvas, framebuffer: moderngl.Framebuffer
) -> None:
    window = Window(canvas)
    practice(window)
    window.draw(framebuffer, 1)
    window.press("2")
    taken = window.table.orders[-1]
    assert isinstance(taken, Take) and rules.PIECES[taken.piece].shape is rules.Shape.BARREL
    window.press("ctrl+backspace")
    assert window.table.orders[-1] == Clear()
