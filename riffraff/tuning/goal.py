"""Goals of a search as people write them.

A goal file, with all that it may say::

    players = ["careful", "careful"]    # kinds, one for each seat; they move on by a seat from game to game
    seed = 1
    trials = 48                         # sets of parameters to try
    games = 16                          # of each trial that is not given up before
    generation = 8                      # trials that are chosen together
    finalists = 4                       # best trials that play again, and as many that luck may have hidden
    runoff = 32                         # games of each finalist
    fresh = 64                          # games that the winner is reported by
    params = "light.toml"               # beside this file; where the search begins

    [set]
    hand.tremor = "1 mm"

    [want]
    falls = "20 %"
    rounds = { value = 7, tolerance = 0.5, weight = 2 }
    capsizes_below = "5 %"
    seats_fair = true

    [free]
    ship.counterweight_mass = "300 g:450 g"
    wood.friction = [0.2, 0.4]
"""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from riffraff.params import ParameterError, Parameters, load
from riffraff.params.digests import digest_of
from riffraff.params.errors import one_line
from riffraff.studies import Study, StudyError
from riffraff.studies.documents import leaves, read_document
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measures import FAIRNESS, FEWEST
from riffraff.tuning.space import Free, changed
from riffraff.tuning.toml_lines import lines_of
from riffraff.tuning.wants import Want, Wants, contradictions, names, want_of

DEFAULT_PLAYERS: Final = ("careful", "careful")

_MOST: Final = 100_000
_RUNGS: Final = (4, 2)  # shares of a trial's games after which it is looked
_LEAST: Final = {
    "trials": 1, "games": 1, "generation": 1, "finalists": 1, "runoff": 1, "fresh": 2
}  # fmt: skip
_HEADING: Final = """A goal of riffraff, with all that its search follows from. The seed of game number i is
numpy.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1, numpy.uint64)[0]: trials play the first
games, finalists the next ones, and the result is of the last."""


