"""Games played before the window, with clicks and keys alone; what came of it is in their recordings."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riffraff.window import upright
from riffraff.window.camera import Camera, views
from riffraff.window.meshes import Floats
from riffraff.window.play.asking import hand_of_cards
from riffraff.window.play.choosing import closeup
from riffraff.window.play.grip import Grip, beside
from riffraff.window.skin import PALETTES

from .displays import SIZE
from .play_screen import ACCENT, Person, greenish, near, person, spot
from .scenes import MODEL

EM = 16.0
STEADY = (
    "--seed",
    "5",
    "--set",
    "hand.tremor=0",
    "--set",
    "hand.tremor_angle=0",
    "--set",
    "hand.release_speed=0",
)
TWO = ("--player", "person=Ann", "--player", "person=Bob")
PANEL = {"left": 0.25, "right": 0.8, "top": 0.6, "bottom": 0.89}
TILES = {"left": 0.465, "right": 0.53, "top": 0.7, "bottom": 0.85}
PAPER = near((251, 246, 233))
YAW = views(MODEL)["quarter"].yaw
STILL = upright(MODEL)
LINKS = ("hull", "yardarm_low", "yardarm_middle", "yardarm_top")


def middle(number: int) -> Floats:
    """The middle of an area of the ship at rest [m]."""
    area = MODEL.areas[number]
    return np.array([*np.mean(area.polygon, axis=0), area.height]) + STILL[LINKS.index(area.link), :3]


def camera(number: int) -> Camera:
    """From where an area is seen that is being loaded."""
    return closeup(middle(number), YAW)


def events(somebody: Person) -> list[Mapping[str, Any]]:
    """What happened in the game that was played."""
    recording = somebody.close()
    assert recording is not None
    return list(recording.events)


def those(log: list[Mapping[str, Any]], name: str) -> Iterator[Mapping[str, Any]]:
    return (event for event in log if event["event"] == name)


def choose_card(somebody: Person, card: int) -> None:
    """Say that nobody else looks, and click a card of ten."""
    somebody.click(*somebody.wait_for_button(left=0.25, right=0.75, top=0.4, bottom=0.7))
    x, y = hand_of_cards(10, SIZE, EM)[card - 1].place(-0.38, 0.1)
    somebody.wait_for(
        lambda picture: spot(picture, PAPER, least=30, left=(x - 9) / SIZE[0], right=(x + 9) / SIZE[0])
    )
    somebody.click(x, y)


def type_card(somebody: Person, card: str) -> None:
    """Say by key that nobody else looks, and choose a card."""
    somebody.wait_for_button(left=0.25, right=0.75, top=0.4, bottom=0.7)
    somebody.press("Return")
    somebody.wait_for(lambda picture: spot(picture, PAPER, least=9000, top=0.6, bottom=0.9))
    somebody.press(card)


def move(somebody: Person, number: int, grip: Grip, to: Floats) -> None:
    """Drag the held piece level to be over a point."""
    view = camera(number)
    ends = [view.project(place, SIZE) for place in (grip.position, (to[0], to[1], grip.position[2]))]
    assert ends[0] is not None and ends[1] is not None
    somebody.drag([ends[0], ends[1]])


def lower(somebody: Person) -> tuple[int, int]:
    """Click once what lowers the piece, and wait until it lies; where the button is that lets go."""
    x, y = somebody.wait_for_button(**PANEL)
    somebody.click(x, y)
    somebody.point(640, 30)
    return _wait_for_let_go(somebody, x)


def _wait_for_let_go(somebody: Person, before: int) -> tuple[int, int]:
    """Look until the piece may be let go.

    Nothing may be clicked meanwhile: the button that lowers stops that next, and lifts what has touched.

    Args:
        somebody: who lowers the piece.
        before: where the button is that lowers it; the one that lets go is right of that.
    """

    def there(picture: Any) -> tuple[int, int] | None:
        found = spot(picture, near(ACCENT), least=300, **PANEL)
        return found if found is not None and found[0] > before + 40 else None

    found: tuple[int, int] = somebody.wait_for(there)
    return found


def test_a_turn_with_the_mouse_alone(tmp_path: Path) -> None:
    with person(tmp_path, "play", *TWO, *STEADY) as somebody:
        for _ in TWO[::2]:
            choose_card(somebody, 4)
        # Both revealed a 4: Ann, captain so far, says who becomes captain; the first answer is herself.
        x, y = somebody.wait_for_button(**PANEL)
        somebody.click(x, y)
        crate = somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        somebody.click(*crate)
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, bottom=0.6))
        somebody.wait_still()
        move(somebody, 4, beside(MODEL, "crate", 4, STILL), middle(4))
        somebody.click(*lower(somebody))
        somebody.wait_for(
            lambda picture: spot(picture, greenish, least=800, **TILES)
        )  # Bob may choose a piece
        log = events(somebody)
    assert next(those(log, "reveal"))["cards"] == [4, 4]
    assert next(those(log, "captain"))["chosen_by"] == 0
    loaded = next(those(log, "settled"))
    assert loaded["aboard"] == {"crate-0": 4}
    assert next(those(log, "turn_end"))["supply"] == 15


def test_a_turn_with_the_keyboard_alone(tmp_path: Path) -> None:
    with person(tmp_path, "play", *TWO, *STEADY) as somebody:
        for card in "31":
            type_card(somebody, card)
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        somebody.press("8")  # the chest
        somebody.wait_for_button(**PANEL)
        somebody.wait_still()
        start, goal = beside(MODEL, "chest", 3, STILL), middle(3)
        along = np.subtract(goal, start.position)
        right = round(float(along @ (-math.sin(YAW), math.cos(YAW), 0.0)) / 0.005)
        away = round(float(along @ (-math.cos(YAW), -math.sin(YAW), 0.0)) / 0.005)
        somebody.press(*["Right" if right > 0 else "Left"] * abs(right))
        somebody.press(*["Up" if away > 0 else "Down"] * abs(away))
        x, _ = somebody.wait_for_button(**PANEL)
        somebody.press("Page_Down", "Page_Down", "Return")
        _wait_for_let_go(somebody, x)
        somebody.press("Return")
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        log = events(somebody)
    assert next(those(log, "take"))["piece"] == "chest-0"
    assert next(those(log, "settled"))["aboard"] == {"chest-0": 3}


def test_time_stands_still_and_goes_on(tmp_path: Path) -> None:
    with person(tmp_path, "play", "--practice") as somebody:
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        somebody.press("4")  # while a piece is held time runs
        somebody.wait_for_button(**PANEL)
        clock = np.s_[715:750, 1130:1260]
        assert (somebody.look()[clock] != _later(somebody)[clock]).any()
        somebody.press("space")
        somebody.wait_still()
        assert (somebody.look()[clock] == _later(somebody)[clock]).all()
        somebody.press("space")
        somebody.wait_for(lambda picture: (picture[clock] != somebody.look()[clock]).any())
        somebody.close()


def _later(somebody: Person) -> Any:
    import time

    time.sleep(1.5)
    return somebody.look()


def test_a_click_catches_what_falls(tmp_path: Path) -> None:
    with person(tmp_path, "play", *TWO, *STEADY, "--set", "catching.success=1") as somebody:
        for card in "91":
            type_card(somebody, card)
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        somebody.press("4")
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, bottom=0.6))
        somebody.wait_still()
        tip = middle(9)
        tip[1] = 0.002 + max(y for _, y in MODEL.areas[9].polygon)
        move(somebody, 9, beside(MODEL, "crate", 9, STILL), tip)
        somebody.press("minus", "minus", "minus")
        lower(somebody)
        somebody.press("Return", "space")  # it has hardly left the hand when time stands still
        red, green, blue = (round(255 * share) for share in PALETTES["light"].warn[:3])
        ring = near((red, green, blue))
        place = {"left": 0.25, "right": 0.75, "bottom": 0.85}
        for _ in range(60):
            somebody.press("period")
            falling = spot(somebody.look(), ring, least=60, **place)
            if falling is not None:
                break
        assert falling is not None
        somebody.click(*falling)
        somebody.press("space")
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        log = events(somebody)
    caught = next(those(log, "caught"))
    assert (caught["piece"], caught["seat"]) == ("crate-0", 0)


@pytest.mark.parametrize("number", MODEL.areas)
def test_the_closeup_shows_the_area_and_the_piece_above_the_panels(number: int) -> None:
    view = camera(number)
    for place in (middle(number), beside(MODEL, "crate", number, STILL).position):
        seen = view.project(place, SIZE)
        assert seen is not None
        assert 0.25 * SIZE[0] < seen[0] < 0.75 * SIZE[0]
        assert 0.02 * SIZE[1] < seen[1] < 0.65 * SIZE[1]


def _width(picture: Any) -> int | None:
    """How wide the held crate is seen [pixel], right of an open panel."""
    _, columns = np.nonzero(
        greenish(picture)[: int(0.6 * SIZE[1]), int(0.57 * SIZE[0]) : int(0.76 * SIZE[0])]
    )
    return int(np.percentile(columns, 99.5) - np.percentile(columns, 0.5)) if len(columns) > 800 else None


def test_a_parameter_that_is_changed_in_practice_takes_effect(tmp_path: Path) -> None:
    with person(tmp_path, "play", "--practice", *STEADY) as somebody:
        somebody.wait_for(lambda picture: spot(picture, greenish, least=800, **TILES))
        somebody.press("4")
        somebody.wait_for(_width)
        somebody.wait_still()
        corner_on = _width(somebody.look())
        assert corner_on is not None
        somebody.press(*["e"] * 6)  # by 45 degrees, at once: a face is seen
        somebody.wait_for(lambda picture: (_width(picture) or corner_on) < 0.85 * corner_on)
        somebody.press(*["q"] * 6)
        somebody.wait_for(lambda picture: (_width(picture) or 0) > 0.95 * corner_on)
        somebody.press("F3")
        somebody.wait_still()
        somebody.click(300, 112)
        somebody.type("turn speed")
        where = {"left": 0.29, "right": 0.54, "top": 0.1, "bottom": 0.6}
        x, y = somebody.wait_for(lambda picture: spot(picture, near(ACCENT), least=60, **where))
        somebody.drag([(x, y), (x - 300, y)])
        somebody.press("F3")
        somebody.wait_for(_width)
        somebody.press(*["e"] * 6)
        seen = _width(somebody.look())
        assert seen is not None and seen > 0.9 * corner_on  # the hand has hardly begun to turn
        assert somebody.close() is None
