"""What a game is begun with: who plays, on which ship, how hard it is. Pure values of the start screen."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from riffraff.live.protocol import PERSON, Setting
from riffraff.params import ParameterError, Parameters, load, settings
from riffraff.rules import Seat

SCRIPTED: Final = ("careful", "random")
"""The kinds of seat that play by themselves."""
SEATS: Final = 4
"""Most players (R2.1)."""
FEWEST: Final = 2
"""Fewest players (R2.1)."""
LONGEST_NAME: Final = 20
_DRAWN_BELOW: Final = 10**6
"""Seeds that are drawn are below this: they can be told to somebody."""
LARGEST_SEED: Final = 2**64 - 1


class Preset(Enum):
    """Ships to choose from: changes of the default parameters by name."""

    STANDARD = "standard"
    STEADY = "steady"
    LIVELY = "lively"

    @property
    def changes(self) -> Mapping[str, float]:
        """What differs from the defaults, in SI units."""
        known = Parameters.quantities()
        changes = {}
        for name, share in _SHARES[self].items():
            quantity = known[name]
            bound = quantity.high if share > 0.0 else quantity.low
            changes[name] = round(quantity.default + abs(share) * (bound - quantity.default), 4)
        return changes


_SHARES: Final[Mapping[Preset, Mapping[str, float]]] = {
    Preset.STANDARD: {},
    Preset.STEADY: {"ship.counterweight_mass": 0.6, "wood.friction": 0.7},
    Preset.LIVELY: {"ship.counterweight_mass": -0.4, "wood.friction": -0.4},
}
"""What a preset changes: a share of the way from the default to the upper bound, or to the lower one."""


class Tremor(Enum):
    """How unsteady the hands are: a factor on all that is unsteady in them."""

    NONE = 0.0
    LITTLE = 0.5
    NORMAL = 1.0
    STRONG = 2.0


class Slowing(Enum):
    """The pace while cargo tumbles, times that of the rest of the game."""

    FULL = 1.0
    HALF = 0.5
    QUARTER = 0.25
    TENTH = 0.1


class SeedError(ParameterError):
    """A seed that is no whole number from 0 to 2**64 - 1.

    Attributes:
        text: as typed.
    """

    def __init__(self, text: str) -> None:
        super().__init__([f"seed {text!r}: not a whole number from 0 to {LARGEST_SEED}"])
        self.args = (text,)  # what pickle builds it from again
        self.text = text


@dataclass(frozen=True)
class Chair:
    """Who sits in a seat.

    Attributes:
        kind: `PERSON`, or one of `SCRIPTED`.
        name: what the player is called; empty for the colour of the cards.
    """

    kind: str
    name: str = ""


@dataclass(frozen=True)
class Setup:
    """What a game is begun with.

    Attributes:
        chairs: 2 to 4 of them; of no account in practice.
        seed: of all chance, as typed; empty for one that is drawn.
        preset: the ship.
        file: of parameters, as typed, instead of the preset; empty for none.
        changes: of parameters, ``NAME=VALUE``, on top of either.
        tremor: of the hands.
        slowing: of time while cargo tumbles.
        practice: whether there are no rules.
    """

    chairs: tuple[Chair, ...] = (Chair(PERSON), Chair("careful"))
    seed: str = ""
    preset: Preset = Preset.STANDARD
    file: str = ""
    changes: tuple[str, ...] = ()
    tremor: Tremor = Tremor.NORMAL
    slowing: Slowing = Slowing.QUARTER
    practice: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of every seat."""
        return tuple(chair.kind for chair in self.chairs)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats for whom somebody before the window decides."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == PERSON)

    def parameters(self) -> Parameters:
        """The parameters that the game is played with.

        Raises:
            ParameterError: the file or a change is refused; one line for each problem.
        """
        if self.file.strip():
            base = load(Path(self.file.strip()).expanduser())
        else:
            base = Parameters().with_changes(self.preset.changes)
        return settings(base, self.changes)

    def setting(self) -> Setting:
        """What the table is started with.

        Raises:
            ParameterError: the file, a change or the seed is refused; one line for each problem.
        """
        return Setting(
            players=None if self.practice else self.kinds,
            names=() if self.practice else tuple(chair.name.strip() for chair in self.chairs),
            seed=self.drawn_seed(),
            parameters=self.parameters(),
            tremor=self.tremor.value,
            tumbling=self.slowing.value,
        )

    def drawn_seed(self) -> int:
        """The seed as a number; a new one if none is given.

        Raises:
            SeedError: what is given is no whole number from 0 to 2**64 - 1.
        """
        text = self.seed.strip()
        if not text:
            return secrets.randbelow(_DRAWN_BELOW)
        if not re.fullmatch(r"[0-9]{1,20}", text, re.ASCII) or int(text) > LARGEST_SEED:
            raise SeedError(text)
        return int(text)
