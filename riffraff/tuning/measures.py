"""What games are measured by, for a search or a ranking: one part and one whole of every game.

A measure's value over some games is the sum of its parts over the sum of its wholes. So it can be estimated
from any choice of games, and two sets of parameters can be compared by games of the same number.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from riffraff.params import Quantity
from riffraff.rules import CARDS
from riffraff.studies.stats import Estimate, proportion, ratio
from riffraff.studies.tables import table

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Measure:
    """Something that games are measured by.

    Attributes:
        name: as a goal file says it.
        quantity: unit, bounds and meaning; shares have the unit ``1``.
        tolerance: what counts as near, where nobody says otherwise.
        part: expression over a row of a game, as `rows_of` makes them.
        whole: likewise.
        scale: from its unit to that in which a person is told.
        unit: in which a person is told.
        by_seat: whether every seat has a value of its own.
    """

    name: str
    quantity: Quantity
    tolerance: float
    part: pl.Expr
    whole: pl.Expr
    scale: float
    unit: str
    by_seat: bool = False

    def text(self, value: float, *, unit: bool = True) -> str:
        """A value for a person: ``20 %``."""
        number = f"{value * self.scale:.3g}"
        return f"{number} {self.unit}" if unit else number


def _quantity(name: str, unit: str, low: float, high: float, meaning: str) -> Quantity:
    return Quantity(
        name=name, default=high / 5, unit=unit, low=low, high=high, meaning=meaning, source="", whole=False
    )


def _share(name: str, meaning: str, tolerance: float, part: pl.Expr, whole: pl.Expr) -> Measure:
    return Measure(name, _quantity(name, "1", 0.0, 1.0, meaning), tolerance, part, whole, 100.0, "%")


_GAME: Final = pl.lit(1.0)
_DOWN: Final = pl.col("fell") + pl.col("caught")
_MOST_ROUNDS: Final = len(CARDS)  # in each a card is played (R3, R7.1)

MEASURES: Final[Mapping[str, Measure]] = {
    measure.name: measure
    for measure in (
        _share("falls", "placements that bring cargo down", 0.02, pl.col("bringing"), pl.col("placed")),
        _share(
            "lost", "loaded cargo that comes down again", 0.02, _DOWN, pl.col("loaded")
        ),
        Measure(
            "rounds",
            _quantity("rounds", "1", 1.0, _MOST_ROUNDS, "round in which a game ends"),
            0.5, pl.col("rounds"), _GAME, 1.0, "rounds",
        ),
        Measure(
            "duration",
            _quantity("duration", "s", 1.0, 36_000.0, "simulated time of a game"),
            60.0, pl.col("duration"), _GAME, 1 / 60, "min",
        ),
        _share("capsizes", "games in which the ship capsizes", 0.05, pl.col("capsizes") > 0, _GAME),
    )
}  # fmt: skip
"""The measures by name."""

FAIRNESS: Final = Measure(
    "seats_fair",
    _quantity("seats_fair", "1", -1.0, 1.0, "games won from a seat, more than from the others"),
    0.1,
    pl.lit(0.0),
    _GAME,
    100.0,
    "%",
    by_seat=True,
)
"""How much more often than the mean each seat wins."""


def rows_of(shards: pl.LazyFrame, cases: Sequence[int], games: range) -> pl.DataFrame:
    """A row for each of these games that is in the shards, with what `Measure` takes of it.

    Args:
        shards: finished games.
        cases: numbers of the cases.
        games: numbers of the games.

    Returns:
        The columns of the table of games, and ``placed`` and ``bringing``: pieces let go, and those of them
        that brought cargo down; ``won``: for every seat whether it won.
    """
    keys = ["case", "game"]
    wanted = shards.filter(
        pl.col("case").is_in(list(cases)), pl.col("game").is_between(games.start, games.stop - 1)
    )
    down = pl.col("let_go") & (_DOWN > 0)
    placements = (
        table(wanted, "placements")
        .group_by(keys)
        .agg(pl.col("let_go").sum().alias("placed"), down.sum().alias("bringing"))
    )
    seats = table(wanted, "seats").group_by(keys).agg(pl.col("won").sort_by("seat"))
    joined = table(wanted, "games").join(placements, on=keys, how="left").join(seats, on=keys, how="left")
    return joined.with_columns(pl.col("placed", "bringing").fill_null(0)).sort(keys).collect()


@dataclass(frozen=True, eq=False)
class Tally:
    """What some games of one set of parameters came to.

    Attributes:
        games: numbers of the games that were played to their end, shape [game].
        parts: shape [game, value].
        wholes: shape [game, value].
        failed: number of games that failed.
    """

    games: npt.NDArray[np.int64]
    parts: Floats
    wholes: Floats
    failed: int

    @property
    def values(self) -> Floats:
        """The values over all games; NaN where there is nothing to measure. Shape [value]."""
        return divided(self.parts.sum(axis=0), self.wholes.sum(axis=0))

    def estimate(self, value: int) -> Estimate:
        """One of the values with its interval; events get Wilson's, all else a bootstrap over games."""
        part, whole = self.parts[:, value], self.wholes[:, value]
        if len(part) and (whole == 1).all() and np.isin(part, (0, 1)).all():
            return proportion(int(part.sum()), len(part))
        return ratio(part, whole)


