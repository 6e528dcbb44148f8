"""The tables of a study: what each row and each column is. Times are simulated ones unless said otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import polars as pl

from riffraff.rules import Area, Ending, Shape, Yardarm, yardarm
from riffraff.studies.schema import Column, Row

LEVELS: Final = ("deck", *(level.value for level in Yardarm))
"""The levels of the ship that bear areas, from the deck upward."""

_ENDING = pl.Enum([ending.value for ending in Ending])
_SHAPE = pl.Enum([shape.value for shape in Shape])
_LEVEL = pl.Enum(list(LEVELS))
_FATE = pl.Enum(["aboard", "fell", "caught"])
_GOES = pl.Enum(["supply", "out"])

Number = Annotated[int, Column(pl.UInt16(), "number of the turn in the game, from 0")]
Round = Annotated[int, Column(pl.UInt8(), "round of the turn, from 1")]
Seat = Annotated[int, Column(pl.UInt8(), "seat of the player, from 0; seat 0 is the captain before round 1")]
Kind = Annotated[str, Column(pl.String(), "kind of the player in that seat")]
Card = Annotated[int, Column(pl.UInt8(), "card played, 1 to 10: the number of the area to load")]
Piece = Annotated[str, Column(pl.String(), "name of the piece: its shape and its set")]
PieceShape = Annotated[str, Column(_SHAPE, "shape of the piece")]
HeelBefore = Annotated[float, Column(pl.Float64(), "heel of the ship before", "rad")]
HeelAfter = Annotated[float, Column(pl.Float64(), "heel of the ship afterwards", "rad")]
HeelMax = Annotated[float, Column(pl.Float64(), "largest heel of the ship in any frame", "rad")]
Start = Annotated[float, Column(pl.Float64(), "simulated time at its beginning", "s")]
Duration = Annotated[float, Column(pl.Float64(), "simulated time it took", "s")]
Fell = Annotated[int, Column(pl.UInt16(), "pieces that fell and were not caught")]
Caught = Annotated[int, Column(pl.UInt16(), "pieces that were caught")]
Rested = Annotated[bool, Column(pl.Boolean(), "false if the time limit came before the ship was at rest")]
PoseX = Annotated[float | None, Column(pl.Float64(), "position, forward, in the frame of the area", "m")]
PoseY = Annotated[float | None, Column(pl.Float64(), "position, to port, in the frame of the area", "m")]
PoseZ = Annotated[float | None, Column(pl.Float64(), "position, upward, in the frame of the area", "m")]
PoseI = Annotated[float | None, Column(pl.Float64(), "orientation in the same frame, quaternion: x")]
PoseJ = Annotated[float | None, Column(pl.Float64(), "orientation: y")]
PoseK = Annotated[float | None, Column(pl.Float64(), "orientation: z")]
PoseW = Annotated[float | None, Column(pl.Float64(), "orientation: w")]


def level_of(area: Area | None) -> str | None:
    """The level of the ship that bears an area; None for no area."""
    if area is None:
        return None
    arm = yardarm(area)
    return LEVELS[0] if arm is None else arm.value


@dataclass(frozen=True, kw_only=True)
class Key(Row):
    """Which game a row is of; the first columns of every table."""

    case: Annotated[int, Column(pl.UInt32(), "number of the case in the grid of the sweeps, from 0")]
    game: Annotated[int, Column(pl.UInt32(), "number of the game in its case; equal numbers, equal seeds")]


@dataclass(frozen=True, kw_only=True)
class GameRow(Row):
    """One row for each game; of one that failed only the seed, the players and the error are known."""

    seed: Annotated[int, Column(pl.UInt64(), "seed of the game, for riffraff run --seed")]
    players: Annotated[int, Column(pl.UInt8(), "number of players")]
    error: Annotated[str | None, Column(pl.String(), "why the game failed; null for all that did not")] = None
    ending: Annotated[str | None, Column(_ENDING, "why it was over: R6.1 or R7.1 of the rules")] = None
    rounds: Annotated[int | None, Column(pl.UInt8(), "rounds begun")] = None
    turns: Annotated[int | None, Column(pl.UInt16(), "turns")] = None
    loaded: Annotated[int | None, Column(pl.UInt16(), "pieces let go on the ship")] = None
    refused: Annotated[int | None, Column(pl.UInt16(), "attempts in which a piece was taken back")] = None
    passed: Annotated[int | None, Column(pl.UInt16(), "turns passed, R4.8")] = None
    fell: Annotated[int | None, Column(pl.UInt16(), "pieces that fell and were not caught")] = None
    caught: Annotated[int | None, Column(pl.UInt16(), "pieces that were caught")] = None
    capsizes: Annotated[int | None, Column(pl.UInt16(), "turns in which the ship heeled to its stop")] = None
    heel_max: Annotated[float | None, Column(pl.Float64(), "largest heel of any frame", "rad")] = None
    duration: Annotated[float | None, Column(pl.Float64(), "simulated time of the game", "s")] = None
    recording: Annotated[str | None, Column(pl.String(), "file in the study's folder, if it was kept")] = None


@dataclass(frozen=True, kw_only=True)
class SeatRow(Row):
    """One row for each player of each game."""

    seat: Seat
    kind: Kind
    won: Annotated[bool, Column(pl.Boolean(), "whether this player won, alone or with others")]
    left: Annotated[int, Column(pl.UInt8(), "pieces left in the supply at the end")]
    turns: Annotated[int, Column(pl.UInt16(), "turns this player had")]
    loaded: Annotated[int, Column(pl.UInt16(), "pieces this player let go on the ship")]
    fell: Annotated[int, Column(pl.UInt16(), "pieces that fell in this player's turns, not caught")]
    caught: Annotated[int, Column(pl.UInt16(), "pieces this player caught")]


@dataclass(frozen=True, kw_only=True)
class TurnRow(Row):
    """One row for each turn."""

    turn: Number
    round: Round
    place: Annotated[int, Column(pl.UInt8(), "place of the turn in the order of the round, from 1")]
    seat: Seat
    kind: Kind
    card: Card
    announced: Annotated[int | None, Column(pl.UInt8(), "pieces announced, where two were allowed, R4.3")]
    loaded: Annotated[int, Column(pl.UInt8(), "pieces let go on the ship")]
    refused: Annotated[int, Column(pl.UInt8(), "attempts in which a piece was taken back")]
    passed: Annotated[bool, Column(pl.Boolean(), "whether the turn was passed, R4.8")]
    fell: Fell
    caught: Caught
    capsized: Annotated[bool, Column(pl.Boolean(), "whether the ship heeled to its stop")]
    rested: Rested
    heel_before: HeelBefore
    heel_after: HeelAfter
    heel_max: HeelMax
    supply_before: Annotated[int, Column(pl.UInt8(), "pieces in the player's supply before")]
    supply_after: Annotated[int, Column(pl.UInt8(), "pieces in the player's supply afterwards")]
    start: Start
    duration: Duration


@dataclass(frozen=True, kw_only=True)
class PlacementRow(Row):
    """One row for each attempt to load a piece; the pose is the one in which it was let go."""

    turn: Number
    round: Round
    seat: Seat
    kind: Kind
    attempt: Annotated[int, Column(pl.UInt8(), "first or second piece of the turn, 1 or 2")]
    piece: Piece
    shape: PieceShape
    area: Annotated[int, Column(pl.UInt8(), "area to load, 1 to 10; it is the card played")]
    level: Annotated[str, Column(_LEVEL, "level of the ship that bears the area")]
    let_go: Annotated[bool, Column(pl.Boolean(), "false if the piece was taken back")]
    refusal: Annotated[str | None, Column(pl.String(), "why it was taken back")]
    x: PoseX
    y: PoseY
    z: PoseZ
    qx: PoseI
    qy: PoseJ
    qz: PoseK
    qw: PoseW
    heel_before: HeelBefore
    heel_after: HeelAfter
    heel_max: HeelMax
    fell: Fell
    caught: Caught
    slipped: Annotated[int, Column(pl.UInt16(), "times that a piece lost its support and stayed aboard")]
    rested: Rested
    fate: Annotated[str | None, Column(_FATE, "what became of the piece up to the game's end")]
    fate_turn: Annotated[int | None, Column(pl.UInt16(), "turn in which it came down, if it did")]
    start: Start
    duration: Duration


@dataclass(frozen=True, kw_only=True)
class FallRow(Row):
    """One row for each piece that left the ship for good; the pose is the one in which it last lay there."""

    turn: Number
    round: Round
    seat: Annotated[int, Column(pl.UInt8(), "seat of the player whose turn it was")]
    kind: Kind
    card: Card
    piece: Annotated[str, Column(pl.String(), "name of the piece that fell: its shape and its set")]
    shape: Annotated[str, Column(_SHAPE, "shape of the piece that fell")]
    area: Annotated[int | None, Column(pl.UInt8(), "area it lay on; null if it lay on none")]
    level: Annotated[str | None, Column(_LEVEL, "level of the ship that bears the area")]
    x: PoseX
    y: PoseY
    z: PoseZ
    qx: PoseI
    qy: PoseJ
    qz: PoseK
    qw: PoseW
    own: Annotated[bool, Column(pl.Boolean(), "whether it was the piece being loaded")]
    loading: Annotated[str, Column(pl.String(), "name of the piece being loaded")]
    loading_shape: Annotated[str, Column(_SHAPE, "shape of the piece being loaded")]
    caught: Annotated[bool, Column(pl.Boolean(), "whether it was caught in the air")]
    goes: Annotated[str, Column(_GOES, "where it went: the player's supply, or out of the game")]
    heel_before: HeelBefore
    heel_after: HeelAfter
    left: Annotated[float, Column(pl.Float64(), "simulated time at which it lost its support", "s")]
    down: Annotated[float, Column(pl.Float64(), "simulated time at which it landed or was caught", "s")]


@dataclass(frozen=True, kw_only=True)
class TimingRow(Row):
    """One row for each turn and one for each game: time on a clock on the wall, never twice the same."""

    turn: Annotated[int | None, Column(pl.UInt16(), "number of the turn; null for the whole game")]
    wall: Annotated[float, Column(pl.Float64(), "time it took on a clock on the wall", "s")]


TABLES: Final[Mapping[str, type[Row]]] = {
    "games": GameRow,
    "seats": SeatRow,
    "turns": TurnRow,
    "placements": PlacementRow,
    "falls": FallRow,
    "timing": TimingRow,
}
"""The tables by name; `Key` stands before the columns of each."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """What came of one game.

    Attributes:
        key: case and number of the game.
        game: its row in the table of games.
        rows: its rows in all other tables, by the table's name; none of a game that failed.
        recording: the recording as bytes, if it is to be kept.
    """

    key: tuple[int, int]
    game: GameRow
    rows: Mapping[str, tuple[Row, ...]]
    recording: bytes | None = None
