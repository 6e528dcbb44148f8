"""Playing a recorded game again: it is the same game, and any difference is named."""

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.records import Message

from riffraff.game import Answer, Difference, Playback, Recording, RecordingError, UnansweredError, verify
from riffraff.params import Parameters
from riffraff.rules import new_game

from .tapes import Change, Nth, Passer, record, rewrite


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("short") / "game.mcap", turns=8)


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game in which nobody loaded anything."""
    deciders = [Passer(np.random.default_rng(seat)) for seat in range(2)]
    return record(tmp_path_factory.mktemp("passed") / "game.mcap", deciders=deciders)


def test_the_same_seed_makes_the_same_file(tmp_path: Path, short: Path) -> None:
    assert record(tmp_path / "again.mcap", turns=8).read_bytes() == short.read_bytes()
    assert record(tmp_path / "other.mcap", turns=8, seed=2).read_bytes() != short.read_bytes()


def test_a_recording_verifies(short: Path) -> None:
    recording = Recording.read(short)
    shares: list[float] = []
    verify(recording, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) == len(recording.events)


def test_a_whole_game_verifies(passed: Path) -> None:
    recording = Recording.read(passed)
    assert recording.events[-1]["event"] == "game_end"
    verify(recording)


def test_changed_parameters_are_played_again(tmp_path: Path) -> None:
    parameters = Parameters().with_changes({"hand.tremor": 0.001, "ship.counterweight_mass": 0.3})
    verify(Recording.read(record(tmp_path / "game.mcap", turns=1, parameters=parameters)))


def test_with_other_parameters_the_first_difference_is_told(short: Path) -> None:
    recording = Recording.read(short)
    same = recording.facts.parameters
    verify(recording, parameters=same)
    with pytest.raises(Difference) as difference:
        verify(recording, parameters=same.with_changes({"hand.carry_speed": 0.2}))
    assert difference.value.time < 1.0  # the first piece is carried more slowly
    assert "a frame" in difference.value.what


@pytest.mark.parametrize("frames", [1, 40, 200])
def test_an_interrupted_game_verifies_up_to_its_end(tmp_path: Path, frames: int) -> None:
    recording = Recording.read(record(tmp_path / "game.mcap", frames=frames))
    assert recording.interrupted
    assert len(recording.frames) == frames
    verify(recording)


def test_a_recording_that_was_cut_short_verifies_up_to_its_end(tmp_path: Path, short: Path) -> None:
    path = tmp_path / "cut.mcap"
    path.write_bytes(short.read_bytes()[:-2000])
    verify(Recording.read(path, partial=True))


@settings(max_examples=100)
@given(data=st.data(), mask=st.integers(1, 255))
def test_any_byte_of_a_played_game_that_was_flipped_is_found(
    short: Path, data: st.DataObject, mask: int
) -> None:
    content = bytearray(short.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= mask
    path = short.with_name("flipped.mcap")
    path.write_bytes(content)
    with pytest.raises(RecordingError):
        Recording.read(path)


# -- differences ---------------------------------------------------------------------------------------------


def difference(path: Path) -> Difference:
    with pytest.raises(Difference) as found:
        verify(Recording.read(path))
    assert str(found.value).startswith(f"{path}: ")
    assert "\n" not in str(found.value)
    return found.value


def replaced(change: Callable[[dict[str, object]], object]) -> Change:
    """A change to the JSON of a message."""

    def apply(message: Message) -> Iterable[Message]:
        content = json.loads(message.data)
        change(content)
        yield dataclasses.replace(message, data=json.dumps(content, separators=(",", ":")).encode())

    return apply


def test_a_frame_that_differs_in_one_bit_is_found(tmp_path: Path, short: Path) -> None:
    def change(message: Message) -> Iterable[Message]:
        frame = bytearray(message.data)
        frame[7 * 4 + 4] ^= 1
        yield dataclasses.replace(message, data=bytes(frame))

    found = difference(rewrite(short, tmp_path / "changed.mcap", Nth("frames", 100, change)))
    assert found.time == pytest.approx(101 / 60)
    assert "the pose of yardarm_low differs by up to" in found.what


def test_a_piece_that_was_not_there_is_found(tmp_path: Path, short: Path) -> None:
    def change(message: Message) -> Iterable[Message]:
        frame = np.frombuffer(message.data, "<f4").copy()
        frame[-14:] = 0.5
        yield dataclasses.replace(message, data=frame.tobytes())

    found = difference(rewrite(short, tmp_path / "changed.mcap", Nth("frames", 0, change)))
    assert "rat-3 is present in the recording, absent played again (and 1 more bodies)" in found.what


def test_a_changed_event_is_found(tmp_path: Path, short: Path) -> None:
    events = Recording.read(short).events
    number = next(number for number, event in enumerate(events) if event["event"] == "settled")
    heel = events[number]["heel"]
    change = replaced(lambda event: event.update(heel=heel + 0.5))
    found = difference(rewrite(short, tmp_path / "changed.mcap", Nth("events", number, change)))
    assert found.time == pytest.approx(events[number]["time"])
    assert found.what == f"event settled: heel is {heel + 0.5} in the recording, {heel} played again"


def test_an_event_written_otherwise_is_found(tmp_path: Path, short: Path) -> None:
    def change(message: Message) -> Iterable[Message]:
        yield dataclasses.replace(message, data=message.data.replace(b":", b": "))

    found = difference(rewrite(short, tmp_path / "changed.mcap", Nth("events", 1, change)))
    assert found.what == "event round_start is written differently"


def test_a_changed_time_is_found(tmp_path: Path, short: Path) -> None:
    def change(message: Message) -> Iterable[Message]:
        yield dataclasses.replace(message, log_time=message.log_time + 1)

    found = difference(rewrite(short, tmp_path / "changed.mcap", Nth("frames", 5, change)))
    assert (
        "a frame is at t = 0.100000001 s in the recording, played again a frame at 0.100000000 s"
        in found.what
    )


@pytest.mark.parametrize("topic", ["answers", "events", "frames"])
def test_a_missing_message_is_found(tmp_path: Path, short: Path, topic: str) -> None:
    difference(rewrite(short, tmp_path / "changed.mcap", Nth(topic, 1, lambda message: [])))


@pytest.mark.parametrize("topic", ["answers", "events", "frames"])
def test_a_message_too_many_is_found(tmp_path: Path, short: Path, topic: str) -> None:
    difference(rewrite(short, tmp_path / "changed.mcap", Nth(topic, 1, lambda message: [message, message])))


def test_a_changed_answer_is_found(tmp_path: Path, short: Path) -> None:
    answers = Recording.read(short).answers
    number = next(number for number, answer in enumerate(answers) if answer.question == "place")

    def move(answer: dict[str, object]) -> None:
        placement = answer["answer"]
        assert isinstance(placement, dict)
        placement["pose"]["position"][0] += 1e-6

    path = rewrite(short, tmp_path / "changed.mcap", Nth("answers", number, replaced(move)))
    assert "frame" in difference(path).what


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answer": 11}, "R1.3"),
        ({"seat": 1}, "the next answer is that of seat 1"),
        ({"question": "announce"}, "to announce"),
    ],
)
def test_an_answer_that_could_not_be_is_found(
    tmp_path: Path, short: Path, change: dict[str, object], reason: str
) -> None:
    path = rewrite(
        short, tmp_path / "changed.mcap", Nth("answers", 0, replaced(lambda answer: answer.update(change)))
    )
    assert reason in difference(path).what


def test_another_game_is_found(tmp_path: Path, short: Path) -> None:
    """With another seed the hand trembles otherwise, though all answers are the same."""
    start = Nth("events", 0, replaced(lambda event: event.update(seed=2)))
    found = difference(rewrite(short, tmp_path / "changed.mcap", start, seed="2"))
    assert "frame" in found.what


def test_a_recording_that_goes_on_after_the_game_is_found(tmp_path: Path, passed: Path) -> None:
    last = len(Recording.read(passed).events) - 1
    path = rewrite(passed, tmp_path / "longer.mcap", Nth("events", last, lambda message: [message, message]))
    assert difference(path).what == "the game is over, but the recording goes on"


def test_an_interruption_that_nothing_follows_is_the_only_one_allowed(tmp_path: Path, passed: Path) -> None:
    change = replaced(lambda event: event.update(event="interrupted"))
    found = difference(rewrite(passed, tmp_path / "changed.mcap", Nth("events", 3, change)))
    assert "event interrupted" in found.what


def test_playback_answers_only_what_was_asked() -> None:
    state = new_game(2)
    playback = Playback([Answer(0, "choose_card", 3), Answer(1, "catch", ())])
    assert playback.choose_card(state, 0) == 3
    with pytest.raises(UnansweredError, match=r"seat 0 is asked catch, .* seat 1 to catch"):
        playback.catch(state, 0, ())
    with pytest.raises(UnansweredError, match="no answer is left"):
        playback.announce(state, 0)


# -- a run that is killed ------------------------------------------------------------------------------------

KILLED = """
import sys, time
from riffraff.game import Facts, Game, Recorder
from riffraff.params import Parameters

