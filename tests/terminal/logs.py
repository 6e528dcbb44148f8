"""Entries of logs, made by hand."""

from collections.abc import Sequence

from riffraff.game import Entry
from riffraff.terminal.board import Board

START = Entry("game_start", 0.0, {"version": "0.1.0", "seed": 5, "players": ["random", "careful", "random"]})


def entry(event: str, time: float = 1.0, **data: object) -> Entry:
    return Entry(event, time, data)


def attempt(
    *happened: Entry, seat: int = 0, piece: str = "crate-0", area: int = 9, number: int = 1
) -> list[Entry]:
    """An attempt in which a piece is let go, up to just before it has settled."""
    return [
        entry("take", seat=seat, piece=piece, area=area, attempt=number),
        entry("let_go", seat=seat, piece=piece, position=[0.0, 0.0, 0.3], heel=1.0),
        *happened,
    ]


def settled(
    *,
    rest: bool = True,
    aboard: dict[str, int] | None = None,
    to_supply: Sequence[str] = (),
    out: Sequence[str] = (),
) -> Entry:
    data: dict[str, object] = {"rest": rest, "heel": 2.06, "aboard": aboard or {}}
    return Entry("settled", 2.0, {**data, "to_supply": list(to_supply), "out": list(out)})


def round_of(
    cards: Sequence[int], order: Sequence[int], *, captain_by: int | None = None, order_by: int | None = None
) -> list[Entry]:
    return [
        entry("round_start", round=3, captain=1),
        entry("reveal", cards=list(cards)),
        entry("captain", captain=order[0], chosen_by=captain_by),
        entry("order", order=list(order), chosen_by=order_by),
    ]


def board_after(*entries: Entry) -> Board:
    board = Board()
    for one in (START, *entries):
        board.follow(one)
    return board
