"""The piece in the hand: moved, turned, lowered, let go; and a shadow where it would land."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np
from imgui_bundle import ImVec2, imgui
from scipy.spatial import ConvexHull

from riffraff.live.protocol import Aim, Lower, News, PutBack, Release
from riffraff.live.protocol import Holding as Hand
from riffraff.model import FIRST_PIECE_BODY, piece_shape
from riffraff.rules import PIECES
from riffraff.window.meshes import Floats
from riffraff.window.panels import Binding, Button, Cursor, Tool
from riffraff.window.play.cards import Point
from riffraff.window.play.grip import Grip, Plane, silhouette
from riffraff.window.play.landing import Lander, Landing
from riffraff.window.play.playing import Playing
from riffraff.window.play.session import Session
from riffraff.window.play.widgets import MIDDLE, button, floating, hint, palette, portrait_tile, tinted, title
from riffraff.window.shell.layout import BAR, em
from riffraff.window.skin import Icon, Rgba, packed
from riffraff.window.stage import Stage

_STEP: Final = 0.005
_FINE: Final = 0.001
"""How far a press of a key moves the piece [m], and with Control."""
_NOTCH: Final = 0.005
"""How far a notch of the wheel lifts it [m]."""
_ANGLE: Final = np.pi / 24.0
"""How far a press of a key turns it [rad]."""
_ROLL: Final = 0.012
"""How far the mouse turns it [rad per pixel]."""
_NEAR: Final = 2.2
"""Distance from the piece at which the mouse takes hold of it, in heights of a letter."""
_ROW: Final = 46.0
"""Width of all buttons beside each other, in heights of a letter."""
_WIDE: Final = 6.8
"""Width of the button that lowers and lifts, in heights of a letter."""
_CORNERS: Final = 3
"""Points that span no outline yet."""
_LIFT: Final = 0.03
"""How far it is lifted again [m]."""


class Carrying(Tool):
    """Guides the hand of the person whose turn it is.

    Args:
        session: with the game.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stage: Stage | None = None
        self._grip: Grip | None = None
        self._plane = Plane.LEVEL
        self._offset: Floats = np.zeros(3)
        self._lander: Lander | None = None
        self._scenery: object = None
        self._size = 16.0

    # -- the hand -------------------------------------------------------------------------------------------

    def _holding(self) -> Playing | None:
        """The game, if a piece is in the hand and shown there."""
        if self._stage is None:
            return None
        playing = self._session.acting(self._stage)
        if playing is None or playing.hand.piece is None:
            return None
        return playing if np.isfinite(self._row(self._stage, playing.hand.piece)).all() else None

    @staticmethod
    def _row(stage: Stage, piece: int) -> Floats:
        return np.asarray(stage.poses[FIRST_PIECE_BODY + piece])

    def _actual(self, stage: Stage, piece: int) -> Grip:
        """Where the piece really is."""
        x, y, z, i, j, k, w = self._row(stage, piece).tolist()
        return Grip((x, y, z), (i, j, k, w))

    def _start(self, stage: Stage, hand: Hand) -> Grip:
        """The pose that a new movement begins from: what was aimed at, or where the piece came to a stop."""
        assert hand.piece is not None
        if self._grip is None or hand.lowering or hand.touched or hand.stuck:
            self._grip = self._actual(stage, hand.piece)
        return self._grip

    def _change(self, how: Callable[[Grip], Grip]) -> None:
        """Aim at a pose that follows from the present one."""
        stage, playing = self._stage, self._holding()
        if stage is None or playing is None or playing.hand.piece is None:
            return
        piece = stage.model.cargo[piece_shape(playing.hand.piece)]
        grip = how(self._start(stage, playing.hand)).limited(piece)
        self._aim(playing, grip)

    def _aim(self, playing: Playing, grip: Grip) -> None:
        self._grip = grip
        playing.order(Aim(grip.pose))

    def news(self, stage: Stage, news: News) -> None:
        """A piece that is new in the hand is not where the last one was."""
        if isinstance(news, Hand) and (news.piece is None or news.lowering):
            self._grip = None

    # -- keys -----------------------------------------------------------------------------------------------

    @property
    def bindings(self) -> Sequence[Binding]:
        """Arrows move, with Shift they tip; Page Up and Down, Q and E, N, Enter, Backspace."""

        def binding(chord: str, label: str, run: Callable[[], object], *, repeats: bool = True) -> Binding:
            return Binding(
                chord=chord,
                label=label,
                run=run,
                group="keys.hand",
                repeats=repeats,
                when=lambda: self._holding() is not None,
            )

        moves = []
        for modifier, step in (("", _STEP), ("ctrl+", _FINE)):
            moves += [
                binding(f"{modifier}left", "key.hand_left", partial(self._push, -step, 0.0)),
                binding(f"{modifier}right", "key.hand_right", partial(self._push, step, 0.0)),
                binding(f"{modifier}up", "key.hand_away", partial(self._push, 0.0, step)),
                binding(f"{modifier}down", "key.hand_near", partial(self._push, 0.0, -step)),
                binding(f"{modifier}page_up", "key.hand_up", partial(self._raise, step)),
                binding(f"{modifier}page_down", "key.hand_down", partial(self._raise, -step)),
            ]
        return (
            *moves,
            binding("q", "key.turn_left", partial(self._turn, -_ANGLE)),
            binding("e", "key.turn_right", partial(self._turn, _ANGLE)),
            binding("shift+up", "key.tip_away", partial(self._tip, 0.0, _ANGLE)),
            binding("shift+down", "key.tip_near", partial(self._tip, 0.0, -_ANGLE)),
            binding("shift+left", "key.tip_left", partial(self._tip, -_ANGLE, 0.0)),
            binding("shift+right", "key.tip_right", partial(self._tip, _ANGLE, 0.0)),
            binding("n", "key.lie", self._lie, repeats=False),
            binding("enter", "key.lower", self._lower, repeats=False),
            binding("delete", "key.let_go", self._let_go, repeats=False),
            binding("backspace", "key.put_back", self._put_back, repeats=False),
        )

    def _push(self, right: float, away: float) -> None:
        if self._stage is not None:
            self._change(lambda grip: grip.pushed(self._stage.camera, right, away) if self._stage else grip)

    def _raise(self, by: float) -> None:
        self._change(lambda grip: grip.raised(by))

    def _turn(self, angle: float) -> None:
        self._change(lambda grip: grip.turned((0.0, 0.0, 1.0), angle))

    def _tip(self, right: float, up: float) -> None:
        """Tip the piece over, as seen in the picture."""
        stage = self._stage
        if stage is not None:
            camera = stage.camera
            back = np.array([np.cos(camera.yaw), np.sin(camera.yaw), 0.0])
            across = np.array([-back[1], back[0], 0.0])
            self._change(lambda grip: grip.turned(across, -up).turned(back, -right))

    def _lie(self) -> None:
        """Turn to the next way in which the piece can lie or hang."""
        playing, stage = self._holding(), self._stage
        if playing is not None and stage is not None and playing.hand.piece is not None:
            piece = stage.model.cargo[piece_shape(playing.hand.piece)]
            self._change(lambda grip: grip.next_rest(piece))

    def _lower(self) -> None:
        """Lower it; stop that; let go of what lies as it may."""
        playing, stage = self._holding(), self._stage
        if playing is None or stage is None or playing.hand.piece is None:
            return
        hand, piece = playing.hand, playing.hand.piece
        if hand.lowering:
            self._aim(playing, self._actual(stage, piece))
        elif not hand.touched:
            self._grip = None
            playing.order(Lower())
        elif hand.objection is None:
            self._let_go()

    def _let_go(self) -> None:
        if (playing := self._holding()) is not None:
            playing.order(Release())

    def _put_back(self) -> None:
        if (playing := self._holding()) is not None:
            playing.order(PutBack())

    # -- the mouse ------------------------------------------------------------------------------------------

    def pressed(self, stage: Stage, button: Button, cursor: Cursor) -> bool:
        """Take hold of the piece to move it, or with the right button to turn it."""
        playing = self._holding()
        if playing is None or playing.hand.piece is None or cursor.double:
            return False
        if button is Button.RIGHT:
            return True
        if button is not Button.LEFT or not self._near(stage, playing.hand.piece, cursor):
            return False
        self._hold(stage, playing.hand, cursor)
        return True

    def _near(self, stage: Stage, piece: int, cursor: Cursor) -> bool:
        hit = stage.pick(cursor.x, cursor.y)
        if hit is not None and hit.body.row == FIRST_PIECE_BODY + piece:
            return True
        seen = stage.project(self._row(stage, piece)[:3])
        return (
            seen is not None and float(np.hypot(seen[0] - cursor.x, seen[1] - cursor.y)) < _NEAR * self._size
        )

    def _hold(self, stage: Stage, hand: Hand, cursor: Cursor) -> None:
        """Keep where on the piece the cursor took hold of it."""
        self._plane = Plane.SCREEN if cursor.shift else Plane.LEVEL
        grip = self._start(stage, hand)
        under = grip.led(stage.ray(cursor.x, cursor.y), self._plane)
        self._offset = np.subtract(grip.position, under.position)

    def dragged(self, stage: Stage, button: Button, cursor: Cursor) -> None:
        """Move or turn the piece."""
        playing = self._holding()
        if playing is None:
            return
        if button is Button.RIGHT:
            camera = stage.camera
            self._change(lambda grip: grip.rolled(camera, _ROLL * cursor.dx, -_ROLL * cursor.dy))
            return
        if cursor.shift is not (self._plane is Plane.SCREEN):
            self._hold(stage, playing.hand, cursor)
        ray, plane, offset = stage.ray(cursor.x, cursor.y), self._plane, self._offset
        self._change(lambda grip: grip.led(ray, plane, offset))

    def scrolled(self, stage: Stage, amount: float, cursor: Cursor) -> bool:
        """Lift or lower the piece; with Control the wheel zooms as ever."""
        if cursor.ctrl or self._holding() is None:
            return False
        self._raise(_NOTCH * amount)
        return True

    # -- drawing --------------------------------------------------------------------------------------------

    def draw(self, stage: Stage) -> None:
        """Draw where the piece would land, how it stands with it, and the buttons."""
        self._stage = stage
        self._size = em()
        playing = self._holding()
        if playing is None or playing.hand.piece is None:
            return
        piece = playing.hand.piece
        landing = self._landing(stage, piece)
        text, colour = self._status(stage, playing, landing)
        if landing is not None and not playing.hand.touched:
            self._draw_shadow(stage, piece, landing, colour)
        width, height = stage.size
        with floating(stage, "hand", (MIDDLE * width, height - (BAR + 0.7) * em()), (0.5, 1.0)):
            self._draw_panel(stage, playing, text, colour)

    def _landing(self, stage: Stage, piece: int) -> Landing | None:
        if self._lander is None or self._scenery is not stage.scenery:
            self._lander, self._scenery = Lander(stage.scenery), stage.scenery
        return self._lander.below(PIECES[piece].name, self._actual(stage, piece).pose, stage.poses)

    def _status(self, stage: Stage, playing: Playing, landing: Landing | None) -> tuple[str, Rgba]:
        """How it stands with the piece, in a line and its colour."""
        words, hand, colours = stage.words, playing.hand, palette(stage)
        objection = hand.objection
        if objection is not None and objection.reason != "touches nothing":
            return words(f"objection.{objection.reason}", area=objection.area), colours.bad
        if hand.stuck:
            return words("hand.stuck"), colours.warn
        if hand.touched:
            return words("hand.ready"), colours.good
        if landing is None:
            return words("hand.free"), colours.quiet
        depth = round(1000.0 * landing.drop)
        return words("hand.lands", depth=depth, what=_part(stage, landing.body)), colours.text

    @staticmethod
    def _draw_shadow(stage: Stage, piece: int, landing: Landing, colour: Rgba) -> None:
        """The piece's outline where it would land, and the way down to it."""
        draw = imgui.get_background_draw_list()
        model = stage.model.cargo[piece_shape(piece)]
        corners = _projected(stage, silhouette(model, landing.pose))
        if len(corners) > _CORNERS:
            hull = ConvexHull(corners).vertices
            outline: list[Point] = [ImVec2(*corners[corner].tolist()) for corner in hull]
            draw.add_convex_poly_filled(outline, packed(colour, 0.28))
            draw.add_polyline(outline, packed(colour, 0.9), 0.11 * em(), imgui.ImDrawFlags_.closed)
        x, y, z = landing.pose.position
        top, low = stage.project((x, y, z + landing.drop)), stage.project((x, y, z))
        if top is None or low is None:
            return
        way = np.subtract(low, top)
        length = float(np.linalg.norm(way))
        dash = 0.45 * em()
        for begin in np.arange(0.0, length, 2.0 * dash):
            end = min(length, begin + dash)
            ends = [ImVec2(*(np.array(top) + way * (share / length)).tolist()) for share in (begin, end)]
            draw.add_line(ends[0], ends[1], packed(colour, 0.85), 0.11 * em())

    def _draw_panel(self, stage: Stage, playing: Playing, text: str, colour: Rgba) -> None:
        words, hand = stage.words, playing.hand
        assert hand.piece is not None
        shape = piece_shape(hand.piece)
        portrait_tile(shape, stage.portrait(shape), 3.1 * em())
        imgui.same_line()
        imgui.begin_group()
        name = words(f"shape.{shape}")
        name = name[0].upper() + name[1:]
        state = playing.state
        if state is not None and state.area is not None:
            title(stage, words("hand.title", shape=name, area=state.area))
        else:
            title(stage, words("hand.title.practice", shape=name))
        tinted(text, colour)
        imgui.end_group()
        self._draw_buttons(stage, hand)
        hint(words("hand.drag"), stage)

    def _draw_buttons(self, stage: Stage, hand: Hand) -> None:
        words = stage.words
        imgui.align_text_to_frame_padding()
        imgui.text(words("hand.turn"))
        imgui.same_line()
        imgui.push_item_flag(imgui.ItemFlags_.button_repeat, True)
        for name, direction, run in (
            ("turn left", imgui.Dir.left, partial(self._turn, -_ANGLE)),
            ("turn right", imgui.Dir.right, partial(self._turn, _ANGLE)),
        ):
            if imgui.arrow_button(name, direction):
                run()
            imgui.same_line(0.0, 0.3 * em())
        imgui.dummy(ImVec2(0.4 * em(), 0.0))
        imgui.same_line()
        imgui.text(words("hand.height"))
        imgui.same_line()
        for name, direction, step in (("up", imgui.Dir.up, _STEP), ("down", imgui.Dir.down, -_STEP)):
            if imgui.arrow_button(name, direction):
                self._raise(step)
            imgui.same_line(0.0, 0.3 * em())
        imgui.pop_item_flag()
        imgui.dummy(ImVec2(0.4 * em(), 0.0))
        imgui.same_line()
        if button(words("hand.lie"), stage):
            self._lie()
        if _ROW * em() < stage.size[0]:
            imgui.same_line(0.0, 1.2 * em())
        text = "hand.lowering" if hand.lowering else "hand.raise" if hand.touched else "hand.lower"
        if button(words(text), stage, chosen=not hand.touched, width=_WIDE * em()):
            if hand.touched and not hand.lowering:
                self._raise(_LIFT)
            else:
                self._lower()
        imgui.same_line()
        free = hand.objection is None
        label = f"{Icon.CHECK.value}  {words('hand.let_go')}"
        if button(label, stage, chosen=free and hand.touched, enabled=free):
            self._let_go()
        imgui.same_line()
        if button(words("hand.put_back"), stage):
            self._put_back()


def _projected(stage: Stage, points: Floats) -> Floats:
    """Where points [n, 3] are in the window, those before the camera, in its pixels, shape [m, 2]."""
    width, height = stage.size
    seen = np.column_stack([points, np.ones(len(points))]) @ stage.camera.matrix(width / height).T
    seen = seen[seen[:, 3] > 0.0]
    flat = seen[:, :2] / seen[:, 3:]
    return np.asarray((1.0 + flat * (1.0, -1.0)) * (width / 2.0, height / 2.0))


def _part(stage: Stage, body: str) -> str:
    """What a body of the scenery is called."""
    shape = body.rpartition("-")[0]
    if shape in stage.model.cargo:
        return stage.words(f"shape.{shape}")
    name = "peg" if body.startswith("peg") else body
    return stage.words(f"part.{name}")
