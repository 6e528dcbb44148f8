"""Studies as values: sweeps, grids, seeds, seats, files."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.params import Parameters, dumps
from riffraff.studies import Draft, Keep, Study, StudyError, Sweep, read_draft
from riffraff.studies.draft import study_text

MASS = "ship.counterweight_mass"


def study(**changes: object) -> Study:
    given: dict[str, object] = {"games": 5, "seed": 1, "players": ("careful", "random", "random")}
    return Study(**{**given, **changes})  # type: ignore[arg-type]


# -- sweeps -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (f"{MASS}=0.30:0.45:4", (0.3, 0.35, 0.4, 0.45)),
        (f"{MASS} = 300 g : 450 g : 4", (0.3, 0.35, 0.4, 0.45)),
        (f"{MASS}=0.45:0.30:2", (0.45, 0.3)),
        (f"{MASS}=300 g, 0.4", (0.3, 0.4)),
        (f"{MASS}=0.3", (0.3,)),
        ("world.solver_iterations=10:30:3", (10, 20, 30)),
    ],
)
def test_a_sweep_is_read_as_typed(text: str, values: tuple[float, ...]) -> None:
    assert Sweep.parse(text).values == values


@given(
    st.floats(0.26, 0.52),
    st.floats(0.26, 0.52),
    st.integers(2, 1000),
)
def test_spaced_values_have_both_ends_and_equal_steps(low: float, high: float, count: int) -> None:
    if abs(high - low) < 1e-6:
        return
    values = Sweep.parse(f"{MASS}={low!r}:{high!r}:{count}").values
    assert len(values) == count
    assert values[0] == pytest.approx(low, rel=1e-11)
    assert values[-1] == pytest.approx(high, rel=1e-11)
    assert np.diff(values) == pytest.approx((high - low) / (count - 1), rel=1e-3)


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("", ["NAME=LOW:HIGH:COUNT"]),
        (MASS, ["NAME=LOW:HIGH:COUNT"]),
        (f"{MASS}=", ["NAME=LOW:HIGH:COUNT"]),
        ("ship.counterweigt_mass=0.3", ["no such parameter", f"did you mean {MASS}?"]),
        ("ship=0.3", ["is a group"]),
        (f"{MASS}=0.1:0.4:3", ["0.1 is not allowed", "0.26 to 0.52 kg"]),
        (f"{MASS}=0.3:0.4", ["not of the form LOW:HIGH:COUNT"]),
        (f"{MASS}=0.3:0.4:1", ["'1' is no number of values", "2 to 1000"]),
        (f"{MASS}=0.3:0.4:1001", ["2 to 1000"]),
        (f"{MASS}=0.3:0.4:many", ["'many'"]),
        (f"{MASS}=0.3,0.3", ["given twice"]),
        (f"{MASS}=0.3 m", ["'m'", "expected kg"]),
        (f"{MASS}=x", ["'x' is not a number"]),
        ("world.solver_iterations=10:20:4", ["13.3333 is not a whole number"]),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(text: str, fragments: list[str]) -> None:
    with pytest.raises(StudyError) as refusal:
        Sweep.parse(text)
    for fragment in ("sweep", *fragments):
        assert fragment in str(refusal.value)


# -- the grid and the games -------------------------------------------------------------------------------


def test_several_sweeps_make_a_grid_the_last_running_fastest() -> None:
    masses, frictions = Sweep(MASS, (0.3, 0.4)), Sweep("wood.friction", (0.2, 0.3, 0.4))
    grid = study(sweeps=(masses, frictions), parameters=Parameters().with_changes({"hand.tremor": 0.001}))
    wanted = list(itertools.product(masses.values, frictions.values))
    assert [tuple(case.values.values()) for case in grid.cases] == wanted
    for case in grid.cases:
        assert case.parameters == grid.parameters.with_changes(case.values)
    assert grid.total == 30
    assert sorted(grid.order()) == [(case, game) for case in range(6) for game in range(5)]


def test_games_of_a_number_have_the_same_seed_in_every_case_and_no_other_has_it() -> None:
    grid = study(games=200, sweeps=(Sweep(MASS, (0.3, 0.4)),))
    seeds = [[grid.job(case, game).seed for game in range(200)] for case in (0, 1)]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 200
    assert set(seeds[0]).isdisjoint(study(games=200, seed=2).job(0, game).seed for game in range(200))


def test_seeds_are_what_the_study_file_says_they_are() -> None:
    recipe = "numpy.random.SeedSequence(seed, spawn_key=(i,)).generate_state(1, numpy.uint64)[0]"
    assert recipe in study_text(study(), params="params.toml")
    wanted = eval(recipe, {"numpy": np, "seed": 1, "i": 3})
    assert study().job(0, 3).seed == int(wanted)


def test_seats_stay_unless_they_rotate() -> None:
    assert {study().seats(game) for game in range(6)} == {("careful", "random", "random")}
    turning = study(rotate=True)
    assert [turning.seats(game).index("careful") for game in range(4)] == [0, 2, 1, 0]


def test_the_digest_is_of_the_games_not_of_what_is_kept() -> None:
    assert study().digest() == study(keep=Keep.parse("all")).digest()
    others = [
        study(games=6),
        study(seed=2),
        study(rotate=True),
        study(players=("random", "careful", "random")),
        study(sweeps=(Sweep(MASS, (0.375,)),)),
        study(parameters=Parameters().with_changes({MASS: 0.3})),
    ]
    assert len({study().digest(), *(other.digest() for other in others)}) == 7


@pytest.mark.parametrize(
    ("changes", "fragments"),
    [
        ({"games": 0}, ["games: 0", "at least 1"]),
        ({"games": 10_000_001}, ["at most 10000000"]),
        ({"players": ("random",)}, ["players: 1", "2 to 4"]),
        ({"players": ("carefull", "random")}, ["'carefull'", "careful, random", "did you mean careful?"]),
        ({"seed": -1}, ["seed: -1"]),
        ({"sweeps": (Sweep(MASS, (0.3,)), Sweep(MASS, (0.4,)))}, [f"sweep {MASS}: given twice"]),
        (
            {"sweeps": (Sweep("world.time_step", (1 / 240, 0.004)),)},
            ["case 1 (world.time_step=0.004)", "not a whole number"],
        ),
        (
            {"sweeps": tuple(Sweep(f"cargo.{name}", tuple(np.linspace(0.02, 0.025, 200))) for name in
                             ("crate.edge", "chest.length", "barrel.height"))},
            ["grid of 8000000 cases", "at most 10000"],
        ),
    ],
)  # fmt: skip
def test_a_study_that_cannot_be_is_refused(changes: dict[str, object], fragments: list[str]) -> None:
    with pytest.raises(StudyError) as refusal:
        study(**changes)
    for fragment in fragments:
        assert fragment in str(refusal.value)


# -- what is kept -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("all", {0, 1, 2, 3}),
        ("none", set()),
        ("falls", {1, 3}),
        ("capsizes", {3}),
        ("1/2", {0, 2}),
        ("1/1", {0, 1, 2, 3}),
        (" Falls ", {1, 3}),
    ],
)
def test_recordings_are_kept_as_chosen(text: str, kept: set[int]) -> None:
    keep = Keep.parse(text)
    happened = [(0, 0), (2, 0), (0, 0), (1, 1)]
    assert {
        n for n, (lost, capsizes) in enumerate(happened) if keep.keeps(n, lost=lost, capsizes=capsizes)
    } == kept
    assert all(keep.may_keep(game) for game in kept)
    assert Keep.parse(str(keep)) == keep


@pytest.mark.parametrize("text", ["", "some", "1/0", "2/3", "1/x", "1/-1", "1/9999999999"])
def test_other_choices_are_refused(text: str) -> None:
    with pytest.raises(StudyError, match="all, none, falls, capsizes, or 1/N"):
        Keep.parse(text)


# -- files ------------------------------------------------------------------------------------------------

studies = st.builds(
    Study,
    games=st.integers(1, 1000),
    seed=st.integers(0, 2**64 - 1),
    players=st.lists(st.sampled_from(["careful", "random"]), min_size=2, max_size=4).map(tuple),
    rotate=st.booleans(),
    parameters=st.floats(0.12, 0.5).map(lambda mu: Parameters().with_changes({"wood.friction": mu})),
    sweeps=st.lists(st.floats(0.26, 0.52), max_size=4, unique=True).map(
        lambda values: (Sweep(MASS, tuple(values)),) if values else ()
    ),
    keep=st.sampled_from(["all", "none", "1/7"]).map(Keep.parse),
)


@given(studies)
def test_a_study_file_gives_the_study_back(tmp_path_factory: pytest.TempPathFactory, study: Study) -> None:
    folder = tmp_path_factory.mktemp("study")
    (folder / "params.toml").write_text(dumps(study.parameters))
    (folder / "study.toml").write_text(study_text(study, params="params.toml"))
    assert read_draft(folder / "study.toml").study() == study


def test_a_study_file_may_say_all_that_a_command_line_may(tmp_path: Path) -> None:
    (tmp_path / "light.toml").write_text("[ship]\ncounterweight_mass = '320 g'\n")
    (tmp_path / "study.toml").write_text(
        """
        games = 7
        seed = 3
        players = 3
        player = "random"
        rotate = true
        record = "1/10"
        params = "light.toml"
        [set]
        wood.friction = 0.25
        "hand.tremor" = "1 mm"
        [sweep]
        ship.tilt_stop = "0.45:0.55:3"
        "wood.restitution" = [0.1, 0.2]
        hand.force = 0.7
        """
    )
    assert read_draft(tmp_path / "study.toml").study() == Study(
        games=7,
        seed=3,
        players=("random",) * 3,
        rotate=True,
        keep=Keep.parse("1/10"),
        parameters=Parameters().with_changes({MASS: 0.32, "wood.friction": 0.25, "hand.tremor": 0.001}),
        sweeps=(
            Sweep("ship.tilt_stop", (0.45, 0.5, 0.55)),
            Sweep("wood.restitution", (0.1, 0.2)),
            Sweep("hand.force", (0.7,)),
        ),
    )


def test_what_is_said_later_overrides_what_was_said_before() -> None:
    first = Draft(
        games=5, seed=1, players=3, player=("random",), rotate=True,
        sweeps=(Sweep(MASS, (0.3,)), Sweep("wood.friction", (0.2,))),
    )  # fmt: skip
    later = first.overridden(Draft(games=6, player=("careful", "random"), sweeps=(Sweep(MASS, (0.4,)),)))
    study = later.study()
    assert (study.games, study.seed, study.rotate) == (6, 1, True)
    assert study.players == ("careful", "random")
    assert set(study.sweeps) == {Sweep(MASS, (0.4,)), Sweep("wood.friction", (0.2,))}
    assert first.overridden(Draft(players=2)).study().players == ("random",) * 2
    assert Draft(games=1, seed=1).study().players == ("careful",) * 4


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("games = ", ["not TOML"]),
        ("games = 'ten'", ["games", "integer"]),
        ("game = 1", ["game: no such entry", "games, seed"]),
        ("record = 'some'", ["record 'some'", "1/N"]),
        ("params = 'none.toml'", ["none.toml: no such file"]),
        ("[set]\nhand.tremor = 9", ["hand.tremor: 9 is too large"]),
        ("[sweep]\nship.tilt_stp = [1]", ["did you mean ship.tilt_stop?"]),
        ("[sweep]\nship.tilt_stop = [[1]]", ["ship.tilt_stop", "is not a number"]),
        ("[sweep]\nship = 3", ["is a group"]),
        ("player = ['random', 3]", ["player"]),
    ],
)
def test_a_wrong_study_file_is_refused_by_its_name(text: str, fragments: list[str], tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(text)
    with pytest.raises(StudyError) as refusal:
        read_draft(file)
    for line in refusal.value.problems:
        assert line.startswith(f"{file}: ")
    for fragment in fragments:
        assert fragment in str(refusal.value)


def test_a_study_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"none.toml: no such file"):
        read_draft(tmp_path / "none.toml")
    with pytest.raises(StudyError, match="cannot be read: Is a directory"):
        read_draft(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(StudyError, match="not UTF-8"):
        read_draft(tmp_path / "binary")


def test_what_has_not_been_said_is_asked_for() -> None:
    with pytest.raises(StudyError, match=r"games: nobody says how many[\s\S]*seed"):
        Draft().study()
    with pytest.raises(StudyError, match="3 kinds for 2 players"):
        Draft(games=1, seed=1, players=2, player=("random",) * 3).study()
