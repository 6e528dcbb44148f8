"""What a table is started with, and the orders that a window gives it. See `riffraff.live.protocol`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.rules import Area, Seat

PERSON: Final = "person"
"""The kind of a seat for which the window decides."""

SLOWEST: Final = 0.1
FASTEST: Final = 4.0
"""Bounds of a pace other than 0: simulated seconds for each second on the clock."""


MOST_TREMOR: Final = 10.0
LONGEST_THINKING: Final = 10.0
"""Bounds of the factors in a `Setting`."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a table is started with.

    Attributes:
        players: the kind of each seat, `PERSON` or a scripted kind (``careful``, ``random``); 2 to 4. None is
            practice: a ship without rules.
        names: what the players are called, one for each seat; () for the names of their colours.
        seed: any whole number from 0 up.
        parameters: the physical constants.
        tremor: difficulty, a factor on all that is unsteady in the hand; 0 is a perfectly steady one.
        tumbling: pace while cargo tumbles, times the wanted one; 1 does not slow down.
        thinking: how long scripted players pretend to think, times the usual; 0 for not at all.
        recording: where to record the game; None for a new file in the user's data directory. Never
            overwritten. Practice is not recorded.
        pace: simulated seconds for each second on the clock to begin with, see `Pace`.

    Raises:
        ValueError: something of that is not possible; says all that is not.
    """

    players: tuple[str, ...] | None = None
    names: tuple[str, ...] = ()
    seed: int = 0
    parameters: Parameters = field(default_factory=Parameters)
    tremor: float = 1.0
    tumbling: float = 0.3
    thinking: float = 1.0
    recording: Path | None = None
    pace: float = 1.0

    def __post_init__(self) -> None:
        players, problems = self.players, []
        if players is not None and not 2 <= len(players) <= 4:
            problems.append(f"{len(players)} players; the game takes 2 to 4")
        if players is not None and len(self.names) not in (0, len(players)):
            problems.append(f"{len(self.names)} names for {len(players)} players")
        if self.seed < 0:
            problems.append(f"a seed of {self.seed}; seeds are whole numbers from 0 up")
        if not 0 <= self.tremor <= MOST_TREMOR:
            problems.append(f"a tremor of {self.tremor:g}; 0 to {MOST_TREMOR:g} is possible")
        if not SLOWEST <= self.tumbling <= 1:
            problems.append(f"a pace of {self.tumbling:g} for tumbling cargo; {SLOWEST:g} to 1 is possible")
        if self.pace != 0 and not SLOWEST <= self.pace <= FASTEST:
            problems.append(f"a pace of {self.pace:g}; 0 or {SLOWEST:g} to {FASTEST:g} is possible")
        if not 0 <= self.thinking <= LONGEST_THINKING:
            problems.append(f"thinking for {self.thinking:g} times; 0 to {LONGEST_THINKING:g} is possible")
        if problems:
            raise ValueError("; ".join(problems))


@dataclass(frozen=True)
class Start:
    """The answer to ``place``: take this piece of the supply into the hand.

    Attributes:
        piece: number of the piece, one of the `Ask.options`.
        pose: where the hand takes it up, with room around; None for beside the ship, standing as it does most
            stably.
    """

    piece: int
    pose: Pose | None = None


@dataclass(frozen=True)
class Decide:
    """The answer to an open `Ask`.

    Attributes:
        question: the number of the question.
        answer: one of its options; for ``place`` a `Start` or None.
    """

    question: int
    answer: int | tuple[Seat, ...] | Start | None


@dataclass(frozen=True)
class Aim:
    """Where the held piece shall go; the hand moves there at its limited speed and pushes what is in its way.

    Attributes:
        pose: of the piece.
    """

    pose: Pose


@dataclass(frozen=True)
class Lower:
    """Bring the held piece where it was aimed at, then straight down until it touches; an `Aim` ends that.

    The hand then rests on what is there, steady, and goes after it if it sways away.
    """


@dataclass(frozen=True)
class Release:
    """Let go of the held piece. In a rules game refused where `Holding.objection` says why."""


@dataclass(frozen=True)
class PutBack:
    """Give the held piece back to the supply; in practice, off the table."""


@dataclass(frozen=True)
class Grab:
    """Catch a tumbling piece."""

    piece: int


@dataclass(frozen=True)
class Pace:
    """How fast time shall run.

    Attributes:
        factor: simulated seconds for each second on the clock; 0 is a pause, else `SLOWEST` to `FASTEST`.
    """

    factor: float


@dataclass(frozen=True)
class OneFrame:
    """In a pause: one frame of physics, then pause again."""


@dataclass(frozen=True)
class Tumbling:
    """Change `Setting.tumbling`.

    Attributes:
        factor: pace while cargo tumbles, times the wanted one; `SLOWEST` to 1.
    """

    factor: float


@dataclass(frozen=True)
class Take:
    """Practice: take a piece into the hand, one that lies anywhere or one that is not there yet.

    Attributes:
        piece: number of the piece.
        pose: where the hand takes up one that is not there yet, as in `Start`.
    """

    piece: int
    pose: Pose | None = None


@dataclass(frozen=True)
class Lay:
    """Practice: put a piece that is not held just above the middle of an area.

    Attributes:
        piece: number of the piece.
        area: number of the area, 1 to 10.
    """

    piece: int
    area: Area


@dataclass(frozen=True)
class Remove:
    """Practice: take a piece that is not held away."""

    piece: int


@dataclass(frozen=True)
class Clear:
    """Practice: a new ship without cargo."""


@dataclass(frozen=True)
class Change:
    """Practice: change parameters. Refused in a rules game, whose recording would not be true any longer.

    Attributes:
        changes: new values by dotted name, numbers in SI or strings with a unit.
        rebuild: whether to go through with what needs another ship or other cargo, which clears the ship.
    """

    changes: Mapping[str, float | str]
    rebuild: bool = False


@dataclass(frozen=True)
class Inspect:
    """Whose data to send along with the frames as `Inspected`; None for nobody's."""

    piece: int | None


@dataclass(frozen=True)
class Show:
    """What else to send along with the frames.

    Collision shapes need no message: they are the ``parts`` of the model's links and cargo.

    Attributes:
        contacts: `ContactsSeen`.
    """

    contacts: bool


@dataclass(frozen=True)
class Quit:
    """End; a game under way is recorded as interrupted."""


Order = (
    Decide
    | Aim
    | Lower
    | Release
    | PutBack
    | Grab
    | Pace
    | OneFrame
    | Tumbling
    | Take
    | Lay
    | Remove
    | Clear
    | Change
    | Inspect
    | Show
    | Quit
)
