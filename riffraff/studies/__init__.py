"""Batch runs: thousands of games as tables. What the tables say is in `riffraff.studies.report`."""

from riffraff.studies.batch import MAX_FAILURES, open_workers, run_batch, run_folder
from riffraff.studies.draft import Draft, read_draft
from riffraff.studies.errors import StudyError
from riffraff.studies.folder import Folder
from riffraff.studies.keep import Keep
from riffraff.studies.playing import StoppedError, failed, play_game
from riffraff.studies.rows import TABLES, Played
from riffraff.studies.runner import Progress
from riffraff.studies.study import Case, Job, Study
from riffraff.studies.sweep import Sweep
from riffraff.studies.tables import Tables
from riffraff.studies.whole import write_whole
from riffraff.studies.workers import Workers

__all__ = [
    "MAX_FAILURES",
    "TABLES",
    "Case",
    "Draft",
    "Folder",
    "Job",
    "Keep",
    "Played",
    "Progress",
    "StoppedError",
    "Study",
    "StudyError",
    "Sweep",
    "Tables",
    "Workers",
    "failed",
    "open_workers",
    "play_game",
    "read_draft",
    "run_batch",
    "run_folder",
    "write_whole",
]
