"""Taking a piece: from a list of portraits, by its number, or from where it lies on the table."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from imgui_bundle import ImVec2, imgui

from riffraff.live.protocol import Ask, Begun, Clear, News, Take
from riffraff.model import FIRST_PIECE_BODY, PIECES, SHAPES, piece_shape
from riffraff.rules import PIECES as CARGO
from riffraff.window.camera import Camera
from riffraff.window.materials import Colour
from riffraff.window.meshes import Floats
from riffraff.window.panels import Binding, Button, Cursor, Tool
from riffraff.window.play.grip import beside
from riffraff.window.play.playing import Playing
from riffraff.window.play.session import Session
from riffraff.window.play.widgets import (
    COLOURS,
    MIDDLE,
    button,
    floating,
    hint,
    palette,
    portrait_tile,
    title,
)
from riffraff.window.shell.layout import BAR, em
from riffraff.window.skin import Icon
from riffraff.window.stage import Stage

_MARK: Final[Colour] = (0.55, 0.50, 0.32)
"""What a piece shines in that would be taken."""
_LIT: Final[Colour] = (0.10, 0.62, 0.40)
"""What the area lights up in over which pieces are taken up in practice."""
_NEAR: Final = 1.6
"""Distance from a piece at which it still counts as pointed at, in heights of a letter."""
_TILE: Final = 4.6
"""Side of a portrait, in heights of a letter."""
_BETWEEN: Final = 0.5
"""Distance between portraits, likewise."""
_LOOK: Final = 0.95
"""Distance of the camera from the area that is loaded [m]."""
_PITCH: Final = 0.48
"""How steeply it looks down on it [rad]."""
_OUT: Final = 0.6
"""How far out it looks, as a share of the way from the mast to the area."""
_BELOW: Final = 0.035
"""How far below the area it looks [m]: what is above is seen, and a panel covers what is below."""


class Choosing(Tool):
    """Lets a person take a piece, in a turn or in practice.

    Args:
        session: with the game.

    Attributes:
        area: over which pieces are taken up in practice.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stage: Stage | None = None
        self._chosen = 0
        self._hovered: int | None = None
        self._passing = False
        self._question = -1
        self._size = 16.0
        self._before: Camera | None = None
        self._side = 64.0
        self.area = 5

    # -- what there is to choose from -----------------------------------------------------------------------

    def _open(self) -> Playing | None:
        """The game, if a piece can be taken now."""
        if self._stage is None:
            return None
        playing = self._session.acting(self._stage)
        if playing is None or playing.hand.piece is not None:
            return None
        if playing.practice:
            return playing
        if playing.ask is None or playing.ask.what != "place":
            return None
        if playing.ask.question != self._question:
            self._question, self._passing = playing.ask.question, False
        return playing

    def _pieces(self, stage: Stage, playing: Playing) -> Mapping[str, tuple[int, ...]]:
        """The pieces to choose from, by their shapes."""
        if playing.ask is not None:
            there: Sequence[int] = playing.ask.options
        else:
            there = _absent(stage)
        shapes = {shape: tuple(piece for piece in there if piece_shape(piece) == shape) for shape in SHAPES}
        return {shape: pieces for shape, pieces in shapes.items() if pieces}

    def _number(self, playing: Playing) -> int | None:
        """The area that is loaded."""
        return self.area if playing.ask is None else playing.ask.state.area

    def news(self, stage: Stage, news: News) -> None:
        """After a turn the camera goes back to where it was before."""
        if isinstance(news, Ask) and news.what != "place" and self._before is not None:
            stage.look(self._before)
        if isinstance(news, Begun) or (isinstance(news, Ask) and news.what != "place"):
            self._before = None

    # -- keys -----------------------------------------------------------------------------------------------

    @property
    def bindings(self) -> Sequence[Binding]:
        """Left, right and Enter, numbers, and P to pass."""

        def binding(chord: str, label: str, run: Callable[[], object], *, repeats: bool = False) -> Binding:
            return Binding(
                chord=chord,
                label=label,
                run=run,
                group="keys.playing",
                when=lambda: self._open() is not None,
                repeats=repeats,
            )

        return (
            binding("left", "key.choose_left", partial(self._go, -1), repeats=True),
            binding("right", "key.choose_right", partial(self._go, 1), repeats=True),
            binding("enter", "key.choose", partial(self._take_number, None)),
            *(
                binding(str(number + 1), "key.choose_number", partial(self._take_number, number))
                for number in range(len(SHAPES))
            ),
            Binding(
                chord="ctrl+backspace",
                label="key.clear",
                run=self._reset,
                group="keys.playing",
                when=lambda: (playing := self._open()) is not None and playing.practice,
            ),
            Binding(
                chord="p",
                label="key.pass",
                run=self._pass,
                group="keys.playing",
                when=lambda: (playing := self._open()) is not None and not playing.practice,
            ),
        )

    def _go(self, step: int) -> None:
        if self._stage is not None and (playing := self._open()) is not None:
            self._chosen = (self._chosen + step) % max(1, len(self._pieces(self._stage, playing)))

    def _take_number(self, number: int | None) -> None:
        if self._stage is None or (playing := self._open()) is None:
            return
        groups = list(self._pieces(self._stage, playing).values())
        number = self._chosen if number is None else number
        if number < len(groups):
            self._take(self._stage, playing, groups[number][0])

    def _pass(self) -> None:
        """Pass, when asked for twice."""
        playing = self._open()
        if playing is None or playing.ask is None:
            return
        if self._passing:
            playing.answer(None)
        self._passing = not self._passing

    def _reset(self) -> None:
        """Practice: a ship without cargo."""
        if (playing := self._open()) is not None and playing.practice:
            playing.order(Clear())

    def _take(self, stage: Stage, playing: Playing, piece: int) -> None:
        area = self._number(playing)
        if area is None:
            return
        pose = beside(stage.model, piece_shape(piece), area, stage.poses).pose
        if playing.practice:
            playing.order(Take(piece, pose))
        else:
            playing.take(piece, pose)
        if self._before is None:
            self._before = stage.camera
        stage.look(closeup(stage.area_middle(area), stage.camera.yaw))

    # -- the mouse ------------------------------------------------------------------------------------------

    def hovered(self, stage: Stage, cursor: Cursor) -> bool:
        """Light up the piece under the cursor, if it can be taken."""
        playing = self._open()
        found = None if playing is None else self._under(stage, playing, cursor)
        if found != self._hovered:
            self._hovered = found
            stage.touch()
        return found is not None

    def pressed(self, stage: Stage, button: Button, cursor: Cursor) -> bool:
        """Take the piece under the cursor."""
        playing = self._open()
        if playing is None or button is not Button.LEFT or cursor.double:
            return False
        piece = self._under(stage, playing, cursor)
        if piece is None:
            return False
        if piece in _absent(stage) or not playing.practice:
            self._take(stage, playing, piece)
        else:
            playing.order(Take(piece))
        self._hovered = None
        return True

    def _under(self, stage: Stage, playing: Playing, cursor: Cursor) -> int | None:
        """The piece at the cursor that can be taken: the one seen there, or else the nearest."""
        options = {piece for pieces in self._pieces(stage, playing).values() for piece in pieces}
        poses = stage.poses
        if playing.practice:
            options |= set(range(PIECES)).difference(_absent(stage))
        hit = stage.pick(cursor.x, cursor.y)
        row = None if hit is None else hit.body.row
        if row is not None and row - FIRST_PIECE_BODY in options:
            return row - FIRST_PIECE_BODY
        near: list[tuple[float, int]] = []
        for piece in options:
            seen = stage.project(poses[FIRST_PIECE_BODY + piece, :3])
            if seen is not None:
                away = max(abs(seen[0] - cursor.x), abs(seen[1] - cursor.y))
                near.append((away, piece))
        best = min(near, default=None)
        return best[1] if best is not None and best[0] < _NEAR * self._size else None

    # -- drawing --------------------------------------------------------------------------------------------

    def draw(self, stage: Stage) -> None:
        """Draw what there is to choose from."""
        self._stage = stage
        self._size = em()
        for piece in CARGO:
            if stage.marks.get(piece.name) == _MARK:
                del stage.marks[piece.name]
        playing = self._open()
        stage.areas = {number: colour for number, colour in stage.areas.items() if colour is not _LIT}
        if playing is None:
            self._hovered = None
            return
        groups = self._pieces(stage, playing)
        self._chosen = min(self._chosen, max(0, len(groups) - 1))
        width, height = stage.size
        self._side = min(_TILE * em(), (width - 3.0 * em()) / len(SHAPES) - _BETWEEN * em())
        with floating(stage, "supply", (MIDDLE * width, height - (BAR + 0.7) * em()), (0.5, 1.0)):
            self._draw_heading(stage, playing)
            self._draw_tiles(stage, playing, groups)
            if playing.practice:
                self._draw_areas(stage)
        if self._hovered is not None:
            stage.marks[CARGO[self._hovered].name] = _MARK

    def _draw_heading(self, stage: Stage, playing: Playing) -> None:
        words, ask = stage.words, playing.ask
        if ask is None:
            title(stage, words("practice.take"))
            hint(words("practice.hint"), stage, self._right() - imgui.get_style().window_padding.x)
            return
        text = "ask.place.second" if ask.state.attempt == 2 else "ask.place"
        title(
            stage, words(text, who=stage.name(ask.seat), area=ask.state.area), palette(stage).seats[ask.seat]
        )
        question = words("ask.pass.sure" if self._passing else "ask.pass")
        room = imgui.calc_text_size(question).x + 2.0 * imgui.get_style().frame_padding.x
        note = words("ask.place.hint")
        if imgui.calc_text_size(note).x + room < self._right() - 2.0 * em():
            imgui.align_text_to_frame_padding()
            hint(note, stage)
            imgui.same_line(self._right() - room)
        if button(question, stage, chosen=self._passing):
            self._pass()

    def _draw_tiles(self, stage: Stage, playing: Playing, groups: Mapping[str, tuple[int, ...]]) -> None:
        seat = 0 if playing.ask is None else playing.ask.seat
        for number, (shape, pieces) in enumerate(groups.items()):
            if number:
                imgui.same_line(0.0, _BETWEEN * em())
            clicked, over = portrait_tile(
                shape,
                stage.portrait(shape),
                self._side,
                label=f"{number + 1}  {stage.words(f'shape.{shape}')}",
                count=len(pieces),
                chosen=number == self._chosen or self._hovered in pieces,
                colour=COLOURS[seat],
            )
            if over:
                self._chosen = number
                if not playing.practice:
                    stage.marks[CARGO[pieces[0]].name] = _MARK
            if clicked:
                self._take(stage, playing, pieces[0])

    def _right(self) -> float:
        """Where the last of all portraits ends, from the panel's edge."""
        tiles = len(SHAPES) * self._side + (len(SHAPES) - 1) * _BETWEEN * em()
        return tiles + imgui.get_style().window_padding.x

    def _draw_areas(self, stage: Stage) -> None:
        """Which area pieces are taken up over."""
        imgui.dummy(ImVec2(0.0, 0.1 * em()))
        imgui.align_text_to_frame_padding()
        imgui.text(stage.words("practice.area"))
        for number in stage.model.areas:
            imgui.same_line(0.0, 0.35 * em())
            if button(f" {number} ", stage, chosen=number == self.area):
                self.area = number
        aboard = PIECES - len(_absent(stage))
        text = f"{Icon.UNDO.value}  {stage.words('practice.reset')}"
        room = imgui.calc_text_size(text).x + 2.0 * imgui.get_style().frame_padding.x
        imgui.same_line()
        if imgui.get_cursor_pos_x() + room <= self._right():
            imgui.set_cursor_pos_x(self._right() - room)
        else:
            imgui.new_line()
        if button(text, stage, enabled=aboard > 0):
            self._reset()
        stage.areas[self.area] = _LIT


def closeup(middle: Floats, yaw: float) -> Camera:
    """The camera before an area whose middle [m] is given, from the side on which it is [rad]."""
    x, y, z = middle.tolist()
    return Camera((_OUT * x, _OUT * y, z - _BELOW), yaw, _PITCH, _LOOK)


def _absent(stage: Stage) -> list[int]:
    """The pieces that are not in the world."""
    rows = stage.poses[FIRST_PIECE_BODY:, 0]
    return [piece for piece in range(PIECES) if rows[piece] != rows[piece]]
