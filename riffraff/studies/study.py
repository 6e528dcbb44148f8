"""A study: which games are played, as a value. Every game of it follows from it."""

import difflib
import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np

from riffraff.game import KINDS
from riffraff.params import ParameterError, Parameters
from riffraff.params.digests import digest_of
from riffraff.params.errors import shortened
from riffraff.studies.errors import StudyError
from riffraff.studies.keep import Keep
from riffraff.studies.sweep import Sweep

MOST_GAMES: Final = 10_000_000
"""Games that one study may have, all cases together."""

MOST_CASES: Final = 10_000
"""Points that the grid of a study may have."""

_PLAYERS: Final = range(2, 5)
_LARGEST_SEED: Final = 2**64 - 1


@dataclass(frozen=True)
class Case:
    """One point of the grid that the sweeps make.

    Attributes:
        number: its position in the grid, the last sweep running fastest.
        values: the swept parameters by name, in SI.
        parameters: all parameters.
    """

    number: int
    values: Mapping[str, float]
    parameters: Parameters


@dataclass(frozen=True, kw_only=True)
class Job:
    """One game to play: all that a worker has to know.

    Attributes:
        case: number of its case.
        game: its number within the case; games of this number have the same seed in every case.
        seed: the game's seed.
        players: the kind of each seat.
        parameters: the physical constants.
        keep: which games are kept as recordings.
    """

    case: int
    game: int
    seed: int
    players: tuple[str, ...]
    parameters: Parameters
    keep: Keep = field(default_factory=Keep)

    @property
    def key(self) -> tuple[int, int]:
        """What tells the game from all others of the study: case and number."""
        return self.case, self.game


@dataclass(frozen=True, kw_only=True)
class Study:
    """Games of scripted players, on one set of parameters or on a grid of them.

    Games of the same number have the same seed in every case of the grid. So cases are compared by games
    whose luck is the same, and their differences show with far fewer of them (common random numbers).

    Attributes:
        games: number of games of each case.
        seed: the seeds of all games follow from it.
        players: the kind of each seat, 2 to 4 names of `riffraff.game.KINDS`.
        rotate: whether the kinds move on by one seat from game to game, so that none always sits first.
        parameters: the physical constants, where no sweep changes them.
        sweeps: what is varied; several make a grid.
        keep: which games are kept as recordings.

    Raises:
        StudyError: no such study can be: a value is out of bounds, or parameters of a case contradict.
    """

    games: int
    seed: int
    players: tuple[str, ...]
    rotate: bool = False
    parameters: Parameters = field(default_factory=Parameters)
    sweeps: tuple[Sweep, ...] = ()
    keep: Keep = field(default_factory=Keep)

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise StudyError(problems)
        # Cases are made here and not when first asked for: an impossible one is refused now.
        assert self.cases

    def _problems(self) -> Iterator[str]:
        if len(self.players) not in _PLAYERS:
            yield f"players: {len(self.players)} of them; a game takes 2 to 4"
        for kind in dict.fromkeys(self.players):
            if kind not in KINDS:
                near = difflib.get_close_matches(kind, KINDS, n=1)
                meant = f"; did you mean {near[0]}?" if near else ""
                yield f"player {shortened(kind)!r}: no such kind; there are {', '.join(sorted(KINDS))}{meant}"
        if not 0 <= self.seed <= _LARGEST_SEED:
            yield f"seed: {self.seed} is not a whole number from 0 to {_LARGEST_SEED}"
        names = [sweep.name for sweep in self.sweeps]
        for name in {name for name in names if names.count(name) > 1}:
            yield f"sweep {name}: given twice"
        if self.games < 1:
            yield f"games: {self.games}; at least 1 is needed"
        elif self._points > MOST_CASES:
            yield f"sweeps: a grid of {self._points} cases; at most {MOST_CASES} are allowed"
        elif self.total > MOST_GAMES:
            yield f"games: {self.total} in all cases together; at most {MOST_GAMES} are allowed"

    @property
    def total(self) -> int:
        """Number of games of all cases."""
        return self.games * self._points

    @property
    def _points(self) -> int:
        return math.prod(len(sweep.values) for sweep in self.sweeps)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The grid, the last sweep running fastest; one case where nothing is swept."""
        cases: list[Case] = []
        problems: list[str] = []
        for number, point in enumerate(itertools.product(*(sweep.values for sweep in self.sweeps))):
            values = {sweep.name: value for sweep, value in zip(self.sweeps, point, strict=True)}
            try:
                cases.append(Case(number, values, self.parameters.with_changes(values)))
            except ParameterError as error:
                where = ", ".join(f"{name}={value:g}" for name, value in values.items())
                problems += [f"case {number} ({where}): {problem}" for problem in error.problems]
        if problems:
            raise StudyError(problems)
        return tuple(cases)

    def game_seed(self, game: int) -> int:
        """The seed of the games of this number."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(game,))
        return int(sequence.generate_state(1, np.uint64)[0])

    def seats(self, game: int) -> tuple[str, ...]:
        """Which kind sits where in the games of this number."""
        shift = game % len(self.players) if self.rotate else 0
        return self.players[shift:] + self.players[:shift]

    def job(self, case: int, game: int) -> Job:
        """The game of this case and number."""
        return Job(
            case=case,
            game=game,
            seed=self.game_seed(game),
            players=self.seats(game),
            parameters=self.cases[case].parameters,
            keep=self.keep,
        )

    def order(self) -> Iterator[tuple[int, int]]:
        """Case and number of every game, in the order they are best played.

        Game by game through all cases: wherever a study is stopped, its cases can be compared.
        """
        return ((case, game) for game in range(self.games) for case in range(len(self.cases)))

    def canonical(self) -> dict[str, Any]:
        """The study as JSON types: equal for equal games. What is kept of them does not count."""
        return {
            "games": self.games,
            "players": list(self.players),
            "seed": self.seed,
            "rotate": self.rotate,
            "parameters": self.parameters.canonical(),
            "sweeps": [[sweep.name, list(sweep.values)] for sweep in self.sweeps],
        }

    def digest(self) -> str:
        """SHA-256 of `canonical`, in hexadecimal."""
        return digest_of(self.canonical())
