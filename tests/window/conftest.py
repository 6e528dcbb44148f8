"""Contexts that are made once: a renderer takes some tenths of a second to make."""

import sys
from collections.abc import Iterator

import pytest

from riffraff.window import Pictures

from .scenes import MODEL

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
