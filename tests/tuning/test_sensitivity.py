"""Which parameters matter: indices against a function whose indices are known, and inquiries of games."""

import json
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from riffraff.cli import main
from riffraff.model import build
from riffraff.model.theory import Swing, pendulum
from riffraff.params import Parameters
from riffraff.studies import Job, Played, StudyError
from riffraff.tuning.indices import (
    Effect,
    Floats,
    Index,
    Shares,
    morris,
    morris_points,
    sobol,
    sobol_points,
)
from riffraff.tuning.inquiry import asked_for
from riffraff.tuning.sensitivity import Ranking, Sensitivity, most_important, roll_period
from riffraff.tuning.sensitivity_report import report_text
from riffraff.tuning.space import Free

from . import made_up_games
from .made_up_games import inquiry
from .pages import Page
from .searching import Here

# -- indices ----------------------------------------------------------------------------------------------

RANGES = [(-math.pi, math.pi)] * 3
A, B = 7.0, 0.1


def ishigami(points: Floats) -> Floats:
    x, y, z = points.T
    return np.asarray(np.sin(x) + A * np.sin(y) ** 2 + B * z**4 * np.sin(x))


def test_sobol_finds_the_known_indices_of_the_ishigami_function() -> None:
    """Ishigami and Homma, 1990: the variance of each part in closed form."""
    alone_x = 0.5 * (1 + B * math.pi**4 / 5) ** 2
    alone_y = A**2 / 8
    both_xz = B**2 * math.pi**8 * (1 / 18 - 1 / 50)
    variance = alone_x + alone_y + both_xz
    found = sobol(RANGES, ishigami(sobol_points(RANGES, 2048, seed=1)))
    assert found is not None
    alone = [alone_x / variance, alone_y / variance, 0.0]
    total = [(alone_x + both_xz) / variance, alone_y / variance, both_xz / variance]
    for shares, own, whole in zip(found, alone, total, strict=True):
        assert shares.alone.value == pytest.approx(own, abs=0.03)
        assert shares.total.value == pytest.approx(whole, abs=0.03)
        assert abs(shares.alone.value - own) <= 1.5 * shares.alone.arm
        assert 0 < shares.total.arm < 0.1


def test_morris_finds_what_matters_and_what_only_matters_with_others() -> None:
    ranges = [(0.0, 2.0), (-1.0, 1.0), (5.0, 6.0)]
    points = morris_points(ranges, 20, seed=1)
    x, y, _ = points.T
    found = morris(ranges, points, 3 * x + x * y)
    assert found is not None
    first, second, third = found
    assert 4 < first.size.value < 8  # 3 for each unit of a range of 2, and -1 to 1 of it by the other
    assert second.spread > 0  # it depends on where the first is
    assert (third.size.value, third.spread) == (0, 0)


def test_points_are_in_their_ranges_and_follow_from_the_seed() -> None:
    ranges = [(0.3, 0.4), (-5.0, -1.0), (100.0, 200.0)]
    for points, again, other in (
        [morris_points(ranges, 5, seed=seed) for seed in (1, 1, 2)],
        [sobol_points(ranges, 8, seed=seed) for seed in (1, 1, 2)],
    ):
        assert (points >= [low for low, _ in ranges]).all()
        assert (points <= [high for _, high in ranges]).all()
        assert np.array_equal(points, again)
        assert not np.array_equal(points, other)
    assert morris_points(ranges, 5, seed=1).shape == (5 * 4, 3)
    assert sobol_points(ranges, 8, seed=1).shape == (8 * 5, 3)


def test_what_is_missing_is_left_out_with_what_belongs_to_it() -> None:
    points = sobol_points(RANGES, 512, seed=1)
    outputs = ishigami(points)
    whole = sobol(RANGES, outputs)
    holes = outputs.copy()
    holes[[0, 7, 2000]] = np.nan  # two rows of the base sample
    found = sobol(RANGES, holes)
    assert whole is not None
    assert found is not None
    assert found != whole
    assert [one.total.value for one in found] == pytest.approx([one.total.value for one in whole], abs=0.05)
    assert sobol(RANGES, np.full(len(outputs), np.nan)) is None
    screened = morris_points(RANGES, 4, seed=1)
    changes = ishigami(screened)
    changes[5] = np.nan
    assert morris(RANGES, screened, changes) is not None
    changes[0] = changes[9] = np.nan
    assert morris(RANGES, screened, changes) is None


def test_an_output_that_nothing_changes_has_no_indices_but_zero() -> None:
    shares = sobol(RANGES, np.ones(len(sobol_points(RANGES, 8, seed=1))))
    points = morris_points(RANGES, 3, seed=1)
    effects = morris(RANGES, points, np.ones(len(points)))
    assert shares is not None
    assert effects is not None
    assert {(one.alone.value, one.total.value) for one in shares} == {(0.0, 0.0)}
    assert {(one.size.value, one.spread) for one in effects} == {(0.0, 0.0)}


