"""Studies as people write them: a TOML file, a command line, or one overriding the other.

A study file, with all that it may say::

    games = 1000                       # of each case
    seed = 1
    players = 4                        # or as many as there are under player
    player = ["careful", "random"]     # one for all seats, or one for each
    rotate = true
    record = "1/100"
    params = "light.toml"              # beside this file

    [set]
    wood.friction = 0.25

    [sweep]
    ship.counterweight_mass = "300 g:450 g:4"
    hand.tremor = [0.0, "1 mm"]
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from riffraff.params import ParameterError, Parameters, load
from riffraff.params.errors import one_line
from riffraff.studies.documents import leaves, read_document
from riffraff.studies.errors import StudyError
from riffraff.studies.keep import Keep
from riffraff.studies.study import Study
from riffraff.studies.sweep import Sweep

DEFAULT_PLAYERS: Final = 4
DEFAULT_KIND: Final = "careful"

_HEADING: Final = """A study of riffraff: games of scripted players, which all follow from what stands here.
The seed of game number i of every case is
numpy.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1, numpy.uint64)[0]."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What has been said of a study so far; None where nothing has.

    Attributes:
        games: number of games of each case.
        seed: of the study.
        players: number of players.
        player: their kinds: one for all seats, or one for each.
        rotate: whether the kinds move on by a seat from game to game.
        keep: which games are kept as recordings.
        parameters: the physical constants.
        sweeps: what is varied.
    """

    games: int | None = None
    seed: int | None = None
    players: int | None = None
    player: tuple[str, ...] | None = None
    rotate: bool | None = None
    keep: Keep | None = None
    parameters: Parameters | None = None
    sweeps: tuple[Sweep, ...] = ()

    def overridden(self, other: "Draft") -> "Draft":
        """This draft with what `other` says in place of what this one does; sweeps are replaced by name."""
        said = {field.name: getattr(other, field.name) for field in fields(other)}
        changes = {name: value for name, value in said.items() if value is not None}
        if other.player is not None and other.players is None:
            changes["players"] = None  # the number that went with the old kinds
        names = {sweep.name for sweep in other.sweeps}
        changes["sweeps"] = (*(sweep for sweep in self.sweeps if sweep.name not in names), *other.sweeps)
        return replace(self, **changes)

    def study(self) -> Study:
        """The study, where everything needed has been said; four careful players unless told otherwise.

        Raises:
            StudyError: something is missing or not allowed.
        """
        missing = [name for name in ("games", "seed") if getattr(self, name) is None]
        if missing:
            raise StudyError([f"{name}: nobody says how many" for name in missing])
        assert self.games is not None
        assert self.seed is not None
        return Study(
            games=self.games,
            seed=self.seed,
            players=self._seats(),
            rotate=bool(self.rotate),
            parameters=self.parameters if self.parameters is not None else Parameters(),
            sweeps=self.sweeps,
            keep=self.keep if self.keep is not None else Keep(),
        )

    def _seats(self) -> tuple[str, ...]:
        kinds = self.player or (DEFAULT_KIND,)
        if len(kinds) == 1:
            return kinds * (self.players or DEFAULT_PLAYERS)
        if self.players not in (None, len(kinds)):
            raise StudyError(
                f"player: {len(kinds)} kinds for {self.players} players; give one for all seats, "
                f"or {self.players}"
            )
        return kinds


class _File(BaseModel):
    """The names and types of a study file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    games: int | None = None
    seed: int | None = None
    players: int | None = None
    player: str | list[str] | None = None
    rotate: bool | None = None
    record: str | None = None
    params: str | None = None
    set: dict[str, Any] = Field(default_factory=dict)
    sweep: dict[str, Any] = Field(default_factory=dict)


def read_draft(path: str | Path) -> Draft:
    """What a study file says.

    Raises:
        StudyError: it cannot be read, is not TOML, or says what is not allowed; one line for each problem.
    """
    path = Path(path)
    source = one_line(str(path))
    _, given = read_document(path)
    try:
        draft = _File.model_validate(given)
    except ValidationError as errors:
        raise StudyError([f"{source}: {problem}" for problem in _refusals(errors)]) from None
    try:
        return _draft(draft, path.parent)
    except (StudyError, ParameterError) as error:
        raise StudyError([f"{source}: {problem}" for problem in error.problems]) from None


def _draft(given: _File, folder: Path) -> Draft:
    parameters = None if given.params is None else load(folder / given.params)
    if given.set:
        parameters = (parameters or Parameters()).with_changes(given.set)
    kinds = (given.player,) if isinstance(given.player, str) else tuple(given.player or ()) or None
    return Draft(
        games=given.games,
        seed=given.seed,
        players=given.players,
        player=kinds,
        rotate=given.rotate,
        keep=None if given.record is None else Keep.parse(given.record),
        parameters=parameters,
        sweeps=tuple(
            Sweep.of(name, values if isinstance(values, str | list) else [values])
            for name, values in leaves(given.sweep)
        ),
    )


def _refusals(errors: ValidationError) -> Iterator[str]:
    for error in errors.errors():
        name = ".".join(str(part) for part in error["loc"] if str(part) not in ("str", "list[str]"))
        if error["type"] == "extra_forbidden":
            known = ", ".join(_File.model_fields)
            yield f"{one_line(name)}: no such entry of a study; there are {known}"
        else:
            yield f"{one_line(name)}: {error['msg'].lower()}"


def study_text(study: Study, *, params: str) -> str:
    """A study file that says exactly this study.

    Args:
        study: what to write.
        params: name of the file with its parameters, beside the study file.
    """
    document = tomlkit.document()
    for line in _HEADING.splitlines():
        document.add(tomlkit.comment(line))
    document.add("games", tomlkit.item(study.games))
    document.add("seed", tomlkit.item(study.seed))
    document.add("player", tomlkit.item(list(study.players)))
    document.add("rotate", tomlkit.item(study.rotate))
    document.add("record", tomlkit.item(str(study.keep)))
    document.add("params", tomlkit.item(params))
    sweep = tomlkit.table()
    for one in study.sweeps:
        sweep.add(tomlkit.key(one.name.split(".")), tomlkit.item(list(one.values)))
    if study.sweeps:
        document.add("sweep", sweep)
    return tomlkit.dumps(document)
