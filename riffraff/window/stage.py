"""What the parts of the window share: the game that is shown, the moment, the camera, and what is marked."""

import math
import time as clocks
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from imgui_bundle import imgui

from riffraff.live.protocol import ContactsSeen, Inspected, News, OneFrame, Order, Pace
from riffraff.model import Model, Pose
from riffraff.rules import Seat
from riffraff.window.camera import Camera, Ray, views
from riffraff.window.chronicle import Chronicle
from riffraff.window.materials import Colour
from riffraff.window.meshes import Floats
from riffraff.window.picking import Hit, Picker
from riffraff.window.scenery import Scenery, upright
from riffraff.window.settings import Settings
from riffraff.window.skin import Skin
from riffraff.window.standing import Moment, seat_name
from riffraff.window.tape import Tape
from riffraff.window.themes import THEMES, Theme
from riffraff.window.transport import Transport
from riffraff.window.words import Words

_GLIDE: Final = 9.0  # 1/s, how fast the camera gets to where it shall be
_THERE: Final = 2e-3  # what is left of the way there, relative to the distance, that nobody sees
_TOAST: Final = 4.0  # s that a passing message is shown


class Mode(Enum):
    """What is shown."""

    EMPTY = "empty"
    """A ship at rest: no game yet."""
    RECORDING = "recording"
    GAME = "game"
    PRACTICE = "practice"


class Table(Protocol):
    """A live game: `riffraff.live.protocol` says what is sent and received."""

    def send(self, order: Order) -> None:
        """Order something, at once."""

    def receive(self) -> Sequence[News]:
        """The news since the last call, without waiting."""

    def close(self) -> None:
        """End it."""


@dataclass(frozen=True)
class Ghost:
    """A piece that is drawn as an outline: where it would be.

    Attributes:
        piece: number of the piece.
        pose: of it, in the world.
        colour: of the outline.
    """

    piece: int
    pose: Pose
    colour: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Toast:
    """A message in passing, shown until a time on the wall clock [s]."""

    text: str
    until: float
    bad: bool = False


