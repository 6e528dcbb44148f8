"""A screen with the window on it, and a person before it: real clicks, real keys, real pictures."""

import contextlib
import io
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from riffraff.game import Recording

from .displays import display

SCENE = np.s_[:560, 330:980]
"""The part of the picture that no panel stands on."""
ACCENT = (19, 93, 121)
"""The colour of the button that one came for, in the light theme."""

Pixels = npt.NDArray[np.int64]


class Person:
    """Sits before a screen on which `riffraff` runs.

    Args:
        display: of X, as in ``:95``.
        home: the directory that the program takes for the person's own.
        arguments: of riffraff.
    """

    def __init__(self, display: str, home: Path, arguments: Sequence[str]) -> None:
        self._home = home
        self._environment = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "LC_ALL": "C.UTF-8",
        }
        self._environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "riffraff", *arguments],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    # -- what the person sees -------------------------------------------------------------------------------

    def look(self) -> Pixels:
        """The screen's picture, shape [row, column, 3], 0 to 255."""
        shown = subprocess.run(
            ["import", "-window", "root", "png:-"], env=self._environment, check=True, capture_output=True
        )
        return np.asarray(Image.open(io.BytesIO(shown.stdout)).convert("RGB")).astype(np.int64)

    def wait_for(self, what: Callable[[Pixels], Any], patience: float = 90.0) -> Any:
        """Look until something is seen; what `what` gave for it."""
        end = time.monotonic() + patience
        while True:
            assert self.process.poll() is None, f"it ended: {self.process.communicate()[0]}"
            picture = self.look()
            seen = what(picture)
            if seen is not None and seen is not False:
                return seen
            if time.monotonic() > end:
                last = self._home / "seen.png"
                Image.fromarray(picture.astype(np.uint8)).save(last)
                raise AssertionError(f"not seen in {patience:g} s; the screen then is in {last}")
            time.sleep(0.3)

    def wait_for_button(self, **where: float) -> tuple[int, int]:
        """Look until there is a button that one came for; its middle."""
        found: tuple[int, int] = self.wait_for(
            lambda picture: spot(picture, near(ACCENT), least=300, **where)
        )
        return found

    def wait_still(self, patience: float = 90.0) -> None:
        """Look until nothing moves any more between the panels."""
        last = self.look()[SCENE]

        def same(picture: Pixels) -> bool:
            nonlocal last
            before, last = last, picture[SCENE]
            return bool((np.abs(last - before).max(axis=2) > 12).mean() < 2e-4)

        self.wait_for(same, patience)

    # -- what the person does -------------------------------------------------------------------------------

    def _do(self, *arguments: object) -> None:
        subprocess.run(["xdotool", *map(str, arguments)], env=self._environment, check=True)

    def point(self, x: float, y: float) -> None:
        self._do("mousemove", round(x), round(y))
        time.sleep(0.3)

    def click(self, x: float, y: float) -> None:
        """A click that takes as long as a person's: at a low frame rate a shorter one is over unseen."""
        self.point(x, y)
        self._do("mousedown", 1)
        time.sleep(0.5)
        self._do("mouseup", 1)
        time.sleep(0.4)

    def drag(self, path: Sequence[tuple[float, float]], button: int = 1) -> None:
        self.point(*path[0])
        self._do("mousedown", button)
        time.sleep(0.4)
        for begin, end in itertools.pairwise(path):
            for share in (0.25, 0.5, 0.75, 1.0):
                self._do("mousemove", *(round(a + share * (b - a)) for a, b in zip(begin, end, strict=True)))
                time.sleep(0.15)
        time.sleep(0.3)
        self._do("mouseup", button)
        time.sleep(0.4)

    def wheel(self, notches: int) -> None:
        """Turn the wheel, away from the person if positive."""
        for _ in range(abs(notches)):
            self._do("click", 4 if notches > 0 else 5)
            time.sleep(0.15)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, by their X names; Shift as in ``shift+Up``."""
        for key in keys:
            self._do("keydown", key) if "+" not in key else self._do("key", key)
            time.sleep(0.12)
            if "+" not in key:
                self._do("keyup", key)
            time.sleep(0.3)

    def type(self, text: str) -> None:
        self._do("type", "--delay", 120, text)
        time.sleep(0.3)

    def close(self) -> Recording | None:
        """Close the window; the recording of the last game, if there was one."""
        if self.process.poll() is None:
            self.press("ctrl+q")
        try:
            output, _ = self.process.communicate(timeout=60.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            output, _ = self.process.communicate()
            raise AssertionError(f"the window did not close: {output}") from None
        assert self.process.returncode == 0, output
        games = sorted((self._home / "data" / "riffraff" / "games").glob("*.mcap"))
        return Recording.read(games[-1]) if games else None


def near(colour: tuple[int, int, int], tolerance: int = 14) -> Callable[[Pixels], npt.NDArray[np.bool_]]:
    """Which pixels have a colour, or nearly."""
    return lambda picture: np.abs(picture - colour).max(axis=2) <= tolerance


def greenish(picture: Pixels) -> npt.NDArray[np.bool_]:
    """Which pixels are as green as the crates."""
    red, green, blue = np.moveaxis(picture, 2, 0)
    return np.asarray((green > 1.45 * red) & (green > 1.25 * blue) & (green > 60))


def spot(
    picture: Pixels,
    pixels: Callable[[Pixels], npt.NDArray[np.bool_]],
    *,
    least: int,
    left: float = 0.0,
    right: float = 1.0,
    top: float = 0.0,
    bottom: float = 1.0,
) -> tuple[int, int] | None:
    """The middle of all pixels of a kind in a part of the picture, if there are enough.

    Args:
        picture: of the screen.
        pixels: which ones.
        least: number of pixels.
        left, right, top, bottom: of the part, as shares of the picture.
    """
    height, width = picture.shape[:2]
    first_row, first_column = int(top * height), int(left * width)
    part = pixels(picture)[first_row : int(bottom * height), first_column : int(right * width)]
    rows, columns = np.nonzero(part)
    if len(rows) < least:
        return None
    return int(np.median(columns)) + first_column, int(np.median(rows)) + first_row


@contextlib.contextmanager
def person(home: Path, *arguments: str) -> Iterator[Person]:
    """A person before a screen on which riffraff was started; all is ended at the end."""
    with display() as name:
        somebody = Person(name, home, arguments)
        try:
            yield somebody
        finally:
            if somebody.process.poll() is None:
                somebody.process.kill()
                somebody.process.communicate()
