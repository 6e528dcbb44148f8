"""Watching a game: its log and its world, while it is played, become rows."""

import math
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from riffraff.game import Entry, Game
from riffraff.physics import within
from riffraff.rules import PIECES, Seat
from riffraff.studies.rows import (
    FallRow,
    GameRow,
    PlacementRow,
    SeatRow,
    TimingRow,
    TurnRow,
    level_of,
)
from riffraff.studies.schema import Row

CAPSIZED: Final = math.radians(1.0)
"""A ship that heels to within this angle [rad] of its stop has capsized."""

_INDEX: Final = {piece.name: piece.index for piece in PIECES}
_NOWHERE: Final = dict.fromkeys(("x", "y", "z", "qx", "qy", "qz", "qw"))


@dataclass
class _Fall:
    """A piece that lost its support in the running attempt."""

    piece: str
    left: float
    area: int | None
    pose: Mapping[str, Any]
    own: bool
    down: float | None = None
    caught: bool = False


@dataclass
class _Attempt:
    """A piece on its way, from the moment it is taken until the ship is at rest again."""

    data: Mapping[str, Any]
    start: float
    heel_before: float
    heel_max: float
    pose: Mapping[str, Any] = field(default_factory=lambda: _NOWHERE)
    let_go: bool = False
    refusal: str | None = None
    falls: dict[str, _Fall] = field(default_factory=dict)
    slipped: int = 0

    @property
    def down(self) -> list[_Fall]:
        return [fall for fall in self.falls.values() if fall.down is not None]


@dataclass
class _Turn:
    """The running turn."""

    data: Mapping[str, Any]
    place: int
    start: float
    heel_before: float
    heel_max: float
    wall: float
    announced: int | None = None
    passed: bool = False
    rested: bool = True
    first_placement: int = 0


