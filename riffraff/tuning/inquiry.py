"""What is asked about sensitivity: a value, and a file that says it again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tomlkit

from riffraff.params import Parameters, load
from riffraff.params.digests import digest_of
from riffraff.studies import Study, StudyError
from riffraff.tuning.errors import TuningError
from riffraff.tuning.goal import DEFAULT_PLAYERS
from riffraff.tuning.indices import FEWEST
from riffraff.tuning.space import Free

ASKED_FIRST: Final = (
    "ship.counterweight_mass",
    "ship.counterweight_depth",
    "ship.pivot_damping",
    "ship.yardarm_width",
    "wood.density",
    "wood.friction",
    "wood.restitution",
    "hand.tremor",
)
"""The parameters that are varied where nobody says which."""

_MOST: Final = 100_000
_NUMBERS: Final = {"games": 1, "starts": FEWEST, "samples": FEWEST, "ranked": 1}  # and the least of each


@dataclass(frozen=True, kw_only=True)
class Inquiry:
    """Which parameters matter: what is varied, how far, and by how many games it is judged.

    Attributes:
        free: what is varied.
        players: the kind of each seat; they move on by a seat from game to game.
        seed: all games and all points follow from it.
        games: games at each point.
        starts: starting points of the screening, each played at with one more point for each parameter.
        ranked: parameters that are ranked, at most: those that the screening finds to matter most.
        samples: base sample of the ranking, a power of 2, each played at with one more point for each
            parameter ranked, and one more.
        parameters: the values of all that is not varied.

    Raises:
        TuningError: it cannot be; one line for each problem.
    """

    free: tuple[Free, ...]
    players: tuple[str, ...] = DEFAULT_PLAYERS
    seed: int = 1
    games: int = 6
    starts: int = 6
    ranked: int = 5
    samples: int = 32
    parameters: Parameters = field(default_factory=Parameters)

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise TuningError(problems)

    def _problems(self) -> Iterator[str]:
        for name, least in _NUMBERS.items():
            if not least <= (number := getattr(self, name)) <= _MOST:
                yield f"{name}: {number}; allowed are {least} to {_MOST}"
        if self.samples & (self.samples - 1):
            yield f"samples: {self.samples} is not a power of 2, such as {1 << self.samples.bit_length()}"
        names = [free.name for free in self.free]
        if len(names) < 2:
            yield f"free: {len(names)} parameters; which of them matters takes 2 at least"
        yield from (f"free {name}: given twice" for name in {name for name in names if names.count(name) > 1})
        try:
            self.study  # noqa: B018  # it checks players and seed
        except StudyError as error:
            yield from error.problems

    @property
    def study(self) -> Study:
        """The games of one point."""
        games = max(1, self.games)
        return Study(
            games=games, seed=self.seed, players=self.players, rotate=True, parameters=self.parameters
        )

    @property
    def most_points(self) -> int:
        """Points of screening and ranking, at most."""
        screened, ranked = len(self.free), min(self.ranked, len(self.free))
        return self.starts * (screened + 1) + self.samples * (ranked + 2)

    def canonical(self) -> dict[str, Any]:
        """The inquiry as JSON types: equal for equal answers."""
        return {
            **{name: getattr(self, name) for name in _NUMBERS},
            "seed": self.seed,
            "players": list(self.players),
            "free": [[free.name, free.low, free.high] for free in self.free],
            "parameters": self.parameters.canonical(),
        }

    def digest(self) -> str:
        """SHA-256 of `canonical`, in hexadecimal."""
        return digest_of(self.canonical())


def asked_for(texts: Sequence[str], base: Parameters) -> tuple[Free, ...]:
    """The parameters to vary as typed, each ``NAME=LOW:HIGH`` or ``NAME``; some that matter if none is.

    Raises:
        TuningError: one line for each that is not of that form, or not allowed.
    """
    found: list[Free] = []
    problems: list[str] = []
    for text in texts or ASKED_FIRST:
        try:
            found.append(Free.parse(text, base))
        except TuningError as error:
            problems += [f"--free {problem}" for problem in error.problems]
    if problems:
        raise TuningError(problems)
    return tuple(found)


def inquiry_text(inquiry: Inquiry, *, params: str) -> str:
    """A TOML file that says exactly this inquiry.

    Args:
        inquiry: what to write.
        params: name of the file with its parameters, beside it.
    """
    document = tomlkit.document()
    document.add(tomlkit.comment("Which parameters matter: what was asked of riffraff tune sensitivity."))
    document.add("players", tomlkit.item(list(inquiry.players)))
    for name in ("seed", *_NUMBERS):
        document.add(name, tomlkit.item(getattr(inquiry, name)))
    document.add("params", tomlkit.item(params))
    free = tomlkit.table()
    for one in inquiry.free:
        free.add(one.name, tomlkit.item([one.low, one.high]))  # a name with dots is quoted
    document.add("free", free)
    return tomlkit.dumps(document)


def read_inquiry(path: Path) -> Inquiry:
    """The inquiry of a file that `inquiry_text` wrote.

    Raises:
        TuningError: it was changed into something else.
    """
    try:
        given: dict[str, Any] = tomlkit.parse(path.read_text(encoding="utf-8")).unwrap()
        return Inquiry(
            free=tuple(Free.of(name, ends) for name, ends in given["free"].items()),
            players=tuple(given["players"]),
            parameters=load(path.parent / given["params"]),
            **{name: given[name] for name in ("seed", *_NUMBERS)},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TuningError(f"{path}: cannot be read as what was asked: {error}") from None
