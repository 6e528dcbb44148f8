"""The panels of playing: each is drawn in every light, language and size, and does what is clicked."""

import itertools
from collections.abc import Callable, Iterator

import moderngl
import numpy as np
import pytest
from imgui_bundle import imgui

from riffraff import rules
from riffraff.live.protocol import (
    Aim,
    Ask,
    Clear,
    Decide,
    Failed,
    Grab,
    Holding,
    Lower,
    Objection,
    Over,
    PutBack,
    Release,
    Start,
    Take,
    Told,
)
from riffraff.model import FIRST_PIECE_BODY, Pose
from riffraff.window import upright
from riffraff.window.canvas import Canvas
from riffraff.window.panels import Button, Cursor, Tool
from riffraff.window.play.asking import hand_of_cards
from riffraff.window.play.carrying import Carrying
from riffraff.window.play.catching import Catching
from riffraff.window.play.grip import Grip, beside
from riffraff.window.play.setup import Setup
from riffraff.window.play.start import StartScreen, Tab
from riffraff.window.words import Language, Words

from .play_table import SIZE, Window
from .scenes import MODEL

CARDS = tuple(range(1, 11))
CRATE = 3


@pytest.fixture(scope="module")
def context() -> Iterator[moderngl.Context]:
    with moderngl.create_context(standalone=True, backend="egl", require=330) as context:  # type: ignore[call-arg]
        yield context


@pytest.fixture(scope="module")
def framebuffer(context: moderngl.Context) -> moderngl.Framebuffer:
    return context.framebuffer(context.texture(SIZE, 4))


@pytest.fixture(scope="module")
def canvas(context: moderngl.Context) -> Iterator[Canvas]:
    canvas = Canvas(context)
    yield canvas
    canvas.close()


# -- the moments that panels are for ------------------------------------------------------------------------


def turn(window: Window) -> rules.State:
    """Ann has to load area 5."""
    state = window.begin(upright(MODEL))
    assert state is not None
    for seat, card in enumerate((5, 4, 3)):
        state = rules.step(state, rules.ChooseCard(seat, card))
    window.hear(Told({"event": "turn_start", "time": 0.0, "seat": 0, "card": 5, "supply": 8}, state))
    return state


def holding(window: Window, hand: Holding) -> None:
    """The crate is in Ann's hand, above the end of area 5."""
    state = rules.step(turn(window), rules.Take(rules.PIECES[CRATE]))
    window.hear(Told({"event": "take", "time": 0.0, "seat": 0, "piece": "crate-0", "area": 5}, state))
    poses = upright(MODEL)
    grip = beside(MODEL, "crate", 5, poses)
    poses[FIRST_PIECE_BODY + CRATE] = (*grip.position, *grip.orientation)
    window.show(poses)
    window.hear(hand)


def start(window: Window, tab: Tab) -> None:
    (screen,) = (panel for panel in window.panels if isinstance(panel, StartScreen))
    screen.show(tab)


def veil(window: Window) -> None:
    state = window.begin()
    assert state is not None
    window.hear(Ask(1, 0, "choose_card", CARDS, state))


def cards(window: Window) -> None:
    veil(window)
    window.playing.unveil()


def captain(window: Window) -> None:
    window.hear(Ask(1, 0, "choose_captain", (0, 1), turn(window)))


def order(window: Window) -> None:
    window.hear(Ask(1, 0, "choose_order", ((0, 1, 2), (0, 2, 1)), turn(window)))


def announce(window: Window) -> None:
    window.hear(Ask(1, 0, "announce", (1, 2), turn(window)))


def place(window: Window) -> None:
    window.hear(Ask(1, 0, "place", tuple(range(8)), turn(window)))


def tumbling(window: Window) -> None:
    holding(window, Holding(None))
    state = window.playing.state
    assert state is not None
    state = rules.step(rules.step(state, rules.LetGo()), rules.Leave(rules.PIECES[CRATE]))
    window.hear(Told({"event": "left", "time": 0.2, "piece": "crate-0"}, state))


def won(window: Window) -> None:
    window.begin()
    window.hear(Over((0,)))


def failed(window: Window) -> None:
    window.begin()
    window.hear(Failed("the process of the game was ended by signal 9"))


def practice(window: Window) -> None:
    window.session.setup = Setup(practice=True)
    window.begin(upright(MODEL))


MOMENTS: dict[str, Callable[[Window], object]] = {
    "start": lambda window: start(window, Tab.GAME),
    "start practice": lambda window: start(window, Tab.PRACTICE),
    "start watching": lambda window: start(window, Tab.WATCH),
    "building": lambda window: window.session.begin(window.stage, window.session.setup),
    "veil": veil,
    "cards": cards,
    "captain": captain,
    "order": order,
    "announce": announce,
    "place": place,
    "in the air": lambda window: holding(
        window, Holding(CRATE, objection=Objection("touches nothing", None, "it touches nothing"))
    ),
    "forbidden": lambda window: holding(
        window, Holding(CRATE, touched=True, objection=Objection("sticks out", 6, "it sticks out"))
    ),
    "stuck": lambda window: holding(window, Holding(CRATE, stuck=True)),
    "lying": lambda window: holding(window, Holding(CRATE, touched=True)),
    "tumbling": tumbling,
    "won": won,
    "failed": failed,
    "practice": practice,
}


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


# -- what clicks do -----------------------------------------------------------------------------------------


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


def test_no_two_keys_of_a_moment_are_the_same() -> None:
    window = Window()
    for panel in window.panels:
        chords = [binding.chord for binding in panel.bindings]
        assert len(chords) == len(set(chords)), type(panel)
        for binding, language in itertools.product(panel.bindings, Language):
            assert Words(language)(binding.label)
