"""The panels of the window, drawn offscreen: they show what there is, in either language, theme and size."""

from collections.abc import Sequence

import numpy as np
import pytest
from imgui_bundle import imgui
from PIL import Image

from riffraff.live.protocol import Change, ContactsSeen, NeedsRebuild, News, Order, Show
from riffraff.model import FIRST_PIECE_BODY, Pose
from riffraff.window.settings import Overlay, Settings
from riffraff.window.shell.gamepanel import GamePanel
from riffraff.window.skin import PALETTES, Rgba
from riffraff.window.stage import Ghost, Mode
from riffraff.window.tape import READINGS
from riffraff.window.words import Language

from .offstage import offstage
from .references import FOLDER, deviation
from .scenes import CRATE, heeled, laid

CASES = {
    "window_light_english": Settings("light", Language.ENGLISH),
    "window_dark_german": Settings("dark", Language.GERMAN, overlays={Overlay.AREAS, Overlay.MASS}),
    "window_light_german_200": Settings("light", Language.GERMAN, 2.0),
    "window_dark_english_200": Settings("dark", Language.ENGLISH, 2.0, overlays={Overlay.STABILITY}),
}
"""Pictures that a person has looked at and approved; python -m tests.window.test_shell makes them anew."""
_SHRUNK = 4


