"""What can be shown on the ship: areas, centre of mass, contact forces, collision shapes, stability."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import numpy as np
from imgui_bundle import imgui

from riffraff.live.protocol import Show
from riffraff.model import piece_shape
from riffraff.window.balance import Balance, balance
from riffraff.window.meshes import Floats
from riffraff.window.panels import Binding, Panel
from riffraff.window.settings import Overlay
from riffraff.window.shell.layout import cramped, em, font
from riffraff.window.skin import Rgba, packed
from riffraff.window.stage import Mode, Stage
from riffraff.window.wires import Wires, piece_wires

_KEYS: Final = {
    Overlay.AREAS: "a",
    Overlay.MASS: "m",
    Overlay.CONTACTS: "c",
    Overlay.HULLS: "h",
    Overlay.STABILITY: "b",
}
_HULL: Final[Rgba] = (0.10, 0.95, 0.85, 0.75)
_FORCE: Final[Rgba] = (1.0, 0.36, 0.10, 1.0)
_MASS: Final[Rgba] = (1.0, 0.83, 0.15, 1.0)
_SHADE: Final[Rgba] = (0.0, 0.0, 0.0, 0.55)
_PER_NEWTON: Final = 0.35  # m of an arrow
_LONGEST: Final = 0.08  # m of an arrow, whatever the force
_BARB: Final = 0.006  # m of the two strokes at its head
_TURNS: Final = np.linspace(0.0, 2.0 * math.pi, 49)


class Overlays(Panel):
    """Lines and numbers over the scene, behind the panels.

    Args:
        stage: what is shown.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._wires: Wires | None = None
        self._shown: tuple[object, bool] = (None, False)

    @property
    def bindings(self) -> Sequence[Binding]:
        """A key for each overlay."""
        return [
            Binding(
                chord=chord,
                label=f"overlay.{overlay.value}",
                run=partial(self._toggle, overlay),
                group="keys.overlays",
            )
            for overlay, chord in _KEYS.items()
        ]

    def _toggle(self, overlay: Overlay) -> None:
        stage = self._stage
        stage.settings.overlays ^= {overlay}
        stage.use_settings()
        if overlay is Overlay.CONTACTS and overlay in stage.settings.overlays and stage.table is None:
            stage.say(stage.words("overlay.no_contacts"))

    def tick(self, stage: Stage, seconds: float) -> bool:
        """Ask a live game for contacts, if they are to be seen."""
        wanted = (stage.table, Overlay.CONTACTS in stage.settings.overlays)
        if wanted != self._shown:
            self._shown = wanted
            if stage.table is not None:
                stage.send(Show(contacts=wanted[1]))
        return False

    def draw(self, stage: Stage) -> None:
        """Draw what is chosen, if there is a game."""
        if stage.mode is Mode.EMPTY:
            return
        chosen = stage.settings.overlays
        list_ = imgui.get_background_draw_list()
        brush = _Brush(stage, list_)
        if Overlay.HULLS in chosen or stage.ghosts:
            if self._wires is None or self._wires.model is not stage.model:
                self._wires = Wires(stage.model)
            if Overlay.HULLS in chosen:
                placed = stage.scenery.place(stage.poses)
                brush.segments(self._wires.of_scene(stage.scenery, placed), _HULL, 0.07)
        for ghost in stage.ghosts:
            shape = stage.model.cargo[piece_shape(ghost.piece)]
            brush.segments(piece_wires(shape, ghost.pose), (*ghost.colour, 0.95), 0.13)
        if Overlay.AREAS in chosen:
            self._areas(stage, brush)
        if Overlay.STABILITY in chosen:
            _stability(stage, brush, balance(stage))
        if Overlay.MASS in chosen:
            _mass(stage, brush, balance(stage))
        if Overlay.CONTACTS in chosen:
            _contacts(stage, brush)

    @staticmethod
    def _areas(stage: Stage, brush: "_Brush") -> None:
        placed = stage.scenery.place(stage.poses)
        moment = stage.moment
        for number, area in stage.model.areas.items():
            place = placed[stage.scenery.index(area.link)]
            corners = np.column_stack([np.array(area.polygon), np.full(len(area.polygon), area.height)])
            points = corners @ place[:, :3].T + place[:, 3]
            active = number == moment.area and moment.active is not None
            seat = moment.active if active else None
            colour = stage.skin.palette.seats[seat] if seat is not None else (1.0, 1.0, 1.0, 0.9)
            brush.outline(points, colour, 0.14)
            brush.badge(points.mean(axis=0), str(number), colour)


