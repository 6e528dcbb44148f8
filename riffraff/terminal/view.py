"""The view of a running game: one picture of the board for a terminal of any size that holds it."""

from collections.abc import Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from riffraff.terminal.board import Board
from riffraff.terminal.drawing import LEAST_HEIGHT, gauge, ship
from riffraff.terminal.style import QUIET, seat_style
from riffraff.terminal.words import seat_name

LEAST_SIZE = (72, 22)
"""Columns and lines below which there is no room for the view."""

_PLAYERS_WIDTH = 26
_LEAST_EVENTS = 4
_FRAME = 4  # columns that a panel takes for its sides and padding
_FIXED_LINES = 7  # header, status, gauge, and the frames of two panels
_MOST_WIDTH, _MOST_HEIGHT = 72, 21  # columns and lines of a drawing that still looks like a ship
_CAPTAIN, _TURN = "★", "▶"


class View:
    """A picture of a game; it fills the height it is given.

    Args:
        board: the state of the game.
        events: lines about what has happened, the newest last.
        roll: of the ship, positive to starboard [degrees].
        heel: of the mast from the vertical [degrees].
        limit: the largest heel there is [degrees].
    """

    def __init__(
        self, board: Board, events: Sequence[str], *, roll: float, heel: float, limit: float
    ) -> None:
        self._board, self._events = board, events
        self._roll, self._heel, self._limit = roll, heel, limit

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The view in the size that `options` give; a line less than that, so that nothing scrolls."""
        width = max(options.max_width, LEAST_SIZE[0])
        height = max(options.height or options.size.height, LEAST_SIZE[1]) - 1
        spare = height - _FIXED_LINES - LEAST_HEIGHT - _LEAST_EVENTS
        drawing = LEAST_HEIGHT + min(2 * spare // 3, _MOST_HEIGHT - LEAST_HEIGHT)
        events = height - _FIXED_LINES - drawing
        inner = min(width - _PLAYERS_WIDTH - _FRAME, _MOST_WIDTH)
        board = self._board
        picture = [*ship(board, inner, drawing), gauge(self._roll, self._heel, self._limit, inner)]
        grid = Table.grid()
        grid.add_column(width=inner + _FRAME)
        grid.add_column(width=width - inner - _FRAME)
        grid.add_row(
            _framed(Group(*picture), height=drawing + 3),
            _framed(Group(players(board), legend(board)), height=drawing + 3),
        )
        yield header(board, width)
        yield grid
        yield Text(f" {board.doing}", no_wrap=True, overflow="ellipsis", style="bold")
        yield _framed(Group(*map(_line, self._events[-events:])), height=events + 2)


def header(board: Board, width: int) -> Text:
    """The line above the picture: the round on the left, the seed and the time on the right."""
    left = f" riffraff   round {board.round} of at most {board.rounds}" if board.round else " riffraff"
    right = f"seed {board.seed}   {board.time:.1f} s simulated "
    gap = " " * max(1, width - len(left) - len(right))
    return Text(f"{left}{gap}{right}", style="reverse", no_wrap=True, overflow="crop")


def players(board: Board) -> Table:
    """Everyone's card, supply and kind; the captain and whose turn it is."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=2, no_wrap=True)
    table.add_column(ratio=1, no_wrap=True)
    table.add_column(justify="right", width=4)
    table.add_column(justify="right", width=4)
    table.add_row("", "", Text("card", QUIET), Text("left", QUIET))
    for seat in board.order or range(len(board.kinds)):
        turn = _TURN if seat == board.active else " "
        mark = _CAPTAIN if seat == board.captain else " "
        card = str(board.cards[seat]) if board.cards else "-"
        style = seat_style(seat) + (" bold" if seat == board.active else "")
        left = Text(str(board.supplies[seat]), "bold")
        table.add_row(turn + mark, Text(seat_name(seat), style), card, left)
        table.add_row("", Text(board.kinds[seat], QUIET))
    return table


def legend(board: Board) -> Text:
    """What is in nobody's hands, and what the marks mean."""
    counts = f"\n{len(board.aboard)} aboard, {board.out} out\n"
    return Text.assemble(counts, (f"{_TURN} turn   {_CAPTAIN} captain", QUIET))


def _framed(content: RenderableType, *, height: int) -> Panel:
    return Panel(content, box=box.ROUNDED, padding=(0, 1), height=height)


def _line(text: str) -> Text:
    return Text(text, no_wrap=True, overflow="ellipsis")
