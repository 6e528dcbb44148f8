"""The languages of the window."""

from enum import Enum


class Language(Enum):
    """The languages of the window, by their ISO 639 codes."""

    ENGLISH = "en"
    GERMAN = "de"

    @property
    def native(self) -> str:
        """What its speakers call it."""
        return "English" if self is Language.ENGLISH else "Deutsch"