def test_what_matters_most_for_any_output_is_ranked() -> None:
    free = [Free.around(name, Parameters()) for name in ("wood.friction", "wood.density", "hand.tremor")]

    def effects(*sizes: float) -> list[Effect]:
        return [Effect(Index(size, 0.0), 0.0) for size in sizes]

    assert most_important(free, [effects(100, 1, 2), effects(0.0, 0.9, 0.1)], 2) == tuple(free[:2])
    assert most_important(free, [None, effects(0.0, 0.1, 0.9)], 1) == (free[2],)


# -- the roll period --------------------------------------------------------------------------------------


def test_the_roll_period_is_that_of_the_whole_model() -> None:
    parameters = Parameters().with_changes({"ship.counterweight_mass": 0.42, "wood.density": 650})
    wanted = pendulum(build(parameters).ship, Swing.ROLL, parameters.world.gravity).period()
    assert roll_period(parameters) == wanted


def test_a_ship_that_cannot_stand_has_none() -> None:
    values = {"ship.counterweight_mass": 0.26, "ship.counterweight_depth": 0.08, "wood.density": 850}
    assert math.isnan(roll_period(Parameters().with_changes(values)))


# -- inquiries --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sensitivity") / "inquiry"


@pytest.fixture(scope="module")
def found(folder: Path) -> Ranking:
    return Sensitivity.begin(folder, inquiry()).run(Here(), play=made_up_games.play)


def test_what_matters_in_made_up_games_is_found(found: Ranking) -> None:
    assert [free.name for free in found.ranked] == ["ship.counterweight_mass", "wood.friction"]
    effects, shares = found.effects["falls"], found.shares["falls"]
    assert effects is not None
    assert shares is not None
    mass, friction, tremor = (effect.size.value for effect in effects)
    assert mass == pytest.approx(100 * 2 * 0.13, rel=0.4)  # % over the range, as the games are made up
    assert mass > friction > tremor == 0
    assert shares[0].total.value > shares[1].total.value
    periods = found.effects["period"]
    assert periods is not None
    assert periods[0].size.value > periods[1].size.value == 0


def test_the_folder_holds_what_came_out(found: Ranking, folder: Path) -> None:
    names = {path.name for path in folder.iterdir()} - {".lock"}
    assert names == {
        "sensitivity.toml", "params.toml", "versions.json", "games", "points.parquet", "sensitivity.json",
        "report.html",
    }  # fmt: skip
    points = pl.read_parquet(folder / "points.parquet")
    assert points.equals(found.points)
    assert points.group_by("stage").len().sort("stage")["len"].to_list() == [4 * 4, 3 * 4]
    ranking = points.filter(stage="ranking")
    assert ranking["hand.tremor"].unique().to_list() == [Parameters().hand.tremor]
    told = json.loads((folder / "sensitivity.json").read_text())
    assert set(told["ranking"]["falls"]) == {"ship.counterweight_mass", "wood.friction"}


def test_the_report_is_one_page_that_needs_nothing(found: Ranking, folder: Path) -> None:
    page = Page((folder / "report.html").read_text())
    assert (page.open, page.wrong, page.outside, page.pictures) == ([], [], [], 3)
    assert len(page.ids) == len(set(page.ids))
    text = report_text(found)
    assert text.startswith(
        "Which parameters matter: 3 parameters, 28 points of 4 games, careful, careful, seed 1\n"
    )
    assert "ship.counterweight_mass" in text
    assert "nan" not in text


@pytest.mark.parametrize(
    ("arm", "answer"),
    [
        (
            0.1,
            "What moves the falls (placements that bring cargo down): ship.counterweight_mass (80 ± 10 %).",
        ),
        (0.9, "- Too few points to say what moves the falls"),
        (math.nan, "- Too few points to say what moves the falls"),
    ],
)
def test_only_a_share_that_chance_cannot_have_made_is_an_answer(
    found: Ranking, arm: float, answer: str
) -> None:
    sure, unsure = Shares(Index(0.5, arm), Index(0.8, arm)), Shares(Index(0.1, 0.4), Index(0.2, 0.4))
    text = report_text(replace(found, shares={**found.shares, "falls": [sure, unsure]}))
    assert answer in text


