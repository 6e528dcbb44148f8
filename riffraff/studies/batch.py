"""Running a study from beginning to end."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from riffraff.studies.folder import Folder
from riffraff.studies.playing import play_game
from riffraff.studies.runner import Progress, Runner
from riffraff.studies.study import Study
from riffraff.studies.tables import Tables
from riffraff.studies.workers import DaskWorkers, LocalWorkers, Play, Workers

MAX_FAILURES: Final = 0.05
"""Share of a study's games that may fail, where nobody says otherwise."""


def run_batch(
    study: Study,
    folder: str | Path | None = None,
    *,
    resume: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    max_failures: float = MAX_FAILURES,
    watch: Callable[[Progress], None] | None = None,
    play: Play = play_game,
) -> Tables:
    """Play all games of a study and return its tables.

    Workers are processes that import the calling script again, as ever with `multiprocessing`: a script calls
    this below ``if __name__ == "__main__":``. A notebook needs nothing.

    Args:
        study: what to play.
        folder: where to keep it, a new folder or an empty one; by default it is kept nowhere.
        resume: whether to go on with what is in the folder, if the study is in it already.
        workers: number of processes, by default one for each processor.
        cluster: address of a Dask scheduler whose workers are to play instead, ``tcp://host:port``.
        max_failures: share of the games that may fail; one more stops the study.
        watch: called several times a second, and in the end, with how far the study has come; what it raises
            stops it.
        play: plays one game.

    Raises:
        StudyError: the folder is in use or holds something else, too many games failed, or games cannot be
            written. Whatever ends the run, all finished games are in the folder.
    """
    crew = open_workers(workers, cluster)
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="riffraff-study-") as passing:
            begun = Folder.begin(passing, study)
            run_folder(begun, crew, max_failures=max_failures, watch=watch, play=play)
            return begun.tables()
    begun = Folder.resume(folder, study) if resume else Folder.begin(folder, study)
    run_folder(begun, crew, max_failures=max_failures, watch=watch, play=play)
    return begun.tables()


def open_workers(number: int | None = None, cluster: str | None = None) -> Workers:
    """Processes on this machine, or the workers of a Dask cluster.

    Raises:
        StudyError: no scheduler answers there, or Dask is not installed.
    """
    return LocalWorkers(number) if cluster is None else DaskWorkers(cluster)


def run_folder(
    folder: Folder,
    workers: Workers,
    *,
    max_failures: float = MAX_FAILURES,
    watch: Callable[[Progress], None] | None = None,
    play: Play = play_game,
) -> Progress:
    """Play what is not finished of the study in a folder, then write its tables there.

    Args:
        folder: the study's.
        workers: who plays; closed in the end.
        max_failures: as for `run_batch`.
        watch: as for `run_batch`.
        play: as for `run_batch`.

    Raises:
        StudyError: as for `run_batch`.
    """
    with folder.working() as shards:
        runner = Runner(
            folder,
            shards,
            workers,
            play=play,
            max_failures=max_failures,
            watch=watch if watch is not None else lambda progress: None,
        )
        runner.run()
        folder.write_tables(shards)
        return runner.progress
