"""The folder of a study: what it holds, and that only one run at a time works in it.

====================  ==========================================================================
study.toml            the study, as `riffraff batch --study` reads it
params.toml           its parameters, all of them
versions.json         what it was begun with, and the study's digest
shards/               finished games, in the order they were finished
recordings/           recordings of the games that are kept
games.parquet, ...    the tables, once all games are finished; columns.md says what is in them
====================  ==========================================================================
"""

import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import filelock
import polars as pl

from riffraff.params import dumps
from riffraff.params.errors import one_line
from riffraff.studies.draft import read_draft, study_text
from riffraff.studies.errors import StudyError
from riffraff.studies.playing import RECORDINGS
from riffraff.studies.rows import Played
from riffraff.studies.shards import Shards, read_shard, scan
from riffraff.studies.study import Study
from riffraff.studies.tables import Tables, tables_of, write_tables
from riffraff.studies.versions import difference, versions
from riffraff.studies.whole import write_whole, writing

STUDY: Final = "study.toml"
PARAMS: Final = "params.toml"
VERSIONS: Final = "versions.json"
SHARDS: Final = "shards"

_LOCK: Final = ".lock"
_MOST_LOOKS: Final = 5


class Folder:
    """A study's folder. `begin` makes one, `Folder(path)` reads one that is there.

    Args:
        path: the folder.

    Attributes:
        path: as given.
        study: the study it is of.

    Raises:
        StudyError: there is no study in it, or it is not what the study was begun with.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        file = self.path / STUDY
        if not file.is_file():
            raise StudyError(one_line(f"{self.path}: no study is here; there is no {STUDY}"))
        self.study = read_draft(file).study()
        self._begun = _read_versions(self.path / VERSIONS)
        if self._begun.get("study") != self.study.digest():
            raise StudyError(
                one_line(f"{file}: it or {PARAMS} was changed after the study was begun; put it back")
            )

    @classmethod
    def begin(cls, path: str | Path, study: Study) -> "Folder":
        """Make the folder of a new study.

        Raises:
            StudyError: it exists and is not empty, or it cannot be made.
        """
        path = Path(path)
        with writing(path, wrong=True):
            path.mkdir(parents=True, exist_ok=True)
            _check_empty(path)
        with _locked(path):
            _check_empty(path)  # someone else may have begun one meanwhile
            about = {**versions(), "study": study.digest()}
            write_whole(path / VERSIONS, json.dumps(about, indent=2).encode())
            write_whole(path / PARAMS, dumps(study.parameters).encode())
            write_whole(path / STUDY, study_text(study, params=PARAMS).encode())  # last: now it is a study
        return cls(path)

    @classmethod
    def resume(cls, path: str | Path, study: Study) -> "Folder":
        """The folder of a study that was begun; it is begun now if the folder is new or empty.

        Raises:
            StudyError: the folder holds something else.
        """
        if not (Path(path) / STUDY).is_file():
            return cls.begin(path, study)
        folder = cls(path)
        if folder.study.digest() != study.digest():
            raise StudyError(one_line(f"{path}: holds another study; name another folder"))
        return folder

    @contextmanager
    def working(self) -> Iterator[Shards]:
        """Work in the folder: open its shards for more, while nobody else can.

        Raises:
            StudyError: another run is at work in it, it cannot be written, or games played here and now
                would not be those of the study, as a version differs.
        """
        other = difference({name: text for name, text in self._begun.items() if name != "study"})
        if other is not None:
            raise StudyError(one_line(f"{self.path}: cannot be resumed here: {other}"))
        with _locked(self.path):
            shape = (len(self.study.cases), self.study.games)
            yield Shards(self.path / SHARDS, self.study.digest(), shape)

    def keep(self, played: Played) -> None:
        """Write the recording of a game, if it has one."""
        if played.recording is not None and played.game.recording is not None:
            with writing(self.path):
                (self.path / RECORDINGS).mkdir(exist_ok=True)
            write_whole(self.path / played.game.recording, played.recording)

    def write_tables(self, shards: Shards) -> None:
        """Write the tables of a study whose games are all finished."""
        write_tables(self.path, self.study, shards.scan())

    def first_failure(self) -> tuple[str, str] | None:
        """Of the first game that failed, the error and the command that plays it again."""
        games = pl.scan_parquet(self.path / "games.parquet").select("case", "game", "error")
        failed = games.filter(pl.col("error").is_not_null()).first().collect().rows()
        return (failed[0][2], self.command(*failed[0][:2])) if failed else None

    def command(self, case: int, game: int) -> str:
        """The command that plays one game of the study again, to be looked at."""
        job = self.study.job(case, game)
        kinds = job.players if len(set(job.players)) > 1 else job.players[:1]
        arguments = ["riffraff", "run", "--players", str(len(job.players))]
        arguments += [word for kind in kinds for word in ("--player", kind)]
        arguments += ["--seed", str(job.seed), "--params", str(self.path / PARAMS)]
        values = self.study.cases[case].values.items()
        arguments += [word for name, value in values for word in ("--set", f"{name}={value!r}")]
        return shlex.join(arguments)

    def tables(self) -> Tables:
        """The tables as frames, of all games finished so far; nobody needs to have stopped the study.

        Raises:
            StudyError: a shard is damaged.
        """
        for _ in range(_MOST_LOOKS):
            try:
                return tables_of(self.study, self._games())
            except FileNotFoundError:
                continue  # a run at work has just folded some shards into one
        raise StudyError(one_line(f"{self.path}: its shards change too fast to be read; try again"))

    def _games(self) -> pl.LazyFrame:
        """All finished games, each once."""
        known: set[tuple[int, int]] = set()
        sound = []
        # The newest first, as it may be what others were folded into.
        for path in sorted((self.path / SHARDS).glob("*.parquet"), reverse=True):
            games = read_shard(path, self.study.digest())
            if games is None:
                raise StudyError(
                    one_line(f"{path}: damaged; resume the study, and its games are played again")
                )
            keys = set(games.select("case", "game").rows())
            if not keys <= known:
                known |= keys
                sound.append(path)
        return scan(sound)


def _check_empty(path: Path) -> None:
    if any(entry.name != _LOCK for entry in path.iterdir()):
        way = "resume it, or name another" if (path / STUDY).is_file() else "name another"
        raise StudyError(one_line(f"{path}: exists already and is not empty; {way}"))


def _read_versions(path: Path) -> Mapping[str, str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StudyError(one_line(f"{path}: cannot be read: {error}")) from None
    if not isinstance(found, dict):
        raise StudyError(one_line(f"{path}: not what a study was begun with"))
    return found


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = filelock.FileLock(path / _LOCK)
    with writing(path):
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:  # an OSError too
            message = one_line(f"{path}: another run is at work in it")
            raise StudyError(message, wrong=False) from None
    try:
        yield
    finally:
        lock.release()
