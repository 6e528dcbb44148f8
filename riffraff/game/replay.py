"""A recorded game played again, and compared with its recording bit for bit."""

import json
from collections import deque
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from riffraff.game.answers import Answer
from riffraff.game.grip import Sight
from riffraff.game.guiding import Act, Deed, Guided
from riffraff.game.log import Entry
from riffraff.game.messages import (
    BODY_NAMES,
    FRAME,
    Channel,
    Message,
    RecordingError,
    answer_message,
    event_message,
    frame_message,
)
from riffraff.game.placement import Placement
from riffraff.game.play import Game
from riffraff.game.recording import Recording
from riffraff.game.whatif import WhatIf
from riffraff.params import Parameters
from riffraff.params.errors import one_line, shortened
from riffraff.physics import PhysicsError
from riffraff.physics.scene import Array
from riffraff.rules import Card, Piece, Seat, State


class Difference(RecordingError):  # noqa: N818 - named for what was found
    """A game that was played again went another way than its recording.

    Attributes:
        time: simulated time of the first difference [s].
        what: what is different.
    """

    def __init__(self, path: str | Path, time: float, what: str) -> None:
        super().__init__(path, what)
        self.args = (str(path), time, what)  # what pickle builds it from again
        self.time = time

    def __str__(self) -> str:
        return one_line(f"{self.path}: played again it differs at t = {self.time:.4f} s: {self.what}")


class UnansweredError(LookupError):
    """A question that the recorded answers do not answer: another one is next, or none is left."""


