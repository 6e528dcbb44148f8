"""Contexts that are made once: a renderer takes some tenths of a second to make."""

from collections.abc import Iterator

import pytest

from riffraff.window import Pictures

from .scenes import MODEL

SIZE = (192, 120)


@pytest.fixture(scope="session")
def drawing() -> Iterator[Pictures]:
    with Pictures(MODEL, SIZE) as pictures:
        yield pictures
