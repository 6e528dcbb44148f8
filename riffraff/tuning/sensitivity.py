"""Which parameters matter for the games and for the ship's swing, in a folder of its own.

====================  ==========================================================================
sensitivity.toml      what was asked
params.toml           the values of all that is not varied
versions.json         what it was begun with, and a digest of what was asked
games/                finished games of all points
points.parquet        a row for each point: the parameters, and what came out
sensitivity.json      the indices, with intervals
report.html           all of it in pictures
====================  ==========================================================================

Every point plays games of the same seeds, so an output is a function of the parameters; with other seeds it
is a somewhat different one. The roll period comes from theory, to which the simulated ship is held.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from riffraff.model import ModelError
from riffraff.model.checks import check, check_balance
from riffraff.model.ship import ship
from riffraff.model.theory import Swing, pendulum
from riffraff.params import ParameterError, Parameters, dumps
from riffraff.studies import Progress, Workers, play_game, write_whole
from riffraff.studies.whole import make_whole
from riffraff.studies.workers import Play
from riffraff.tuning.arena import Arena
from riffraff.tuning.errors import TuningError
from riffraff.tuning.indices import Effect, Shares, morris, morris_points, sobol, sobol_points
from riffraff.tuning.inquiry import Inquiry, inquiry_text, read_inquiry
from riffraff.tuning.measures import MEASURES
from riffraff.tuning.place import Place
from riffraff.tuning.space import Free, changed

ASKED: Final = "sensitivity.toml"
PARAMS: Final = "params.toml"
GAMES: Final = "games"
POINTS: Final = "points.parquet"
RESULT: Final = "sensitivity.json"
REPORT: Final = "report.html"

Floats = npt.NDArray[np.float64]
_Index = TypeVar("_Index", Effect, Shares)


@dataclass(frozen=True)
class Output:
    """Something that parameters may matter for.

    Attributes:
        name: of it.
        meaning: in a few words.
        unit: in which it is told.
    """

    name: str
    meaning: str
    unit: str


_MEASURED: Final = (MEASURES["falls"], MEASURES["rounds"])
PERIOD: Final = Output("period", "roll period of the empty ship", "s")
OUTPUTS: Final = (
    *(Output(measure.name, measure.quantity.meaning, measure.unit) for measure in _MEASURED),
    PERIOD,
)
"""What is looked at."""


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """What an inquiry came to.

    Attributes:
        inquiry: what was asked.
        points: a row for each point: ``stage``, the parameters, and the outputs.
        effects: what the screening says of each parameter, by output; None where too few points have one.
        ranked: the parameters that were ranked, those that the screening found to matter most.
        shares: what the ranking says of each of those, by output; None likewise.
    """

    inquiry: Inquiry
    points: pl.DataFrame
    effects: Mapping[str, Sequence[Effect] | None]
    ranked: tuple[Free, ...]
    shares: Mapping[str, Sequence[Shares] | None]


class Sensitivity:
    """The folder of an inquiry. `begin` makes one, `Sensitivity(path)` reads one that is there.

    Args:
        path: the folder.

    Attributes:
        path: as given.
        inquiry: what is asked.

    Raises:
        StudyError: none was begun in it, or it was changed since.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._place = _place(self.path)
        self.inquiry = read_inquiry(self._place.file())
        self._place.check(self.inquiry.digest())

    @classmethod
    def begin(cls, path: str | Path, inquiry: Inquiry) -> "Sensitivity":
        """Make the folder of a new inquiry.

        Raises:
            StudyError: it exists and is not empty, or it cannot be made.
        """
        files = {ASKED: inquiry_text(inquiry, params=PARAMS), PARAMS: dumps(inquiry.parameters)}
        _place(Path(path)).begin(inquiry.digest(), files)
        return cls(path)

    def run(
        self,
        workers: Workers,
        *,
        watch: Callable[[Progress], None] | None = None,
        play: Play = play_game,
    ) -> Ranking:
        """Play what is not finished, and write what came out. All finished games are kept at any end.

        Args:
            workers: who plays; closed in the end.
            watch: called several times a second with how far it has come; what it raises stops it.
            play: plays one game.

        Raises:
            StudyError: games cannot be played, or something cannot be written.
        """
        from riffraff.tuning.sensitivity_report import report_html  # takes long to load

        with self._place.at_work(workers):
            arena = Arena(
                self.path / GAMES,
                self.inquiry.digest(),
                self.inquiry.study,
                points=self.inquiry.most_points,
                workers=workers,
                watch=watch if watch is not None else lambda progress: None,
                play=play,
            )
            found = rank(self.inquiry, arena)
            make_whole(self.path / POINTS, found.points.write_parquet)
            write_whole(self.path / RESULT, json.dumps(result(found), indent=2).encode())
            write_whole(self.path / REPORT, report_html(found).encode())
            return found


def _place(path: Path) -> Place:
    return Place(path, main=ASKED, libraries=("SALib",))


