"""What a recording says: the facts a game follows from, then messages in the order they came."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from riffraff import __version__
from riffraff.game.answers import Answer
from riffraff.game.log import Entry
from riffraff.model import BODIES, SHIP_LINKS
from riffraff.params import Parameters
from riffraff.params.errors import one_line
from riffraff.rules import PIECES

BODY_NAMES: Final = (*SHIP_LINKS, *(piece.name for piece in PIECES))
"""The bodies of a frame, in order: the ship's moving links, then the cargo."""

FRAME: Final = np.dtype(("<f4", (BODIES, 7)))
"""A frame in a recording: position [m], orientation (x, y, z, w) of every body, NaN where it is absent."""


class RecordingError(ValueError):
    """A recording that cannot be written, read or played again: one line that begins with the file's path.

    Attributes:
        path: the file.
        what: what is wrong with it.
    """

    def __init__(self, path: str | Path, what: str) -> None:
        # Both go to the base class so that the error survives pickling between processes.
        super().__init__(str(path), what)
        self.path = Path(path)
        self.what = what

    def __str__(self) -> str:
        return one_line(f"{self.path}: {self.what}")


class Channel(Enum):
    """The channels of a recording; the values are the topics."""

    ANSWERS = "answers"
    EVENTS = "events"
    FRAMES = "frames"


@dataclass(frozen=True)
class Message:
    """Something that was recorded.

    Attributes:
        channel: what kind of thing.
        time: simulated time [ns].
        data: the thing itself: JSON text, or a `FRAME`.
    """

    channel: Channel
    time: int
    data: bytes

    @property
    def seconds(self) -> float:
        """Simulated time [s]."""
        return self.time * 1e-9


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What a game follows from, besides the answers of its players, and what the players are called.

    Attributes:
        players: the kind of each seat.
        seed: the game's seed.
        parameters: the physical constants.
        version: of riffraff; another one may play another game.
        names: of the players, one for each seat, "" for none; or () for none at all. They change nothing.
    """

    players: tuple[str, ...]
    seed: int
    parameters: Parameters
    version: str = __version__
    names: tuple[str, ...] = ()

    def metadata(self) -> dict[str, str]:
        """The facts as text, with what a stranger needs to make sense of the frames."""
        return {
            "version": self.version,
            "seed": str(self.seed),
            "players": _compact(self.players),
            "parameters": _compact(self.parameters.canonical()),
            "frame_rate": repr(self.parameters.world.frame_rate),
            "bodies": _compact(BODY_NAMES),
            **({"names": _compact(self.names)} if any(self.names) else {}),
        }

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> "Facts":
        """The facts that `metadata` wrote.

        Raises:
            ValueError: something is missing, not allowed, or contradicts the rest.
        """
        try:
            facts = cls(
                players=tuple(json.loads(metadata["players"])),
                seed=int(metadata["seed"]),
                parameters=Parameters.from_canonical(json.loads(metadata["parameters"])),
                version=metadata["version"],
                names=_names(metadata),
            )
        except KeyError as missing:
            raise ValueError(f"its facts lack {missing}") from None
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"its facts are not what riffraff writes: {str(error).splitlines()[0]}"
            ) from None
        written = facts.metadata()
        if wrong := sorted(name for name in {*written, *metadata} if written.get(name) != metadata.get(name)):
            raise ValueError(f"its facts contradict each other: {', '.join(wrong)}")
        return facts

    def game_start(self) -> dict[str, object]:
        """What the log's first entry says about the same facts."""
        return {
            "version": self.version,
            "seed": self.seed,
            "players": list(self.players),
            "parameters": self.parameters.digest(),
        }


def _names(metadata: Mapping[str, str]) -> tuple[str, ...]:
    """What the players are called.

    Raises:
        ValueError: these are not as many names as players.
    """
    if "names" not in metadata:
        return ()
    names, players = json.loads(metadata["names"]), json.loads(metadata["players"])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"names {metadata['names']} are no list of texts")
    if len(names) != len(players):
        raise ValueError(f"{len(names)} names for {len(players)} players")
    return tuple(names)


def answer_message(time: float, answer: Answer) -> Message:
    """A decision, at a simulated time [s]."""
    return Message(Channel.ANSWERS, _nanoseconds(time), answer.json().encode())


def event_message(entry: Entry) -> Message:
    """An entry of the log, exactly its line."""
    return Message(Channel.EVENTS, _nanoseconds(entry.time), entry.json().encode())


def frame_message(time: float, poses: npt.ArrayLike) -> Message:
    """The poses of all bodies at a simulated time [s], shape [body, 7].

    Raises:
        ValueError: there are more or fewer bodies, or numbers for each.
    """
    frame = np.asarray(poses, FRAME.base)
    if frame.shape != FRAME.shape:
        raise ValueError(f"a frame has the shape {list(FRAME.shape)}, not {list(frame.shape)}")
    return Message(Channel.FRAMES, _nanoseconds(time), frame.tobytes())


def _nanoseconds(seconds: float) -> int:
    return round(seconds * 1e9)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
