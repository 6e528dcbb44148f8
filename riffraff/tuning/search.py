"""The search for parameters with which games are as somebody wants them.

Trials come in generations of a fixed size: all of one are chosen before any of it is played, from what is
known of those before. So the trials are the same however many workers play, and whatever is killed on the
way. All play the same games (common random numbers), in rungs: after each the hopeless are given up, those
that the same games show to be farther from the goal than the best of the generations before.

The best of many trials is partly the luckiest. So the best few play again, other games, which tell too how
lucky the search's games were; the few that are best in that light join them, and they decide among themselves
by those games. What the winner comes to is told from fresh games that decided nothing.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from riffraff.params import ParameterError, Parameters
from riffraff.params.errors import one_line
from riffraff.studies import MAX_FAILURES
from riffraff.tuning.arena import Arena
from riffraff.tuning.asking import State, StudyFile, Trial, ask
from riffraff.tuning.errors import TuningError
from riffraff.tuning.goal import Goal
from riffraff.tuning.measures import Tally, hopeless

DOUBT: Final = 0.01
"""Share of draws that is left out of account where a trial is given up; see `hopeless`."""


@dataclass(frozen=True, kw_only=True)
class Finalist:
    """One of the best trials.

    Attributes:
        trial: which.
        loss: how far it is from the goal in the games of the finalists.
    """

    trial: Trial
    loss: float


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search came to.

    Attributes:
        goal: what was wanted.
        trials: all trials.
        finalists: the best of them, the winner first.
        parameters: the winner's, all of them.
        before: what the fresh games came to with the parameters that the search began with.
        after: what they came to with the winner's.
    """

    goal: Goal
    trials: tuple[Trial, ...]
    finalists: tuple[Finalist, ...]
    parameters: Parameters
    before: Tally
    after: Tally

    @property
    def winner(self) -> Trial:
        """The trial that is the result."""
        return self.finalists[0].trial


class Search:
    """A search; `run` goes through it, from wherever it stopped.

    Args:
        goal: what is wanted.
        file: keeps the trials.
        arena: plays the games; it has a set of parameters for each trial, and one for those at the beginning.
        told: called with all finished trials after each generation.
    """

    def __init__(
        self, goal: Goal, file: StudyFile, arena: Arena, *, told: Callable[[list[Trial]], None] | None = None
    ) -> None:
        self._goal, self._file, self._arena = goal, file, arena
        self._told = told if told is not None else lambda trials: None
        self._seats, self._aims = len(goal.players), goal.aims

    def run(self) -> Found:
        """Search, and return what was found.

        Raises:
            StudyError: no trial can be played to its end, or something cannot be played or written.
        """
        trials = self._file.trials()
        self._expect(trials)
        for first in range(0, self._goal.trials, self._goal.generation):
            if len(trials) >= min(first + self._goal.generation, self._goal.trials):
                continue
            known = trials[:first]
            generation = list(self._generation(known))
            for trial in generation[len(trials) - first :]:  # a run that was killed may have put some there
                self._file.add(trial)
            trials = [*known, *generation]
            self._expect(trials)
            self._told(trials)
        return self._final(trials)

    def _expect(self, trials: list[Trial]) -> None:
        """Tell the arena how many games there will be, if no other trial is given up."""
        goal = self._goal
        left = (goal.trials - len(trials)) * goal.games
        last = min(2 * goal.finalists, goal.trials) * goal.runoff + 2 * goal.fresh
        self._arena.expected = sum(trial.games for trial in trials) + left + last

    # -- a generation ---------------------------------------------------------------------------------------

    def _generation(self, known: list[Trial]) -> Iterator[Trial]:
        """The next trials, each played as far as it is worth it, in their order."""
        goal = self._goal
        count = min(goal.generation, goal.trials - len(known))
        start = {free.name: goal.parameters.value(free.name) for free in goal.free}
        asked = ask(goal.free, known, count, seed=goal.seed, start=start)
        running = {
            len(known) + place: _Running(dict(values), goal, len(known) + place)
            for place, values in enumerate(asked)
        }
        best = best_of(known)
        for rung in goal.rungs:
            alive = {number: trial for number, trial in running.items() if trial.state is None}
            self._play({number: trial.parameters for number, trial in alive.items()}, rung)
            held_against = None if best is None else self._tally([best.number], rung)[best.number]
            for number, tally in self._tally(list(alive), rung).items():
                alive[number].judge(tally, rung, held_against)
        return (trial.finished() for trial in running.values())

    def _play(self, points: Mapping[int, Parameters], games: int) -> None:
        self._arena.play(points, range(games))

    def _tally(self, points: list[int], games: int) -> dict[int, Tally]:
        return self._arena.tallies(self._aims.measures, points, range(games))

    # -- the end --------------------------------------------------------------------------------------------

    def _final(self, trials: list[Trial]) -> Found:
        goal = self._goal
        best = sorted((trial for trial in trials if trial.state is State.COMPLETE), key=_rank)
        if not best:
            reason = next((trial.reason for trial in trials if trial.reason), "none was played to its end")
            raise TuningError(f"no trial can be played: {reason}", wrong=False)
        first = best[: goal.finalists]
        tallies = self._run_off(first)
        second = self._in_another_light(best, tallies)
        tallies |= self._run_off(second)
        finalists = sorted(
            (Finalist(trial=one, loss=self._aims.loss(tallies[one.number])) for one in (*first, *second)),
            key=lambda finalist: (_comparable(finalist.loss), _rank(finalist.trial)),
        )
        winner = finalists[0].trial.number
        parameters = goal.parameters_of(finalists[0].trial.values)
        before = goal.trials  # the number after those of the trials
        self._arena.play({winner: parameters, before: goal.parameters}, goal.fresh_games)
        fresh = self._arena.tallies(self._aims.measures, [winner, before], goal.fresh_games)
        return Found(
            goal=goal,
            trials=tuple(trials),
            finalists=tuple(finalists),
            parameters=parameters,
            before=fresh[before],
            after=fresh[winner],
        )

    def _run_off(self, trials: list[Trial]) -> dict[int, Tally]:
        """What trials come to in the games of finalists."""
        goal = self._goal
        self._arena.play({one.number: goal.parameters_of(one.values) for one in trials}, goal.runoff_games)
        return self._arena.tallies(self._aims.measures, [one.number for one in trials], goal.runoff_games)

    def _in_another_light(self, ranked: list[Trial], finalists: Mapping[int, Tally]) -> list[Trial]:
        """Those of the other trials that may be better, as it is known now how lucky the search's games were.

        The luck of the games is about the same for all that played them. What the finalists' values are in
        other games more than in those of the search is added to the values of all others.
        """
        if not (others := [one for one in ranked if one.number not in finalists]):
            return []
        searched = self._tally([one.number for one in ranked], self._goal.games)
        luck = np.mean(
            [tally.values - searched[number].values for number, tally in finalists.items()], axis=0
        )
        losses = {one.number: float(self._aims.losses(searched[one.number].values + luck)) for one in others}
        reach = max(self._aims.loss(tally) for tally in finalists.values())
        better = [one for one in others if losses[one.number] < reach]
        return sorted(better, key=lambda one: (losses[one.number], one.number))[: self._goal.finalists]


