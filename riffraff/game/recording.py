"""Reading the recording of a game: checked to the last byte, then events, answers and frames."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riffraff import __version__
from riffraff.game.answers import Answer
from riffraff.game.container import Contents, DamagedError, unpack
from riffraff.game.messages import FRAME, Channel, Facts, Message, RecordingError
from riffraff.params.errors import shortened


@dataclass(frozen=True, kw_only=True, eq=False)
class Recording:
    """A recorded game; made by `read`.

    Attributes:
        path: the file it was read from.
        facts: version, seed, players and parameters.
        events: the entries of the log.
        lines: the same as the lines of JSON they were.
        answers: the decisions of the players.
        times: simulated time of every frame [s], shape [frame].
        whole: false if the file was cut short.
    """

    path: Path
    facts: Facts
    events: tuple[Mapping[str, Any], ...]
    lines: tuple[str, ...]
    answers: tuple[Answer, ...]
    times: npt.NDArray[np.float64]
    whole: bool
    _contents: Contents = field(repr=False)

    @classmethod
    def read(cls, path: str | Path, *, partial: bool = False) -> "Recording":
        """Read a recording, all of it checked against its checksums.

        Args:
            path: the file.
            partial: whether to take a file that was cut short, by a run that was killed for instance; the
                recording then ends with the last turn that is whole.

        Raises:
            RecordingError: there is no such file, it is damaged, cut short, of another version of riffraff,
                or no recording at all.
        """
        path = Path(path)
        try:
            contents = unpack(path.read_bytes())
            _check_version(contents)
            recording = cls._of(path, contents)
        except FileNotFoundError:
            raise RecordingError(path, "no such file") from None
        except IsADirectoryError:
            raise RecordingError(path, "is a directory, not a recording") from None
        except OSError as error:
            raise RecordingError(path, f"cannot be read: {error.strerror or error}") from None
        except ValueError as error:
            raise RecordingError(path, str(error)) from error
        if not contents.whole and not partial:
            raise RecordingError(path, f"cut short; a partial reading gives {_turns(recording)} of it")
        return recording

    @classmethod
    def _of(cls, path: Path, contents: Contents) -> "Recording":
        facts = Facts.from_metadata(contents.metadata)
        lines: list[str] = []
        answers: list[Answer] = []
        times: list[float] = []
        for message in contents.messages():
            if message.channel is Channel.EVENTS:
                lines.append(message.data.decode())
            elif message.channel is Channel.ANSWERS:
                answers.append(Answer.from_json(message.data.decode()))
            elif len(message.data) == FRAME.itemsize:
                times.append(message.seconds)
            else:
                raise DamagedError(f"a frame has {len(message.data)} bytes, not {FRAME.itemsize}")
        events = tuple(_event(line) for line in lines)
        # No checksum covers the facts of a file that was cut short; the first entry of the log repeats them.
        if (
            events
            and events[0]["event"] == "game_start"
            and not facts.game_start().items() <= events[0].items()
        ):
            raise DamagedError("damaged: its facts are not those of the game that was recorded")
        return cls(
            path=path,
            facts=facts,
            events=events,
            lines=tuple(lines),
            answers=tuple(answers),
            times=np.array(times, np.float64),
            whole=contents.whole,
            _contents=contents,
        )

    @cached_property
    def frames(self) -> npt.NDArray[np.float32]:
        """Pose of every body in every frame, shape [frame, body, 7], NaN where a piece is absent.

        Unpacked when first asked for, and kept: about 60 kB for a second of the game.
        """
        frames = [message.data for message in self.messages() if message.channel is Channel.FRAMES]
        return np.frombuffer(b"".join(frames), FRAME.base).reshape(-1, *FRAME.shape)

    def messages(self) -> Iterator[Message]:
        """Everything recorded, in the order it was."""
        return self._contents.messages()

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the game."""
        return bool(self.events) and self.events[-1]["event"] == "interrupted"


def _check_version(contents: Contents) -> None:
    if not contents.metadata:
        raise DamagedError(
            "not a recording: it has no facts" if contents.whole else "cut short; nothing of it is whole"
        )
    version = contents.metadata.get("version")
    if version != __version__:
        raise ValueError(
            f"recorded by riffraff {version}, but this is riffraff {__version__}, "
            f"which may play another game; install riffraff {version} to replay it"
        )


def _event(line: str) -> Mapping[str, Any]:
    event = json.loads(line)
    if not isinstance(event, dict) or not isinstance(event.get("event"), str) or "time" not in event:
        raise DamagedError(f"not an entry of a log: {shortened(line)}")
    return event


def _turns(recording: Recording) -> str:
    turns = sum(event["event"] == "turn_end" for event in recording.events)
    end = f", up to t = {recording.times[-1]:.3f} s" if len(recording.times) else ""
    return f"{turns} whole turn{'' if turns == 1 else 's'}{end}"
