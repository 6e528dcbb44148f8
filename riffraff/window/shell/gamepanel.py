"""The panel of the game: round, captain, whose turn it is, cards, supplies, and what is going on."""

from typing import Final

from imgui_bundle import imgui

from riffraff.window.panels import Panel
from riffraff.window.shell.layout import MARGIN, coloured, cramped, em, fixed, font, plate, tip, wrapped
from riffraff.window.skin import Icon, packed
from riffraff.window.stage import Mode, Stage
from riffraff.window.standing import Moment

_WIDTH: Final = 19.0
_NARROW: Final = 16.0
"""Widths, in heights of the text."""


class GamePanel(Panel):
    """How the game stands at the moment that is shown, in the upper left corner."""

    def draw(self, stage: Stage) -> None:
        """Draw it, if there is a game."""
        moment = stage.moment
        if stage.mode is Mode.EMPTY or (not moment.players and stage.mode is not Mode.PRACTICE):
            return
        words = stage.words
        width = _NARROW if cramped(stage) else _WIDTH
        with fixed("game", (MARGIN * em(), MARGIN * em()), size=(width * em(), 0.0)):
            with font(stage.skin, 1.12, bold=True):
                if stage.mode is Mode.PRACTICE:
                    imgui.text(words("game.practice"))
                elif moment.over:
                    imgui.text(words("game.over"))
                elif moment.round:
                    imgui.text(words("game.round", number=moment.round, most=moment.rounds))
                else:
                    imgui.text(words("game.before"))
            for seat in moment.order or range(moment.players):
                self._row(stage, moment, seat)
            if moment.out:
                coloured(stage.skin.palette.quiet, words("game.out", count=len(moment.out)))
            if moment.doing is not None:
                colour = stage.skin.palette.text
                if moment.active is not None:
                    colour = stage.skin.palette.seats[moment.active]
                imgui.separator()
                wrapped(colour, moment.doing.told(words, stage.names))

    @staticmethod
    def _row(stage: Stage, moment: Moment, seat: int) -> None:
        """One player: name, office, card, and how much is left to load."""
        skin, words = stage.skin, stage.words
        colour = skin.palette.seats[seat]
        corner = imgui.get_cursor_screen_pos()
        list_ = imgui.get_window_draw_list()
        width, height = imgui.get_content_region_avail().x, 2.55 * em()
        pad = 0.35 * em()
        if seat == moment.active:
            end = imgui.ImVec2(corner.x + width + pad, corner.y + height - 0.1 * em())
            list_.add_rect_filled(
                imgui.ImVec2(corner.x - pad, corner.y - 0.1 * em()), end, packed(colour, 0.16), 0.35 * em()
            )
            list_.add_rect_filled(
                imgui.ImVec2(corner.x - pad, corner.y - 0.1 * em()),
                imgui.ImVec2(corner.x - pad + 0.22 * em(), end.y),
                packed(colour),
                0.1 * em(),
            )
        with font(skin, bold=True):
            list_.add_text(imgui.ImVec2(corner.x + 0.3 * em(), corner.y), packed(colour), stage.name(seat))
            name_width = imgui.calc_text_size(stage.name(seat)).x
        if seat == moment.captain and moment.round:
            anchor = imgui.ImVec2(corner.x + 0.8 * em() + name_width, corner.y)
            list_.add_text(anchor, packed(skin.palette.warn), f"{Icon.ANCHOR.value} {words('game.captain')}")
        supply = moment.supplies[seat]
        text = f"{supply} {words('game.supply')}"
        extent = imgui.calc_text_size(text)
        list_.add_text(imgui.ImVec2(corner.x + width - extent.x, corner.y), packed(skin.palette.text), text)
        played = moment.played[seat]
        below = imgui.ImVec2(corner.x + 0.3 * em(), corner.y + 1.25 * em())
        imgui.set_cursor_screen_pos(below)
        if seat < len(moment.cards):
            plate(skin, str(moment.cards[seat]), colour, size=1.12)
            tip(words("game.card"))
        list_.add_text(
            imgui.ImVec2(below.x + (1.5 * em() if seat < len(moment.cards) else 0.0), below.y),
            packed(skin.palette.quiet),
            " ".join(str(card) for card in reversed(played)),
        )
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + height))
        imgui.dummy(imgui.ImVec2(0.0, 0.0))