def tallies(
    shards: pl.LazyFrame, measures: Sequence[Measure], cases: Sequence[int], games: range, *, seats: int
) -> dict[int, Tally]:
    """What games came to, by case.

    Args:
        shards: finished games.
        measures: what to measure.
        cases: numbers of the cases.
        games: numbers of the games.
        seats: number of players.

    Returns:
        For every case a tally with one value for each measure, and as many as seats for one `by_seat`.
    """
    rows = rows_of(shards, cases, games)
    return {case: _tally(rows.filter(pl.col("case") == case), measures, seats) for case in cases}


def _tally(rows: pl.DataFrame, measures: Sequence[Measure], seats: int) -> Tally:
    sound = rows.filter(pl.col("error").is_null())
    parts, wholes = [], []
    for measure in measures:
        whole = _column(sound, measure.whole)
        if measure.by_seat:
            parts.append(_margins(sound, seats))
            wholes.append(np.repeat(whole, seats, axis=1))
        else:
            parts.append(_column(sound, measure.part))
            wholes.append(whole)
    return Tally(
        games=sound["game"].to_numpy().astype(np.int64),
        parts=np.hstack(parts),
        wholes=np.hstack(wholes),
        failed=rows.height - sound.height,
    )


def _column(rows: pl.DataFrame, expression: pl.Expr) -> Floats:
    values = rows.select(pl.repeat(1.0, pl.len()).alias("one"), expression.cast(pl.Float64).alias("it"))
    return values["it"].to_numpy().reshape(-1, 1)


def _margins(rows: pl.DataFrame, seats: int) -> Floats:
    """For every seat whether it won, less the share of the seats that did; shape [game, seat]."""
    won = np.array(rows["won"].to_list(), float).reshape(-1, seats)
    margins: Floats = won - won.mean(axis=1, keepdims=True)
    return margins


def divided(parts: Floats, wholes: Floats) -> Floats:
    """Parts over wholes, NaN where there is no whole."""
    values: Floats = np.full_like(parts, np.nan)
    np.divide(parts, wholes, out=values, where=wholes != 0)
    return values


Losses = Callable[[Floats], Floats]
"""From values, shape [..., value], to how far they are from what is wanted, shape [...]."""


def hopeless(tally: Tally, best: Tally, losses: Losses, *, doubt: float, seed: int) -> bool:
    """Whether games show one set of parameters farther from what is wanted than another, and not near.

    Both are judged by the games that both played. These are drawn again and again, and it is hopeless if it
    is farther in nearly all draws than the other is in nearly any: not draw by draw, as the luck that both
    have in common shifts their values, and does not cancel in the distance from what is wanted.

    Args:
        tally: what may be hopeless.
        best: what it is held against.
        losses: how far values are from what is wanted.
        doubt: share of the draws of each that is left out of account.
        seed: of the draws.
    """
    common, own, other = np.intersect1d(tally.games, best.games, return_indices=True)
    if len(common) < FEWEST:
        return False
    drawn = np.random.default_rng(seed).integers(len(common), size=(_DRAWS, len(common)))

    def drawn_losses(one: Tally, rows: npt.NDArray[np.int64]) -> Floats:
        parts, wholes = one.parts[rows][drawn], one.wholes[rows][drawn]
        return losses(divided(parts.sum(axis=1), wholes.sum(axis=1)))

    # A draw that measures nothing (NaN) is no evidence.
    nearest = float(np.quantile(np.nan_to_num(drawn_losses(tally, own), nan=0.0), doubt))
    farthest = float(np.quantile(np.nan_to_num(drawn_losses(best, other), nan=1e9), 1 - doubt))
    return nearest > max(farthest, NEAR)


FEWEST: Final = 8
"""Games of which nothing is concluded if there are fewer: their luck is that of a few."""

NEAR: Final = 1.0
"""How far from what is wanted is near: a tolerance. What is near is not hopeless beside what is nearer."""

_DRAWS: Final = 2000
