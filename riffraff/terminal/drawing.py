"""The ship drawn in characters, seen from astern, with what lies on each area, and the gauge of its heel.

Port, where the odd areas are, is on the left; the quadrants ahead are drawn above those astern.
"""

from collections.abc import Iterable, Sequence

from rich.text import Text

from riffraff.rules import Area
from riffraff.terminal.board import Board
from riffraff.terminal.style import ALARM, LISTING, NUMBER, QUIET, SEA, STEADY, SWAYING, WOOD, seat_style
from riffraff.terminal.words import shape_name

LEAST_HEIGHT = 10
"""Lines that the drawing of a ship needs at least."""

_YARDARMS = ((9, 10, 0.76), (7, 8, 0.88), (5, 6, 1.0))
"""Port area, starboard area and length against the lowest, of the yardarms from the top."""
_DECK = ((1, 2), (3, 4))
_LEVELS = len(_YARDARMS) + len(_DECK)
_NUMBER_WIDTH = 3  # "10 "
_HELD = "↓"
_SHORT = 3  # letters that still tell the shapes apart
_PORT_SIDE, _STARBOARD_SIDE = "╲", "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}"


class Canvas:
    """Cells of characters, each with a style, to be put anywhere in any order."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write `text` from column `x` of line `y` on; what is outside is cut off."""
        for column, character in enumerate(text, start=x):
            if 0 <= column < self.width and 0 <= y < len(self._cells):
                self._cells[y][column] = (character, style)

    def lines(self) -> list[Text]:
        """The lines from the top."""
        return [Text.assemble(*cells, no_wrap=True) for cells in self._cells]


def ship(board: Board, width: int, height: int) -> list[Text]:
    """Draw the ship in `height` lines, at least `LEAST_HEIGHT`, of `width` columns.

    More lines leave more of them for what lies on each area.
    """
    canvas = Canvas(width, height)
    rows = max(1, (height - LEAST_HEIGHT) // _LEVELS + 1)
    middle = (width - 1) // 2
    y = height - (LEAST_HEIGHT + (rows - 1) * _LEVELS)
    for line in range(y - 1, height - 2):
        canvas.put(middle, line, "║", WOOD)
    for port, starboard, share in _YARDARMS:
        half = int(middle * share)
        _areas(canvas, board, (port, starboard), middle, half, y, rows)
        y += rows
        canvas.put(middle - half, y, "═" * half + "╬" + "═" * half, WOOD)
        y += 1
    for step, areas in enumerate(_DECK):
        half = middle - 2 - step
        _areas(canvas, board, areas, middle, half - 2, y, rows)
        for line in range(y, y + rows):
            last = line == y + rows - 1
            canvas.put(middle - half, line, _PORT_SIDE if last else "│", WOOD)
            canvas.put(middle + half, line, _STARBOARD_SIDE if last else "│", WOOD)
        y += rows
    keel = middle - 2 - len(_DECK)
    canvas.put(middle - keel, y, f"{_PORT_SIDE}{'▁' * (2 * keel - 1)}{_STARBOARD_SIDE}", WOOD)
    _sea(canvas, board, y + 1)
    return canvas.lines()


def gauge(roll: float, heel: float, limit: float, width: int) -> Text:
    """Draw a gauge of the ship's heel in one line.

    Args:
        roll: about the ship's length, positive to starboard [degrees].
        heel: of the mast from the vertical, to any side [degrees].
        limit: the largest heel there is [degrees].
        width: columns of the line.
    """
    label = f" {heel:4.1f}°"
    before, after = "port ", " starboard"
    half = (width - len(before) - len(after) - len(label) - 1) // 2
    share = max(-1.0, min(1.0, roll / limit))
    filled = round(abs(share) * half)
    style = (STEADY, SWAYING, LISTING)[min(2, int(3 * min(heel / limit, 1.0)))]
    line = Text(before, no_wrap=True, style="")
    left, right = (filled, 0) if share < 0 else (0, filled)
    line.append("·" * (half - left), QUIET)
    line.append("█" * left, style)
    line.append("┃")
    line.append("█" * right, style)
    line.append("·" * (half - right), QUIET)
    line.append(after)
    line.append(label, style)
    return line


def packed(words: Sequence[str], width: int, rows: int) -> list[str]:
    """Set words in at most `rows` lines of at most `width` columns.

    Where they do not fit, all are cut to three letters; ``+2`` stands for two more that do not fit even so.
    """
    short = [word[: _SHORT + word.startswith(_HELD)] for word in words]
    cuts = ([*short[:kept], f"+{len(short) - kept}"] for kept in reversed(range(len(short))))
    for attempt in (words, short, *cuts):
        lines = _wrapped(attempt, width)
        if len(lines) <= rows and all(len(line) <= width for line in lines):
            return lines
    return []


def _wrapped(words: Iterable[str], width: int) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _areas(
    canvas: Canvas, board: Board, areas: tuple[Area, Area], middle: int, half: int, y: int, rows: int
) -> None:
    """Two areas that lie up to `half` columns left and right of the mast, in `rows` lines from `y` on."""
    for area, to_port in zip(areas, (True, False), strict=True):
        active = area == board.area and board.active is not None
        own = seat_style(board.active) if active and board.active is not None else ""
        outer = middle - half if to_port else middle + half - len(str(area)) + 1
        canvas.put(outer, y + rows - 1, str(area), f"{NUMBER} reverse {own}" if active else NUMBER)
        words = [shape_name(piece) for piece, where in board.aboard.items() if where == area]
        if active and board.held is not None:
            words.append(f"{_HELD}{shape_name(board.held)}")
        lines = packed(words, half - _NUMBER_WIDTH - 1, rows)
        for row, line in enumerate(lines, start=y + rows - len(lines)):
            x = middle - half + _NUMBER_WIDTH if to_port else middle + half - _NUMBER_WIDTH + 1 - len(line)
            canvas.put(x, row, line, own)


def _sea(canvas: Canvas, board: Board, y: int) -> None:
    canvas.put(0, y, "~" * canvas.width, SEA)
    if board.in_air:
        text = f" falling: {' '.join(map(shape_name, board.in_air))} "
        canvas.put(max(0, (canvas.width - len(text)) // 2), y, text, ALARM)
