"""Which games of a study are kept as recordings."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from riffraff.params.errors import shortened
from riffraff.studies.errors import StudyError

_ONE_IN = re.compile(r"1/([1-9][0-9]{0,8})", re.ASCII)


class Choice(Enum):
    """By what recordings are chosen."""

    ALL = "all"
    NONE = "none"
    FALLS = "falls"
    """Games in which a piece left the ship for good, fallen or caught."""
    CAPSIZES = "capsizes"
    """Games in which the ship heeled as far as it can."""
    ONE_IN = "1/N"
    """Games 0, N, 2 N, ... of every case."""


@dataclass(frozen=True)
class Keep:
    """Which games are kept.

    Attributes:
        choice: by what.
        every: the N of `Choice.ONE_IN`.
    """

    choice: Choice = Choice.NONE
    every: int = 1

    @classmethod
    def parse(cls, text: str) -> "Keep":
        """As typed: ``all``, ``none``, ``falls``, ``capsizes`` or ``1/N``.

        Raises:
            StudyError: it is none of these.
        """
        word = text.strip().lower()
        if word in _WORDS:
            return cls(_WORDS[word])
        match = _ONE_IN.fullmatch(word)
        if match is None:
            raise StudyError(
                f"record {shortened(text)!r}: allowed are {', '.join(_WORDS)}, or 1/N for one game in N"
            )
        return cls(Choice.ONE_IN, int(match[1]))

    def may_keep(self, game: int) -> bool:
        """Whether the game of this number has to be recorded, as it may turn out to be one to keep."""
        if self.choice is Choice.ONE_IN:
            return game % self.every == 0
        return self.choice is not Choice.NONE

    def keeps(self, game: int, *, lost: int, capsizes: int) -> bool:
        """Whether a game is kept, by its number, the pieces that left the ship, and its capsizes."""
        if self.choice is Choice.FALLS:
            return lost > 0
        if self.choice is Choice.CAPSIZES:
            return capsizes > 0
        return self.may_keep(game)

    def __str__(self) -> str:
        return f"1/{self.every}" if self.choice is Choice.ONE_IN else self.choice.value


_WORDS: Final = {choice.value: choice for choice in Choice if choice is not Choice.ONE_IN}