class Observer:
    """Collects the rows of one game. `frame` and `entry` are called as things happen, then `game_row`.

    Args:
        game: the game; it has not begun.
        began: when its making began, by `time.perf_counter` [s].
    """

    def __init__(self, game: Game, began: float) -> None:
        self._game, self._began = game, began
        self._capsized = game.parameters.ship.tilt_stop - CAPSIZED
        self._heel_max = 0.0
        self._order: list[Seat] = []
        self._round = 0
        self._turn: _Turn | None = None
        self._attempt: _Attempt | None = None
        self._lies: dict[str, Mapping[str, Any]] = {}  # where each piece aboard last lay at rest
        self._loaded: dict[str, int] = {}  # the placement by which each piece came aboard
        self._end: Mapping[str, Any] = {}
        self._turns: list[TurnRow] = []
        self._placements: list[PlacementRow] = []
        self._falls: list[FallRow] = []
        self._timing: list[TimingRow] = []

    def frame(self) -> None:
        """Take in the world after a frame."""
        heel = self._game.world.heel
        self._heel_max = max(self._heel_max, heel)
        if self._turn is not None:
            self._turn.heel_max = max(self._turn.heel_max, heel)
        if self._attempt is not None:
            self._attempt.heel_max = max(self._attempt.heel_max, heel)

    def entry(self, entry: Entry) -> None:
        """Take in an entry of the log; the world is as it was when the entry was made."""
        data: Mapping[str, Any] = entry.data
        match entry.event:
            case "round_start":
                self._round = data["round"]
            case "order":
                self._order = data["order"]
            case "turn_start":
                self._turn = self._new_turn(entry)
            case "announce":
                self._now.announced = data["count"]
            case "pass":
                self._close_attempt()
                self._now.passed = True
            case "take":
                self._close_attempt()
                heel = self._game.world.heel
                self._attempt = _Attempt(data, entry.time, heel, heel)
            case "let_go":
                self._loading.let_go = True
                self._loading.pose = self._lies[data["piece"]] = self._pose(
                    data["piece"], self._loading.data["area"]
                )
            case "refused":
                self._loading.refusal = data["reason"]
            case "left":
                self._left(entry.time, data["piece"])
            case "returned":
                del self._loading.falls[data["piece"]]
                self._loading.slipped += 1
            case "fell" | "caught":
                fall = self._loading.falls[data["piece"]]
                fall.down, fall.caught = entry.time, entry.event == "caught"
            case "settled":
                self._settled(data)
            case "turn_end":
                self._close_attempt()
                self._end_turn(data)
            case "game_end":
                self._end = data

    # -- turns ----------------------------------------------------------------------------------------------

    @property
    def _now(self) -> _Turn:
        assert self._turn is not None  # the log has these entries in turns only
        return self._turn

    @property
    def _loading(self) -> _Attempt:
        assert self._attempt is not None  # the log has these entries in attempts only
        return self._attempt

    def _new_turn(self, entry: Entry) -> _Turn:
        heel = self._game.world.heel
        return _Turn(
            entry.data,
            place=1 + self._order.index(entry.data["seat"]),  # type: ignore[arg-type]  # it is a seat
            start=entry.time,
            heel_before=heel,
            heel_max=heel,
            wall=time.perf_counter(),
            first_placement=len(self._placements),
        )

    def _end_turn(self, data: Mapping[str, Any]) -> None:
        turn, self._turn = self._now, None
        placements = self._placements[turn.first_placement :]
        self._turns.append(
            TurnRow(
                **self._who(turn),
                place=turn.place,
                card=turn.data["card"],
                announced=turn.announced,
                loaded=sum(placement.let_go for placement in placements),
                refused=sum(not placement.let_go for placement in placements),
                passed=turn.passed,
                fell=sum(placement.fell for placement in placements),
                caught=sum(placement.caught for placement in placements),
                capsized=turn.heel_max >= self._capsized,
                rested=turn.rested,
                heel_before=turn.heel_before,
                heel_after=self._game.world.heel,
                heel_max=turn.heel_max,
                supply_before=turn.data["supply"],
                supply_after=data["supply"],
                start=turn.start,
                duration=self._game.world.time - turn.start,
            )
        )
        self._timing.append(TimingRow(turn=len(self._turns) - 1, wall=time.perf_counter() - turn.wall))

    def _who(self, turn: _Turn) -> dict[str, Any]:
        """The columns that the rows of a turn have in common."""
        seat = turn.data["seat"]
        return {
            "turn": len(self._turns),
            "round": self._round,
            "seat": seat,
            "kind": self._game.kinds[seat],
        }

    # -- attempts -------------------------------------------------------------------------------------------

    def _pose(self, piece: str, area: int | None) -> Mapping[str, Any]:
        """Where a piece is, in the frame of the link that carries the area."""
        if area is None:
            return _NOWHERE
        world = self._game.world
        pose = within(world.area_frame(area), world.motion(_INDEX[piece]).pose)
        return dict(zip(_NOWHERE, (*pose.position, *pose.orientation), strict=True))

    def _left(self, time: float, piece: str) -> None:
        self._loading.falls[piece] = _Fall(
            piece,
            left=time,
            area=self._game.state.pieces[_INDEX[piece]].area,  # kept from when it last lay there
            pose=self._lies.get(piece, _NOWHERE),
            own=piece == self._loading.data["piece"],
        )

    def _settled(self, data: Mapping[str, Any]) -> None:
        self._now.rested = self._now.rested and data["rest"]
        self._close_attempt(data)
        self._lies = {piece: self._pose(piece, area) for piece, area in data["aboard"].items()}

    def _close_attempt(self, settled: Mapping[str, Any] | None = None) -> None:
        """Make rows of the running attempt, if there is one.

        Args:
            settled: the entry that ended it; None for a piece taken back while nothing stirred.
        """
        if self._attempt is None:
            return
        attempt, self._attempt = self._attempt, None
        piece: str = attempt.data["piece"]
        who = self._who(self._now)
        heels: dict[str, Any] = {"heel_before": attempt.heel_before, "heel_after": self._game.world.heel}
        self._placements.append(
            PlacementRow(
                **who,
                **heels,
                **attempt.pose,
                heel_max=attempt.heel_max,
                attempt=attempt.data["attempt"],
                piece=piece,
                shape=PIECES[_INDEX[piece]].shape.value,
                area=attempt.data["area"],
                level=level_of(attempt.data["area"]) or "",
                let_go=attempt.let_go,
                refusal=attempt.refusal,
                fell=sum(not fall.caught for fall in attempt.down),
                caught=sum(fall.caught for fall in attempt.down),
                slipped=attempt.slipped,
                rested=settled is None or settled["rest"],
                fate="aboard" if attempt.let_go else None,
                fate_turn=None,
                start=attempt.start,
                duration=self._game.world.time - attempt.start,
            )
        )
        if attempt.let_go:
            self._loaded[piece] = len(self._placements) - 1
        for fall in attempt.down:
            came = self._loaded.pop(fall.piece)
            fate = "caught" if fall.caught else "fell"
            self._placements[came] = replace(self._placements[came], fate=fate, fate_turn=who["turn"])
            self._falls.append(
                self._fall_row(fall, attempt, out=settled["out"] if settled else (), who=who | heels)
            )

    def _fall_row(self, fall: _Fall, attempt: _Attempt, *, out: Any, who: Mapping[str, Any]) -> FallRow:
        assert fall.down is not None  # it is down
        loading = attempt.data["piece"]
        return FallRow(
            **who,
            **fall.pose,
            card=attempt.data["area"],
            piece=fall.piece,
            shape=PIECES[_INDEX[fall.piece]].shape.value,
            area=fall.area,
            level=level_of(fall.area),
            own=fall.own,
            loading=loading,
            loading_shape=PIECES[_INDEX[loading]].shape.value,
            caught=fall.caught,
            goes="out" if fall.piece in out else "supply",
            left=fall.left,
            down=fall.down,
        )

    # -- the end --------------------------------------------------------------------------------------------

    def game_row(self) -> GameRow:
        """The row of the game, which is over."""
        turns = self._turns
        return GameRow(
            seed=self._game.seed,
            players=len(self._game.kinds),
            ending=self._end["ending"],
            rounds=self._end["rounds"],
            turns=len(turns),
            loaded=sum(turn.loaded for turn in turns),
            refused=sum(turn.refused for turn in turns),
            passed=sum(turn.passed for turn in turns),
            fell=sum(turn.fell for turn in turns),
            caught=sum(turn.caught for turn in turns),
            capsizes=sum(turn.capsized for turn in turns),
            heel_max=self._heel_max,
            duration=self._game.world.time,
        )

    def rows(self) -> dict[str, tuple[Row, ...]]:
        """The rows in all other tables, by the table's name."""
        whole = TimingRow(turn=None, wall=time.perf_counter() - self._began)
        return {
            "seats": tuple(map(self._seat_row, range(len(self._game.kinds)))),
            "turns": tuple(self._turns),
            "placements": tuple(self._placements),
            "falls": tuple(self._falls),
            "timing": (*self._timing, whole),
        }

    def _seat_row(self, seat: Seat) -> SeatRow:
        own = [turn for turn in self._turns if turn.seat == seat]
        count: Counter[str] = Counter()
        for turn in own:
            count.update(loaded=turn.loaded, fell=turn.fell, caught=turn.caught)
        return SeatRow(
            seat=seat,
            kind=self._game.kinds[seat],
            won=seat in self._end["winners"],
            left=self._end["supplies"][seat],
            turns=len(own),
            loaded=count["loaded"],
            fell=count["fell"],
            caught=count["caught"],
        )
