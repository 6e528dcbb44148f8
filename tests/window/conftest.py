"""Contexts that are made once: a renderer takes some tenths of a second to make."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import moderngl
import pytest

from riffraff.window import Pictures

from . import displays
from .scenes import MODEL

if TYPE_CHECKING:
    from riffraff.window.canvas import Canvas

SIZE = (192, 120)

if sys.version_info < (3, 11):  # Dear ImGui's bundle, which the window needs, has no wheels for it
    collect_ignore_glob = [
        *(f"test_{what}.py" for what in ("balance", "chronicle", "feed", "lost", "shell", "watching")),
        "test_play_*.py",
    ]


@pytest.fixture(scope="session")
def drawing() -> Iterator[Pictures]:
    with Pictures(MODEL, SIZE) as pictures:
        yield pictures


@pytest.fixture(scope="module")
def context() -> Iterator[moderngl.Context]:
    with moderngl.create_context(standalone=True, backend="egl", require=330) as context:  # type: ignore[call-arg]
        yield context


@pytest.fixture(scope="module")
def framebuffer(context: moderngl.Context) -> moderngl.Framebuffer:
    return context.framebuffer(context.texture(displays.SIZE, 4))


@pytest.fixture(scope="module")
def canvas(context: moderngl.Context) -> "Iterator[Canvas]":
    from riffraff.window.canvas import Canvas

    canvas = Canvas(context)
    yield canvas
    canvas.close()
