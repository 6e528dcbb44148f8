"""Finished games on disk: never lost, never double, whatever happens to the files and in what order."""

import itertools
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riffraff.studies import TABLES, Played, Study, StudyError, failed
from riffraff.studies.shards import FOLDED, LONGEST_WAIT, MOST_WAITING, Count, Shards
from riffraff.studies.sweep import Sweep
from riffraff.studies.tables import tables_of

from . import stand_in

SMALL = stand_in.study(10, sweeps=(Sweep("wood.friction", (0.2, 0.3)),))
GAMES = [stand_in.made_up(SMALL.job(*key)) for key in SMALL.order()]


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(folder: Path, study: Study = SMALL, clock: Clock | None = None) -> Shards:
    shape = (len(study.cases), study.games)
    return Shards(folder / "shards", study.digest(), shape, clock=clock or Clock())


def filled(folder: Path, *parts: Sequence[Played], study: Study = SMALL) -> Shards:
    """Shards with one file for each part."""
    shards = opened(folder, study)
    for part in parts:
        for played in part:
            shards.add(played)
        shards.flush()
    return shards


def rows(shards: Shards, study: Study = SMALL) -> dict[str, pl.DataFrame]:
    tables = tables_of(study, shards.scan())
    return {name: getattr(tables, name) for name in (*TABLES, "cases") if name != "timing"}


def same(first: dict[str, pl.DataFrame], second: dict[str, pl.DataFrame]) -> bool:
    return all(first[name].equals(second[name]) for name in first)


def files(folder: Path) -> list[Path]:
    return sorted((folder / "shards").iterdir())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    return rows(filled(tmp_path_factory.mktemp("whole"), GAMES))


@pytest.fixture
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("shards")
    yield folder
    shutil.rmtree(folder)


def test_the_tables_hold_what_was_played(undisturbed: dict[str, pl.DataFrame]) -> None:
    games = undisturbed["games"]
    assert games.select("case", "game").rows() == sorted(played.key for played in GAMES)
    by_key = {played.key: played for played in GAMES}
    for row in games.rows(named=True):
        played = by_key[row["case"], row["game"]]
        assert {name: row[name] for name in played.game.plain()} == played.game.plain()
    for name in ("seats", "turns", "placements", "falls"):
        wanted = [
            {"case": key[0], "game": key[1], **row.plain()}
            for key in sorted(by_key)
            for row in by_key[key].rows[name]
        ]
        assert undisturbed[name].rows(named=True) == wanted