class _Brush:
    """Draws places in the world on the picture."""

    def __init__(self, stage: Stage, list_: imgui.ImDrawList) -> None:
        self._list, self._skin = list_, stage.skin
        width, height = stage.size
        self._matrix = stage.camera.matrix(width / height)
        self._size = np.array([width, height])
        self._sight = stage.camera.directions(width / height)[0]

    def _places(self, points: Floats) -> Floats:
        """Where points [..., 3] are on the picture [..., 2]; NaN behind the camera."""
        clip = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ self._matrix.T
        w = np.where(clip[..., 3:] > 1e-3, clip[..., 3:], np.nan)
        return np.asarray((1.0 + clip[..., :2] / w * (1.0, -1.0)) * self._size / 2.0)

    def segments(self, ends: Floats, colour: Rgba, weight: float) -> None:
        """Lines between points, shape [line, 2, 3]."""
        ink, thick = packed(colour), weight * em()
        places = self._places(ends)
        for (x, y), (u, v) in places[np.isfinite(places).all(axis=(1, 2))].tolist():
            self._list.add_line(imgui.ImVec2(x, y), imgui.ImVec2(u, v), ink, thick)

    def outline(self, points: Floats, colour: Rgba, weight: float) -> None:
        """A closed line through points [n, 3], with a dark seam."""
        places = self._places(points)
        if np.isfinite(places).all():
            closed: list[imgui.ImVec2Like] = [
                imgui.ImVec2(x, y) for x, y in [*places.tolist(), places[0].tolist()]
            ]
            self._list.add_polyline(closed, packed(_SHADE), (weight + 0.12) * em(), 0)
            self._list.add_polyline(closed, packed(colour), weight * em(), 0)

    def line(self, begin: Floats, end: Floats, colour: Rgba, weight: float = 0.15) -> None:
        """A line with a dark seam."""
        for ink, more in ((_SHADE, 0.12), (colour, 0.0)):
            self.segments(np.array([[begin, end]]), ink, weight + more)

    def arrow(self, point: Floats, way: Floats, colour: Rgba) -> None:
        """An arrow from a point [m] along a way [m], its head in the plane that shows it best."""
        length = float(np.linalg.norm(way))
        if length > 0.0:
            ahead = way / length
            beside = np.cross(ahead, self._sight)
            across = float(np.linalg.norm(beside))
            barb = min(_BARB, length / 2.0)
            tip = point + way
            self.line(point, tip, colour, 0.13)
            if across > 1e-6:  # else it is seen from its end
                for side in (-1.0, 1.0):
                    self.line(tip, tip + barb * (side * beside / across - 1.4 * ahead), colour, 0.13)
        self.dot(point, colour, 0.16)

    def dot(self, point: Floats, colour: Rgba, radius: float = 0.4) -> None:
        """A ball."""
        x, y = self._places(point).tolist()
        if math.isfinite(x):
            place = imgui.ImVec2(x, y)
            self._list.add_circle_filled(place, (radius + 0.1) * em(), packed(_SHADE), 24)
            self._list.add_circle_filled(place, radius * em(), packed(colour), 24)

    def badge(self, point: Floats, text: str, colour: Rgba) -> None:
        """A number on a disc."""
        x, y = self._places(point).tolist()
        if not math.isfinite(x):
            return
        self.dot(point, colour, 0.72)
        with font(self._skin, 0.95, bold=True):
            extent = imgui.calc_text_size(text)
            ink = (0.08, 0.08, 0.08, 1.0) if sum(colour[:3]) > 1.8 else (1.0, 1.0, 1.0, 1.0)
            self._list.add_text(imgui.ImVec2(x - extent.x / 2.0, y - extent.y / 2.0), packed(ink), text)

    def label(self, point: Floats, lines: Iterable[str], colour: Rgba, *, left: bool = False) -> None:
        """Text on a plate at the right of a point, or at its left."""
        x, y = self._places(point).tolist()
        if not math.isfinite(x):
            return
        palette = self._skin.palette
        text = "\n".join(lines)
        extent = imgui.calc_text_size(text)
        begin = x - 1.1 * em() - extent.x if left else x + 1.1 * em()
        top, pad = y - extent.y / 2.0, 0.4 * em()
        self._list.add_rect_filled(
            imgui.ImVec2(begin - pad, top - pad),
            imgui.ImVec2(begin + extent.x + pad, top + extent.y + pad),
            packed(palette.panel),
            0.4 * em(),
        )
        edge = begin + extent.x + pad / 2.0 if left else begin - pad
        self._list.add_rect_filled(
            imgui.ImVec2(edge, top - pad),
            imgui.ImVec2(edge + pad / 2.0, top + extent.y + pad),
            packed(colour),
        )
        self._list.add_text(imgui.ImVec2(begin, top), packed(palette.text), text)


