"""The data of what was double clicked: mass, speed, place, what it touches and what holds it."""

from collections.abc import Iterator, Sequence
from typing import Final

from imgui_bundle import imgui

from riffraff.live.protocol import Contact, Inspect
from riffraff.model import FIRST_PIECE_BODY, SHIP_LINKS, piece_shape
from riffraff.rules import PIECES
from riffraff.window.panels import Binding, Panel
from riffraff.window.shell.layout import MARGIN, coloured, em, floating
from riffraff.window.stage import Stage
from riffraff.window.standing import shape_of

_NUMBERS: Final = {piece.name: piece.index for piece in PIECES}
_STATUS: Final = {
    "held": "piece.hand",
    "aboard": "piece.aboard_nowhere",
    "tumbling": "piece.air",
    "fallen": "piece.supply",
}


class PiecePanel(Panel):
    """Data of the body that is selected.

    Args:
        stage: what is shown.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._asked: tuple[object, int | None] = (None, None)

    @property
    def bindings(self) -> Sequence[Binding]:
        """Escape puts it away."""
        return (
            Binding(
                chord="escape",
                label="key.escape",
                run=self._deselect,
                when=lambda: self._stage.selected is not None,
            ),
        )

    def _deselect(self) -> None:
        self._stage.selected = None

    def tick(self, stage: Stage, seconds: float) -> bool:
        """Ask a live game for the data."""
        piece = _NUMBERS.get(stage.selected or "")
        if self._asked != (stage.table, piece):
            self._asked = (stage.table, piece)
            stage.inspected = None
            stage.send(Inspect(piece))
        return False

    def draw(self, stage: Stage) -> None:
        """Draw them, if something is selected."""
        name = stage.selected
        if name is None:
            return
        place = (stage.size[0] - MARGIN * em(), 16.5 * em())
        title = part_name(stage, name).capitalize()
        with floating(title, "piece", place, (1.0, 0.0), (24.0 * em(), 15.0 * em())) as stays:
            if imgui.begin_table("data", 2):
                imgui.table_setup_column("what", imgui.TableColumnFlags_.width_fixed)
                imgui.table_setup_column("data", imgui.TableColumnFlags_.width_stretch)
                for label, text in self._rows(stage, name):
                    imgui.table_next_row()
                    imgui.table_next_column()
                    coloured(stage.skin.palette.quiet, stage.words(label))
                    imgui.table_next_column()
                    imgui.text_wrapped(text)
                imgui.end_table()
        if not stays:
            self._deselect()

    def _rows(self, stage: Stage, name: str) -> Iterator[tuple[str, str]]:
        words, piece = stage.words, _NUMBERS.get(name)
        if piece is None:
            links = {link.name: link for link in stage.model.ship.links}
            if name in links:
                yield "piece.mass", f"{words.number(1e3 * links[name].inertial.mass)} g"
            yield "piece.place", words("piece.ship" if name in links else "piece.scenery")
            if (
                name in SHIP_LINKS
                and (speed := stage.tape.speed(SHIP_LINKS.index(name), stage.time)) is not None
            ):
                yield "piece.speed", f"{words.number(1e3 * speed, 0)} mm/s"
            return
        yield "piece.mass", f"{words.number(1e3 * stage.model.cargo[piece_shape(piece)].inertial.mass)} g"
        yield "piece.place", self._place(stage, name)
        pose = stage.poses[FIRST_PIECE_BODY + piece]
        yield "piece.height", f"{words.number(1e3 * float(pose[2]), 0)} mm"
        data = stage.inspected
        if data is not None and data.piece == piece and stage.transport.live:
            yield "piece.speed", f"{words.number(1e3 * data.speed, 0)} mm/s"
            below = [contact for contact in data.contacts if contact.point[2] <= float(pose[2])]
            yield "piece.held_by", self._touching(stage, below)
            yield "piece.contacts", self._touching(stage, data.contacts)
            return
        speed = stage.tape.speed(FIRST_PIECE_BODY + piece, stage.time)
        yield (
            "piece.speed",
            words("piece.unknown") if speed is None else f"{words.number(1e3 * speed, 0)} mm/s",
        )
        yield "piece.contacts", words("piece.unknown")

    @staticmethod
    def _place(stage: Stage, name: str) -> str:
        moment, words = stage.moment, stage.words
        if name == moment.held:
            return words("piece.hand")
        if name in moment.in_air:
            return words("piece.air")
        if name in moment.out:
            return words("piece.gone")
        if name in moment.aboard:
            area = moment.aboard[name]
            return words("piece.aboard_nowhere") if area is None else words("piece.aboard", area=area)
        data = stage.inspected
        return words("piece.supply" if data is None else _STATUS.get(data.status, "piece.unknown"))

    @staticmethod
    def _touching(stage: Stage, contacts: Sequence[Contact]) -> str:
        """What is touched, each with the sum of its forces."""
        forces: dict[int | str | None, float] = {}
        for contact in contacts:
            forces[contact.other] = forces.get(contact.other, 0.0) + contact.force
        if not forces:
            return stage.words("piece.nothing")
        lines = []
        for other, force in sorted(forces.items(), key=lambda item: -item[1]):
            named = PIECES[other].name if isinstance(other, int) else other or "table"
            lines.append(f"{part_name(stage, named)} ({stage.words.number(1e3 * force, 0)} mN)")
        return "\n".join(lines)


def part_name(stage: Stage, name: str) -> str:
    """What a body is called."""
    if name in _NUMBERS:
        return f"{stage.words(f'shape.{shape_of(name)}')} {int(name.rpartition('-')[2]) + 1}"
    return stage.words("part.peg" if name.startswith("peg_") else f"part.{name}")
