"""Finished games on disk: whole shards, each a Parquet file with its own checksum in its name.

A row of a shard is a game with all its rows in the other tables nested in it, so that a shard is one file and
a game is in it completely or not at all. Games stand in the order they were finished; `tables` sorts them.
"""

import hashlib
import io
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from riffraff.signals import signals_held_back
from riffraff.studies.errors import StudyError
from riffraff.studies.rows import TABLES, GameRow, Key, Played
from riffraff.studies.schema import nested, schema
from riffraff.studies.whole import write_whole, writing

LONGEST_WAIT: Final = 0.5
"""Time on the clock [s] for which a finished game waits for others before it goes to the disk."""

MOST_WAITING: Final = 256
"""Finished games that wait at most."""

FOLDED: Final = 64
"""So many shards of fewer games than this are folded into one, so that there are never very many."""

NESTED: Final = {name: f"{name}_rows" for name in TABLES if name != "games"}
"""The tables whose rows are nested in those of the games, and the columns of a shard that hold them."""

SCHEMA: Final = {
    **schema(Key, GameRow),
    **{column: nested(TABLES[name]) for name, column in NESTED.items()},
}
"""The columns of a shard."""


@dataclass(frozen=True)
class Count:
    """What the finished games add up to.

    Attributes:
        games: finished games, the failed ones among them.
        failed: those that failed.
        loaded: pieces let go on the ship.
        lost: pieces that left it for good.
    """

    games: int = 0
    failed: int = 0
    loaded: int = 0
    lost: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.games + other.games,
            self.failed + other.failed,
            self.loaded + other.loaded,
            self.lost + other.lost,
        )

    @classmethod
    def of(cls, games: Iterable[GameRow]) -> "Count":
        """What some games add up to."""
        games = list(games)
        return cls(
            len(games),
            sum(game.error is not None for game in games),
            sum(game.loaded or 0 for game in games),
            sum((game.fell or 0) + (game.caught or 0) for game in games),
        )


def frame_of(games: Sequence[Played]) -> pl.DataFrame:
    """Games as the rows of a shard."""
    rows = [
        {
            "case": played.key[0],
            "game": played.key[1],
            **played.game.plain(),
            **{column: [row.plain() for row in played.rows.get(name, ())] for name, column in NESTED.items()},
        }
        for played in games
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def read_shard(path: Path, study: str) -> pl.DataFrame | None:
    """The games of a shard, None if it is damaged.

    Args:
        path: the file.
        study: digest of the study it must be of.

    Raises:
        StudyError: it is of another study.
        OSError: it cannot be read.
    """
    content = path.read_bytes()
    if path.stem.partition("-")[2] != _checksum(content):
        return None
    if pl.read_parquet_metadata(io.BytesIO(content)).get("study") != study:
        raise StudyError(f"{path}: a shard of another study; move it away")
    return pl.read_parquet(io.BytesIO(content))


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


class Shards:
    """The shards of a study that is being played.

    Args:
        folder: where they are; leftovers of a run that was killed are cleared away.
        study: digest of the study.
        shape: number of cases and of games in each.
        clock: a clock on the wall [s].

    Attributes:
        done: which games are finished, shape [case, game].
        count: what they add up to.
        damaged: names of the shards that were found damaged, and removed.
    """

    def __init__(
        self,
        folder: Path,
        study: str,
        shape: tuple[int, int],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder, self._study, self._clock = folder, study, clock
        self.done: npt.NDArray[np.bool_] = np.zeros(shape, bool)
        self.count = Count()
        self.damaged: list[str] = []
        self._sizes: dict[Path, int] = {}  # games of every shard
        self._waiting: list[Played] = []
        self._since = 0.0
        with writing(folder):
            folder.mkdir(exist_ok=True)
            for left in folder.glob(".*.part"):
                left.unlink()
            self._look()
        self._next = 1 + max((int(path.stem.partition("-")[0]) for path in self._sizes), default=0)

    def _look(self) -> None:
        # The newest first: where a run was killed while it folded, what it folded is left over.
        for path in sorted(self._folder.glob("*.parquet"), reverse=True):
            games = read_shard(path, self._study)
            if games is None:
                self.damaged.append(path.name)
                path.unlink()
                continue
            known = self.done[games["case"], games["game"]]
            if known.all():
                path.unlink()
                continue
            self.done[games["case"], games["game"]] = True
            self._sizes[path] = games.height
            self.count += _count(games)

    def add(self, played: Played) -> None:
        """Take in a finished game; it goes to the disk before long."""
        if self.done[played.key]:
            return
        if not self._waiting:
            self._since = self._clock()
        self.done[played.key] = True
        self.count += Count.of([played.game])
        self._waiting.append(played)

    def flush(self, *, all_: bool = True) -> None:
        """Bring the games that wait to the disk: all of them, or only if one has waited long enough.

        Raises:
            StudyError: they cannot be written. They wait on, and nothing on the disk has suffered.
        """
        if not self._waiting:
            return
        due = self._clock() - self._since >= LONGEST_WAIT or len(self._waiting) >= MOST_WAITING
        if all_ or due:
            with signals_held_back():  # on the disk and no longer waiting: both or neither
                self._write(frame_of(self._waiting))
                self._waiting.clear()
                self._fold()

    def _write(self, games: pl.DataFrame) -> None:
        stream = io.BytesIO()
        games.write_parquet(stream, metadata={"study": self._study})
        content = stream.getvalue()
        path = self._folder / f"{self._next:06d}-{_checksum(content)}.parquet"
        write_whole(path, content)
        self._next += 1
        self._sizes[path] = games.height

    def _fold(self) -> None:
        small = [path for path, size in self._sizes.items() if size < FOLDED]
        if len(small) < FOLDED:
            return
        with writing(self._folder):
            self._write(pl.concat([pl.read_parquet(path) for path in small]))
            for path in small:
                path.unlink()
                del self._sizes[path]

    def scan(self) -> pl.LazyFrame:
        """All games on the disk, in no order."""
        return scan(list(self._sizes))


def scan(paths: list[Path]) -> pl.LazyFrame:
    """The games of shards; only what is asked for is read."""
    return pl.scan_parquet(list(paths)) if paths else pl.LazyFrame(schema=SCHEMA)


def _count(games: pl.DataFrame) -> Count:
    loaded, fell, caught = (int(games[name].sum()) for name in ("loaded", "fell", "caught"))
    return Count(games.height, games["error"].count(), loaded, fell + caught)