def _mass(stage: Stage, brush: _Brush, state: Balance) -> None:
    """The centre of mass, the line to the pivot, and the plumb line through the pivot."""
    words = stage.words
    down = np.array([state.pivot[0], state.pivot[1], state.centre[2] - 0.02])
    brush.line(state.pivot, down, (1.0, 1.0, 1.0, 0.8), 0.08)
    brush.line(state.pivot, state.centre, _MASS)
    brush.dot(state.pivot, (1.0, 1.0, 1.0, 1.0), 0.28)
    brush.dot(state.centre, _MASS, 0.45)
    depth = 1e3 * float(state.pivot[2] - state.centre[2])
    text = "mass.below" if depth >= 0.0 else "mass.above"
    lines = [
        f"{words('mass.centre')}, {words.number(1e3 * state.mass, 0)} g",
        words(text, depth=words.number(abs(depth))),
    ]
    brush.label(state.centre, lines, _MASS)


def _stability(stage: Stage, brush: _Brush, state: Balance) -> None:
    """How far the masthead may lean, where it is, and where it would come to rest."""
    words, palette = stage.words, stage.skin.palette
    stop = stage.model.parameters.ship.tilt_stop
    ring = np.column_stack(
        [
            math.sin(stop) * np.cos(_TURNS),
            math.sin(stop) * np.sin(_TURNS),
            np.full(len(_TURNS), math.cos(stop)),
        ]
    )
    brush.outline(state.pivot + state.reach * ring, palette.bad, 0.13)
    rest, now = state.rest_heel, state.heel
    colour = (
        palette.bad
        if rest is None or rest > 0.8 * stop
        else palette.warn
        if rest > 0.5 * stop
        else palette.good
    )
    brush.dot(state.pivot + state.reach * np.array([0.0, 0.0, 1.0]), (1.0, 1.0, 1.0, 0.9), 0.2)
    lines = [words("stability.now", heel=words.number(math.degrees(now)))]
    if rest is None or state.rest is None:
        lines.append(words("stability.capsizes"))
    else:
        brush.line(state.pivot, state.pivot + state.reach * state.rest, colour, 0.1)
        brush.dot(state.pivot + state.reach * state.rest, colour, 0.34)
        lines.append(words("stability.rest", heel=words.number(math.degrees(rest))))
        lines.append(words("stability.margin", margin=words.number(math.degrees(stop - rest))))
    brush.dot(state.pivot + state.reach * state.mast, palette.accent, 0.34)
    if cramped(stage):  # the panels leave no room beside the masthead
        brush.label(state.pivot, lines, colour, left=True)
    else:
        brush.label(state.pivot + state.reach * state.mast, lines, colour)


def _contacts(stage: Stage, brush: _Brush) -> None:
    """Every place at which cargo touches something, with an arrow: the force that acts on it there."""
    seen = stage.contacts
    if seen is None or not stage.transport.live:
        return
    for point, force, normal in zip(seen.points, seen.forces.tolist(), seen.normals, strict=True):
        brush.arrow(point, min(_LONGEST, _PER_NEWTON * force) * normal, _FORCE)