@settings(max_examples=25)
@given(
    order=st.permutations(range(len(GAMES))),
    cuts=st.sets(st.integers(1, len(GAMES) - 1)),
    hurts=st.dictionaries(
        st.integers(0, len(GAMES) - 1), st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 8))
    ),
)
def test_the_tables_are_the_same_whatever_the_order_the_shards_and_what_is_damaged(
    order: list[int],
    cuts: set[int],
    hurts: dict[int, tuple[float, int]],
    undisturbed: dict[str, pl.DataFrame],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A hurt shard is cut short somewhere, or one of its bits is turned over."""
    folder = tmp_path_factory.mktemp("any")
    ends = [0, *sorted(cuts), len(order)]
    parts = [[GAMES[n] for n in order[a:b]] for a, b in itertools.pairwise(ends)]
    filled(folder, *parts)
    hurt = {number: how for number, how in hurts.items() if number < len(parts)}
    names = [file.name for file in files(folder)]
    for number, (share, bit) in hurt.items():
        file = folder / "shards" / names[number]
        content = bytearray(file.read_bytes())
        where = int(share * len(content))
        if bit == 8:
            del content[where:]
        else:
            content[where] ^= 1 << bit
        file.write_bytes(content)
    shards = opened(folder)
    assert set(shards.damaged) == {names[number] for number in hurt}
    missing = [played for played in GAMES if not shards.done[played.key]]
    assert sorted(played.key for played in missing) == sorted(
        played.key for number in hurt for played in parts[number]
    )
    for played in missing:
        shards.add(played)
    shards.flush()
    assert shards.done.all()
    assert same(rows(shards), undisturbed)
    shutil.rmtree(folder)


def test_finished_games_are_on_the_disk_before_long(folders: Path) -> None:
    clock = Clock()
    shards = opened(folders, clock=clock)
    shards.add(GAMES[0])
    shards.flush(all_=False)
    assert not files(folders)
    clock.now = LONGEST_WAIT
    shards.flush(all_=False)
    assert len(files(folders)) == 1
    shards.flush()
    assert len(files(folders)) == 1  # nothing waited


def test_many_games_do_not_wait_for_the_time(folders: Path) -> None:
    study = stand_in.study(MOST_WAITING)
    shards = opened(folders, study)
    for key in study.order():
        shards.flush(all_=False)
        assert not files(folders)
        shards.add(stand_in.made_up(study.job(*key)))
    shards.flush(all_=False)
    assert len(files(folders)) == 1


def test_many_small_shards_are_folded_into_one(folders: Path) -> None:
    study = stand_in.study(FOLDED + 3)
    games = [stand_in.made_up(study.job(*key)) for key in study.order()]
    shards = filled(folders, *([played] for played in games), study=study)
    assert len(files(folders)) == 1 + 3
    assert shards.scan().collect().height == FOLDED + 3
    again = opened(folders, study)
    assert again.done.all()
    assert again.count == shards.count == Count.of(played.game for played in games)


def test_a_run_that_was_killed_while_it_folded_leaves_nothing_double(folders: Path) -> None:
    study = stand_in.study(FOLDED)
    games = [stand_in.made_up(study.job(*key)) for key in study.order()]
    filled(folders, *([played] for played in games[:-1]), study=study)
    before = {file: file.read_bytes() for file in files(folders)}
    whole = rows(filled(folders, games[-1:], study=study), study)
    for file, content in list(before.items())[1:]:  # killed when it had removed one of them
        file.write_bytes(content)
    shards = opened(folders, study)
    assert len(files(folders)) == 1
    assert not shards.damaged
    assert same(rows(shards, study), whole)


def test_what_was_being_written_when_a_run_was_killed_is_cleared_away(folders: Path) -> None:
    filled(folders, GAMES[:3])
    left = folders / "shards" / ".000002-0123456789abcdef.parquet.part"
    left.write_bytes(b"PAR1 half of it")
    shards = opened(folders)
    assert not left.exists()
    assert shards.count.games == 3


def test_a_game_is_taken_in_once(folders: Path) -> None:
    shards = filled(folders, [GAMES[0], GAMES[0]], [GAMES[0]])
    assert shards.count.games == 1
    assert shards.scan().collect().height == 1


def test_failed_games_are_rows_of_their_own(folders: Path) -> None:
    broken = failed(SMALL.job(1, 4), "PhysicsError: the solver lost a body")
    shards = filled(folders, [GAMES[0], broken])
    assert shards.count.failed == opened(folders).count.failed == 1
    games = tables_of(SMALL, shards.scan()).games
    assert games.filter(pl.col("error").is_not_null()).select("case", "game", "seed", "error").rows() == [
        (1, 4, SMALL.game_seed(4), "PhysicsError: the solver lost a body")
    ]
    assert tables_of(SMALL, shards.scan()).turns.filter(case=1, game=4).is_empty()


def test_a_shard_of_another_study_is_refused(folders: Path) -> None:
    filled(folders, GAMES[:2])
    with pytest.raises(StudyError, match=r"000001-.*: a shard of another study; move it away"):
        opened(folders, stand_in.study(10, seed=2, sweeps=SMALL.sweeps))


def test_games_that_cannot_be_written_wait_and_nothing_suffers(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shards = filled(folders, GAMES[:2])
    before = {file: file.read_bytes() for file in files(folders)}
    shards.add(GAMES[2])

    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(StudyError, match="cannot be written: No space left on device"):
            shards.flush()
    assert {file: file.read_bytes() for file in files(folders)} == before
    shards.flush()
    assert opened(folders).count.games == 3
