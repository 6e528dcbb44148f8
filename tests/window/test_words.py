"""The window's texts: both languages have all of them, with the same places to fill in."""

import ast
import string
from pathlib import Path

import pytest

import riffraff.window
from riffraff.params import Parameters
from riffraff.window.words import RULES, TEXTS, Language, Words, system_language
from riffraff.window.words.parameters import GERMAN, ORIGINS, parameter_meaning, parameter_name

SOURCES = sorted(Path(riffraff.window.__file__).parent.rglob("*.py"))


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_fill_in_the_same(key: str) -> None:
    english, german = TEXTS[key]
    assert bool(english.strip()) == bool(german.strip())
    assert places(english) == places(german)


def asked() -> set[str]:
    """The texts that the sources ask for by a key written out: words("..."), stage.words("...")."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name == "words" and isinstance(node.args[0].value, str):
                    found.add(node.args[0].value)
    return found


def test_every_text_that_is_asked_for_is_there() -> None:
    assert len(asked()) > 50
    assert asked() <= set(TEXTS)


def test_no_text_is_there_for_nothing() -> None:
    sources = [path for path in SOURCES if path.parent.name != "words" or path.name == "__init__.py"]
    constants = {
        node.value
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    # Keys that are put together, such as f"view.{name}", begin with a constant that ends in a point.
    families = tuple(text for text in constants if text.endswith("."))
    assert [key for key in TEXTS if key not in constants and not key.startswith(families)] == []


def test_an_unknown_text_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"no text 'key\.nothing'"):
        Words(Language.ENGLISH)("key.nothing")


def test_numbers_and_lists_are_written_as_the_language_does() -> None:
    english, german = Words(Language.ENGLISH), Words(Language.GERMAN)
    assert (english.number(1.25, 1), german.number(-0.5, 2)) == ("1.2", "-0,50")
    assert english.listed(["a", "b", "c"]) == "a, b and c"
    assert german.listed(["a", "b"]) == "a und b"
    assert german.listed(["a"]) == "a"


def test_every_parameter_has_a_name_and_a_meaning_in_both_languages() -> None:
    known = Parameters.quantities()
    assert set(GERMAN) == set(known)
    assert set(ORIGINS) == {quantity.source for quantity in known.values()}
    for language in Language:
        told = {name: parameter_name(language, name) for name in known}
        assert all(told.values())
        # Within a group no two are called the same.
        assert len({(name.rpartition(".")[0], text) for name, text in told.items()}) == len(known)
        assert all(parameter_meaning(language, name) for name in known)
    assert parameter_name(Language.ENGLISH, "wood.rolling_friction") == "rolling friction"
    for name in known:
        first, _, shape = name.rpartition(".")[0].partition(".")
        assert f"parameters.{first}" in TEXTS
        assert not shape or f"shape.{shape}" in TEXTS


def test_the_rules_are_told_in_both_languages_chapter_by_chapter() -> None:
    english, german = RULES[Language.ENGLISH], RULES[Language.GERMAN]
    assert [len(paragraphs) for _, paragraphs in english] == [len(paragraphs) for _, paragraphs in german]
    assert len(english) == 5


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, Language.GERMAN),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, Language.ENGLISH),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, Language.GERMAN),
        ({"LANG": "fr_FR.UTF-8"}, Language.ENGLISH),
        ({"LANG": "C"}, Language.ENGLISH),
    ],
)
def test_the_language_is_the_system_s(
    settings: dict[str, str], language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert system_language() is language
