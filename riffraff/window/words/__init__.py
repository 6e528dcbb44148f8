"""Everything the window says, in English and German, in one place.

A text is a pair (English, German) under a key; ``words("pause")`` gives it in the language chosen. Values are
filled in by name: ``words("round", number=3)``. Each module here holds the texts of one part of the window:
`looking` (the shell), `telling` (what happens in a game), `playing` (what a person who plays reads),
`refusing` (what a live game refuses, and why it fails); `parameters` what those of the physics are called.
"""

import locale
import os
from collections.abc import Iterable, Mapping
from typing import Final

from riffraff.window.words.language import Language
from riffraff.window.words.looking import LOOKING
from riffraff.window.words.playing import PLAYING
from riffraff.window.words.refusing import REFUSING
from riffraff.window.words.rules import RULES
from riffraff.window.words.telling import TELLING

__all__ = ["RULES", "TEXTS", "Language", "Texts", "Words", "system_language"]


Texts = Mapping[str, tuple[str, str]]
"""Pairs (English, German) by key."""


def _joined(parts: Iterable[Texts]) -> Texts:
    joined: dict[str, tuple[str, str]] = {}
    for part in parts:
        if twice := sorted(joined.keys() & part.keys()):
            raise ValueError(f"the text {twice[0]!r} is defined twice")
        joined.update(part)
    return joined


TEXTS: Final[Texts] = _joined((LOOKING, TELLING, PLAYING, REFUSING))
"""All texts of the window."""


class Words:
    """The texts in one language.

    Args:
        language: of the texts.

    Attributes:
        language: as given.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._column = list(Language).index(language)

    def __call__(self, key: str, **values: object) -> str:
        """The text with that key, its places filled with values; a KeyError says that there is none."""
        if key not in TEXTS:
            raise KeyError(f"there is no text {key!r}")
        text = TEXTS[key][self._column]
        return text.format(**values) if values else text

    def listed(self, names: Iterable[str]) -> str:
        """``a``, ``a and b``, ``a, b and c``."""
        *most, last = names
        return f"{', '.join(most)} {self('and')} {last}" if most else last

    def number(self, value: float, decimals: int = 1) -> str:
        """A number as the language writes it: with a point or a comma."""
        text = f"{value:.{decimals}f}"
        return text.replace(".", ",") if self.language is Language.GERMAN else text


def system_language() -> Language:
    """The language of the system's settings; English if it is neither of ours."""
    found = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)),
        None,
    )
    if found is None:
        found = locale.getlocale()[0] or ""  # Windows has no such variables
    return Language.GERMAN if found.lower().startswith(("de", "german")) else Language.ENGLISH
