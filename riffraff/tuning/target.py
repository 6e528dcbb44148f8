"""Tuning to a target in a folder of its own.

====================  ==========================================================================
goal.toml             the goal, as `riffraff tune target` reads it
params.toml           the parameters that the search began with
versions.json         what it was begun with, and the goal's digest
study.db              Optuna's study: ``optuna-dashboard sqlite:///study.db``
games/                finished games of trials and finalists, and the fresh ones
trials.parquet        a row for each trial
tuned.toml            the parameters that were found
result.json           what they come to in fresh games, with intervals
report.html           all of it in pictures
====================  ==========================================================================
"""

import contextlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import polars as pl

from riffraff.params import dumps
from riffraff.studies import Progress, Workers, play_game, write_whole
from riffraff.studies.stats import Estimate
from riffraff.studies.whole import make_whole
from riffraff.studies.workers import Play
from riffraff.tuning.arena import Arena
from riffraff.tuning.asking import State, StudyFile, Trial
from riffraff.tuning.goal import Goal, goal_text, read_goal
from riffraff.tuning.place import Place
from riffraff.tuning.search import Found, Search
from riffraff.tuning.wants import Verdict

GOAL: Final = "goal.toml"
PARAMS: Final = "params.toml"
STUDY: Final = "study.db"
GAMES: Final = "games"
TRIALS: Final = "trials.parquet"
TUNED: Final = "tuned.toml"
RESULT: Final = "result.json"
REPORT: Final = "report.html"


class Target:
    """The folder of a search. `begin` makes one, `Target(path)` reads one that is there.

    Args:
        path: the folder.

    Attributes:
        path: as given.
        goal: what is wanted.

    Raises:
        StudyError: no search was begun in it, or it was changed since.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._place = _place(self.path)
        self.goal = read_goal(self._place.file())
        self._place.check(self.goal.digest())

    @classmethod
    def begin(cls, path: str | Path, goal: Goal) -> "Target":
        """Make the folder of a new search.

        Raises:
            StudyError: it exists and is not empty, or it cannot be made.
        """
        files = {GOAL: goal_text(goal, params=PARAMS), PARAMS: dumps(goal.parameters)}
        _place(Path(path)).begin(goal.digest(), files)
        return cls(path)

    def run(
        self,
        workers: Workers,
        *,
        watch: Callable[[Progress], None] | None = None,
        play: Play = play_game,
    ) -> Found:
        """Search on from where it stopped, and write what was found. All finished games are kept at any end.

        Args:
            workers: who plays; closed in the end.
            watch: called several times a second with how far it has come; what it raises stops it.
            play: plays one game.

        Raises:
            StudyError: games cannot be played, or something cannot be written.
        """
        from riffraff.tuning.target_report import report_html  # takes long to load

        with self._place.at_work(workers):
            with contextlib.closing(StudyFile(self.path / STUDY, self.goal.free)) as file:
                arena = Arena(
                    self.path / GAMES,
                    self.goal.digest(),
                    self.goal.study,
                    points=self.goal.trials + 1,
                    workers=workers,
                    watch=watch if watch is not None else lambda progress: None,
                    play=play,
                )
                found = Search(self.goal, file, arena, told=self._keep).run()
            self._keep(found.trials)
            write_whole(self.path / TUNED, dumps(found.parameters).encode())
            write_whole(self.path / RESULT, json.dumps(result(found), indent=2).encode())
            write_whole(self.path / REPORT, report_html(found).encode())
            return found

    def _keep(self, trials: Sequence[Trial]) -> None:
        frame = trials_frame(self.goal, trials)
        make_whole(self.path / TRIALS, frame.write_parquet)


def _place(path: Path) -> Place:
    return Place(path, main=GOAL, libraries=("optuna",))


def trials_frame(goal: Goal, trials: Sequence[Trial]) -> pl.DataFrame:
    """A row for each trial: what became of it, its parameters in SI, and what its games came to."""
    rows = [
        {
            "trial": trial.number,
            "generation": trial.number // goal.generation,
            "state": trial.state.value,
            "games": trial.games,
            "loss": trial.loss,
            **trial.values,
            **{f"games {name}": trial.shown.get(name) for name in (want.name for want in goal.wants)},
            "reason": trial.reason,
        }
        for trial in trials
    ]
    schema: dict[str, Any] = {
        "trial": pl.UInt32,
        "generation": pl.UInt32,
        "state": pl.Enum([state.value for state in State]),
        "games": pl.UInt32,
        "loss": pl.Float64,
        **{free.name: pl.Float64 for free in goal.free},
        **{f"games {want.name}": pl.Float64 for want in goal.wants},
        "reason": pl.String,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def verdicts(found: Found) -> dict[str, Verdict]:
    """What the fresh games say of each want."""
    estimates = found.goal.aims.estimates(found.after)
    return {want.name: want.verdict(own) for want, own in zip(found.goal.wants, estimates, strict=True)}


def result(found: Found) -> dict[str, Any]:
    """What was found as JSON types: values in SI, intervals at 95 %."""
    goal, aims = found.goal, found.goal.aims
    before, after = aims.estimates(found.before), aims.estimates(found.after)
    told = verdicts(found)
    return {
        "trial": found.winner.number,
        "parameters": dict(found.winner.values),
        "fresh_games": len(found.after.games),
        "failed_games": found.after.failed,
        "loss": {"before": _number(aims.loss(found.before)), "after": _number(aims.loss(found.after))},
        "wants": {
            want.name: {
                "wanted": want.value,
                "tolerance": want.tolerance,
                "before": _estimates(before[place]),
                "after": _estimates(after[place]),
                "verdict": told[want.name].value,
            }
            for place, want in enumerate(goal.wants)
        },
        "finalists": [
            {"trial": one.trial.number, "search": one.trial.loss, "runoff": _number(one.loss)}
            for one in found.finalists
        ],
    }


def _estimates(estimates: Sequence[Estimate]) -> Any:
    found = [
        {"value": _number(one.value), "low": _number(one.low), "high": _number(one.high)} for one in estimates
    ]
    return found if len(found) > 1 else found[0]


def _number(value: float) -> float | None:
    return value if value == value else None
