"""The news that a table sends to its window. See `riffraff.live.protocol`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from riffraff.live.orders import Change, Order, Setting
from riffraff.live.reasons import Failure, Refusal
from riffraff.model import Vector
from riffraff.rules import Area, Seat, State

READINGS: Final = ("heel", "roll", "pitch", "kinetic", "contacts", "step")
"""Columns of `Frames.readings`: three angles [rad], kinetic energy of ship and cargo [J], number of contacts,
and the wall time that the physics of the frame took [s]."""

Floats = npt.NDArray[np.float64]
Floats32 = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Begun:
    """The first news: the world stands. In practice it comes again when parameters were changed.

    Attributes:
        setting: what is played; its `parameters` are those really in force, tremor included.
        model: directory of the ship's and cargo's model (`riffraff.model.read`); it goes with the table.
        recording: where the game is recorded; None in practice.
        state: the state of the game at the start, as a spectator may know it; None in practice.
    """

    setting: Setting
    model: Path
    recording: Path | None
    state: State | None


@dataclass(frozen=True, eq=False)
class Frames:
    """Frames of physics, one after the other; those of all news together are the whole game.

    If the window does not fetch its news for minutes, frames farther back are thinned out; the recording has
    them all.

    Attributes:
        times: simulated time, shape [frame].
        poses: of all bodies, shape [frame, `riffraff.model.BODIES`, 7], NaN where a piece is absent.
        readings: shape [frame, `READINGS`].
    """

    times: Floats
    poses: Floats32
    readings: Floats32


@dataclass(frozen=True)
class Told:
    """An entry of the game's log.

    Attributes:
        event: the entry as `riffraff.game.log` describes it, like those of `Recording.events`.
        state: the state of the game after it, as a spectator may know it.
    """

    event: Mapping[str, Any]
    state: State


@dataclass(frozen=True)
class Ask:
    """A person has to decide. Questions are numbered on; only one is open at a time.

    Attributes:
        question: its number.
        seat: who has to decide.
        what: ``choose_card``, ``choose_captain``, ``choose_order``, ``announce`` or ``place``.
        options: the legal answers: cards, seats, orders of seats, 1 and 2, or the numbers of the pieces in
            the supply, of which a `Start` takes one (or None passes).
        state: what the seat may know: its hand of cards, supplies, `State.area`, `State.attempt` and so on.
    """

    question: int
    seat: Seat
    what: str
    options: tuple[Any, ...]
    state: State


@dataclass(frozen=True)
class Objection:
    """Why a piece may not be let go where it is.

    Attributes:
        reason: ``not in area``, ``sticks out`` (both R4.6), ``touches nothing`` or ``cargo fell``; of a
            `Take` in practice ``no room`` or ``blocked``.
        area: the area it is not in, or into which it sticks out; else None.
        sentence: the reason in English.
    """

    reason: str
    area: Area | None
    sentence: str


@dataclass(frozen=True)
class Holding:
    """How it stands with the hand, along with the frames; once with piece None when it has become empty.

    Attributes:
        piece: the piece it holds, or None.
        touched: whether the piece lies against the ship or cargo aboard, or did a moment ago.
        stuck: whether what is in the way keeps it from getting on.
        lowering: whether it is on its way down after `Lower`; again, if what it lay on has swayed away.
        objection: why the piece may not be let go here, None if it may. Those of R4.6 are told first, so they
            are known while the piece is still in the air. In practice always None.
    """

    piece: int | None
    touched: bool = False
    stuck: bool = False
    lowering: bool = False
    objection: Objection | None = None


@dataclass(frozen=True)
class Contact:
    """What one piece touches.

    Attributes:
        other: another piece, the name of a link of the ship, or None for table, box and stand.
        point: where, in the world.
        force: normal force [N].
    """

    other: int | str | None
    point: Vector
    force: float


@dataclass(frozen=True)
class Inspected:
    """Data of a piece that is in the world, see `Inspect`.

    Attributes:
        piece: number of the piece.
        time: of the data.
        mass: of the piece [kg].
        speed: of its centre of mass [m/s].
        spin: how fast it turns [rad/s].
        status: ``held``, ``aboard``, ``tumbling`` or ``fallen``.
        contacts: every point at which it touches something, strongest first. What holds it are those below
            its centre of mass.
    """

    piece: int
    time: float
    mass: float
    speed: float
    spin: float
    status: str
    contacts: tuple[Contact, ...]


@dataclass(frozen=True, eq=False)
class ContactsSeen:
    """Where cargo touches anything, see `Show`.

    Attributes:
        time: of the data.
        points: in the world, shape [contact, 3].
        forces: normal forces [N], shape [contact].
        normals: the directions in which they push the piece, in the world, of length 1, shape [contact, 3].
        pieces: the piece that is touched, shape [contact]; a contact of two pieces comes once from each side.
    """

    time: float
    points: Floats
    forces: Floats
    normals: Floats
    pieces: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Paced:
    """How fast time runs, when that has changed, and about once a second while it runs.

    Attributes:
        wanted: the factor ordered.
        reached: the factor that comes about, slowed for tumbling cargo or by a slow machine; 0 in a pause.
    """

    wanted: float
    reached: float


@dataclass(frozen=True)
class NeedsRebuild:
    """A `Change` that needs another ship or other cargo: order it with `rebuild` to go through with it.

    Attributes:
        order: the order.
        names: the parameters that need it.
        sentence: the same in English.
    """

    order: Change
    names: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class Refused:
    """An order that cannot be followed.

    Attributes:
        order: the order.
        sentence: why, in English.
        reason: the kind of that; None for what only a sentence tells, such as a parameter out of bounds.
        piece: the piece it is about, if it is about one.
        objection: what is objected, if that is the reason.
    """

    order: Order
    sentence: str
    reason: Refusal | None = None
    piece: int | None = None
    objection: Objection | None = None


@dataclass(frozen=True)
class Over:
    """The game is over; the recording is finished.

    Attributes:
        winners: the winning seats.
    """

    winners: tuple[Seat, ...]


@dataclass(frozen=True)
class Failed:
    """The table cannot go on: its world stopped, a disk is full, or its process died.

    Attributes:
        sentence: what happened, in English; that of a world that stopped names seed and step.
        reason: the kind of that.
    """

    sentence: str
    reason: Failure | None = None


News = (
    Begun
    | Frames
    | Told
    | Ask
    | Holding
    | Inspected
    | ContactsSeen
    | Paced
    | NeedsRebuild
    | Refused
    | Over
    | Failed
)
