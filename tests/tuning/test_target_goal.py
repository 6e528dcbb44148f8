"""Goals: as files say them, what is wrong with them, and what they mean."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riffraff.cli import main
from riffraff.params import Parameters, dumps
from riffraff.studies.stats import Estimate
from riffraff.tuning.goal import goal_text, read_goal
from riffraff.tuning.measures import FAIRNESS, FEWEST, MEASURES, Tally, hopeless
from riffraff.tuning.space import Free
from riffraff.tuning.wants import Sense, Verdict, Want, Wants, want_of

from .searching import GOAL_TEXT, goal

FREE = "[free]\nwood.friction = [0.2, 0.4]\n"


def test_a_file_says_what_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "light.toml").write_text("[ship]\ncounterweight_mass = '320 g'\n")
    (tmp_path / "goal.toml").write_text(
        "players = ['careful', 'random', 'random']\nseed = 7\nparams = 'light.toml'\n"
        "[set]\nhand.tremor = '1 mm'\n"
        "[want]\nfalls = '20 %'\nrounds = { value = 7, tolerance = 1, weight = 2 }\n"
        "duration_above = '5 min'\ncapsizes_below = '5 %'\nseats_fair = true\n"
        "[free]\nship.counterweight_mass = '300 g:450 g'\nwood.friction = [0.2, 0.4]\n"
    )
    found = read_goal(tmp_path / "goal.toml")
    assert found.players == ("careful", "random", "random")
    assert found.parameters.ship.counterweight_mass == 0.32
    assert found.parameters.hand.tremor == 0.001
    assert [(want.name, want.value, want.weight) for want in found.wants] == [
        ("falls", 0.2, 1), ("rounds", 7, 2), ("duration_above", 300, 1), ("capsizes_below", 0.05, 1),
        ("seats_fair", 0, 1),
    ]  # fmt: skip
    assert found.free == (Free("ship.counterweight_mass", 0.3, 0.45), Free("wood.friction", 0.2, 0.4))


def test_a_goal_is_written_and_read_again(tmp_path: Path) -> None:
    wants = (
        want_of("falls_below", {"value": 0.1234567890123, "weight": 3}), want_of("seats_fair", True),
        want_of("rounds", 7),
    )  # fmt: skip
    wanted = goal(wants=wants, seed=2**63, parameters=Parameters().with_changes({"wood.friction": 0.35}))
    (tmp_path / "params.toml").write_text(dumps(wanted.parameters))
    (tmp_path / "goal.toml").write_text(goal_text(wanted, params="params.toml"))
    again = read_goal(tmp_path / "goal.toml")
    assert again == wanted
    assert again.digest() == wanted.digest()


def test_the_games_of_search_finalists_and_result_are_others() -> None:
    wanted = goal()
    games = [*wanted.search_games, *wanted.runoff_games, *wanted.fresh_games]
    assert games == list(range(wanted.study.games))


@given(st.integers(1, 500))
def test_rungs_go_up_to_all_games_and_none_is_of_few(games: int) -> None:
    rungs = goal(games=games).rungs
    assert rungs[-1] == games
    assert list(rungs) == sorted(set(rungs))
    assert all(rung >= FEWEST for rung in rungs[:-1])


WRONG = [
    ("[want]\nfalls = 20\n" + FREE, ":2: want.falls: 20 is impossible; allowed: 0 to 1; did you mean '20"),
    ("[want]\nfals = 0.2\n" + FREE, ":2: want.fals: no such thing to want; did you mean falls?"),
    ("[want]\nrounds = 40\n" + FREE, ":2: want.rounds: 40 is impossible; allowed: 1 to 10"),
    ("[want]\nrounds = '7 s'\n" + FREE, ":2: want.rounds: 's' is no unit for this; expected a pure number"),
    ("[want]\nduration = '7 kg'\n" + FREE, ":2: want.duration: 'kg' is no unit for this; expected s"),
    ("[want]\nfalls = nan\n" + FREE, ":2: want.falls: nan is not a finite number"),
    ("[want]\nfalls = true\n" + FREE, ":2: want.falls: true is not a number"),
    ("[want]\nfalls = {tolerance = 0.1}\n" + FREE, ":2: want.falls: value is missing"),
    ("[want]\nfalls = {value = 0.2, weight = 0}\n" + FREE, ":2: want.falls: weight: 0 is not a number"),
    ("[want]\nfalls = {value = 0.2, tolerance = 0}\n" + FREE, "want.falls: tolerance: 0 is not above 0"),
    ("[want]\nfalls = {value = 0.2, tolrance = 1}\n" + FREE, "want.falls: no such entry 'tolrance'"),
    ("[want]\nseats_fair = false\n" + FREE, ":2: want.seats_fair: say true, or leave it out"),
    (FREE, "want: nothing is wanted; there are falls, "),
    ("[want]\nfalls = 0.2\n", "free: no parameter is free"),
    ("[want]\nfalls = 0.2\n[free]\nwood.frction = [0, 1]\n", ":4: free.wood.frction: no such"),
    ("[want]\nfalls = 0.2\n[free]\nwood.friction = [0.1, 0.3]\n", ":4: free.wood.friction: 0.1 is not"),
    ("[want]\nfalls = 0.2\n[free]\nwood.friction = [0.3, 0.3]\n", ":4: free.wood.friction: nothing is"),
    ("[want]\nfalls = 0.2\n[free]\nwood.friction = 0.3\n", ":4: free.wood.friction: '0.3' is no range"),
    (
        "[want]\nfalls = 0\ncapsizes_above = '5 %'\n" + FREE,
        ":1: want: capsizes_above = 5 % contradicts falls = 0 %: a capsize brings cargo down",
    ),
    ("[want]\nlost = 0\ncapsizes = '5 %'\n" + FREE, "want: capsizes = 5 % contradicts lost = 0 %"),
    ("[want]\nlost_above = 0.1\nfalls_below = 0\n" + FREE, "want: lost_above = 10 % contradicts falls_below"),
    (
        "[want]\nrounds_above = 8\nrounds_below = 6\n" + FREE,
        "want: rounds_above = 8 rounds contradicts rounds_below = 6 rounds",
    ),
    ("[want]\nfalls = 0.2\nfalls_below = 0.1\n" + FREE, "want: falls = 20 % contradicts falls_below = 10 %"),
    ("trials = 0\n[want]\nfalls = 0.2\n" + FREE, ":1: trials: 0; allowed are 1 to"),
    ("trails = 4\n[want]\nfalls = 0.2\n" + FREE, ":1: trails: no such entry of a goal; there are players, "),
    ("games = 'many'\n[want]\nfalls = 0.2\n" + FREE, ":1: games: input should be a valid integer"),
    ("players = ['careful']\n[want]\nfalls = 0.2\n" + FREE, ":1: players: 1 of them; a game takes 2 to 4"),
    ("players = ['carful', 'random']\n[want]\nfalls = 0.2\n" + FREE, "did you mean careful?"),
    ("[set]\nwood.friction = 7\n[want]\nfalls = 0.2\n" + FREE, ":2: wood.friction: 7 is too large"),
    ("params = 'none.toml'\n[want]\nfalls = 0.2\n" + FREE, "none.toml: no such file"),
    ("[want\n", "not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "fragment"), WRONG, ids=lambda text: text.splitlines()[-1][:40])
def test_a_wrong_goal_is_told_in_one_line_before_anything_is_played(
    text: str, fragment: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "goal.toml"
    file.write_text(text)
    assert main(["tune", "target", str(file), "--out", str(tmp_path / "out")]) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith(f"riffraff: error: {file}")
    assert complaint.count("\n") == 1
    assert fragment in complaint
    assert not (tmp_path / "out").exists()


def test_every_problem_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "goal.toml"
    file.write_text("[want]\nfalls = 20\nrounds = 0\n[free]\nwood.friction = [0, 9]\nwood.dnsity = [1, 2]\n")
    assert main(["tune", "target", str(file), "--out", str(tmp_path / "out")]) == 2
    complaint = capsys.readouterr().err.splitlines()
    assert [line.split(":")[3] for line in complaint] == ["2", "3", "5", "6"]


BOTH = ["--workers", "1", "--cluster", "tcp://x:1"]
ARGUMENTS: list[tuple[list[str], str]] = [
    (["target"], "--out is missing"),
    (["target", "--out", "{new}"], "GOAL is missing"),
    (["target", "{goal}"], "--out is missing"),
    (["target", "{new}", "--out", "{new}"], "no such file"),
    (["target", "{goal}", "--out", "{folder}"], "exists already and is not empty; name another"),
    (["target", "{goal}", "--resume", "{folder}"], "it cannot be told a goal file"),
    (["target", "--resume", "{folder}"], "nothing to resume is here; there is no goal.toml"),
    (["target", "--resume", "{new}"], "nothing to resume is here"),
    (["target", "{goal}", "--out", "{new}", "--workers", "0"], "'0' is not a whole number"),
    (["target", "{goal}", "--out", "{new}", *BOTH], "--cluster has its own"),
    (["target", "{goal}", "--out", "{new}", "--set", "wood.frction=1"], "did you mean wood.friction?"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "fragment"), ARGUMENTS, ids=lambda value: " ".join(value)[:50])
def test_a_wrong_command_is_told_in_one_line(
    arguments: list[str], fragment: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wanted.toml").write_text(GOAL_TEXT)
    places = {"folder": tmp_path, "new": tmp_path / "new", "goal": tmp_path / "wanted.toml"}
    assert main(["tune", *(argument.format(**places) for argument in arguments)]) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith("riffraff: error: ")
    assert complaint.count("\n") == 1
    assert fragment in complaint
    assert [path.name for path in tmp_path.iterdir()] == ["wanted.toml"]


# -- what a want means ------------------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(sorted(MEASURES)),
    sense=st.sampled_from(list(Sense)),
    share=st.floats(0.0, 1.0),
    where=st.floats(0.0, 1.0),
)
def test_a_value_in_the_band_is_at_most_a_tolerance_off(
    name: str, sense: Sense, share: float, where: float
) -> None:
    measure = MEASURES[name]
    low, high = measure.quantity.low, measure.quantity.high
    want = Want(measure=measure, sense=sense, value=low + share * (high - low), tolerance=0.05 * (high - low))
    value = low + where * (high - low)
    steps = float(want.steps(np.array(value)))
    band = want.band
    assert steps >= 0
    if band[0] <= value <= band[1]:
        assert steps <= 1 + 1e-9
    if sense is not Sense.ABOUT:
        assert (steps == 0) == (band[0] <= value <= band[1])


def test_the_loss_is_the_weighted_root_mean_square_in_tolerances() -> None:
    falls = want_of("falls", {"value": 0.2, "tolerance": 0.02, "weight": 3})
    rounds = want_of("rounds_below", {"value": 7, "tolerance": 0.5})
    aims = Wants((falls, rounds, want_of("seats_fair", {"tolerance": 0.1, "weight": 4})), seats=2)
    values = np.array([[0.24, 8.0, 0.1, -0.1], [0.2, 5.0, 0.0, 0.0], [0.2, np.nan, 0.0, 0.0]])
    losses = aims.losses(values)
    assert losses[0] == pytest.approx(np.sqrt((3 * 2**2 + 1 * 2**2 + 4 * 1**2) / 8))
    assert losses[1] == 0
    assert np.isnan(losses[2])


@pytest.mark.parametrize(
    ("value", "low", "high", "verdict"),
    [
        (0.2, 0.1, 0.3, Verdict.MET), (0.25, 0.2, 0.3, Verdict.OPEN), (0.25, 0.24, 0.26, Verdict.MISSED),
        (0.25, np.nan, np.nan, Verdict.OPEN),
    ],
)  # fmt: skip
def test_games_say_met_missed_or_cannot_tell(value: float, low: float, high: float, verdict: Verdict) -> None:
    want = want_of("falls", {"value": 0.2, "tolerance": 0.02})
    assert want.verdict([Estimate(value, low, high, 9)]) is verdict


def test_fair_is_a_matter_of_every_seat() -> None:
    want = want_of("seats_fair", True)
    assert want.measure is FAIRNESS
    fair, unfair = Estimate(0.0, -0.05, 0.05, 99), Estimate(0.3, 0.2, 0.4, 99)
    assert want.verdict([fair, fair, fair]) is Verdict.MET
    assert want.verdict([fair, unfair, fair]) is Verdict.MISSED


# -- giving up --------------------------------------------------------------------------------------------


def _tally(rng: np.random.Generator, share: float, games: int, luck: "np.ndarray | None" = None) -> Tally:
    drawn = rng.random((games, 20)) if luck is None else luck
    parts = (drawn < share).sum(axis=1, keepdims=True).astype(float)
    return Tally(np.arange(games), parts, np.full((games, 1), 20.0), 0)


def test_what_is_no_worse_is_seldom_given_up_and_what_is_far_worse_always() -> None:
    aims = Wants((want_of("falls", {"value": 0.25, "tolerance": 0.02}),), seats=2)
    rng = np.random.default_rng(5)
    same = far = 0
    for number in range(60):
        luck = rng.random((16, 20))
        best = _tally(rng, 0.30, 16, luck)
        same += hopeless(_tally(rng, 0.30, 16), best, aims.losses, doubt=0.01, seed=number)
        far += hopeless(_tally(rng, 0.75, 16, luck), best, aims.losses, doubt=0.01, seed=number)
    assert same <= 4
    assert far == 60


@pytest.mark.parametrize("games", [0, 1, FEWEST - 1])
def test_nothing_is_given_up_by_few_games(games: int) -> None:
    aims = Wants((want_of("falls", 0.25),), seats=2)
    rng = np.random.default_rng(1)
    assert not hopeless(_tally(rng, 0.95, games), _tally(rng, 0.25, games), aims.losses, doubt=0.01, seed=1)


def test_only_games_that_both_played_are_compared() -> None:
    aims = Wants((want_of("falls", 0.25),), seats=2)
    rng = np.random.default_rng(1)
    good, bad = _tally(rng, 0.25, 16), _tally(rng, 0.95, 16)
    later = Tally(bad.games + 16, bad.parts, bad.wholes, 0)
    assert hopeless(bad, good, aims.losses, doubt=0.01, seed=1)
    assert not hopeless(later, good, aims.losses, doubt=0.01, seed=1)
