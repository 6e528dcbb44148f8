"""What the window remembers, and that a damaged memory is no trouble."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from riffraff.window.settings import LARGEST, SMALLEST, Overlay, Settings
from riffraff.window.words import Language


@examples(max_examples=25)
@given(
    st.sampled_from(["light", "dark"]),
    st.sampled_from(Language),
    st.floats(SMALLEST, LARGEST),
    st.sets(st.sampled_from(Overlay)),
    st.booleans(),
    st.booleans(),
)
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory,
    theme: str,
    language: Language,
    scale: float,
    overlays: set[Overlay],
    sound: bool,
    fine: bool,
) -> None:
    folder = tmp_path_factory.mktemp("settings") / "new"
    settings = Settings(theme, language, scale, overlays, sound, fine, path=folder / "window.json")
    settings.write()
    assert Settings.read(folder) == settings


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"theme": "pink", "language": "xx", "scale": 1e9, "overlays": [1, "nothing"], "sound": 1}',
        '{"theme": ["dark"], "language": {}, "scale": "1", "overlays": "areas"}',
        "\x00\xff",
    ],
)
def test_what_makes_no_sense_is_default(tmp_path: Path, text: str) -> None:
    (tmp_path / "window.json").write_text(text, encoding="latin-1")
    assert Settings.read(tmp_path) == Settings(path=tmp_path / "window.json")


def test_a_place_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Settings(path=tmp_path / "file" / "window.json").write()
    Settings().write()
    assert Settings().layout is None
