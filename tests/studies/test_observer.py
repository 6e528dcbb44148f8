"""The rows of a real game say what its log says."""

import dataclasses
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riffraff.game import Game, Recording, audit, verify
from riffraff.model import Pose
from riffraff.physics import World, compose
from riffraff.rules import PIECES, Phase
from riffraff.studies import Job, Keep, Played, StoppedError, play_game
from riffraff.studies.observer import Observer
from riffraff.studies.rows import level_of

from .quick import QUICK

JOB = Job(case=3, game=2, seed=11, players=("random", "random"), parameters=QUICK, keep=Keep.parse("all"))
SHAPES = {piece.name: piece.shape.value for piece in PIECES}


@dataclass(frozen=True)
class Watched:
    """A game, its rows, and beside them what really happened."""

    played: Played
    log: list[dict[str, Any]]
    heels: list[tuple[float, float]]
    lying: dict[int, tuple[float, ...]]
    """Where each piece was let go, in the world, by the number of its placement."""

    def rows(self, table: str) -> list[Any]:
        return list(self.played.rows[table])

    def events(self, *names: str) -> list[dict[str, Any]]:
        return [entry for entry in self.log if entry["event"] in names]


@pytest.fixture(scope="module")
def watched() -> Watched:
    heels: list[tuple[float, float]] = []
    lying: dict[int, tuple[float, ...]] = {}
    log: list[dict[str, Any]] = []

    def look(time: float, poses: object) -> None:
        observer.frame()
        heels.append((time, game.world.heel))

    game = Game(JOB.players, seed=JOB.seed, parameters=JOB.parameters, on_frame=look)
    observer = Observer(game, began=0.0)
    for entry in game.play():
        observer.entry(entry)
        log.append(json.loads(entry.json()))
        if entry.event == "let_go":
            placement = sum(entry["event"] == "take" for entry in log) - 1
            lying[placement] = tuple(entry.data["position"])  # type: ignore[arg-type]
    game.close()
    return Watched(Played(key=JOB.key, game=observer.game_row(), rows=observer.rows()), log, heels, lying)


@pytest.fixture(scope="module")
def played() -> Played:
    return play_game(JOB, lambda: None)


def test_a_worker_makes_the_same_rows_of_the_same_game(watched: Watched, played: Played) -> None:
    assert played.key == (3, 2)
    assert played.game == dataclasses.replace(watched.played.game, recording=played.game.recording)
    for table in ("seats", "turns", "placements", "falls"):
        assert played.rows[table] == watched.played.rows[table]


def test_the_recording_is_of_that_game_and_verifies(watched: Watched, played: Played, tmp_path: Path) -> None:
    assert played.game.recording == "recordings/case-0003-game-000002.mcap"
    assert played.recording is not None
    file = tmp_path / "game.mcap"
    file.write_bytes(played.recording)
    recording = Recording.read(file)
    assert [json.loads(line) for line in recording.lines] == watched.log
    verify(recording)


def test_the_game_row_adds_up(watched: Watched) -> None:
    game, end = watched.played.game, watched.log[-1]
    assert audit(watched.log).phase is Phase.OVER
    assert (game.seed, game.players, game.error) == (JOB.seed, 2, None)
    assert (game.ending, game.rounds) == (end["ending"], end["rounds"])
    assert game.duration == pytest.approx(end["time"], abs=1e-6)
    counted = {
        "turn_end": game.turns,
        "let_go": game.loaded,
        "refused": game.refused,
        "pass": game.passed,
        "fell": game.fell,
        "caught": game.caught,
    }
    assert {name: len(watched.events(name)) for name in counted} == counted
    assert game.heel_max == max(heel for _, heel in watched.heels)


def test_there_is_a_row_for_each_seat(watched: Watched) -> None:
    end, rows = watched.log[-1], watched.rows("seats")
    assert [row.seat for row in rows] == [0, 1]
    assert [row.left for row in rows] == end["supplies"]
    assert [row.seat for row in rows if row.won] == end["winners"]
    game = watched.played.game
    assert sum(row.loaded for row in rows) == game.loaded
    assert sum(row.fell for row in rows) == game.fell
    assert (
        sum(row.caught for row in rows)
        == game.caught
        == sum(1 for entry in watched.events("caught") if entry["seat"] in (0, 1))
    )
    assert sum(row.turns for row in rows) == game.turns


def test_there_is_a_row_for_each_turn(watched: Watched) -> None:
    rows = watched.rows("turns")
    assert [row.turn for row in rows] == list(range(len(rows)))
    starts, ends = watched.events("turn_start"), watched.events("turn_end")
    assert [(row.seat, row.card, row.supply_before) for row in rows] == [
        (start["seat"], start["card"], start["supply"]) for start in starts
    ]
    assert [row.supply_after for row in rows] == [end["supply"] for end in ends]
    for row, start, end in zip(rows, starts, ends, strict=True):
        assert row.start == pytest.approx(start["time"], abs=1e-6)
        assert row.start + row.duration == pytest.approx(end["time"], abs=1e-6)
        within = [heel for time, heel in watched.heels if row.start < time <= row.start + row.duration + 1e-9]
        assert row.heel_max == pytest.approx(max([row.heel_before, *within]))
        assert row.heel_after == pytest.approx((within or [row.heel_before])[-1])
        assert row.kind == "random"
    orders = [entry["order"] for entry in watched.events("order")]
    assert all(orders[row.round - 1][row.place - 1] == row.seat for row in rows)
    announced = [row.announced for row in rows if row.announced is not None]
    assert announced == [entry["count"] for entry in watched.events("announce")]
    assert sum(row.passed for row in rows) == len(watched.events("pass"))
    assert {row.rested for row in rows} == {True, False}  # a time limit of a second is short