def rank(inquiry: Inquiry, arena: Arena) -> Ranking:
    """Screen the parameters, then rank those that matter most.

    Raises:
        StudyError: games cannot be played, or too few points can.
    """
    ranges = [(free.low, free.high) for free in inquiry.free]
    points = morris_points(ranges, inquiry.starts, seed=inquiry.seed)
    screening = _outputs(inquiry, arena, inquiry.free, points, first=0)
    effects = {
        output.name: morris(ranges, points, screening[:, column]) for column, output in enumerate(OUTPUTS)
    }
    if all(found is None for found in effects.values()):
        raise TuningError("hardly any point can be played: narrow the ranges", wrong=False)
    ranked = most_important(inquiry.free, list(effects.values()), inquiry.ranked)
    own_ranges = [(free.low, free.high) for free in ranked]
    own = sobol_points(own_ranges, inquiry.samples, seed=inquiry.seed)
    arena.expected = (len(points) + len(own)) * inquiry.games
    ranking = _outputs(inquiry, arena, ranked, own, first=len(points))
    return Ranking(
        inquiry=inquiry,
        points=pl.concat(
            [
                _frame(inquiry, "screening", inquiry.free, points, screening),
                _frame(inquiry, "ranking", ranked, own, ranking),
            ]
        ),
        effects=effects,
        ranked=ranked,
        shares={output.name: sobol(own_ranges, ranking[:, column]) for column, output in enumerate(OUTPUTS)},
    )


def most_important(
    free: Sequence[Free], effects: Sequence[Sequence[Effect] | None], most: int
) -> tuple[Free, ...]:
    """The parameters that matter most for any output, in the order given.

    Of each output every effect counts as a share of the largest there; a parameter has its largest share.
    """
    sizes = np.zeros(len(free))
    for known in effects:
        own = np.array([effect.size.value for effect in known]) if known is not None else np.zeros(len(free))
        if own.max() > 0:
            sizes = np.maximum(sizes, own / own.max())
    best = sorted(np.argsort(-sizes, kind="stable")[:most].tolist())
    return tuple(free[number] for number in best)


def _outputs(inquiry: Inquiry, arena: Arena, free: Sequence[Free], points: Floats, *, first: int) -> Floats:
    """The outputs at points, NaN where there are none; shape [point, output].

    Args:
        inquiry: what is asked.
        arena: plays the games.
        free: what the columns of `points` are.
        points: shape [point, parameter].
        first: number of the first point.
    """
    found: Floats = np.full((len(points), len(OUTPUTS)), np.nan)
    playable: dict[int, Parameters] = {}
    for number, point in enumerate(points.tolist()):
        values = {one.name: value for one, value in zip(free, point, strict=True)}
        try:
            playable[first + number] = changed(inquiry.parameters, values)
        except ParameterError:
            continue  # parameters that contradict each other: no such ship
    periods = arena.compute(roll_period, [(parameters,) for parameters in playable.values()])
    standing = {
        number: parameters
        for (number, parameters), period in zip(playable.items(), periods, strict=True)
        if math.isfinite(period)
    }
    arena.play(standing, range(inquiry.games))
    tallies = arena.tallies(_MEASURED, list(standing), range(inquiry.games))
    for number, period in zip(playable, periods, strict=True):
        found[number - first, -1] = period
    for number, tally in tallies.items():
        if not tally.failed:
            scales = np.array([measure.scale for measure in _MEASURED])
            found[number - first, : len(_MEASURED)] = tally.values * scales
    return found


def roll_period(parameters: Parameters) -> float:
    """Roll period of the empty ship [s], by theory; NaN if there can be no such ship."""
    try:
        check(parameters)
        model, _ = ship(parameters)  # not the whole model: that takes seven times as long
        check_balance(parameters, model)
    except ModelError:
        return math.nan
    return pendulum(model, Swing.ROLL, parameters.world.gravity).period()


def _frame(
    inquiry: Inquiry, stage: str, free: Sequence[Free], points: Floats, outputs: Floats
) -> pl.DataFrame:
    """A row for each point, with the values that were not varied as they are."""
    columns: dict[str, Any] = {"stage": [stage] * len(points)}
    varied = {one.name: points[:, place] for place, one in enumerate(free)}
    for one in inquiry.free:
        columns[one.name] = varied.get(
            one.name, np.full(len(points), float(inquiry.parameters.value(one.name)))
        )
    for place, output in enumerate(OUTPUTS):
        columns[output.name] = pl.Series(outputs[:, place], nan_to_null=True)
    return pl.DataFrame(columns)


def result(found: Ranking) -> dict[str, Any]:
    """What came out as JSON types."""
    return {
        "screening": _by_name(found.inquiry.free, found.effects),
        "ranking": _by_name(found.ranked, found.shares),
    }


def _by_name(free: Sequence[Free], known: Mapping[str, Sequence[_Index] | None]) -> dict[str, Any]:
    return {
        output: None
        if indices is None
        else {one.name: asdict(index) for one, index in zip(free, indices, strict=True)}
        for output, indices in known.items()
    }
