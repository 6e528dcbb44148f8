"""Recording a game: an MCAP file (https://mcap.dev) that is finished whatever ends the game.

The file has a metadata record with the game's facts and three channels: ``answers`` and ``events`` are
JSON, ``frames`` little-endian float32 of shape [body, 7]. Times are simulated ones, so equal games make
equal files. Every turn is a compressed chunk of its own and is in the file when the turn ends: of a run that
was killed, all finished turns remain.
"""

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

import numpy.typing as npt
from mcap.well_known import MessageEncoding, SchemaEncoding
from mcap.writer import CompressionType, Writer

from riffraff import __version__
from riffraff.game.answers import Answer
from riffraff.game.container import PROFILE
from riffraff.game.log import Entry
from riffraff.game.messages import (
    FRAME,
    Channel,
    Facts,
    Message,
    RecordingError,
    answer_message,
    event_message,
    frame_message,
)
from riffraff.rules import Seat
from riffraff.signals import signals_held_back

CHUNK_ENDS: Final = frozenset({"game_start", "turn_end", "game_end", "interrupted"})
"""Events after which all so far is written to the disk."""

_EVENT_SCHEMA: Final = {
    "title": "riffraff.Event",
    "description": "An entry of the game's log; its further properties depend on the event.",
    "type": "object",
    "properties": {
        "event": {"type": "string"},
        "time": {"type": "number", "description": "simulated time [s]"},
    },
    "required": ["event", "time"],
}
_ANSWER_SCHEMA: Final = {
    "title": "riffraff.Answer",
    "description": "A decision of a player.",
    "type": "object",
    "properties": {
        "seat": {"type": "integer", "minimum": 0},
        "question": {
            "type": "string",
            "description": "the method of riffraff.game.Player or Person that was asked",
        },
        "answer": {"description": "what it returned; lengths in m"},
    },
    "required": ["seat", "question", "answer"],
}
_FRAME_SCHEMA: Final = (
    f"Poses of all bodies as little-endian float32, shape {list(FRAME.shape)}, row by row: position x y z "
    "[m] and orientation quaternion x y z w of each body in the world, in the order of 'bodies' in the "
    f"metadata record {PROFILE!r}; NaN where a piece is absent.\n"
)
_KINDS: Final = {
    Channel.ANSWERS: (
        "riffraff.Answer",
        SchemaEncoding.JSONSchema,
        json.dumps(_ANSWER_SCHEMA),
        MessageEncoding.JSON,
    ),
    Channel.EVENTS: (
        "riffraff.Event",
        SchemaEncoding.JSONSchema,
        json.dumps(_EVENT_SCHEMA),
        MessageEncoding.JSON,
    ),
    Channel.FRAMES: ("riffraff.Frame", "text", _FRAME_SCHEMA, "float32"),
}
"""Name, encoding and text of each channel's schema, and the encoding of its messages."""


class Recorder:
    """Writes the recording of one game. Use it as a context manager, or call `close`.

    Its methods fit the hooks of `Game`:

        facts = Facts(players=kinds, seed=7, parameters=parameters)
        with Recorder("game.mcap", facts) as recorder:
            game = Game(
                kinds, seed=7, parameters=parameters, on_frame=recorder.frame, on_answer=recorder.answer
            )
            for entry in game.play():
                recorder.entry(entry)

    Leaving the context finishes the file, also when the game was interrupted or failed.

    Args:
        path: the file to write; ``.mcap`` is the usual ending.
        facts: what the game follows from.
        overwrite: whether a file that exists may be replaced.

    Raises:
        RecordingError: the file exists or cannot be written. All methods raise it when the disk is full.
    """

    def __init__(self, path: str | Path, facts: Facts, *, overwrite: bool = False) -> None:
        self.path = Path(path)
        self._time = 0.0
        self._pending: list[Message] = []
        self._stream = _created(self.path, overwrite=overwrite)
        with self._writing():
            # A chunk ends where we say so, never by its size.
            self._writer = Writer(
                self._stream, chunk_size=sys.maxsize, compression=CompressionType.ZSTD, enable_data_crcs=True
            )
            self._writer.start(profile=PROFILE, library=f"riffraff {__version__}")
            self._writer.add_metadata(PROFILE, facts.metadata())
            self._channels: dict[Channel, int] = {}
            for channel, (name, encoding, text, message_encoding) in _KINDS.items():
                schema = self._writer.register_schema(name, encoding, text.encode())
                self._channels[channel] = self._writer.register_channel(
                    channel.value, message_encoding, schema
                )

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def frame(self, time: float, poses: npt.ArrayLike) -> None:
        """Record a frame: the simulated time [s] and the poses of all bodies, shape [body, 7]."""
        self._time = time
        self._add(frame_message(time, poses))

    def answer(self, seat: Seat, question: str, value: object) -> None:
        """Record a decision: whose, the method of `Player` or `Person` that was asked, what it returned."""
        self._add(answer_message(self._time, Answer(seat, question, value)))

    def entry(self, entry: Entry) -> None:
        """Record an entry of the log; one that ends a turn brings all so far to the disk."""
        self._add(event_message(entry))
        if entry.event in CHUNK_ENDS:
            with signals_held_back(), self._writing():
                self._write_pending()

    def close(self) -> None:
        """Finish the file. Closing twice is no error."""
        if not self._stream.closed:
            with signals_held_back(), self._writing():
                self._write_pending()
                self._writer.finish()  # type: ignore[no-untyped-call]  # mcap types arguments only
                self._stream.close()

    def _add(self, message: Message) -> None:
        if self._stream.closed:
            raise ValueError(f"{self.path}: the recording is closed; nothing can be added to it")
        # Nothing goes to the writer yet: a Ctrl-C in the middle of its work would leave half a record behind.
        self._pending.append(message)

    def _write_pending(self) -> None:
        for message in self._pending:
            channel = self._channels[message.channel]
            self._writer.add_message(channel, message.time, message.data, message.time)
        self._pending.clear()
        self._writer.flush()  # type: ignore[no-untyped-call]

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            with contextlib.suppress(OSError):
                self._stream.close()
            raise RecordingError(self.path, f"cannot be written: {error.strerror or error}") from error


def _created(path: Path, *, overwrite: bool) -> BinaryIO:
    try:
        return path.open("wb" if overwrite else "xb")
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        if isinstance(error, FileExistsError | IsADirectoryError | PermissionError) and path.is_dir():
            reason = "is a directory; name a file"
        elif isinstance(error, FileExistsError):
            reason = "exists already; name another file, or allow to overwrite it"
        elif isinstance(error, FileNotFoundError) and not path.parent.exists():
            reason = f"there is no directory {path.parent}; make it first"
        else:
            reason = f"cannot be written: {getattr(error, 'strerror', None) or error}"
        raise RecordingError(path, reason) from None
