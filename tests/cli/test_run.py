"""A game, as JSON and in words, and the same game again."""

import json
import re
from pathlib import Path

import pytest

from riffraff import __version__
from riffraff.params import loads

from .process import ESCAPE, QUICK, Played, Running, riffraff


def test_json_prints_lines_of_json_and_nothing_else(played: Played) -> None:
    assert played.json.returncode == 0
    lines = [json.loads(line) for line in played.json.stdout.splitlines()]
    assert played.json.stdout.endswith("\n")
    assert all("event" in line and "time" in line for line in lines)
    assert lines[0]["event"] == "game_start"
    assert lines[0]["seed"] == 1
    assert lines[0]["players"] == ["random"] * 3
    assert lines[0]["parameters"] == loads(QUICK).digest()
    assert lines[-1]["event"] == "game_end"
    assert {"winners", "rounds", "supplies"} <= lines[-1].keys()


def test_standard_error_has_the_result_and_the_speed_and_nothing_of_bullets(played: Played) -> None:
    end = json.loads(played.json.stdout.splitlines()[-1])
    result, speed = played.json.stderr.splitlines()
    assert re.fullmatch(r"(Red|Blue|Turquoise|, | and )+ wins?( together)?: .* rounds?( \d+)?", result)
    assert re.fullmatch(
        rf"seed 1: {end['time']:.1f} s simulated in [\d.]+ s, [\d.]+ times as fast as real time", speed
    )


def test_words_go_to_a_pipe_without_escape_codes(played: Played) -> None:
    assert played.words.returncode == 0
    assert played.words.stderr == ""
    assert ESCAPE not in played.words.stdout
    lines = played.words.stdout.splitlines()
    assert lines[0] == f"riffraff {__version__}, seed 1: Red (random), Blue (random), Turquoise (random)"
    assert next(line for line in lines if line.startswith("Round ")).startswith("Round 1: ")
    assert "°" in played.words.stdout
    result, _ = played.json.stderr.splitlines()
    assert lines[-2] == result
    assert lines[-1].startswith("seed 1: ")


def test_the_same_seed_gives_the_same_bytes(played: Played) -> None:
    first, second = (path.read_bytes() for path in played.recordings)
    assert first == second


def test_replay_prints_what_run_printed(played: Played) -> None:
    words = riffraff("replay", played.recordings[0])
    assert words.stdout.splitlines() == played.words.stdout.splitlines()[:-1]
    log = riffraff("replay", played.recordings[1], "--json")
    assert log.stdout == played.json.stdout
    assert (words.returncode, words.stderr, log.returncode, log.stderr) == (0, "", 0, "")


def test_a_recording_verifies(played: Played) -> None:
    result = riffraff("replay", played.recordings[0], "--verify")
    events = len(played.json.stdout.splitlines())
    assert (result.returncode, result.stderr) == (0, "")
    assert f": {events} events, " in result.stdout
    assert result.stdout.endswith(" frames are the same bit for bit when played again\n")


def test_without_a_seed_one_is_drawn_and_told(folder: Path) -> None:
    seeds = []
    for _ in range(2):
        with Running("run", "--player", "random", "--params", folder / "quick.toml") as process:
            assert process.stdout is not None
            seeds.append(int(process.stdout.readline().split("seed ")[1].split(":")[0]))
    assert seeds[0] != seeds[1]
    assert all(0 <= seed < 2**32 for seed in seeds)


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        ([], ["careful"] * 4),
        (["--players", "2"], ["careful"] * 2),
        (["--player", "random"], ["random"] * 4),
        (["--player", "random", "--players", "3"], ["random"] * 3),
        (["--player", "random", "--player", "careful"], ["random", "careful"]),
        (["--players", "2", "--player", "careful", "--player", "random"], ["careful", "random"]),
    ],
)
def test_the_seats_are_as_asked(arguments: list[str], kinds: list[str]) -> None:
    with Running("run", "--seed", 1, "--json", *arguments) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["players"] == kinds
