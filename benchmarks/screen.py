"""A screen, and what a benchmark does before it: start riffraff, look at pixels, use mouse and keyboard."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mss

SIZE = (1280, 800)
PATIENCE = 60.0
"""Longest wait for anything [s]."""
GLANCE = 0.002
"""Seconds between two looks: so long may pass between a picture and its being seen."""


@dataclass(frozen=True)
class Part:
    """A part of a window: its left upper corner and its size in pixels."""

    left: int
    top: int
    width: int
    height: int


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """The name of the display: the one there is, or else one without a screen that is ended when done."""
    if there := os.environ.get("DISPLAY"):
        yield there
        return
    end, begin = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(begin), "-screen", "0", size, "+extension", "GLX", "-noreset"],
        pass_fds=[begin],
        stderr=subprocess.DEVNULL,
    )
    os.close(begin)
    try:
        with os.fdopen(end) as number:
            name = number.readline().strip()
        if not name:
            raise RuntimeError("Xvfb did not start")
        yield f":{name}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """A window of riffraff that has just been asked for. Use it as a context manager.

    Args:
        display: that it opens on.
        home: directory that it takes for the person's own.
        arguments: of riffraff.
    """

    def __init__(self, display: str, home: Path, *arguments: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        environment |= {"DISPLAY": display, "HOME": str(home), "LC_ALL": "C.UTF-8"}
        environment.pop("WAYLAND_DISPLAY", None)
        with contextlib.ExitStack() as stack:
            self._eyes = stack.enter_context(mss.MSS(display=display))
            self._place = (0, 0)
            self._hand = stack.enter_context(
                subprocess.Popen(["xdotool", "-"], env=environment, stdin=subprocess.PIPE, text=True)
            )
            self._before = self.look(Part(0, 0, *SIZE))
            self.asked = time.perf_counter()
            self.process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "riffraff", *arguments],
                    env=environment,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            stack.callback(self._end)
            self._environment, self._stack = environment, stack.pop_all()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _end(self) -> None:
        if self._hand.stdin is not None:
            self._hand.stdin.close()
        if self.process.poll() is None:
            self.process.terminate()

    # -- eyes -----------------------------------------------------------------------------------------------

    def look(self, part: Part) -> bytes:
        """The pixels of a part of the window."""
        left, top = self._place
        box = {"left": left + part.left, "top": top + part.top, "width": part.width, "height": part.height}
        return bytes(self._eyes.grab(box).raw)

    def until(self, what: str, seen: Callable[[], bool]) -> float:
        """Look until something is seen; when it was.

        Raises:
            RuntimeError: the window ended, or it is not seen.
        """
        end = time.perf_counter() + PATIENCE
        while not seen():
            if self.process.poll() is not None:
                assert self.process.stderr is not None
                raise RuntimeError(f"the window ended: {self.process.stderr.read().strip()}")
            if time.perf_counter() > end:
                raise RuntimeError(f"waited {PATIENCE:g} s in vain: {what}")
            time.sleep(GLANCE)
        return time.perf_counter()

    def opened(self) -> float:
        """Wait for the first picture; how long after the command it came [s]."""
        middle = Part(SIZE[0] // 4, SIZE[1] // 4, SIZE[0] // 2, SIZE[1] // 2)

        def painted() -> bool:
            now = self.look(middle)
            # An empty window has one colour.
            return now != self._cut(middle) and len(set(now[::404])) > 16

        seconds = self.until("the first picture", painted) - self.asked
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "^riffraff", "getwindowgeometry", "--shell"],
            env=self._environment,
            check=True,
            capture_output=True,
            text=True,
        )
        facts = dict(line.split("=") for line in found.stdout.split())
        self._place = int(facts["X"]), int(facts["Y"])
        return seconds

    def _cut(self, part: Part) -> bytes:
        """What was on the screen before, where a part of the window is now."""
        width, _ = SIZE
        rows = range(part.top, part.top + part.height)
        ends = ((4 * (row * width + part.left), 4 * part.width) for row in rows)
        return b"".join(self._before[begin : begin + length] for begin, length in ends)

    def changes(self, part: Part, seconds: float) -> list[float]:
        """Look at a part of the window for a time: when its pixels changed [s]."""
        times: list[float] = []
        end, last = time.perf_counter() + seconds, self.look(part)
        while (now := time.perf_counter()) < end:
            pixels = self.look(part)
            if pixels != last:
                times.append(now)
                last = pixels
            time.sleep(GLANCE)
        return times

    def still(self, part: Part, seconds: float = 1.0) -> None:
        """Wait until a part of the window does not change for a time.

        Raises:
            RuntimeError: it goes on changing.
        """
        end = time.perf_counter() + PATIENCE
        while self.changes(part, seconds):
            if time.perf_counter() > end:
                raise RuntimeError(f"the window did not stand still within {PATIENCE:g} s")

    # -- hand -----------------------------------------------------------------------------------------------

    def hand(self, *words: object) -> None:
        """Do something with mouse or keyboard at once, in the words of xdotool."""
        assert self._hand.stdin is not None
        self._hand.stdin.write(" ".join(map(str, words)) + "\n")
        self._hand.stdin.flush()

    def point(self, x: int, y: int) -> None:
        """Move the mouse."""
        left, top = self._place
        self.hand("mousemove", left + x, top + y)

    def response(self, part: Part, act: Callable[[], None]) -> float:
        """Do something that changes a part of the window: how long until that is seen [s]."""
        before, begin = self.look(part), time.perf_counter()
        act()
        return self.until("the answer to what was done", lambda: self.look(part) != before) - begin

    # -- processor ------------------------------------------------------------------------------------------

    def used(self) -> float:
        """Time of processors that the command and all processes it started have used so far [s]."""
        return sum(_seconds(pid) for pid in _family(self.process.pid))


def _family(pid: int) -> Sequence[int]:
    """A process and its descendants."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                found.extend(map(int, task.read_text().split()))
    return found


def _seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended meanwhile
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