def shrunk(picture: np.ndarray) -> np.ndarray:
    """A picture a quarter as large either way, cut to whole blocks of `deviation`."""
    height, width, _ = picture.shape
    small = picture.reshape(height // _SHRUNK, _SHRUNK, width // _SHRUNK, _SHRUNK, 3).mean(axis=(1, 3))
    return small[: small.shape[0] // 6 * 6, : small.shape[1] // 6 * 6].round().astype(np.uint8)


@pytest.mark.parametrize("name", CASES)
def test_the_window_is_as_it_was_approved(name: str) -> None:
    approved = np.asarray(Image.open(FOLDER / f"{name}.png").convert("RGB"))
    with offstage(CASES[name]) as made:
        assert deviation(shrunk(made.picture()), approved) < 12.0


def test_the_comparison_sees_a_panel_that_is_missing() -> None:
    with offstage() as made:
        whole = shrunk(made.picture())
        made.panels[:] = [panel for panel in made.panels if not isinstance(panel, GamePanel)]
        assert deviation(shrunk(made.picture()), whole) > 30.0


def test_the_same_state_gives_the_same_picture() -> None:
    pictures = []
    for _ in range(2):
        with offstage() as made:
            pictures.append(made.picture())
    np.testing.assert_array_equal(*pictures)


@pytest.mark.parametrize("name", ["help", "rules", "physics", "plots", "settings"])
@pytest.mark.parametrize(
    "settings", [Settings("light", Language.ENGLISH, 1.0), Settings("dark", Language.GERMAN, 2.0)]
)
def test_every_panel_opens_and_closes(name: str, settings: Settings) -> None:
    with offstage(settings) as made:
        before = made.picture()
        made.key(made.drawer(name).chord)
        opened = made.picture()
        assert (np.abs(opened - before).max(axis=2) > 12).mean() > 0.1
        made.key("escape")
        np.testing.assert_array_equal(made.picture(), before)


@pytest.mark.parametrize("name", ["help", "rules", "physics", "plots", "settings", "piece"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_panel_opens_within_the_window(name: str, scale: float) -> None:
    with offstage(Settings("light", Language.GERMAN, scale)) as made:
        if name == "piece":
            made.stage.selected = "crate-0"
        else:
            made.key(made.drawer(name).chord)
        made.picture()
        panel = drawn(name)
        assert panel.pos.x >= 0.0 and panel.pos.y >= 0.0
        assert panel.pos.x + panel.size.x <= made.size[0]
        assert panel.pos.y + panel.size.y <= made.size[1]


def luminance(colour: Rgba) -> float:
    """Of a colour of sRGB, as the Web Content Accessibility Guidelines 2 define it."""
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgba, other: Rgba) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", PALETTES)
def test_every_text_has_the_contrast_that_the_guidelines_ask_for(theme: str) -> None:
    palette = PALETTES[theme]
    inks = (palette.text, palette.quiet, palette.accent, palette.good, palette.warn, palette.bad)
    for ink in (*inks, *palette.seats):
        assert contrast(ink, palette.panel) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert min(contrast(palette.text, palette.field), contrast(palette.quiet, palette.field)) >= 4.5


@pytest.mark.parametrize("language", Language)
def test_all_keys_are_seen_at_once(language: Language) -> None:
    with offstage(Settings("light", language)) as made:
        made.key("f1")
        made.picture()
        assert drawn("help").scroll_max.y == 0.0


def test_a_message_lies_over_the_panels_where_there_is_little_room() -> None:
    with offstage(Settings("light", Language.GERMAN, 2.0)) as made:
        made.picture()
        made.stage.say("/home/ann/ships/a-ship-of-a-very-long-name.toml: no such file", bad=True)
        made.picture()
        message = imgui.internal.find_window_by_name("toast")
        gauges = imgui.internal.find_window_by_name("gauges")
        assert message.pos.x + message.size.x > gauges.pos.x
        order = imgui.internal.find_window_display_index
        assert order(message) > order(gauges)


def drawn(name: str) -> imgui.internal.Window:
    """The window of a panel with a title."""
    return imgui.internal.find_window_by_name(f"###{name}")


def test_every_key_is_listed_once_and_does_something() -> None:
    with offstage() as made:
        chords = [binding.chord for binding in made.bindings if binding.chord != "escape"]
        assert len(chords) == len(set(chords))
        made.picture()
        for binding in made.bindings:
            if binding.chord not in ("f11", "ctrl+q", "escape"):
                binding.run()
                made.picture()
        assert len(made.saved) == 1


def test_following_the_active_area_brings_it_to_the_middle() -> None:
    with offstage() as made:
        stage = made.stage
        made.key("f")
        made.picture()
        while stage.glide(0.1):
            pass
        x, y = stage.project(stage.area_middle(2)) or (0.0, 0.0)
        assert (x, y) == pytest.approx((stage.size[0] / 2, stage.size[1] / 2), abs=1.0)
        made.key("1")
        while stage.glide(0.1):
            pass
        assert stage.camera == stage.views["quarter"]
        assert not stage.follow


def test_a_ghost_is_drawn_where_a_piece_would_be() -> None:
    with offstage() as made:
        before = made.picture()
        made.stage.ghosts = [Ghost(CRATE, Pose((0.0, 0.0, 0.45)))]
        changed = np.argwhere(np.abs(made.picture() - before).max(axis=2) > 12)
        x, y = made.stage.project((0.0, 0.0, 0.45)) or (0.0, 0.0)
        assert changed.mean(axis=0) == pytest.approx((y, x), abs=8.0)
        assert len(changed) > 50


def test_contact_forces_of_a_live_game_are_drawn() -> None:
    table = FakeTable()
    with offstage(Settings(overlays={Overlay.CONTACTS})) as made:
        stage = made.stage
        stage.watch(table, mode=Mode.PRACTICE)
        poses = laid(heeled(0.0), CRATE, 2)
        stage.frames(np.array([0.0]), poses[None], np.zeros((1, READINGS)))
        stage.transport.advance(0.1, 0.1)
        before = made.picture()
        assert Show(contacts=True) in table.orders
        point = poses[FIRST_PIECE_BODY + CRATE, :3]
        for normal in ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (0.6, 0.0, -0.8)):
            way = np.array([normal])
            stage.contacts = ContactsSeen(0.0, point[None], np.array([0.1]), way, np.array([CRATE]))
            changed = np.argwhere(np.abs(made.picture() - before).max(axis=2) > 12)
            begin, end = (np.array(stage.project(at) or ()) for at in (point, point + 0.02 * way[0]))
            shown, expected = changed[:, ::-1].mean(axis=0) - begin, end - begin
            # It goes from the point to where the force pushes.
            assert shown @ expected > 0.98 * np.linalg.norm(shown) * np.linalg.norm(expected) > 0.0
            assert np.abs(changed[:, ::-1] - begin).max() < 80.0
            assert len(changed) > 20


def test_in_practice_a_changed_value_is_told_to_the_game_and_a_rebuild_is_asked_about() -> None:
    table = FakeTable()
    with offstage() as made:
        made.stage.watch(table, mode=Mode.PRACTICE)
        made.key("f3")
        panel = made.drawer("physics")
        made.picture()
        bench = panel._bench  # type: ignore[attr-defined]
        bench.change("wood.friction", 0.2)
        panel._apply(made.stage, bench)  # type: ignore[attr-defined]
        order = Change({"wood.friction": 0.2})
        assert table.orders[-1] == order
        before = made.picture()
        panel.news(made.stage, NeedsRebuild(order, ("wood.friction",), "needs another ship"))
        assert (np.abs(made.picture() - before).max(axis=2) > 12).mean() > 0.003


class FakeTable:
    """A live game that writes down what it is told."""

    def __init__(self) -> None:
        self.orders: list[Order] = []

    def send(self, order: Order) -> None:
        self.orders.append(order)

    def receive(self) -> Sequence[News]:
        return ()

    def close(self) -> None:
        pass


if __name__ == "__main__":
    for name, settings in CASES.items():
        with offstage(settings) as made:
            Image.fromarray(shrunk(made.picture())).save(FOLDER / f"{name}.png", optimize=True)
