"""Which parameters to try next: Optuna's answer, and the study file in which it keeps what came of them.

The answer follows from the seed and from what is known of all generations before: a search that was killed
asks again and is told the same. So the file holds finished trials only, each put there whole.
"""

import functools
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, FloatDistribution, IntDistribution
from optuna.importance import PedAnovaImportanceEvaluator, get_param_importances
from optuna.samplers import TPESampler
from optuna.storages import RDBStorage
from optuna.trial import FrozenTrial, TrialState, create_trial

from riffraff.params.errors import one_line
from riffraff.tuning.errors import TuningError
from riffraff.tuning.space import Free

NAME: Final = "target"
"""Name of the study in its file."""

_FEWEST_DRAWN: Final = 8  # trials drawn from the whole space before any is chosen by what is known
_DRAWN_FOR_EACH: Final = 2  # and at least so many for each free parameter
_FEWEST_RANKED: Final = 4  # trials without which nothing is said about what matters


class State(str, Enum):
    """What became of a trial."""

    COMPLETE = "complete"
    PRUNED = "pruned"
    FAILED = "failed"


_STATES: Final = {
    State.COMPLETE: TrialState.COMPLETE,
    State.PRUNED: TrialState.PRUNED,
    State.FAILED: TrialState.FAIL,
}


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A finished trial.

    Attributes:
        number: from 0.
        values: the free parameters by name, in SI.
        state: what became of it.
        losses: how far it was from the goal, by the number of games after which it was looked.
        shown: one value for each want, by its name, after the last of them.
        reason: why it failed.
    """

    number: int
    values: Mapping[str, float]
    state: State
    losses: Mapping[int, float]
    shown: Mapping[str, float]
    reason: str | None = None

    @property
    def loss(self) -> float | None:
        """How far it was from the goal in the end, if it did not fail."""
        return None if self.state is State.FAILED else self.losses[max(self.losses)]

    @property
    def games(self) -> int:
        """Games that it was judged by."""
        return max(self.losses, default=0)


def drawn_first(free: Sequence[Free]) -> int:
    """Trials of a search that are drawn from the whole space before any is chosen by what is known."""
    return max(_FEWEST_DRAWN, _DRAWN_FOR_EACH * len(free))


def ask(
    free: Sequence[Free], known: Sequence[Trial], count: int, *, seed: int, start: Mapping[str, float]
) -> list[dict[str, float]]:
    """Parameters to try next.

    Args:
        free: the free parameters.
        known: all trials of the generations before, in their order.
        count: how many sets of parameters.
        seed: of the search.
        start: values to begin with, if they are in range; the very first trial has them.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    entropy = np.random.SeedSequence(seed, spawn_key=(len(known),)).generate_state(1)
    sampler = TPESampler(seed=int(entropy[0]), multivariate=True, n_startup_trials=drawn_first(free))
    study = optuna.create_study(sampler=sampler)
    distributions = _distributions(free)
    study.add_trials([_frozen(trial, distributions) for trial in known])
    if not known and all(one.holds(start[one.name]) for one in free):
        study.enqueue_trial({one.name: start[one.name] for one in free})
    return [dict(study.ask(distributions).params) for _ in range(count)]


def importances(free: Sequence[Free], known: Sequence[Trial]) -> dict[str, float]:
    """How much of what the better trials have in common each parameter accounts for, as shares of 1.

    By PED-ANOVA; empty if too few trials are complete, or all came to the same.
    """
    complete = [trial for trial in known if trial.state is State.COMPLETE]
    if len(complete) < _FEWEST_RANKED or len({trial.loss for trial in complete}) == 1:
        return {}
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study()
    study.add_trials([_frozen(trial, _distributions(free)) for trial in complete])
    found = get_param_importances(study, evaluator=PedAnovaImportanceEvaluator())
    return {name: float(share) for name, share in found.items()}


class StudyFile:
    """Optuna's file of a search: all finished trials, in their order.

    Args:
        path: an SQLite database, made if it is not there.
        free: the free parameters.

    Raises:
        TuningError: it cannot be read or written, or is of another search.
    """

    def __init__(self, path: Path, free: Sequence[Free]) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._path, self._distributions = path, _distributions(free)
        self._names = set(self._distributions)
        try:
            # Opened by us: a path in a URL would have to be free of question marks.
            self._storage = RDBStorage(
                f"sqlite:///{path.name}", engine_kwargs={"creator": functools.partial(sqlite3.connect, path)}
            )
            self._study = optuna.create_study(
                storage=self._storage, study_name=NAME, direction="minimize", load_if_exists=True
            )
        except Exception as error:  # of Optuna's, SQLAlchemy's and SQLite's making
            raise self._refusal("cannot be opened", error) from error

    def trials(self) -> list[Trial]:
        """The trials that are in it.

        Raises:
            TuningError: someone else put others there.
        """
        found = self._study.get_trials(deepcopy=False)
        if any(frozen.state not in _STATES.values() or set(frozen.params) != self._names for frozen in found):
            raise TuningError(one_line(f"{self._path}: holds trials that are not of this search"))
        return [_trial(frozen) for frozen in found]

    def add(self, trial: Trial) -> None:
        """Put a finished trial into it, whole.

        Raises:
            TuningError: it cannot be written.
        """
        try:
            self._study.add_trial(_frozen(trial, self._distributions))
        except Exception as error:
            raise self._refusal("cannot be written", error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._storage.engine.dispose()

    def _refusal(self, what: str, error: Exception) -> TuningError:
        reason = str(error.__cause__ or error).splitlines()[0]
        return TuningError(one_line(f"{self._path}: {what}: {reason}"), wrong=False)


def _distributions(free: Sequence[Free]) -> dict[str, BaseDistribution]:
    return {
        one.name: IntDistribution(round(one.low), round(one.high))
        if one.quantity.whole
        else FloatDistribution(one.low, one.high)
        for one in free
    }


def _frozen(trial: Trial, distributions: dict[str, BaseDistribution]) -> FrozenTrial:
    attributes: dict[str, Any] = dict(trial.shown)
    if trial.reason is not None:
        attributes["reason"] = trial.reason
    return create_trial(
        state=_STATES[trial.state],
        value=trial.loss,
        params=dict(trial.values),
        distributions=distributions,
        intermediate_values=dict(trial.losses),
        user_attrs=attributes,
    )


def _trial(frozen: FrozenTrial) -> Trial:
    attributes = dict(frozen.user_attrs)
    reason = attributes.pop("reason", None)
    return Trial(
        number=frozen.number,
        values=dict(frozen.params),
        state=next(state for state, theirs in _STATES.items() if theirs is frozen.state),
        losses=dict(frozen.intermediate_values),
        shown=attributes,
        reason=reason,
    )
