"""A search in this process, of made-up games: what it plays, what it gives up, what it takes for the best."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import optuna
import polars as pl
import pytest

from riffraff.params import load
from riffraff.studies import Job, Played, StudyError
from riffraff.tuning.asking import State, ask, importances
from riffraff.tuning.goal import Goal
from riffraff.tuning.search import Found
from riffraff.tuning.target import Target, result, verdicts
from riffraff.tuning.wants import Verdict

from . import made_up_games
from .pages import Page
from .searching import START, Here, goal

Play = Callable[[Job, Callable[[], None]], Played]


def search(folder: Path, wanted: Goal, play: Play = made_up_games.play) -> Found:
    workers = Here()
    found = Target.begin(folder, wanted).run(workers, play=play)
    assert workers.closed == [False]
    return found


class Watched:
    """Plays made-up games and notes which."""

    def __init__(self, play: Play = made_up_games.play) -> None:
        self.jobs: list[Job] = []
        self._play = play

    def __call__(self, job: Job, pulse: Callable[[], None]) -> Played:
        self.jobs.append(job)
        return self._play(job, pulse)

    def seeds(self, games: range) -> set[int]:
        return {job.seed for job in self.jobs if job.game in games}


@pytest.fixture(scope="module")
def watched() -> Watched:
    return Watched()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("search") / "a search?"


@pytest.fixture(scope="module")
def found(folder: Path, watched: Watched) -> Found:
    return search(folder, goal(trials=24), watched)


def test_it_comes_near_its_goal(found: Found) -> None:
    values = found.winner.values
    falls = made_up_games.falling(values["ship.counterweight_mass"], values["wood.friction"])
    assert falls == pytest.approx(0.25, abs=0.05)
    assert found.trials[0].values == {
        "ship.counterweight_mass": 0.375,
        "wood.friction": 0.3,
    }  # where it began
    assert all(free.holds(trial.values[free.name]) for free in found.goal.free for trial in found.trials)


def test_all_trials_play_games_of_the_same_seeds(found: Found, watched: Watched) -> None:
    for game in found.goal.search_games:
        seeds = {job.seed for job in watched.jobs if job.game == game}
        assert len(seeds) == 1
    assert len({job.key for job in watched.jobs}) == len(watched.jobs)  # and no game twice


def test_what_is_reported_comes_from_seeds_that_decided_nothing(found: Found, watched: Watched) -> None:
    wanted = found.goal
    searched, run_off, fresh = map(
        watched.seeds, (wanted.search_games, wanted.runoff_games, wanted.fresh_games)
    )
    assert (len(searched), len(run_off), len(fresh)) == (wanted.games, wanted.runoff, wanted.fresh)
    assert searched.isdisjoint(run_off)
    assert fresh.isdisjoint(searched | run_off)
    for tally, parameters in ((found.after, found.parameters), (found.before, wanted.parameters)):
        assert tally.games.tolist() == list(wanted.fresh_games)
        played = [job for job in watched.jobs if job.seed in fresh and job.parameters == parameters]
        fell = [made_up_games.play(job, lambda: None).game.fell for job in played]
        rate = sum(map(float, fell)) / (len(fell) * made_up_games.PLACEMENTS)
        assert float(tally.values[0]) == pytest.approx(rate)


def test_a_lucky_best_is_not_a_best(tmp_path: Path) -> None:
    """Light ships are as wanted in the games of the search, and in no other."""

    def flattered(job: Job, pulse: Callable[[], None]) -> Played:
        mass = job.parameters.ship.counterweight_mass
        lucky = mass < 0.37 and job.game < 16
        return made_up_games.play(job, pulse, exactly=5 if lucky else None)

    found = search(tmp_path / "search", goal(finalists=12), flattered)
    lucky = min((trial for trial in found.trials if trial.state is State.COMPLETE), key=lambda one: one.loss)
    assert lucky.values["ship.counterweight_mass"] < 0.37
    assert found.winner.values["ship.counterweight_mass"] > 0.37
    losses = [one.loss for one in found.finalists]
    assert losses == sorted(losses)


def test_hopeless_trials_are_given_up(found: Found, watched: Watched) -> None:
    given_up = [trial for trial in found.trials if trial.state is State.PRUNED]
    others = [trial for trial in found.trials if trial.state is State.COMPLETE][found.goal.generation :]
    assert given_up
    for trial in given_up:
        assert trial.games < found.goal.games
        played = sum(job.case == trial.number for job in watched.jobs)
        assert played == trial.games  # the games after that were not played
    far, near = (
        np.mean([abs(made_up_games.falling(*trial.values.values()) - 0.25) for trial in trials])
        for trials in (given_up, others)
    )
    assert far > 1.5 * near


def test_the_first_generation_is_played_to_the_end(found: Found) -> None:
    first = found.trials[: found.goal.generation]
    assert {trial.state for trial in first} == {State.COMPLETE}
    assert {trial.games for trial in first} == {found.goal.games}


def test_optuna_opens_the_study_file(found: Found, folder: Path) -> None:
    copy = folder.parent / "study.db"  # under a name that fits into a URL
    copy.write_bytes((folder / "study.db").read_bytes())
    storage = optuna.storages.RDBStorage(f"sqlite:///{copy}")
    study = optuna.load_study(study_name="target", storage=storage)
    theirs = [(trial.params, trial.value, trial.state.name) for trial in study.get_trials()]
    assert theirs == [(dict(trial.values), trial.loss, trial.state.value.upper()) for trial in found.trials]
    assert study.best_trial.number in {one.trial.number for one in found.finalists}
    storage.engine.dispose()


def test_the_folder_holds_what_was_found(found: Found, folder: Path) -> None:
    names = {path.name for path in folder.iterdir()} - {".lock"}
    assert names == {
        "goal.toml", "params.toml", "versions.json", "study.db", "games", "trials.parquet", "tuned.toml",
        "result.json", "report.html",
    }  # fmt: skip
    tuned = load(folder / "tuned.toml")
    assert tuned == found.parameters
    assert {name: tuned.value(name) for name in found.winner.values} == dict(found.winner.values)
    table = pl.read_parquet(folder / "trials.parquet")
    assert table["trial"].to_list() == list(range(24))
    assert table["loss"].to_list() == [trial.loss for trial in found.trials]
    assert table["state"].to_list() == [trial.state.value for trial in found.trials]
    told = json.loads((folder / "result.json").read_text())
    assert told == json.loads(json.dumps(result(found)))
    (want,) = told["wants"].values()
    assert want["after"]["low"] <= want["after"]["value"] <= want["after"]["high"]
    assert (want["verdict"] == "met") == (abs(want["after"]["value"] - 0.25) <= 0.03)


def test_the_report_is_one_page_that_needs_nothing(found: Found, folder: Path) -> None:
    text = (folder / "report.html").read_text()
    page = Page(text)
    assert (page.open, page.wrong, page.outside) == ([], [], [])
    assert len(page.ids) == len(set(page.ids))
    assert page.pictures == 5
    assert "fresh games" in text
    assert "placements that bring cargo down" in text
    assert verdicts(found)["falls"].value in text


def test_a_finished_search_plays_nothing_again(found: Found, folder: Path) -> None:
    again = Watched()
    assert Target(folder).run(Here(), play=again).trials == found.trials
    assert again.jobs == []


def test_trials_that_cannot_be_played_fail_and_say_why(tmp_path: Path) -> None:
    def fails(job: Job, pulse: Callable[[], None]) -> Played:
        return made_up_games.play(job, pulse, fails_below=0.36)

    found = search(tmp_path / "search", goal(), fails)
    light = [trial for trial in found.trials if trial.values["ship.counterweight_mass"] < 0.36]
    assert light
    for trial in light:
        assert (trial.state, trial.loss) == (State.FAILED, None)
        assert trial.reason is not None
        assert "games failed" in trial.reason
    assert found.winner not in light
    table = pl.read_parquet(tmp_path / "search" / "trials.parquet")
    assert table.filter(state="failed")["loss"].null_count() == len(light)
    assert f"{len(light)} trials failed" in (tmp_path / "search" / "report.html").read_text()


def test_a_search_in_which_nothing_can_be_played_says_so(tmp_path: Path) -> None:
    def fails(job: Job, pulse: Callable[[], None]) -> Played:
        return made_up_games.play(job, pulse, fails_below=1.0)

    workers = Here()
    with pytest.raises(StudyError, match="no trial can be played: 8 of 8 games failed") as refusal:
        Target.begin(tmp_path / "search", goal(trials=2, generation=2)).run(workers, play=fails)
    assert not refusal.value.wrong
    assert workers.closed == [True]


def test_a_goal_that_was_changed_is_not_gone_on_with(tmp_path: Path) -> None:
    Target.begin(tmp_path / "search", goal())
    file = tmp_path / "search" / "goal.toml"
    file.write_text(file.read_text().replace("seed = 1", "seed = 2"))
    with pytest.raises(StudyError, match=r"goal\.toml: it was changed after it was begun"):
        Target(tmp_path / "search")


def test_another_version_is_not_gone_on_with(tmp_path: Path) -> None:
    Target.begin(tmp_path / "search", goal())
    file = tmp_path / "search" / "versions.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"optuna": "1.0"}))
    with pytest.raises(StudyError, match=r"optuna is .*, it was begun with 1\.0"):
        Target(tmp_path / "search")


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(StudyError, match="exists already and is not empty"):
        Target.begin(tmp_path, goal())
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_what_is_asked_next_follows_from_what_is_known(found: Found) -> None:
    free, start = found.goal.free, {"ship.counterweight_mass": 0.375, "wood.friction": 0.3}
    known = list(found.trials[:12])
    asked = ask(free, known, 4, seed=1, start=start)
    assert asked == ask(free, known, 4, seed=1, start=start)
    assert asked != ask(free, known, 4, seed=2, start=start)
    assert asked != ask(free, known[:8], 4, seed=1, start=start)
    assert len({tuple(values.values()) for values in asked}) == 4


def test_a_whole_number_stays_one(tmp_path: Path) -> None:
    from riffraff.tuning.space import Free

    wanted = goal(free=(Free.of("catching.hands", [0, 2]), Free.of("wood.friction", [0.2, 0.4])))
    found = search(tmp_path / "search", wanted)
    assert {trial.values["catching.hands"] for trial in found.trials} <= {0, 1, 2}
    assert isinstance(found.parameters.catching.hands, int)


def test_importance_is_that_of_the_better_trials(found: Found) -> None:
    shares = importances(found.goal.free, found.trials)
    assert set(shares) == {"ship.counterweight_mass", "wood.friction"}
    assert sum(shares.values()) == pytest.approx(1)
    assert (
        shares["ship.counterweight_mass"] > shares["wood.friction"]
    )  # it moves the falls three times as far
    assert importances(found.goal.free, found.trials[:3]) == {}


def test_a_goal_that_is_missed_is_told(tmp_path: Path) -> None:
    from riffraff.tuning.target_report import answer
    from riffraff.tuning.wants import want_of

    found = search(tmp_path / "search", goal(wants=(want_of("falls_above", "90 %"),), trials=4))
    assert verdicts(found) == {"falls_above": Verdict.MISSED}
    assert answer(found) == "In 12 fresh games the goal is not reached: falls_above missed."


def test_the_start_need_not_be_in_range(tmp_path: Path) -> None:
    base = START.with_changes({"wood.friction": 0.45})
    found = search(tmp_path / "search", goal(parameters=base, trials=4))
    assert all(trial.values["wood.friction"] <= 0.4 for trial in found.trials)
    assert np.isfinite(found.before.values).all()


def test_progress_tells_what_is_left(tmp_path: Path) -> None:
    seen: list[Any] = []
    Target.begin(tmp_path / "search", goal()).run(Here(), play=made_up_games.play, watch=seen.append)
    last = seen[-1]
    assert last.count.games == last.total
    assert [progress.count.games for progress in seen] == sorted(progress.count.games for progress in seen)
