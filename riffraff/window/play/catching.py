"""Catching what falls: a click near a tumbling piece, or a key, before it lands."""

import math
from collections.abc import Sequence
from typing import Final

from imgui_bundle import ImVec2, imgui

from riffraff.live.protocol import Grab
from riffraff.model import FIRST_PIECE_BODY
from riffraff.rules import Where
from riffraff.window.panels import Binding, Button, Cursor, Tool
from riffraff.window.play.playing import Playing
from riffraff.window.play.session import Session
from riffraff.window.play.widgets import palette
from riffraff.window.shell.layout import em
from riffraff.window.skin import packed
from riffraff.window.stage import Stage

_REACH: Final = 6.0
"""How far from a piece a click still goes for it, in heights of a letter: it is falling, after all."""
_RING: Final = 1.7
"""Radius of the ring round it, in heights of a letter."""


class Catching(Tool):
    """Lets the person whose turn it is grab at what falls (R5.2).

    Args:
        session: with the game.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stage: Stage | None = None
        self._grabbed: set[int] = set()
        self._size = 16.0

    def _tumbling(self) -> tuple[Playing, list[int]] | None:
        """The game and the pieces that can be caught, if there are any."""
        if self._stage is None:
            return None
        playing = self._session.acting(self._stage)
        if playing is None or playing.state is None or self._session.active_person() is None:
            return None
        tumbling = [piece.index for piece in playing.state.at(Where.AIR)]
        self._grabbed &= set(tumbling)
        return (playing, tumbling) if tumbling else None

    @property
    def bindings(self) -> Sequence[Binding]:
        """C or Enter: the lowest piece that nobody has grabbed at."""
        return tuple(
            Binding(
                chord=chord,
                label="key.grab",
                run=self._grab_lowest,
                group="keys.playing",
                when=lambda: self._tumbling() is not None,
            )
            for chord in ("c", "enter")
        )

    def _grab_lowest(self) -> None:
        if self._stage is None or (found := self._tumbling()) is None:
            return
        playing, tumbling = found
        poses = self._stage.poses
        left = [piece for piece in tumbling if piece not in self._grabbed]
        if left:
            self._grab(playing, min(left, key=lambda piece: float(poses[FIRST_PIECE_BODY + piece, 2])))

    def _grab(self, playing: Playing, piece: int) -> None:
        self._grabbed.add(piece)
        playing.order(Grab(piece))

    def pressed(self, stage: Stage, button: Button, cursor: Cursor) -> bool:
        """Grab at the falling piece nearest to the cursor."""
        found = self._tumbling()
        if found is None or button is not Button.LEFT:
            return False
        playing, tumbling = found
        near: list[tuple[float, int]] = []
        for piece in tumbling:
            seen = stage.project(stage.poses[FIRST_PIECE_BODY + piece, :3])
            if seen is not None:
                near.append((math.hypot(seen[0] - cursor.x, seen[1] - cursor.y), piece))
        best = min(near, default=None)
        if best is None or best[0] > _REACH * self._size:
            return False
        self._grab(playing, best[1])
        return True

    def draw(self, stage: Stage) -> None:
        """Ring what falls."""
        self._stage = stage
        self._size = em()
        found = self._tumbling()
        if found is None:
            return
        _, tumbling = found
        colours, draw = palette(stage), imgui.get_background_draw_list()
        for piece in tumbling:
            seen = stage.project(stage.poses[FIRST_PIECE_BODY + piece, :3])
            if seen is None:
                continue
            colour = colours.good if piece in self._grabbed else colours.warn
            middle = ImVec2(*seen)
            draw.add_circle(middle, _RING * em(), packed(colour, 0.35), 0, 0.5 * em())
            draw.add_circle(middle, _RING * em(), packed(colour), 0, 0.16 * em())
            if piece not in self._grabbed:
                text = stage.words("catch.now")
                size = imgui.calc_text_size(text)
                pad, away = 0.35 * em(), (_RING + 0.5) * em()
                # On the side where the other panels are not.
                right = seen[0] < stage.size[0] / 2.0
                place = ImVec2(seen[0] + (away if right else -away - size.x), seen[1] - 0.5 * em())
                label = imgui.get_foreground_draw_list()  # large letters reach under the panels
                label.add_rect_filled(
                    ImVec2(place.x - pad, place.y - pad),
                    ImVec2(place.x + size.x + pad, place.y + size.y + pad),
                    packed(colours.panel),
                    0.4 * em(),
                )
                label.add_text(place, packed(colours.text), text)
