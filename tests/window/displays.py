"""A display that nobody sees."""

import contextlib
import os
import subprocess
from collections.abc import Iterator

SIZE = (1280, 800)


@contextlib.contextmanager
def display() -> Iterator[str]:
    """A display without a screen: its name, as in DISPLAY."""
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
        assert name, "Xvfb did not start"
        yield f":{name}"
    finally:
        server.terminate()
        server.wait()
