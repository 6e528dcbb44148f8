"""A window on a display, and a hand on its mouse and keyboard."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from .displays import SIZE

PATIENCE = 60.0
"""Seconds after which what should happen is taken never to happen; a busy machine needs many."""
BREATH = 0.15
"""Seconds between the ends of a click: at a few pictures a second a shorter one may be lost."""


class Shown:
    """A window of riffraff on a display.

    Args:
        name: of the display.
        arguments: of the command line.
        home: home directory of who uses it.
        language: of the system.
    """

    def __init__(self, name: str, arguments: Sequence[str], home: Path, language: str) -> None:
        self.display, self.home = name, home
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("LC_", "XDG_"))},
            "DISPLAY": name,
            "HOME": str(home),
            "LANG": language,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "riffraff", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def picture(self) -> np.ndarray:
        """What is on the display, shape [height, width, 3]."""
        found = subprocess.run(
            ["import", "-display", self.display, "-window", "root", "-depth", "8", "rgb:-"],
            capture_output=True,
            check=True,
        )
        width, height = SIZE
        return np.frombuffer(found.stdout, np.uint8).reshape(height, width, 3).astype(int)

    def until(self, condition: Callable[[np.ndarray], bool], what: str) -> np.ndarray:
        """Wait until what is on the display fulfils a condition, and return it."""
        end = time.monotonic() + PATIENCE
        while True:
            picture = self.picture()
            if condition(picture):
                return picture
            assert self.process.poll() is None, f"the window ended: {self.process.stderr.read()}"  # type: ignore[union-attr]
            assert time.monotonic() < end, f"waited in vain: {what}"
            time.sleep(0.1)

    def opened(self) -> np.ndarray:
        """Wait until the window is there."""
        return self.until(lambda picture: picture[::8, ::8].std() > 20.0, "the window opens")

    def still(self) -> np.ndarray:
        """Wait until the window has nothing more to do, and return what is on the display."""
        end, quiet, before = time.monotonic() + PATIENCE, 0, -1.0
        while quiet < 8:
            time.sleep(0.05)
            # One that waits for a processor is not idle, however little of it it gets.
            seconds = self.seconds()
            quiet = quiet + 1 if seconds == before and self._asleep() else 0
            before = seconds
            assert time.monotonic() < end, "waited in vain: the window has nothing to do"
        return self.picture()

    def _asleep(self) -> bool:
        with contextlib.suppress(OSError):  # a thread that ends meanwhile was not asleep
            tasks = [path.read_text() for path in Path(f"/proc/{self.process.pid}/task").glob("*/stat")]
            return all(task.rpartition(")")[2].split()[0] == "S" for task in tasks)
        return False

    def after(self, act: Callable[[], None], what: str) -> np.ndarray:
        """Do something that changes the picture, and wait until it stands still again."""
        before = self.still()
        act()
        self.until(lambda picture: not np.array_equal(picture, before), what)
        return self.still()

    def hand(self, *arguments: object) -> None:
        """Move the mouse or press keys, as xdotool does."""
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True)

    def key(self, name: str) -> None:
        """Press a key, by X11's name of it."""
        self.hand("key", "--delay", round(1000 * BREATH), name)

    def point(self, x: float, y: float) -> None:
        """Move the mouse."""
        self.hand("mousemove", round(x), round(y))
        time.sleep(BREATH)

    def click(self, x: float, y: float, *, button: int = 1, times: int = 1) -> None:
        """Click somewhere."""
        self.point(x, y)
        for _ in range(times):
            self.hand("mousedown", button)
            time.sleep(BREATH / times)
            self.hand("mouseup", button)
            time.sleep(BREATH / times / 2)

    def drag(self, begin: tuple[float, float], end: tuple[float, float], *, button: int = 1) -> None:
        """Drag from one place to another."""
        self.point(*begin)
        self.hand("mousedown", button)
        time.sleep(BREATH)
        for share in np.linspace(0.2, 1.0, 5):
            self.point(*(a + share * (b - a) for a, b in zip(begin, end, strict=True)))
        self.hand("mouseup", button)

    def line(self) -> str:
        """The next line it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def seconds(self) -> float:
        """Time of a processor it has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> tuple[int, str]:
        """Close the window as a person does: the exit code, and what it complained of."""
        self.key("ctrl+q")
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints

    def kill(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.communicate()


@contextlib.contextmanager
def shown(name: str, arguments: Sequence[str], home: Path, language: str = "en_US.UTF-8") -> Iterator[Shown]:
    """A window that is open, and ended when done."""
    window = Shown(name, arguments, home, language)
    try:
        window.opened()
        yield window
    finally:
        window.kill()
