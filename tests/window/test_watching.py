"""Looking at a recording in the window: real keys and clicks on a display without a screen."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from riffraff.game import Recording
from riffraff.watching import show
from riffraff.window.settings import Settings
from riffraff.window.stage import Stage

from ..game.tapes import record, rewrite
from .displays import display
from .scenes import MODEL
from .screen import Shown, shown

SHIP = np.s_[180:600, 400:900]
"""Where the ship is in the picture."""
BAR = 732
"""Height of the line of time in the picture ..."""
BEGIN, END = 26, 1135
"""... and where it begins and ends."""


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("watched") / "game.mcap", turns=6)


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


@pytest.fixture(scope="module")
def running(screen: str, game: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown(screen, ["replay", str(game), "--window"], tmp_path_factory.mktemp("home")) as window:
        yield window


@pytest.fixture
def window(running: Shown) -> Shown:
    """The game in the window, at its beginning, with the mouse where nothing is."""
    running.point(1000, 400)
    running.key("1")
    running.key("Home")
    running.still()
    return running


def share(picture: np.ndarray) -> float:
    """The share of the game that is over, by the line of time."""
    line = picture[BAR, BEGIN:END]
    # The line is dark blue up to the knob, and the colour of paper behind it.
    past = np.flatnonzero((line[:, 2] > line[:, 0] + 60) & (line[:, 0] < 60))
    return float(past.max()) / (END - BEGIN)


def differs(one: np.ndarray, other: np.ndarray) -> float:
    """The share of pixels that are visibly different."""
    return float((np.abs(one - other).max(axis=2) > 12).mean())


def test_it_plays_at_once_and_space_stops_it(running: Shown) -> None:
    running.point(1000, 400)
    running.until(lambda picture: share(picture) > 0.05, "time goes on")
    running.key("space")
    now = share(running.still())
    running.key("space")
    running.until(lambda picture: share(picture) > now + 0.02, "time goes on again")


def test_a_click_on_the_line_of_time_shows_that_moment(window: Shown) -> None:
    for wanted in (0.7, 0.25):
        picture = window.after(
            lambda wanted=wanted: window.click(BEGIN + wanted * (END - BEGIN), BAR), "a moment is shown"
        )
        assert share(picture) == pytest.approx(wanted, abs=0.02)


def test_dragging_along_the_line_scrubs(window: Shown) -> None:
    places = [(BEGIN + part * (END - BEGIN), BAR) for part in (0.8, 0.4)]
    picture = window.after(lambda: window.drag(places[0], places[1]), "the game is scrubbed")
    assert share(picture) == pytest.approx(0.4, abs=0.02)


def test_arrows_step_from_turn_to_turn_and_back(window: Shown) -> None:
    there = [share(window.after(lambda: window.key("Right"), "the next event")) for _ in range(3)]
    assert there == sorted(set(there))
    back = [share(window.after(lambda: window.key("Left"), "the event before")) for _ in range(2)]
    assert back == pytest.approx(there[1::-1], abs=0.003)
    assert share(window.after(lambda: window.key("End"), "the end is shown")) > 0.98


def test_single_frames(window: Shown) -> None:
    window.after(lambda: window.key("Right"), "the next event")
    first, second = (window.after(lambda: window.key("period"), "a frame on") for _ in range(2))
    assert 0.0 < differs(first, second) < 0.05
    assert np.array_equal(window.after(lambda: window.key("comma"), "a frame back"), first)


@pytest.mark.parametrize("key", ["a", "m", "h", "b"])
def test_an_overlay_comes_and_goes(window: Shown, key: str) -> None:
    before = window.still()
    on = window.after(lambda: window.key(key), "the overlay comes")
    assert differs(on[SHIP], before[SHIP]) > 0.003
    assert np.array_equal(window.after(lambda: window.key(key), "the overlay goes"), before)


def test_a_recording_has_no_contact_forces_and_says_so(window: Shown) -> None:
    before = window.still()
    window.key("c")
    window.until(lambda picture: differs(picture[:80, 320:960], before[:80, 320:960]) > 0.1, "a message")
    window.key("c")
    window.until(lambda picture: np.array_equal(picture, before), "the message goes")


@pytest.mark.parametrize("key", ["F1", "F2", "F3", "F4", "F5"])
def test_a_panel_opens_and_escape_closes_it(window: Shown, key: str) -> None:
    before = window.still()
    opened = window.after(lambda: window.key(key), "the panel opens")
    assert differs(opened, before) > 0.1
    assert np.array_equal(window.after(lambda: window.key("Escape"), "the panel closes"), before)


def test_the_buttons_open_the_panels_too(window: Shown) -> None:
    before = window.still()
    for x in (1038, 1078, 1118, 1158, 1198):
        opened = window.after(lambda x=x: window.click(x, 765), "the panel opens")
        assert differs(opened, before) > 0.1
        window.point(1000, 400)
        window.after(lambda: window.key("Escape"), "the panel closes")


def test_the_camera_turns_moves_and_comes_nearer(window: Shown) -> None:
    first = window.still()
    turned = window.after(lambda: window.drag((640, 620), (740, 600)), "the view turns")
    moved = window.after(lambda: window.drag((640, 620), (700, 580), button=3), "the view moves")
    near = window.after(lambda: window.hand("click", 4), "the view comes nearer")
    for one, other in ((first, turned), (turned, moved), (moved, near)):
        assert differs(one[SHIP], other[SHIP]) > 0.1
    window.point(1000, 400)
    assert np.array_equal(window.after(lambda: window.key("1"), "the view of the beginning"), first)
    top = window.after(lambda: window.key("6"), "the view from above")
    assert differs(top[SHIP], first[SHIP]) > 0.3


def test_a_double_click_shows_the_data_of_the_hull(window: Shown) -> None:
    before = window.still()
    window.click(620, 395, times=2)
    window.point(1000, 400)
    panel = np.s_[280:440, 960:1260]
    window.until(lambda picture: differs(picture[panel], before[panel]) > 0.5, "data are shown")
    assert np.array_equal(window.after(lambda: window.key("Escape"), "they are put away"), before)


def test_f12_saves_what_is_seen_and_prints_where(window: Shown) -> None:
    before = window.still()
    window.key("F12")
    path = Path(window.line())
    assert path.parent == window.home / "Pictures"
    assert np.array_equal(np.asarray(Image.open(path)), before)


def test_standing_still_takes_next_to_no_time_of_a_processor(window: Shown) -> None:
    before = window.seconds()
    time.sleep(3.0)
    assert window.seconds() - before < 0.3


def test_light_language_and_size_are_remembered(window: Shown, screen: str, game: Path) -> None:
    before = window.still()
    dark = window.after(lambda: window.key("F6"), "another light")
    assert dark[::4, ::4].mean() < before[::4, ::4].mean() - 40
    german = window.after(lambda: window.key("F7"), "another language")
    assert differs(german[:180, :320], dark[:180, :320]) > 0.01
    assert np.array_equal(german[SHIP], dark[SHIP])
    window.after(lambda: window.key("ctrl+minus"), "smaller text")
    assert window.end() == (0, "")  # closed by the person: the last test of this window
    kept = json.loads((window.home / ".config" / "riffraff" / "window.json").read_text())
    assert (kept["theme"], kept["language"]) == ("dark", "de")
    assert kept["scale"] == pytest.approx(1 / 1.1)
    with shown(screen, ["replay", str(game), "--window"], window.home) as again:
        again.until(lambda picture: picture[::4, ::4].mean() < before[::4, ::4].mean() - 40, "still dark")


def test_it_speaks_the_language_of_the_system(screen: str, game: Path, tmp_path: Path) -> None:
    titles = []
    for language in ("de_DE.UTF-8", "fr_FR.UTF-8"):
        home = tmp_path / language
        home.mkdir()
        with shown(screen, ["replay", str(game), "--window"], home, language) as window:
            window.point(1000, 400)
            window.key("Home")
            picture = window.still()
            assert np.array_equal(window.still()[SHIP], picture[SHIP])
            titles.append(picture[:60, :320])
    assert differs(*titles) > 0.005


# -- bad days ---------------------------------------------------------------------------------------------


def failed(arguments: list[str], **changes: str) -> str:
    """The one line that a command without a window ends with."""
    import os

    environment = {**os.environ, **changes}
    result = subprocess.run(
        [sys.executable, "-m", "riffraff", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
    )
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("riffraff: error: ")
    return line


def test_without_a_display(game: Path) -> None:
    assert "needs a display" in failed(["replay", str(game), "--window"], DISPLAY="", WAYLAND_DISPLAY="")


def test_without_opengl_3_3(screen: str, game: Path) -> None:
    changes = {"DISPLAY": screen, "MESA_GL_VERSION_OVERRIDE": "2.1"}
    assert "needs OpenGL 3.3" in failed(["replay", str(game), "--window"], **changes)


def test_what_does_not_go_with_a_window(game: Path) -> None:
    assert "--window" in failed(["replay", str(game), "--window", "--json"])


def test_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "game.mcap"
    path.write_bytes(b"no recording")
    assert str(path) in failed(["replay", str(path), "--window"])


def test_the_players_are_called_as_they_were_in_the_game(game: Path, tmp_path: Path) -> None:
    stage = Stage(MODEL, Settings())
    show(stage, Recording.read(rewrite(game, tmp_path / "named.mcap", names='["Ann",""]')))
    assert stage.names == ("Ann", "")
    assert (stage.name(0), stage.name(1)) == ("Ann", stage.words("seat.1"))