facts = Facts(players=("random", "random"), seed=1, parameters=Parameters())
turns = 0

def on_frame(time, poses):
    recorder.frame(time, poses)
    if turns == 1:
        after.append(time)
    if len(after) == 30:
        print("in the midst of the second turn", flush=True)
        sys.stdin.read()

after = []
recorder = Recorder(sys.argv[1], facts)
game = Game(facts.players, seed=1, on_frame=on_frame, on_answer=recorder.answer)
for entry in game.play():
    recorder.entry(entry)
    turns += entry.event == "turn_end"
"""


def test_of_a_run_that_was_killed_the_finished_turns_remain(tmp_path: Path, short: Path) -> None:
    path = tmp_path / "killed.mcap"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the midst of the second turn\n"
        process.kill()
    with pytest.raises(ValueError, match="cut short; a partial reading gives 1 whole turn, up to t = "):
        Recording.read(path)
    recording = Recording.read(path, partial=True)
    whole = Recording.read(short)
    assert recording.events[-1]["event"] == "turn_end"
    assert recording.lines == whole.lines[: len(recording.lines)]
    assert recording.times[-1] == pytest.approx(recording.events[-1]["time"])
    np.testing.assert_array_equal(recording.frames, whole.frames[: len(recording.frames)])
    verify(recording)