class _Running:
    """A trial that is being played."""

    def __init__(self, values: dict[str, float], goal: Goal, number: int) -> None:
        self._values, self._goal, self._number = values, goal, number
        self._losses: dict[int, float] = {}
        self._shown: dict[str, float] = {}
        self._reason: str | None = None
        self.state: State | None = None
        try:
            self.parameters = goal.parameters_of(values)
        except ParameterError as error:
            self._fail(one_line(error.problems[0]))

    def _fail(self, reason: str) -> None:
        self.state, self._reason = State.FAILED, reason

    def judge(self, tally: Tally, games: int, best: Tally | None) -> None:
        """Take in what a rung's games came to."""
        goal = self._goal
        loss = goal.aims.loss(tally)
        if tally.failed > max(1, math.floor(MAX_FAILURES * games)):
            self._fail(f"{tally.failed} of {games} games failed")
            return
        if math.isnan(loss):
            self._fail(f"{games} games do not tell what is wanted of them")
            return
        self._losses[games] = loss
        self._shown = dict(zip((want.name for want in goal.wants), goal.aims.shown(tally), strict=True))
        if games == goal.games:
            self.state = State.COMPLETE
        elif best is not None and hopeless(tally, best, goal.aims.losses, doubt=DOUBT, seed=goal.seed):
            self.state = State.PRUNED

    def finished(self) -> Trial:
        """The trial, which is over."""
        assert self.state is not None  # the last rung leaves none undecided
        return Trial(
            number=self._number,
            values=self._values,
            state=self.state,
            losses=self._losses,
            shown=self._shown,
            reason=self._reason,
        )


def best_of(trials: list[Trial]) -> Trial | None:
    """The trial that came nearest to the goal, None if none is complete."""
    return min((trial for trial in trials if trial.state is State.COMPLETE), key=_rank, default=None)


def _rank(trial: Trial) -> tuple[float, int]:
    assert trial.loss is not None  # it is complete
    return trial.loss, trial.number


def _comparable(loss: float) -> float:
    return math.inf if math.isnan(loss) else loss
