"""Recordings to test with: made up, played, and rewritten with one thing changed."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from mcap.records import Channel, Message, Metadata, Schema
from mcap.stream_reader import StreamReader
from mcap.writer import Writer

from riffraff.game import BODY_NAMES, Entry, Facts, Game, Placement, Player, RandomPlayer, Recorder, WhatIf
from riffraff.params import Parameters
from riffraff.rules import Seat, State

FACTS = Facts(players=("random", "careful"), seed=7, parameters=Parameters())


def pose_array(number: int) -> npt.NDArray[np.float64]:
    """A frame unlike any other, with most pieces absent."""
    poses = np.full((len(BODY_NAMES), 7), np.nan)
    poses[: 5 + number % 3] = np.random.default_rng(number).normal(size=7)
    return poses


def make_up(path: Path, *, turns: int, facts: Facts = FACTS) -> Path:
    """Record a game that nobody played: of each turn a card, a frame, and the end."""
    with Recorder(path, facts) as recorder:
        recorder.entry(Entry("game_start", 0.0, facts.game_start()))
        for turn in range(turns):
            recorder.answer(turn % 2, "choose_card", 1 + turn)
            recorder.frame((turn + 1) / 60, pose_array(turn))
            recorder.entry(Entry("turn_end", (turn + 1) / 60, {"seat": turn % 2, "supply": 15 - turn}))
    return path


class Passer(RandomPlayer):
    """Never loads a piece: a whole game goes by without a moment of physics."""

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Placement | None:
        return None


def record(
    path: Path,
    *,
    seed: int = 1,
    turns: int | None = None,
    frames: int | None = None,
    parameters: Parameters | None = None,
    deciders: Iterable[Player] | None = None,
) -> Path:
    """Record a game of two random players, up to the end of a turn or until it is interrupted at a frame."""
    facts = Facts(players=("random", "random"), seed=seed, parameters=parameters or Parameters())
    with Recorder(path, facts) as recorder:

        def on_frame(time: float, poses: npt.NDArray[np.float64]) -> None:
            if game.world.time * 60 > (frames or np.inf):
                raise KeyboardInterrupt
            recorder.frame(time, poses)

        game = Game(
            facts.players,
            seed=seed,
            parameters=facts.parameters,
            deciders=None if deciders is None else list(deciders),
            on_frame=on_frame,
            on_answer=recorder.answer,
        )
        ended = 0
        try:
            for entry in game.play():
                recorder.entry(entry)
                ended += entry.event == "turn_end"
                if ended == turns:
                    break
        except KeyboardInterrupt:
            recorder.entry(Entry("interrupted", game.world.time))
        finally:
            game.close()
    return path


Change = Callable[[Message], Iterable[Message]]


def rewrite(
    source: Path,
    target: Path,
    change: Callable[[str, Message], Iterable[Message]] = lambda topic, message: [message],
    **facts: str,
) -> Path:
    """Write a recording anew, with valid checksums, by the MCAP library alone.

    `change` gives for every message of a topic those to write instead; `facts` replace those in the metadata.
    """
    with source.open("rb") as before, target.open("wb") as after:
        writer = Writer(after, enable_data_crcs=True)
        writer.start(profile="riffraff", library="rewritten")
        topics: dict[int, str] = {}
        for record in StreamReader(before, validate_crcs=True).records:
            if isinstance(record, Metadata):
                writer.add_metadata(record.name, record.metadata | facts)
            elif isinstance(record, Schema) and record.id > len(topics):
                writer.register_schema(record.name, record.encoding, record.data)
            elif isinstance(record, Channel) and record.id not in topics:
                topics[record.id] = record.topic
                writer.register_channel(record.topic, record.message_encoding, record.schema_id)
            elif isinstance(record, Message):
                for message in change(topics[record.channel_id], record):
                    writer.add_message(**dataclasses.asdict(message))
        writer.finish()
    return target


class Nth:
    """A change to the n-th message of a topic, counted from 0."""

    def __init__(self, topic: str, number: int, change: Change) -> None:
        self._topic, self._left, self._change = topic, number, change

    def __call__(self, topic: str, message: Message) -> Iterator[Message]:
        self._left -= topic == self._topic
        if topic == self._topic and self._left == -1:
            yield from self._change(message)
        else:
            yield message