class Stage:
    """What is shown, and how. Whoever changes something calls `touch`, and it is drawn again.

    Args:
        model: of the ship and its cargo.
        settings: chosen by the person.
        directory: of the model's files; by default found, or made, for its parameters.

    Attributes:
        model, scenery, picker: of the ship that is shown.
        settings: as given.
        mode: what is shown.
        tape, chronicle, transport: frames, log and moment of the game.
        table: of a live game.
        views: named places of the camera.
        camera: where the picture is seen from.
        follow: whether the camera looks at the active area.
        selected: name of the body whose data are shown.
        marks: colours that bodies shine in, by name; a tool sets and clears its own.
        areas: colours that areas light up in, by number, besides the active one; likewise.
        ghosts: pieces drawn as outlines; likewise.
        contacts, inspected: the last ones of a live game.
        held: name of the piece in the hand of a live game, None for none.
        toast: message in passing.
        recording: file of the game that is shown, if there is one.
        names: of the players, by seat; "" for the colour of the cards.
        size: of the window, in the coordinates that the mouse has.
        skin: fonts and colours of the panels; set before a picture is drawn.
        portrait: gives the picture of a shape of cargo, for panels; likewise.
        hardware: whether a graphics processor draws; set before a picture is drawn.
        changed: whether something must be drawn.
    """

    skin: Skin
    portrait: Callable[[str], imgui.ImTextureRef | None]

    def __init__(self, model: Model, settings: Settings, *, directory: Path | None = None) -> None:
        self.settings = settings
        self.words = Words(settings.language)
        self.marks: dict[str, Colour] = {}
        self.areas: dict[int, Colour] = {}
        self.ghosts: list[Ghost] = []
        self.contacts: ContactsSeen | None = None
        self.inspected: Inspected | None = None
        self.selected: str | None = None
        self.held: str | None = None
        self.toast: Toast | None = None
        self.recording: Path | None = None
        self.table: Table | None = None
        self.names: tuple[str, ...] = ()
        self.mode = Mode.EMPTY
        self.follow = self.hardware = False
        self.size = (1280, 800)
        self.changed = True
        self._goal: Camera | None = None
        self._fit(model, directory)
        self.camera = self.views["quarter"]

    # -- what is shown ------------------------------------------------------------------------------------

    def _fit(self, model: Model, directory: Path | None) -> None:
        self.model = model
        self.scenery = Scenery(model, directory=directory)
        self.picker = Picker(self.scenery)
        self.views = views(model)
        self._empty = upright(model)
        self.tape = Tape(model)
        self.chronicle = Chronicle()
        self.transport = Transport(self.tape)

    def show(self, model: Model, *, mode: Mode, directory: Path | None = None) -> None:
        """Show another ship, without cargo and without a past.

        Args:
            model: of the ship and its cargo.
            mode: what will be shown.
            directory: of the model's files; by default found, or made, for its parameters.
        """
        self.close_table()
        self._fit(model, directory)
        self.mode = mode
        self.selected = self.held = self.contacts = self.inspected = self.recording = None
        self.names = ()
        self.marks, self.areas, self.ghosts = {}, {}, []
        self.touch()

    def play_tape(self, tape: Tape, chronicle: Chronicle, *, recording: Path | None = None) -> None:
        """Show a recorded game of the ship that is shown, from its beginning.

        Args:
            tape: its frames.
            chronicle: its log.
            recording: its file.
        """
        self.close_table()
        self.mode, self.recording = Mode.RECORDING, recording
        self.tape, self.chronicle = tape, chronicle
        self.names = chronicle.names
        self.transport = Transport(tape)
        self.transport.marks = chronicle.marks
        self.touch()

    def watch(self, table: Table, *, mode: Mode) -> None:
        """Show a live game of the ship that is shown, from its beginning."""
        self.close_table()
        self.mode, self.table = mode, table
        self.tape, self.chronicle = Tape(self.model), Chronicle()
        self.transport = Transport(self.tape, _TableClock(table))
        self.transport.marks = self.chronicle.marks
        self.touch()

    def rebuilt(self, model: Model, directory: Path) -> None:
        """A live game goes on with other parameters; its past is kept if the ship looks the same."""
        looks_the_same = (model.ship, model.cargo) == (self.model.ship, self.model.cargo)
        tape, chronicle, transport = self.tape, self.chronicle, self.transport
        self._fit(model, directory)
        if not looks_the_same:
            tape = Tape(model)
            transport.tape, transport.time = tape, 0.0
        self.tape, self.chronicle, self.transport = tape, chronicle, transport
        self.touch()

    def close_table(self) -> None:
        """End the live game, if there is one."""
        table, self.table = self.table, None
        if table is not None:
            table.close()

    def send(self, order: Order) -> None:
        """Order something of the live game; nothing happens without one."""
        if self.table is not None:
            self.table.send(order)

    def frames(self, times: Any, poses: Any, readings: Any) -> None:
        """Take in frames of a live game; a world that begins anew begins a new tape."""
        if len(self.tape) and len(times) and times[0] < self.tape.end:
            self.tape = self.transport.tape = Tape(self.model)
        self.tape.append(times, poses, readings)
        self.touch()

    def told(self, event: Mapping[str, Any]) -> None:
        """Take in an entry of a live game's log."""
        self.tape.follow(event)
        self.chronicle.follow(event)
        self.touch()

    @property
    def time(self) -> float:
        """The moment that is shown [s]."""
        return self.transport.time

    @property
    def moment(self) -> Moment:
        """How the game stands at the moment that is shown."""
        return self.chronicle.at(self.time)

    @property
    def poses(self) -> Floats:
        """Poses of all bodies at that moment, shape [`riffraff.model.BODIES`, 7], NaN where one is absent."""
        return self.tape.poses(self.time) if len(self.tape) else self._empty.copy()

    @property
    def theme(self) -> Theme:
        """Light and backdrop."""
        return THEMES[self.settings.theme]

    def name(self, seat: Seat) -> str:
        """What a player is called."""
        return seat_name(self.words, self.names, seat)

    # -- drawing ------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Something changed: draw it."""
        self.changed = True

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a message in passing, for longer if it is bad news."""
        self.toast = Toast(text, clocks.monotonic() + _TOAST * (2 if bad else 1), bad)
        self.touch()

    def use_settings(self) -> None:
        """Settings were changed: keep them, and draw by them."""
        if self.words.language is not self.settings.language:
            self.words = Words(self.settings.language)
        self.settings.write()
        self.touch()

    # -- camera -------------------------------------------------------------------------------------------

    def look(self, camera: Camera, *, at_once: bool = False) -> None:
        """Move the camera to another place, in a short while or at once."""
        self._goal = None if at_once else camera
        if at_once:
            self.camera = camera
        self.touch()

    def glide(self, seconds: float) -> bool:
        """Move the camera on toward where it shall be; whether it moved."""
        if self._goal is None:
            return False
        now, goal = self.camera, self._goal
        share = 1.0 - math.exp(-_GLIDE * seconds)
        turn = math.remainder(goal.yaw - now.yaw, 2.0 * math.pi)
        way = np.subtract(goal.target, now.target)
        left = abs(turn) + abs(goal.pitch - now.pitch) + abs(math.log(goal.distance / now.distance))
        if left + float(np.linalg.norm(way)) / goal.distance < _THERE:
            self.camera, self._goal = goal, None
            return True
        x, y, z = (np.asarray(now.target) + share * way).tolist()
        self.camera = replace(
            goal,
            target=(x, y, z),
            yaw=math.remainder(now.yaw + share * turn, 2.0 * math.pi),
            pitch=now.pitch + share * (goal.pitch - now.pitch),
            distance=now.distance * (goal.distance / now.distance) ** share,
        )
        return True

    @property
    def gliding(self) -> bool:
        """Whether the camera is on its way."""
        return self._goal is not None

    def ray(self, x: float, y: float) -> Ray:
        """The line of sight through a place of the window, in its pixels."""
        return self.camera.ray(x, y, self.size)

    def pick(self, x: float, y: float) -> Hit | None:
        """What is seen at a place of the window, in its pixels."""
        return self.picker.pick(self.ray(x, y), self.poses)

    def project(self, point: Floats | Iterable[float]) -> tuple[float, float] | None:
        """Where a point [m] is in the window, in its pixels; None behind the camera."""
        return self.camera.project(np.asarray(point, float), self.size)

    def area_middle(self, number: int) -> Floats:
        """The middle of an area of the ship, where it is now [m], shape [3]."""
        area = self.model.areas[number]
        place = self.scenery.place(self.poses)[self.scenery.index(area.link)]
        middle = np.append(np.mean(area.polygon, axis=0), area.height)
        return np.asarray(place[:, :3] @ middle + place[:, 3])


class _TableClock:
    """The clock of a live game."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def pace(self, factor: float) -> None:
        self._table.send(Pace(factor))

    def one_frame(self) -> None:
        self._table.send(OneFrame())