def test_workers_and_breaks_change_nothing(found: Ranking, tmp_path: Path) -> None:
    """Two processes, killed in the middle, when some games have been on the disk for long; then one."""
    folder = tmp_path / "inquiry"
    script = [sys.executable, str(Path(made_up_games.__file__)), str(folder), "--workers"]
    with subprocess.Popen([*script, "2", "--seconds", "0.1"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line.split()[0]) >= 30:
                break
        process.kill()
    assert not (folder / "points.parquet").exists()
    played: list[tuple[int, int]] = []

    def play(job: Job, pulse: Callable[[], None]) -> Played:
        played.append(job.key)
        return made_up_games.play(job, pulse)

    again = Sensitivity(folder).run(Here(), play=play)
    assert again.points.equals(found.points)
    assert again.shares == found.shares
    assert 0 < len(played) < 28 * 4


def test_points_that_cannot_be_played_are_told_and_left_out(tmp_path: Path) -> None:
    def fails(job: Job, pulse: Callable[[], None]) -> Played:
        return made_up_games.play(job, pulse, fails_below=0.33)

    asked = inquiry(samples=16, starts=8)
    found = Sensitivity.begin(tmp_path / "inquiry", asked).run(Here(), play=fails)
    light = found.points.filter(pl.col("ship.counterweight_mass") < 0.33)
    assert light.height
    assert light["falls"].null_count() == light.height
    assert light["period"].null_count() == 0
    text = report_text(found)
    assert f"{light.height} of {found.points.height} points have no placements that bring cargo down" in text
    assert found.shares["falls"] is not None


def test_an_inquiry_in_which_nothing_can_be_played_says_so(tmp_path: Path) -> None:
    ships = {"ship.counterweight_depth": 0.08, "wood.density": 850}
    asked = inquiry(
        free=asked_for(("ship.counterweight_mass=0.26:0.27", "wood.friction"), Parameters()),
        parameters=Parameters().with_changes(ships),
    )
    with pytest.raises(StudyError, match="hardly any point can be played"):
        Sensitivity.begin(tmp_path / "inquiry", asked).run(Here(), play=made_up_games.play)


def test_a_parameter_alone_varies_by_a_tenth_within_its_bounds() -> None:
    known = Parameters.quantities()
    low, most = known["ship.counterweight_mass"].low, known["wood.restitution"].high
    base = Parameters().with_changes({"ship.counterweight_mass": 1.05 * low, "wood.restitution": 0.0})
    mass, bounce = asked_for(("ship.counterweight_mass", "wood.restitution"), base)
    assert (mass.low, mass.high) == pytest.approx((low, 1.05 * 1.1 * low))
    assert (bounce.low, bounce.high) == pytest.approx((0.0, 0.1 * most))
    assert len(asked_for((), Parameters())) >= 6


WRONG: list[tuple[list[str], str]] = [
    ([], "--out is missing"),
    (["--free", "wood.frction", "--out", "{new}"], "--free wood.frction: no such parameter; did you mean"),
    (["--free", "wood.friction=0.1:0.3", "--out", "{new}"], "--free wood.friction: 0.1 is not allowed"),
    (["--free", "wood.friction=0.3:0.2", "--out", "{new}"], "--free wood.friction: nothing is between"),
    (["--free", "wood.friction", "--out", "{new}"], "free: 1 parameters"),
    (["--free", "wood.friction", "--free", "wood.friction", "--out", "{new}"], "wood.friction: given twice"),
    (["--samples", "12", "--out", "{new}"], "samples: 12 is not a power of 2, such as 16"),
    (["--starts", "1", "--out", "{new}"], "starts: 1; allowed are 2 to"),
    (["--games", "0", "--out", "{new}"], "'0' is not a whole number"),
    (["--player", "carful", "--out", "{new}"], "did you mean careful?"),
    (["--resume", "{folder}", "--games", "3"], "it cannot be told --games"),
    (["--resume", "{folder}"], "nothing to resume is here; there is no sensitivity.toml"),
    (["--out", "{folder}"], "exists already and is not empty"),
]


@pytest.mark.parametrize(("arguments", "fragment"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_what_is_asked_wrongly_is_told_in_one_line(
    arguments: list[str], fragment: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    places = {"folder": str(tmp_path), "new": str(tmp_path / "new")}
    assert main(["tune", "sensitivity", *(argument.format(**places) for argument in arguments)]) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint.startswith("riffraff: error: ")
    assert complaint.count("\n") == 1
    assert fragment in complaint
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_command_prints_the_report_and_goes_on(
    found: Ranking, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All games are finished: nothing is played."""
    assert main(["tune", "sensitivity", "--resume", str(folder), "--text", "--workers", "1"]) == 0
    output, complaint = capsys.readouterr()
    assert complaint == ""
    first, rest = output.split("\n", 1)
    assert first == "seed 1: 28 points of 4 games by careful, careful"
    assert rest == f"{report_text(found)}\n{folder / 'report.html'}\n"
