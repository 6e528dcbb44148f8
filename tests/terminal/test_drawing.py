"""The drawing of the ship, the gauge and the whole view."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from riffraff.rules import AREAS, PIECES
from riffraff.terminal.board import Board
from riffraff.terminal.drawing import LEAST_HEIGHT, gauge, packed, ship
from riffraff.terminal.view import LEAST_SIZE, View

from .logs import board_after, round_of


@given(
    words=st.lists(st.sampled_from(["boat", "barrel", "flacon", "crate", "sailor", "plank", "rat", "chest"])),
    width=st.integers(3, 40),
    rows=st.integers(1, 4),
)
def test_packed_words_fit_and_none_is_lost(words: list[str], width: int, rows: int) -> None:
    lines = packed(words, width, rows)
    assert len(lines) <= rows
    assert all(len(line) <= width for line in lines)
    shown = [word for line in lines for word in line.split()]
    hidden = sum(int(word) for word in shown if word.startswith("+"))
    named = [word for word in shown if not word.startswith("+")]
    assert len(named) + hidden == len(words)
    assert all(word.startswith(name) for word, name in zip(words, named, strict=False))


@given(roll=st.floats(-40, 40), heel=st.floats(0, 40), width=st.integers(36, 120))
def test_the_gauge_has_its_width_and_shows_the_side(roll: float, heel: float, width: int) -> None:
    line = gauge(roll, heel, 30.0, width).plain
    assert width - 1 <= len(line) <= width
    port, starboard = line.split("┃")
    assert f"{heel:.1f}°" in line
    if abs(roll) > 5:
        assert ("█" in port) == (roll < 0)
        assert ("█" in starboard) == (roll > 0)


def boards() -> st.SearchStrategy[Board]:
    def laid(places: dict[int, int | None], seat: int | None, area: int, order: list[int]) -> Board:
        board = board_after(*round_of([4, 9, 2], order))
        board.aboard = {PIECES[piece].name: where for piece, where in places.items()}
        board.active, board.area = seat, area
        board.held = "sailor-3" if seat is not None else None
        board.in_air = ["crate-0", "barrel-2"] if area == 10 else []
        return board

    places = st.dictionaries(st.integers(0, 31), st.none() | st.sampled_from(AREAS), max_size=32)
    seats = st.none() | st.integers(0, 2)
    return st.builds(laid, places, seats, st.sampled_from(AREAS), st.permutations([0, 1, 2]))


@given(board=boards(), width=st.integers(40, 90), height=st.integers(LEAST_HEIGHT, 30))
def test_the_drawing_has_its_size_and_all_areas(board: Board, width: int, height: int) -> None:
    lines = [line.plain for line in ship(board, width, height)]
    assert [len(line) for line in lines] == [width] * height
    words = [word for line in lines for word in line.replace("╲", " ").replace("║", " ").split()]
    assert [words.count(str(area)) for area in AREAS] == [1] * len(AREAS)


def test_odd_areas_are_drawn_to_port_and_high_ones_above() -> None:
    lines = [line.plain for line in ship(board_after(), 60, LEAST_HEIGHT)]

    def place(area: int) -> tuple[int, int]:
        row = next(row for row, line in enumerate(lines) if f" {area} " in f" {line} ")
        return row, lines[row].index(str(area))

    for port, starboard in ((9, 10), (7, 8), (5, 6), (1, 2), (3, 4)):
        assert place(port)[0] == place(starboard)[0]
        assert place(port)[1] < 29 < place(starboard)[1]
    assert [place(area)[0] for area in (9, 7, 5, 1, 3)] == sorted(place(area)[0] for area in (9, 7, 5, 1, 3))


@given(board=boards(), width=st.integers(*(LEAST_SIZE[0], 200)), height=st.integers(LEAST_SIZE[1], 70))
@settings(max_examples=40)
def test_the_view_fits_the_terminal(board: Board, width: int, height: int) -> None:
    events = [f"something happened, number {number}" for number in range(100)]
    view = View(board, events, roll=-3.0, heel=5.0, limit=30.0)
    console = Console(width=width, height=height, file=io.StringIO(), force_terminal=True)
    lines = console.render_lines(view, console.options, pad=False)
    assert len(lines) == height - 1
    assert all(sum(segment.cell_length for segment in line) <= width for line in lines)
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    assert all(name in text for name in ("Red", "Blue", "Turquoise", "5.0°", "seed 5", events[-1]))