@dataclass(frozen=True, kw_only=True)
class Goal:
    """What a search is for, and how it goes about it.

    Attributes:
        wants: what is wanted.
        free: what may change.
        players: the kind of each seat.
        seed: all games and all choices follow from it.
        trials: sets of parameters to try.
        games: games of each trial that is not given up.
        generation: trials that are chosen together, before any of them is played.
        finalists: best trials that play again, and at most so many more that luck may have hidden.
        runoff: games of each finalist.
        fresh: games that the result is of.
        parameters: where the search begins.

    Raises:
        TuningError: it cannot be; one line for each problem.
    """

    wants: tuple[Want, ...]
    free: tuple[Free, ...]
    players: tuple[str, ...] = DEFAULT_PLAYERS
    seed: int = 1
    trials: int = 48
    games: int = 16
    generation: int = 8
    finalists: int = 4
    runoff: int = 32
    fresh: int = 64
    parameters: Parameters = field(default_factory=Parameters)

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise TuningError(problems)

    def _problems(self) -> Iterator[str]:
        for name, least in _LEAST.items():
            if not least <= (number := getattr(self, name)) <= _MOST:
                yield f"{name}: {number}; allowed are {least} to {_MOST}"
        if not self.wants:
            yield f"want: nothing is wanted; there are {', '.join(names())}"
        if not self.free:
            yield "free: no parameter is free; 'riffraff params' lists them"
        try:
            self.study  # noqa: B018  # it checks players and seed
        except StudyError as error:
            yield from error.problems
            return
        yield from (f"want: {problem}" for problem in contradictions(self.aims))

    @property
    def study(self) -> Study:
        """All games of one set of parameters: those of the trials, of the finalists, and the fresh ones."""
        games = max(1, self.games + self.runoff + self.fresh)
        return Study(
            games=games, seed=self.seed, players=self.players, rotate=True, parameters=self.parameters
        )

    @property
    def aims(self) -> Wants:
        """What is wanted, of games of so many players."""
        return Wants(self.wants, len(self.players))

    @property
    def search_games(self) -> range:
        """Numbers of the games that trials play."""
        return range(self.games)

    @property
    def runoff_games(self) -> range:
        """Numbers of the games that finalists play."""
        return range(self.games, self.games + self.runoff)

    @property
    def fresh_games(self) -> range:
        """Numbers of the games that the result is of."""
        return range(self.games + self.runoff, self.games + self.runoff + self.fresh)

    @cached_property
    def rungs(self) -> tuple[int, ...]:
        """After how many games it is looked whether a trial is hopeless; the last are all its games."""
        looked = (-(-self.games // share) for share in _RUNGS)
        return tuple(sorted({games for games in looked if games >= FEWEST} | {self.games}))

    def parameters_of(self, values: Mapping[str, float]) -> Parameters:
        """The parameters with values of the free ones.

        Raises:
            ParameterError: they contradict each other.
        """
        return changed(self.parameters, values)

    def canonical(self) -> dict[str, Any]:
        """The goal as JSON types: equal for equal searches."""
        return {
            **{name: getattr(self, name) for name in _LEAST},
            "seed": self.seed,
            "players": list(self.players),
            "wants": [[want.name, want.value, want.tolerance, want.weight] for want in self.wants],
            "free": [[free.name, free.low, free.high] for free in self.free],
            "parameters": self.parameters.canonical(),
        }

    def digest(self) -> str:
        """SHA-256 of `canonical`, in hexadecimal."""
        return digest_of(self.canonical())


# -- files ------------------------------------------------------------------------------------------------


class _File(BaseModel):
    """The names and types of a goal file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    players: list[str] = Field(default_factory=lambda: list(DEFAULT_PLAYERS))
    seed: int = Goal.seed
    trials: int = Goal.trials
    games: int = Goal.games
    generation: int = Goal.generation
    finalists: int = Goal.finalists
    runoff: int = Goal.runoff
    fresh: int = Goal.fresh
    params: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    want: dict[str, Any] = Field(default_factory=dict)
    free: dict[str, Any] = Field(default_factory=dict)


def read_goal(path: str | Path) -> Goal:
    """The goal that a file states.

    Raises:
        TuningError: it cannot be read, is not TOML, or says what is not allowed; one line for each problem.
    """
    path = Path(path)
    source = one_line(str(path))
    text, given = read_document(path, error=TuningError)
    try:
        return _goal(_File.model_validate(given), path.parent)
    except ValidationError as errors:
        problems = list(_refusals(errors))
    except (StudyError, ParameterError) as error:
        problems = list(error.problems)
    raise TuningError([f"{source}{_place(text, problem)}: {problem}" for problem in problems]) from None


def _goal(given: _File, folder: Path) -> Goal:
    parameters = Parameters() if given.params is None else load(folder / given.params)
    problems: list[str] = []
    wants, free = [], []
    for name, wanted in given.want.items():
        if name not in names():
            near = difflib.get_close_matches(name, names(), n=1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(names())}"
            problems.append(f"want.{one_line(name)}: no such thing to want; {meant}")
            continue
        try:
            wants.append(want_of(name, wanted))
        except TuningError as error:
            problems += [f"want.{name}: {problem}" for problem in error.problems]
    for name, ends in leaves(given.free):
        try:
            free.append(Free.of(name, ends))
        except TuningError as error:
            problems += [f"free.{problem}" for problem in error.problems]
    if problems:
        raise TuningError(problems)
    numbers = {name: getattr(given, name) for name in ("seed", *_LEAST)}
    return Goal(
        wants=tuple(wants),
        free=tuple(free),
        players=tuple(given.players),
        parameters=parameters.with_changes(given.set),
        **numbers,
    )


def _refusals(errors: ValidationError) -> Iterator[str]:
    for error in errors.errors():
        name = one_line(".".join(map(str, error["loc"])))
        if error["type"] == "extra_forbidden":
            yield f"{name}: no such entry of a goal; there are {', '.join(_File.model_fields)}"
        else:
            yield f"{name}: {error['msg'].lower()}"


def _place(text: str, problem: str) -> str:
    """``:LINE`` of the entry that a problem begins with the name of, or of the table it is in, or nothing."""
    entry = tuple(problem.partition(":")[0].split("."))
    found = lines_of(text).found
    wanted = (entry, ("set", *entry), *(entry[:length] for length in range(len(entry) - 1, 0, -1)))
    for place in wanted:
        lines = [line for known, line in found.items() if known[: len(place)] == place]
        if lines:
            return f":{min(lines)}"
    return ""


def goal_text(goal: Goal, *, params: str) -> str:
    """A goal file that says exactly this goal.

    Args:
        goal: what to write.
        params: name of the file with its parameters, beside the goal file.
    """
    document = tomlkit.document()
    for line in _HEADING.splitlines():
        document.add(tomlkit.comment(line))
    document.add("players", tomlkit.item(list(goal.players)))
    for name in ("seed", *_LEAST):
        document.add(name, tomlkit.item(getattr(goal, name)))
    document.add("params", tomlkit.item(params))
    want = tomlkit.table()
    for one in goal.wants:
        entry = tomlkit.inline_table()
        if one.measure is not FAIRNESS:
            entry.add("value", tomlkit.item(one.value))
        entry.add("tolerance", tomlkit.item(one.tolerance))
        entry.add("weight", tomlkit.item(float(one.weight)))
        want.add(one.name, entry)
    document.add("want", want)
    free = tomlkit.table()
    for parameter in goal.free:
        free.add(tomlkit.key(parameter.name.split(".")), tomlkit.item([parameter.low, parameter.high]))
    document.add("free", free)
    return tomlkit.dumps(document)
