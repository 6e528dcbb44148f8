"""Playing one game of a study: what a worker does."""

import contextlib
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from riffraff.game import Facts, Game, Recorder, RecordingError
from riffraff.params.errors import one_line
from riffraff.studies.observer import Observer
from riffraff.studies.rows import GameRow, Played
from riffraff.studies.study import Job

if TYPE_CHECKING:
    from riffraff.physics.scene import Array
    from riffraff.rules import Seat


RECORDINGS: Final = "recordings"
"""Folder, in that of a study, of the recordings that are kept."""


class StoppedError(Exception):
    """Raised in a worker in the midst of a game, as the batch was stopped."""


def play_game(job: Job, pulse: Callable[[], None]) -> Played:
    """Play a game and return its rows, and its recording if it is to be kept.

    A game that cannot be played to its end, for whatever error, has a row that says so.

    Args:
        job: which game.
        pulse: called in every frame; raises `StoppedError` when nobody wants the game any more.
    """
    try:
        if not job.keep.may_keep(job.game):
            return _played(job, pulse)
        with tempfile.TemporaryDirectory(prefix="riffraff-") as folder:
            file = Path(folder) / "game.mcap"
            facts = Facts(players=job.players, seed=job.seed, parameters=job.parameters)
            with Recorder(file, facts) as recorder:
                played = _played(job, pulse, recorder)
            return _kept(played, job, file)
    except (StoppedError, OSError, RecordingError, MemoryError):
        raise  # not the game's fault: it would go well elsewhere, or later
    except Exception as error:
        return failed(job, f"{type(error).__name__}: {error}")


def failed(job: Job, error: str) -> Played:
    """What came of a game that failed."""
    return Played(
        key=job.key, game=GameRow(seed=job.seed, players=len(job.players), error=one_line(error)), rows={}
    )


def _played(job: Job, pulse: Callable[[], None], recorder: Recorder | None = None) -> Played:
    def look(now: float, poses: "Array") -> None:
        pulse()
        observer.frame()
        if recorder is not None:
            recorder.frame(now, poses)

    def answer(seat: "Seat", question: str, value: object) -> None:
        pulse()
        if recorder is not None:
            recorder.answer(seat, question, value)

    began = time.perf_counter()
    game = Game(job.players, seed=job.seed, parameters=job.parameters, on_frame=look, on_answer=answer)
    with contextlib.closing(game):
        observer = Observer(game, began)
        for entry in game.play():
            observer.entry(entry)
            if recorder is not None:
                recorder.entry(entry)
        return Played(key=job.key, game=observer.game_row(), rows=observer.rows())


def _kept(played: Played, job: Job, file: Path) -> Played:
    """A game with its recording, if it is one to keep."""
    lost = len(played.rows["falls"])
    if not job.keep.keeps(job.game, lost=lost, capsizes=played.game.capsizes or 0):
        return played
    name = f"{RECORDINGS}/case-{job.case:04d}-game-{job.game:06d}.mcap"
    return replace(played, game=replace(played.game, recording=name), recording=file.read_bytes())
