"""The file of a recording: what goes in comes out, and nothing damaged gets through."""

import dataclasses
import json
import os
import pickle
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import mcap.writer
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.reader import make_reader

from riffraff import __version__
from riffraff.game import (
    BODY_NAMES,
    Answer,
    Channel,
    Difference,
    Entry,
    Facts,
    Message,
    Recorder,
    Recording,
    RecordingError,
)
from riffraff.params import Parameters

from .tapes import FACTS, Nth, make_up, pose_array, rewrite
from .test_answers import ANSWERS

TIMES = st.integers(0, 10**9).map(lambda step: step / 240)
ENTRIES = st.builds(Entry, st.sampled_from(["let_go", "turn_end", "settled"]), TIMES, st.just({"seat": 1}))
FRAMES = st.tuples(
    TIMES, st.binary(min_size=28, max_size=28).map(lambda data: np.frombuffer(data * len(BODY_NAMES), "<f4"))
)


DATA_END = b"\x0f\x04" + bytes(7)
"""Where the data of an MCAP file ends: opcode and length of a record that has only a checksum."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_up(tmp_path_factory.mktemp("small") / "game.mcap", turns=2)


def refused(path: Path, *, partial: bool = False) -> str:
    """Why a file is refused, which is one line that begins with its path."""
    with pytest.raises(RecordingError) as refusal:
        Recording.read(path, partial=partial)
    message = str(refusal.value)
    assert message == f"{path}: {refusal.value.what}".replace("\0", r"\x00")
    assert "\n" not in message
    return refusal.value.what


# -- what goes in comes out ----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(content=st.lists(st.one_of(ANSWERS, ENTRIES, FRAMES), max_size=12))
def test_all_that_was_recorded_is_read_in_its_order(content: list[object]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "game.mcap"
        with Recorder(path, FACTS) as recorder:
            for thing in content:
                if isinstance(thing, Answer):
                    recorder.answer(thing.seat, thing.question, thing.value)
                elif isinstance(thing, Entry):
                    recorder.entry(thing)
                elif isinstance(thing, tuple):
                    recorder.frame(thing[0], thing[1].reshape(-1, 7))
        recording = Recording.read(path)
    entries = [thing for thing in content if isinstance(thing, Entry)]
    frames = [thing for thing in content if isinstance(thing, tuple)]
    kinds = {Answer: Channel.ANSWERS, Entry: Channel.EVENTS, tuple: Channel.FRAMES}
    assert recording.facts == FACTS
    assert recording.whole
    assert recording.answers == tuple(thing for thing in content if isinstance(thing, Answer))
    assert recording.lines == tuple(entry.json() for entry in entries)
    assert recording.events == tuple(json.loads(entry.json()) for entry in entries)
    assert recording.times == pytest.approx([time for time, _ in frames], abs=1e-9)
    assert recording.frames.shape == (len(frames), len(BODY_NAMES), 7)
    for frame, (_, poses) in zip(recording.frames, frames, strict=True):
        assert frame.tobytes() == poses.tobytes(), "bit for bit, NaN too"
    assert [message.channel for message in recording.messages()] == [kinds[type(thing)] for thing in content]


def test_equal_games_make_equal_files(tmp_path: Path, small: Path) -> None:
    again = make_up(tmp_path / "again.mcap", turns=2)
    assert again.read_bytes() == small.read_bytes()


def test_the_parameters_are_recorded_exactly(tmp_path: Path) -> None:
    parameters = Parameters().with_changes({"ship.counterweight_mass": 0.1 + 0.2, "world.frame_rate": 120})
    facts = Facts(players=("careful",) * 4, seed=2**80, parameters=parameters)
    assert Recording.read(make_up(tmp_path / "game.mcap", turns=0, facts=facts)).facts == facts


def test_names_are_recorded_and_change_nothing_else(tmp_path: Path, small: Path) -> None:
    facts = dataclasses.replace(FACTS, names=("Ann", ""))
    named = Recording.read(make_up(tmp_path / "named.mcap", turns=2, facts=facts))
    assert named.facts == facts
    assert list(named.messages()) == list(Recording.read(small).messages())
    nameless = make_up(tmp_path / "nameless.mcap", turns=2, facts=dataclasses.replace(FACTS, names=("", "")))
    assert nameless.read_bytes() == small.read_bytes()


def test_other_mcap_readers_understand_the_file(small: Path) -> None:
    with small.open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True)
        summary = reader.get_summary()
        assert summary is not None
        assert summary.statistics is not None
        assert summary.statistics.message_count == 7
        assert {channel.topic for channel in summary.channels.values()} == {"answers", "events", "frames"}
        assert all(summary.schemas[channel.schema_id].data for channel in summary.channels.values())
        ((name, facts),) = ((record.name, record.metadata) for record in reader.iter_metadata())
        assert (name, facts["version"], facts["seed"]) == ("riffraff", __version__, "7")
        assert json.loads(facts["bodies"])[3:6] == ["yardarm_top", "boat-0", "barrel-0"]
        decoded = [
            (channel.topic, message) for _, channel, message in reader.iter_messages(log_time_order=False)
        ]
    assert [topic for topic, _ in decoded] == ["events", *["answers", "frames", "events"] * 2]
    frame = np.frombuffer(decoded[2][1].data, "<f4").reshape(-1, 7)
    np.testing.assert_array_equal(frame, pose_array(0).astype("<f4"))
    assert decoded[2][1].log_time == round(1e9 / 60)


def test_a_frame_of_the_wrong_shape_is_refused(tmp_path: Path) -> None:
    with Recorder(tmp_path / "game.mcap", FACTS) as recorder, pytest.raises(ValueError, match=r"\[36, 7\]"):
        recorder.frame(0.0, np.zeros((35, 7)))


# -- damage --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_any_flipped_byte_is_found(tmp_path: Path, small: Path, mask: int) -> None:
    content = bytearray(small.read_bytes())
    path = tmp_path / "flipped.mcap"
    for offset in range(len(content)):
        content[offset] ^= mask
        path.write_bytes(content)
        content[offset] ^= mask
        refused(path)
        refused(path, partial=True)


def test_wherever_a_file_is_cut_it_is_refused_and_its_whole_turns_remain(tmp_path: Path, small: Path) -> None:
    content, whole = small.read_bytes(), Recording.read(small)
    path = tmp_path / "cut.mcap"
    turns_left: list[int] = []
    before = ""
    for length in range(len(content)):
        path.write_bytes(content[:length])
        message = refused(path)
        assert message.startswith("cut short; ")
        if message == before:
            continue
        before = message
        if message == "cut short; nothing of it is whole":
            assert refused(path, partial=True) == message
            assert not turns_left
        else:
            rest = Recording.read(path, partial=True)
            turns = sum(event["event"] == "turn_end" for event in rest.events)
            assert f"{turns} whole turn" in message
            assert not rest.whole
            assert rest.facts == whole.facts
            assert rest.lines == whole.lines[: len(rest.lines)]
            assert len(rest.frames) == turns
            turns_left.append(turns)
    assert turns_left == [0, 1, 2]


def test_a_flipped_byte_in_a_file_that_was_cut_short_makes_up_nothing(tmp_path: Path, small: Path) -> None:
    """No checksum covers all of such a file; but what is read of it was written."""
    whole = Recording.read(small)
    content = bytearray(small.read_bytes())
    del content[content.rindex(DATA_END) :]
    path = tmp_path / "flipped.mcap"
    read = 0
    for offset in range(len(content)):
        content[offset] ^= 0x04
        path.write_bytes(content)
        content[offset] ^= 0x04
        try:
            rest = Recording.read(path, partial=True)
        except RecordingError:
            continue
        read += 1
        assert rest.facts == whole.facts
        assert list(rest.messages()) == list(whole.messages())[: len(list(rest.messages()))]
    assert read


@pytest.mark.parametrize("junk", [b"\0", b"\x89MCAP0\r\n", b"more"])
def test_bytes_after_the_end_are_found(tmp_path: Path, small: Path, junk: bytes) -> None:
    path = tmp_path / "longer.mcap"
    path.write_bytes(small.read_bytes() + junk)
    assert "damaged" in refused(path)


def test_a_recording_of_another_version_names_both(tmp_path: Path, small: Path) -> None:
    path = rewrite(small, tmp_path / "other.mcap", version="99.1.2")
    for partial in (False, True):
        message = refused(path, partial=partial)
        assert "riffraff 99.1.2" in message
        assert f"riffraff {__version__}" in message
        assert "install" in message


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"seed": "seven"}, "seven"),
        ({"seed": " 7"}, "contradict each other: seed"),
        ({"players": "3"}, "not what riffraff writes"),
        ({"parameters": "{}"}, "not what riffraff writes"),
        ({"bodies": "[]"}, "contradict each other: bodies"),
        ({"frame_rate": "50"}, "contradict each other: frame_rate"),
        ({"mood": "good"}, "contradict each other: mood"),
        ({"names": '["Ann"]'}, "1 names for 2 players"),
        ({"names": '{"Ann": "Bob"}'}, "not what riffraff writes"),
        ({"names": '["",""]'}, "contradict each other: names"),
        ({"seed": "8"}, "not those of the game"),
        ({"players": '["random","random"]'}, "not those of the game"),
    ],
)
def test_facts_that_cannot_be_are_refused(
    tmp_path: Path, small: Path, facts: dict[str, str], reason: str
) -> None:
    assert reason in refused(rewrite(small, tmp_path / "facts.mcap", **facts))


@pytest.mark.parametrize(
    ("topic", "data", "reason"),
    [
        ("events", b"{}", "not an entry of a log"),
        ("events", b"[1]", "not an entry of a log"),
        ("events", b'{"event":"turn_end"', "delimiter"),
        ("events", b"\xff", "utf-8"),
        ("answers", b'{"seat":0}', "no answer"),
        ("frames", b"1234", "a frame has 4 bytes"),
    ],
)
def test_messages_that_cannot_be_are_refused(
    tmp_path: Path, small: Path, topic: str, data: bytes, reason: str
) -> None:
    def change(message: mcap.records.Message) -> Iterator[mcap.records.Message]:
        message.data = data
        yield message

    assert reason in refused(rewrite(small, tmp_path / "messages.mcap", Nth(topic, 1, change)))


def test_rewriting_alone_changes_nothing(tmp_path: Path, small: Path) -> None:
    again = Recording.read(rewrite(small, tmp_path / "again.mcap"))
    assert list(again.messages()) == list(Recording.read(small).messages())


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.mcap") == "no such file"
    assert "directory" in refused(tmp_path)
    text = tmp_path / "text"
    text.write_text("Ahoy!")
    assert "not an MCAP file" in refused(text)
    foreign = tmp_path / "foreign.mcap"
    with foreign.open("wb") as stream:
        writer = mcap.writer.Writer(stream)
        writer.start(profile="ros2")
        writer.finish()
    assert "not a recording of riffraff" in refused(foreign)
    with pytest.raises(RecordingError, match=r"^two\\nlines: no such file$"):
        Recording.read("two\nlines")
    assert "null" in refused(tmp_path / "nul\0l")


def test_errors_survive_pickling() -> None:
    for error in (RecordingError(Path("a.mcap"), "is bad"), Difference("a.mcap", 1.5, "a frame")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)


# -- writing -------------------------------------------------------------------------------------------------


def test_a_file_is_replaced_only_when_that_is_allowed(tmp_path: Path) -> None:
    path = make_up(tmp_path / "game.mcap", turns=1)
    before = path.read_bytes()
    with pytest.raises(RecordingError, match="exists already"):
        Recorder(path, FACTS)
    assert path.read_bytes() == before
    with Recorder(path, FACTS, overwrite=True):
        pass
    assert Recording.read(path).lines == ()


@pytest.mark.parametrize("overwrite", [False, True])
def test_places_where_no_file_can_be_are_refused(tmp_path: Path, overwrite: bool) -> None:
    (tmp_path / "file").touch()
    for path, reason in {
        tmp_path: "is a directory",
        tmp_path / "none" / "game.mcap": f"there is no directory {tmp_path / 'none'}",
        tmp_path / "file" / "game.mcap": "cannot be written",
        tmp_path / "nul\0l": "cannot be written",
        tmp_path / ("long" * 99): "cannot be written",
    }.items():
        with pytest.raises(RecordingError, match=reason):
            Recorder(path, FACTS, overwrite=overwrite)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_without_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RecordingError, match="Permission denied"):
        Recorder(tmp_path / "game.mcap", FACTS)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
def test_a_full_disk_is_told_once() -> None:
    with (
        pytest.raises(RecordingError, match="No space left"),
        Recorder("/dev/full", FACTS, overwrite=True) as full,
    ):
        full.entry(Entry("turn_end", 0.0))


def test_a_closed_recorder_takes_nothing_more(tmp_path: Path) -> None:
    with Recorder(tmp_path / "game.mcap", FACTS) as recorder:
        recorder.close()
    with pytest.raises(ValueError, match="closed"):
        recorder.entry(Entry("turn_end", 0.0))


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_whatever_ends_the_game_the_file_is_whole(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "game.mcap"
    with pytest.raises(error), Recorder(path, FACTS) as recorder:
        recorder.frame(1 / 60, pose_array(0))
        raise error
    recording = Recording.read(path)
    assert recording.whole
    assert not recording.interrupted
    assert len(recording.frames) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("method", ["add_message", "flush", "finish"])
def test_a_signal_in_the_middle_of_writing_tears_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, number: signal.Signals
) -> None:
    def stop(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    def stopped(*arguments: object) -> None:
        monkeypatch.undo()
        signal.raise_signal(number)
        original(*arguments)

    original = getattr(mcap.writer.Writer, method)
    before = signal.signal(number, stop)
    try:
        recorder = Recorder(tmp_path / "game.mcap", FACTS)
        monkeypatch.setattr(mcap.writer.Writer, method, stopped)
        with pytest.raises(KeyboardInterrupt), recorder:
            recorder.frame(1 / 60, pose_array(0))
            recorder.entry(Entry("turn_end", 1 / 60))
        assert signal.getsignal(number) is stop
    finally:
        signal.signal(number, before)
    recording = Recording.read(tmp_path / "game.mcap")
    assert (len(recording.lines), len(recording.frames)) == (1, 1)


def test_a_recorder_works_in_any_thread(tmp_path: Path) -> None:
    thread = threading.Thread(target=make_up, args=(tmp_path / "game.mcap",), kwargs={"turns": 1})
    thread.start()
    thread.join()
    assert Recording.read(tmp_path / "game.mcap").whole


def test_messages_compare_by_value() -> None:
    assert Message(Channel.EVENTS, 1, b"{}") == Message(Channel.EVENTS, 1, b"{}")
    assert Message(Channel.EVENTS, 1_500_000_000, b"{}").seconds == pytest.approx(1.5)
