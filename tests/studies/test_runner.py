"""Playing a study in this process: what goes wrong on the way, and what is left of it."""

import functools
import json
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import polars as pl
import pytest

from riffraff.studies import Folder, Job, Played, Progress, Study, StudyError, Sweep, Tables, run_folder
from riffraff.studies.calls import TRIES
from riffraff.studies.workers import hello

from . import stand_in

T = TypeVar("T")


class Threads:
    """Workers that are threads; a game may be said to kill the worker that plays it, and its neighbours."""

    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, number: int = 2, *, deadly: Callable[[Job], bool] = lambda job: False) -> None:
        self.most = number + 1
        self.deadly = deadly
        self.alone: list[int] = []
        """Games that were played while no other was."""
        self.renewals = 0
        self.closed: bool | None = None
        self._number = number
        self._under_way: list[Future[Any]] = []
        self._broken = False
        self._threads = ThreadPoolExecutor(number)

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        if self._broken:
            raise BrokenExecutor("a worker died")
        job = arguments[1] if arguments else None
        if isinstance(job, Job) and all(future.done() for future in self._under_way):
            self.alone.append(job.game)
        if isinstance(job, Job) and self.deadly(job):
            self._broken = True
            dead: Future[T] = Future()
            for future in (dead, *self._under_way):
                if not future.done():
                    future.set_exception(BrokenExecutor("a worker died"))
            return dead
        waiting: Future[T] = Future()
        self._under_way.append(waiting)
        self._threads.submit(self._call, waiting, function, arguments)
        return waiting

    def _call(self, waiting: "Future[Any]", function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        try:
            result = function(*arguments)
        except Exception as error:
            if not waiting.done():
                waiting.set_exception(error)
        else:
            if not waiting.done():
                waiting.set_result(result)

    def renew(self) -> None:
        self._broken = False
        self.renewals += 1

    def close(self, *, stop: bool) -> None:
        self.closed = stop
        self._threads.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder.begin(tmp_path / "study", stand_in.study(12, sweeps=(Sweep("wood.friction", (0.2, 0.3)),)))


@pytest.fixture(autouse=True)
def _no_files_left_aside(tmp_path: Path) -> Iterator[None]:
    yield
    assert not list(tmp_path.rglob("*.part"))


def run(
    folder: Folder,
    workers: Threads | None = None,
    *,
    max_failures: float = 0.5,
    watch: Callable[[Progress], None] | None = None,
    **how: Any,
) -> Progress:
    return run_folder(
        folder,
        workers or Threads(),
        max_failures=max_failures,
        watch=watch,
        play=functools.partial(stand_in.play, **how),
    )


def wanted(study: Study) -> list[Played]:
    return [stand_in.made_up(study.job(*key)) for key in study.order()]


def loaded(tables: Tables) -> int:
    return int(tables.games["loaded"].sum())


def test_all_games_are_played_and_the_tables_are_there_for_anyone(folder: Folder) -> None:
    workers = Threads()
    end = run(folder, workers)
    assert (end.total, end.before, end.count.games, end.count.failed) == (24, 0, 24, 0)
    assert workers.closed is False
    tables = folder.tables()
    assert loaded(tables) == sum(played.game.loaded or 0 for played in wanted(folder.study))
    for name in ("games", "seats", "turns", "placements", "falls", "timing", "cases"):
        file = folder.path / f"{name}.parquet"
        assert pl.read_parquet(file).equals(getattr(tables, name))
        about = pl.read_parquet_metadata(file)
        assert about["study"] == folder.study.digest()
        assert list(json.loads(about["columns"])) == list(pl.read_parquet_schema(file))
    page = (folder.path / "columns.md").read_text()
    assert "| `wood.friction` | Float64 |" in page
    assert "| `heel_max` | Float64 | rad | largest heel" in page


def test_progress_tells_of_all_games_in_the_end(folder: Folder) -> None:
    seen: list[Progress] = []
    run(folder, watch=seen.append)
    counts = [progress.count.games for progress in seen]
    assert counts == sorted(counts)
    assert counts[-1] == 24
    assert seen[-1].count.loaded == loaded(folder.tables())


def test_what_the_watch_raises_stops_it_and_nothing_finished_is_lost(folder: Folder) -> None:
    class EnoughError(Exception):
        pass

    finished = 0

    def watch(progress: Progress) -> None:
        nonlocal finished
        finished = progress.count.games
        if finished >= 5:
            raise EnoughError

    workers = Threads()
    with pytest.raises(EnoughError):
        run(folder, workers, watch=watch)
    assert workers.closed is True
    assert 5 <= finished < 24
    assert folder.tables().games.height == finished
    assert not (folder.path / "games.parquet").exists()
    again = run(folder)
    assert (again.before, again.count.games) == (finished, 24)
    assert loaded(folder.tables()) == sum(played.game.loaded or 0 for played in wanted(folder.study))


def test_a_finished_study_is_not_played_again(folder: Folder) -> None:
    run(folder)
    before = folder.tables()

    def never(job: Job, pulse: Callable[[], None]) -> Played:
        raise AssertionError("played again")

    end = run_folder(folder, Threads(), play=never)
    assert (end.before, end.count.games) == (24, 24)
    assert folder.tables().timing.equals(before.timing)


def test_games_that_fail_are_rows_and_the_others_go_on(folder: Folder) -> None:
    end = run(folder, fails=3)
    assert end.count.failed == 2
    games = folder.tables().games
    assert games.filter(pl.col("error").is_not_null()).select("case", "game", "error").rows() == [
        (0, 3, "PhysicsError: made up"),
        (1, 3, "PhysicsError: made up"),
    ]
    assert games["turns"].null_count() == 2
    assert folder.first_failure() == ("PhysicsError: made up", folder.command(0, 3))


def test_the_command_that_plays_a_game_again_names_all_it_takes(folder: Folder) -> None:
    words = folder.command(1, 3).split()
    assert words[:2] == ["riffraff", "run"]
    assert words[words.index("--seed") + 1] == str(folder.study.game_seed(3))
    assert words[-2:] == ["--set", "wood.friction=0.3"]
    assert [words[n + 1] for n, word in enumerate(words) if word == "--player"] == ["careful", "random"]
    assert words[words.index("--params") + 1] == str(folder.path / "params.toml")


def test_more_failures_than_allowed_stop_it(folder: Folder) -> None:
    with pytest.raises(StudyError) as stop:
        run(folder, max_failures=1 / 24, fails=3)
    assert not stop.value.wrong
    message = str(stop.value)
    assert message.startswith("2 of ")
    assert "of the study's 24 only 1 may" in message
    commands = [folder.command(case, 3) for case in (0, 1)]
    assert any(message.endswith(f"PhysicsError: made up; play it again with: {one}") for one in commands)
    games = folder.tables().games
    assert games["error"].count() == 2
    end = run(folder, max_failures=2 / 24, fails=3)  # allowed a little more, it goes on
    assert end.count.games == 24


def test_exactly_as_many_failures_as_allowed_do_not(folder: Folder) -> None:
    assert run(folder, max_failures=2 / 24, fails=3).count.games == 24


def test_a_game_that_always_kills_its_worker_is_a_failed_one_and_takes_no_other_with_it(
    folder: Folder,
) -> None:
    workers = Threads(4, deadly=lambda job: job.key == (0, 5))
    end = run(folder, workers)
    assert (end.count.games, end.count.failed) == (24, 1)
    games = folder.tables().games.filter(pl.col("error").is_not_null())
    assert games.select("case", "game").rows() == [(0, 5)]
    assert games["error"].item() == (
        f"WorkerDied: its process died each of the {TRIES} times it was played alone"
    )
    assert workers.alone.count(5) >= TRIES


def test_workers_that_die_now_and_then_change_nothing(folder: Folder) -> None:
    left = {(0, 2), (1, 5), (1, 6), (0, 11)}

    def deadly(job: Job) -> bool:
        if job.key in left:
            left.remove(job.key)
            return True
        return False

    end = run(folder, Threads(3, deadly=deadly))
    assert not left
    assert (end.count.games, end.count.failed) == (24, 0)
    assert loaded(folder.tables()) == sum(played.game.loaded or 0 for played in wanted(folder.study))


def test_workers_that_cannot_even_start_stop_it(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(Threads):
        def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
            dead: Future[T] = Future()
            dead.set_exception(BrokenExecutor("a worker died"))
            return dead

    assert hello() is None  # type: ignore[func-returns-value]
    with pytest.raises(StudyError, match=r"die before they can play.*__main__"):
        run(folder, Dead())


def test_a_worker_that_fails_outside_of_a_game_stops_it_with_its_reason(folder: Folder) -> None:
    def full(job: Job, pulse: Callable[[], None]) -> Played:
        raise OSError(28, "No space left on device")

    with pytest.raises(StudyError, match=r"a worker cannot play: OSError: .*No space left on device"):
        run_folder(folder, Threads(), play=full)


def test_a_worker_of_another_version_is_told(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    from riffraff.studies import workers

    monkeypatch.setattr(workers, "difference", lambda begun: "numpy is 1.0, it was begun with 2.2.6")
    with pytest.raises(StudyError, match=r"a worker on .* cannot play for this study: numpy is 1.0"):
        run(folder)


# -- the folder -------------------------------------------------------------------------------------------


def test_recordings_of_the_games_that_are_kept_are_in_the_folder(tmp_path: Path) -> None:
    study = stand_in.study(4, keep="1/2")

    def play(job: Job, pulse: Callable[[], None]) -> Played:
        played = stand_in.made_up(job)
        if not job.keep.may_keep(job.game):
            return played
        name = f"recordings/{job.game}.mcap"
        return replace(played, game=replace(played.game, recording=name), recording=bytes([job.game]))

    folder = Folder.begin(tmp_path / "study", study)
    run_folder(folder, Threads(), play=play)
    names = folder.tables().games["recording"].to_list()
    assert names == ["recordings/0.mcap", None, "recordings/2.mcap", None]
    assert (folder.path / "recordings" / "2.mcap").read_bytes() == b"\x02"
    assert len(list((folder.path / "recordings").iterdir())) == 2


def test_a_folder_gives_its_study_back(folder: Folder) -> None:
    assert Folder(folder.path).study == folder.study
    assert Folder.resume(folder.path, folder.study).study == folder.study
    with pytest.raises(StudyError, match="holds another study"):
        Folder.resume(folder.path, stand_in.study(12))


def test_a_folder_is_begun_once(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="exists already and is not empty; resume it, or name another"):
        Folder.begin(folder.path, folder.study)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").touch()
    with pytest.raises(StudyError, match="exists already and is not empty; name another"):
        Folder.begin(tmp_path / "mine", folder.study)
    (tmp_path / "empty").mkdir()
    assert Folder.begin(tmp_path / "empty", folder.study).study == folder.study


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StudyError, match=r"file/study: cannot be written: Not a directory"):
        Folder.begin(tmp_path / "file" / "study", stand_in.study(1))
    with pytest.raises(StudyError, match="cannot be written: File exists"):
        Folder.begin(tmp_path / "file", stand_in.study(1))


def test_a_folder_without_a_study_is_told(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"no study is here; there is no study.toml"):
        Folder(tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("study.toml", "games = 12", "games = 13"), ("params.toml", "friction = 0.4", "friction = 0.41")],
)
def test_a_study_that_was_changed_after_it_was_begun_is_refused(
    folder: Folder, file: str, old: str, new: str
) -> None:
    path = folder.path / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(StudyError, match="was changed after the study was begun"):
        Folder(folder.path)


def test_a_study_begun_with_other_versions_is_not_resumed(folder: Folder) -> None:
    file = folder.path / "versions.json"
    text = file.read_text()
    file.write_text(text.replace('"riffraff": "0.1.0"', '"riffraff": "0.0.9"'))
    assert file.read_text() != text
    changed = Folder(folder.path)  # it can be looked at
    assert changed.tables().games.is_empty()
    with pytest.raises(StudyError, match=r"riffraff is 0.1.0, it was begun with 0.0.9"):
        run(changed)


def test_a_second_run_in_the_folder_is_refused(folder: Folder) -> None:
    with folder.working(), pytest.raises(StudyError, match="another run is at work in it") as refusal:
        run(Folder(folder.path))
    assert not refusal.value.wrong
    assert run(folder).count.games == 24


def test_a_damaged_shard_is_named_and_its_games_are_played_again(folder: Folder) -> None:
    run(folder)
    whole = folder.tables()
    (shard,) = (folder.path / "shards").iterdir()
    shard.write_bytes(shard.read_bytes()[:-100])
    with pytest.raises(StudyError, match=f"{shard.name}: damaged; resume the study"):
        folder.tables()
    seen: list[Progress] = []
    run(folder, watch=seen.append)
    assert seen[0].damaged == (shard.name,)
    assert folder.tables().games.equals(whole.games)
    assert folder.tables().falls.equals(whole.falls)


def test_tables_of_a_study_under_way_hold_what_is_finished(folder: Folder) -> None:
    assert folder.tables().games.is_empty()
    with folder.working() as shards:
        for played in wanted(folder.study)[:7]:
            shards.add(played)
        shards.flush()
        assert folder.tables().games.height == 7