class Playback:
    """A `Player`, and a `Person`, for all seats that decides as was decided before.

    Args:
        answers: the decisions of all seats, in the order they were asked for.
    """

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = deque(answers)

    def choose_card(self, state: State, seat: Seat) -> Card:
        """The card chosen then."""
        card: Card = self._next(seat, "choose_card")
        return card

    def choose_captain(self, state: State, seat: Seat) -> Seat:
        """The captain chosen then."""
        captain: Seat = self._next(seat, "choose_captain")
        return captain

    def choose_order(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """The order given then."""
        order: tuple[Seat, ...] = self._next(seat, "choose_order")
        return order

    def announce(self, state: State, seat: Seat) -> int:
        """The number announced then."""
        count: int = self._next(seat, "announce")
        return count

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Any:
        """The placement chosen then; nothing is tried out again."""
        placement: Placement | Guided | None = self._next(seat, "place")
        return placement

    def catch(self, state: State, seat: Seat, tumbling: tuple[Piece, ...]) -> Collection[Piece]:
        """The pieces wanted then."""
        pieces: tuple[Piece, ...] = self._next(seat, "catch")
        return pieces

    def act(self, state: State, seat: Seat, sight: Sight) -> Deed | None:
        """What was done at this frame of the attempt then; of frames in which nothing was, none is left."""
        if not self._answers or self._answers[0].question != "act":
            return None
        act: Act = self._answers[0].value
        if act.frame > sight.frame:
            return None
        self._next(seat, "act")
        if act.frame < sight.frame:
            raise UnansweredError(f"seat {seat} acts at frame {sight.frame}, but did at frame {act.frame}")
        return act.deed

    def _next(self, seat: Seat, question: str) -> Any:
        if not self._answers:
            raise UnansweredError(f"seat {seat} is asked {question}, but no answer is left")
        answer = self._answers.popleft()
        if (answer.seat, answer.question) != (seat, question):
            raise UnansweredError(
                f"seat {seat} is asked {question}, "
                f"but the next answer is that of seat {answer.seat} to {answer.question}"
            )
        return answer.value


def verify(
    recording: Recording,
    *,
    parameters: Parameters | None = None,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Play a recorded game again from its answers and compare all events and frames, bit for bit.

    A recording that ends before its game does, because somebody stopped it or because it was cut short, is
    compared up to its end.

    Args:
        recording: what to compare with.
        parameters: other physical constants than the recorded ones, to see where the game would first have
            gone another way.
        progress: called now and then with the share that is done, 0 to 1.

    Raises:
        Difference: the first thing that is not the same.
    """
    facts = recording.facts
    parameters = facts.parameters if parameters is None else parameters
    tape = _Tape(recording, same_start=parameters == facts.parameters)
    game = Game(
        facts.players,
        seed=facts.seed,
        parameters=parameters,
        deciders=[Playback(recording.answers)] * len(facts.players),
        on_frame=tape.frame,
        on_answer=tape.answer,
    )
    try:
        for entry in game.play():
            if tape.ended:
                break
            tape.entry(entry)
            if progress is not None:
                progress(tape.done)
    except Difference:
        raise
    except _EndedError:
        return
    except (PhysicsError, UnansweredError, ValueError) as error:
        # Where the recording ends, so may its answers; and a game that failed fails again.
        if not tape.ended:
            raise tape.difference(game.world.time, str(error)) from error
    finally:
        game.close()
    if not tape.ended:
        raise tape.difference(game.world.time, "the game is over, but the recording goes on")


class _EndedError(Exception):
    """All that was recorded was compared."""


class _Tape:
    """The recorded messages, compared one by one with those of the game that is played again."""

    def __init__(self, recording: Recording, *, same_start: bool) -> None:
        self._same_start = same_start
        self._path = recording.path
        self._messages = recording.messages()
        self._length = self._left = len(recording.events) + len(recording.answers) + len(recording.times)
        self._stop = int(recording.interrupted)  # what is left in the end: nobody interrupts the second game
        self._time = 0.0

    @property
    def ended(self) -> bool:
        """Whether all was compared."""
        return self._left <= self._stop

    @property
    def done(self) -> float:
        """The share that was compared, 0 to 1."""
        return 1 - self._left / self._length

    def frame(self, time: float, poses: Array) -> None:
        """Compare a frame.

        Raises:
            _EndedError: the recording ends before; a person who did nothing more would hold a piece for ever.
        """
        if self.ended:
            raise _EndedError
        self._time = time
        self._compare(frame_message(time, poses))

    def answer(self, seat: Seat, question: str, value: object) -> None:
        """Compare a decision: its place among all else, as it is one of the recording."""
        self._compare(answer_message(self._time, Answer(seat, question, value)))

    def entry(self, entry: Entry) -> None:
        """Compare an entry of the log; the first one names the parameters, which may differ on purpose."""
        if entry.event == "game_start" and not self._same_start:
            self._next()
        else:
            self._compare(event_message(entry))

    def difference(self, time: float, what: str) -> Difference:
        """The error to raise."""
        return Difference(self._path, time, what)

    def _compare(self, played: Message) -> None:
        if self.ended:
            return
        recorded = self._next()
        if recorded != played:
            raise self.difference(min(recorded.seconds, played.seconds), _said(recorded, played))

    def _next(self) -> Message:
        self._left -= 1
        return next(self._messages)


def _said(recorded: Message, played: Message) -> str:
    """What is different between two messages, in one line."""
    if recorded.channel is not played.channel:
        return f"the recording has {_named(recorded)}, played again it is {_named(played)}"
    if recorded.time != played.time:
        return (
            f"{_named(recorded)} is at t = {recorded.seconds:.9f} s in the recording, "
            f"played again {_named(played)} at {played.seconds:.9f} s"
        )
    if recorded.channel is Channel.FRAMES:
        return _moved(np.frombuffer(recorded.data, FRAME)[0], np.frombuffer(played.data, FRAME)[0])
    before, now = json.loads(recorded.data), json.loads(played.data)
    key = next((key for key in (*before, *now) if before.get(key) != now.get(key)), None)
    if key is None:
        return f"{_named(recorded)} is written differently"
    values = f"{_shown(before, key)} in the recording, {_shown(now, key)} played again"
    return f"{_named(recorded)}: {key} is {values}"


def _moved(recorded: Array, played: Array) -> str:
    rows = np.flatnonzero((recorded.view(np.uint32) != played.view(np.uint32)).any(axis=1))
    body, before, now = BODY_NAMES[rows[0]], recorded[rows[0]], played[rows[0]]
    more = f" (and {len(rows) - 1} more bodies)" if len(rows) > 1 else ""
    if np.isnan(before).all() or np.isnan(now).all():
        where = ("absent", "present") if np.isnan(before).all() else ("present", "absent")
        return f"a frame: {body} is {where[0]} in the recording, {where[1]} played again{more}"
    return f"a frame: the pose of {body} differs by up to {np.abs(before - now).max():g}{more}"


def _named(message: Message) -> str:
    if message.channel is Channel.FRAMES:
        return "a frame"
    content = json.loads(message.data)
    if message.channel is Channel.EVENTS:
        return f"event {content['event']}"
    return f"the answer of seat {content['seat']} to {content['question']}"


def _shown(content: dict[str, Any], key: str) -> str:
    return shortened(json.dumps(content[key])) if key in content else "missing"