def test_there_is_a_row_for_each_attempt(watched: Watched) -> None:
    rows, takes = watched.rows("placements"), watched.events("take")
    assert [(row.seat, row.piece, row.area, row.attempt) for row in rows] == [
        (take["seat"], take["piece"], take["area"], take["attempt"]) for take in takes
    ]
    assert [row.refusal for row in rows if not row.let_go] == [
        entry["reason"] for entry in watched.events("refused")
    ]
    assert all((row.x is None) == (not row.let_go) for row in rows)
    assert all(row.shape == SHAPES[row.piece] and row.level == level_of(row.area) for row in rows)
    assert sum(row.slipped for row in rows) == len(watched.events("returned"))
    for row in rows:
        assert row.heel_max >= max(row.heel_before, row.heel_after) - 1e-12
    settled = [entry["heel"] for entry in watched.events("settled")]
    heels = [np.degrees(row.heel_after) for row in rows if row.let_go or row.fell or row.caught]
    assert heels == pytest.approx(settled, abs=1e-6)


def test_a_piece_was_let_go_where_its_row_says(watched: Watched) -> None:
    """On the deck of a ship that hardly heels, the frame of the area is nearly where it is at rest."""
    steady = [
        (number, row)
        for number, row in enumerate(watched.rows("placements"))
        if row.let_go and row.heel_before < 0.03 and row.level == "deck"
    ]
    assert steady
    with World(JOB.parameters) as world:
        for number, row in steady:
            pose = Pose((row.x, row.y, row.z), (row.qx, row.qy, row.qz, row.qw))
            there = compose(world.area_frame(row.area), pose).position
            assert np.linalg.norm(np.subtract(there, watched.lying[number])) < 0.01


def test_there_is_a_row_for_each_piece_that_left_the_ship(watched: Watched) -> None:
    rows, gone = watched.rows("falls"), watched.events("fell", "caught")
    assert rows
    assert Counter((row.piece, row.caught) for row in rows) == Counter(
        (entry["piece"], entry["event"] == "caught") for entry in gone
    )
    assert sorted(row.down for row in rows) == pytest.approx(sorted(e["time"] for e in gone), abs=1e-6)
    assert {row.piece for row in rows if row.goes == "out"} == {
        piece for entry in watched.events("settled") for piece in entry["out"]
    }
    turns = watched.rows("turns")
    for row in rows:
        turn = turns[row.turn]
        assert (row.seat, row.card, row.round) == (turn.seat, turn.card, turn.round)
        assert turn.start - 0.1 <= row.left <= row.down <= turn.start + turn.duration + 1e-9
        assert row.own == (row.piece == row.loading)
        assert (row.shape, row.loading_shape) == (SHAPES[row.piece], SHAPES[row.loading])
        assert row.level == level_of(row.area)


def test_what_fell_fell_from_where_it_was_said_to_lie(watched: Watched) -> None:
    """By the log: where the last settled entry, or the card of the running turn, had it."""
    lay: dict[str, int | None] = {}
    area, expected = 0, []
    for entry in watched.log:
        if entry["event"] == "take":
            area = entry["area"]
        elif entry["event"] == "let_go":
            lay[entry["piece"]] = area
        elif entry["event"] == "settled":
            lay = dict(entry["aboard"])
        elif entry["event"] in ("fell", "caught"):
            expected.append((entry["piece"], lay[entry["piece"]]))
    assert Counter((row.piece, row.area) for row in watched.rows("falls")) == Counter(expected)


def test_every_piece_loaded_has_a_fate(watched: Watched) -> None:
    rows, falls = watched.rows("placements"), watched.rows("falls")
    fates = Counter(row.fate for row in rows)
    assert fates["fell"] == sum(not row.caught for row in falls)
    assert fates["caught"] == sum(row.caught for row in falls)
    assert fates[None] == sum(not row.let_go for row in rows)
    aboard = {row.piece for row in rows if row.fate == "aboard"}
    assert aboard == set(watched.events("settled")[-1]["aboard"])
    for row in rows:
        came_down = [fall for fall in falls if fall.piece == row.piece and fall.turn == row.fate_turn]
        assert len(came_down) == (row.fate in ("fell", "caught"))
        assert row.fate_turn is None or row.fate_turn >= row.turn


def test_time_on_the_clock_has_a_row_for_each_turn_and_the_game(played: Played) -> None:
    *turns, game = played.rows["timing"]
    assert [row.turn for row in turns] == list(range(len(played.rows["turns"])))  # type: ignore[attr-defined]
    assert game.turn is None  # type: ignore[attr-defined]
    assert 0 < sum(row.wall for row in turns) <= game.wall  # type: ignore[attr-defined]


def test_a_game_that_nobody_wants_any_more_stops_at_the_next_frame() -> None:
    pulses = 0

    def pulse() -> None:
        nonlocal pulses
        pulses += 1
        if pulses > 40:
            raise StoppedError

    with pytest.raises(StoppedError):
        play_game(JOB, pulse)
    assert pulses == 41


def test_a_game_that_fails_has_a_row_with_its_seed_and_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(world: World, *arguments: object) -> None:
        raise RuntimeError("the solver lost a body\nat step 7")

    monkeypatch.setattr(World, "frame", lost)
    played = play_game(JOB, lambda: None)
    assert played.game.error == r"RuntimeError: the solver lost a body\nat step 7"
    assert (played.game.seed, played.game.players, played.game.turns) == (JOB.seed, 2, None)
    assert not played.rows
    assert played.recording is None


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), MemoryError()])
def test_what_is_not_the_games_fault_is_no_row(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(world: World, *arguments: object) -> None:
        raise error

    monkeypatch.setattr(World, "frame", full)
    with pytest.raises(type(error)):
        play_game(JOB, lambda: None)
