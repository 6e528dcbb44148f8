"""The decisions of a turn: a card, the captain, the order, one piece or two; and cards hidden from others."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from imgui_bundle import ImVec2, imgui

from riffraff.live.protocol import Ask
from riffraff.model import Model
from riffraff.rules import Seat
from riffraff.window.panels import Binding, Panel
from riffraff.window.play import cards
from riffraff.window.play.emblem import Emblem, emblem
from riffraff.window.play.fan import Slot, extent, fan, under
from riffraff.window.play.playing import Playing
from riffraff.window.play.session import Session
from riffraff.window.play.widgets import COLOURS, button, floating, hint, palette, title
from riffraff.window.shell.layout import BAR, em
from riffraff.window.skin import Icon
from riffraff.window.skin import packed as painted
from riffraff.window.stage import Stage

_CARD: Final = 0.118
"""Width of a card as a share of the window's height ..."""
_NARROWEST: Final = 0.082
"""... and at most as a share of its width."""
_VEIL, _BACK = 34.0, 4.0
"""Width of what hides the cards, and of a card on it, in heights of a letter."""
_DIGITS: Final = "1234567890"


class Asking(Panel):
    """Asks the person whose decision it is.

    Args:
        session: with the game.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stage: Stage | None = None
        self._marked = 0
        self._question = -1
        self._lit: int | None = None
        self._emblem: tuple[Model, Emblem] | None = None

    # -- keys -----------------------------------------------------------------------------------------------

    @property
    def bindings(self) -> Sequence[Binding]:
        """Left, right, Enter, and the numbers."""
        numbers = [
            Binding(
                chord=digit,
                label="key.choose_number",
                run=partial(self._choose_number, place),
                group="keys.playing",
                when=self._choosing,
            )
            for place, digit in enumerate(_DIGITS)
        ]
        return (
            self._binding("left", "key.choose_left", partial(self._go, -1)),
            self._binding("right", "key.choose_right", partial(self._go, 1)),
            self._binding("up", "key.choose_left", partial(self._go, -1)),
            self._binding("down", "key.choose_right", partial(self._go, 1)),
            self._binding("enter", "key.choose", self._take),
            *numbers,
        )

    def _binding(self, chord: str, label: str, run: Callable[[], object]) -> Binding:
        return Binding(chord=chord, label=label, run=run, group="keys.playing", when=self._open, repeats=True)

    def _acting(self) -> tuple[Playing, Ask] | None:
        """The game and the question that this panel asks, if there is one now."""
        if self._stage is None:
            return None
        playing = self._session.acting(self._stage)
        if playing is None or playing.ask is None or playing.ask.what == "place":
            return None
        if playing.ask.question != self._question:
            self._question, self._marked = playing.ask.question, 0
        return playing, playing.ask

    def _open(self) -> bool:
        return self._acting() is not None

    def _choosing(self) -> bool:
        acting = self._acting()
        return acting is not None and not acting[0].veiled

    def _go(self, step: int) -> None:
        if acting := self._acting():
            playing, ask = acting
            if not playing.veiled:
                self._marked = (self._marked + step) % len(ask.options)

    def _take(self) -> None:
        if acting := self._acting():
            playing, ask = acting
            if playing.veiled:
                playing.unveil()
            else:
                playing.answer(ask.options[self._marked])

    def _choose_number(self, place: int) -> None:
        """Cards go by their number, other answers by their place."""
        if acting := self._acting():
            playing, ask = acting
            answer = place + 1 if ask.what in ("choose_card", "announce") else None
            if answer in ask.options:
                playing.answer(answer)
            elif answer is None and place < len(ask.options):
                playing.answer(ask.options[place])

    # -- drawing --------------------------------------------------------------------------------------------

    def draw(self, stage: Stage) -> None:
        """Draw the open question."""
        self._stage = stage
        self._light(stage, None)
        acting = self._acting()
        if acting is None:
            return
        playing, ask = acting
        if playing.veiled:
            self._draw_veil(stage, playing, ask)
        elif ask.what == "choose_card":
            self._draw_cards(stage, playing, ask)
        else:
            self._draw_choices(stage, playing, ask)

    def _draw_veil(self, stage: Stage, playing: Playing, ask: Ask) -> None:
        """Cover the cards until the right person says that nobody else looks."""
        words, who = stage.words, stage.name(ask.seat)
        width, height = stage.size
        with floating(stage, "veil", (width / 2.0, 0.42 * height), (0.5, 0.5)):
            title(stage, words("veil.title", who=who), palette(stage).seats[ask.seat], 1.7)
            hint(words("veil.text", who=who), stage)
            imgui.dummy(ImVec2(0.0, 0.3 * em()))
            room = max(_VEIL * em(), imgui.calc_text_size(words("veil.text", who=who)).x)
            self._draw_backs(len(ask.options), ask.seat, room)
            imgui.dummy(ImVec2(0.0, 0.3 * em()))
            if button(words("veil.ready", who=who), stage, main=True, width=room):
                playing.unveil()

    @staticmethod
    def _draw_backs(count: int, seat: int, room: float) -> None:
        """The cards from behind, in the middle of so much room [pixel]."""
        width = _BACK * em()
        (_, top), (_, bottom) = extent(fan(count, (0.0, 0.0), width))
        corner = imgui.get_cursor_screen_pos()
        imgui.dummy(ImVec2(room, bottom - top))
        for slot in fan(count, (corner.x + room / 2.0, corner.y - top), width):
            cards.back(imgui.get_window_draw_list(), slot, COLOURS[seat])

    def _draw_cards(self, stage: Stage, playing: Playing, ask: Ask) -> None:
        """The fanned hand at the lower edge."""
        words = stage.words
        options = ask.options
        flat = hand_of_cards(len(options), stage.size, em())
        width = flat[0].width
        (left, top), (right, low) = extent(flat)
        raised_top, room = top - 0.4 * width, 0.3 * width
        imgui.set_next_window_pos(ImVec2(left - room, raised_top))
        imgui.set_next_window_size(ImVec2(right - left + 2.0 * room, low - raised_top + 0.5 * em()))
        imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0.0, 0.0))
        imgui.begin(
            "hand of cards",
            None,
            imgui.WindowFlags_.no_decoration
            | imgui.WindowFlags_.no_background
            | imgui.WindowFlags_.no_saved_settings
            | imgui.WindowFlags_.no_move
            | imgui.WindowFlags_.no_nav,
        )
        cursor = imgui.get_mouse_pos()
        if imgui.is_window_hovered():
            point = (cursor.x, cursor.y)
            # The raised card counts first: it stands out from the others.
            slots = hand_of_cards(len(options), stage.size, em(), raised=self._marked)
            there = self._marked if slots[self._marked].holds(point) else under(flat, point)
            if there is not None:
                io = imgui.get_io()
                if (io.mouse_delta.x, io.mouse_delta.y) != (0.0, 0.0) or imgui.is_mouse_clicked(0):
                    self._marked = there
                if imgui.is_mouse_clicked(0):
                    playing.answer(options[there])
        draw = imgui.get_window_draw_list()
        slots = hand_of_cards(len(options), stage.size, em(), raised=self._marked)
        seen = self._picture(stage.model)
        for place, slot in enumerate(slots):
            if place != self._marked:
                cards.face(draw, slot, options[place], COLOURS[ask.seat], seen)
        cards.face(draw, slots[self._marked], options[self._marked], COLOURS[ask.seat], seen, marked=True)
        imgui.end()
        imgui.pop_style_var()
        if playing.ask is not None:
            self._light(stage, options[self._marked], ask.seat)
        with floating(stage, "card question", (stage.size[0] / 2.0, raised_top - 0.4 * em()), (0.5, 1.0)):
            title(stage, words("ask.choose_card", who=stage.name(ask.seat)), palette(stage).seats[ask.seat])
            hint(words("ask.choose_card.hint"), stage)

    def _picture(self, model: Model) -> Emblem:
        if self._emblem is None or self._emblem[0] is not model:
            self._emblem = model, emblem(model)
        return self._emblem[1]

    def _light(self, stage: Stage, number: int | None, seat: Seat = 0) -> None:
        """Light up the area of the card that would be chosen, and none that was lit before."""
        if self._lit is not None:
            stage.areas.pop(self._lit, None)
        if number is not None:
            stage.areas[number] = COLOURS[seat]
        self._lit = number

    def _draw_choices(self, stage: Stage, playing: Playing, ask: Ask) -> None:
        """Answers one below the other."""
        words = stage.words
        width, height = stage.size
        with floating(stage, "question", (width / 2.0, height - BAR * em() - 1.2 * em()), (0.5, 1.0)):
            title(stage, words(f"ask.{ask.what}", who=stage.name(ask.seat)), palette(stage).seats[ask.seat])
            area = ask.state.area
            hint(words(f"ask.{ask.what}.hint", area=area) if area else words(f"ask.{ask.what}.hint"), stage)
            imgui.dummy(ImVec2(0.0, 0.2 * em()))
            wide = imgui.get_content_region_avail().x
            beside = ask.what == "announce"
            for place, option in enumerate(ask.options):
                if beside and place:
                    imgui.same_line()
                share = (wide - imgui.get_style().item_spacing.x) / 2.0 if beside else wide
                if self._draw_choice(stage, ask, place, max(share, 12.0 * em())):
                    playing.answer(option)

    def _draw_choice(self, stage: Stage, ask: Ask, place: int, width: float) -> bool:
        """One answer as a button; whether it was clicked."""
        option, words = ask.options[place], stage.words
        imgui.push_id(place)
        corner = imgui.get_cursor_screen_pos()
        height = 2.4 * em()
        clicked = imgui.invisible_button("answer", ImVec2(width, height))
        if imgui.is_item_hovered() and imgui.get_io().mouse_delta.x != 0.0:
            self._marked = place
        marked = place == self._marked
        colours, draw = palette(stage), imgui.get_window_draw_list()
        ground = imgui.Col_.button_hovered if marked else imgui.Col_.button
        far = ImVec2(corner.x + width, corner.y + height)
        draw.add_rect_filled(corner, far, imgui.get_color_u32(ground), 0.45 * em())
        if marked:
            draw.add_rect(corner, far, cards.packed(colours.accent[:3]), 0.45 * em(), 0.13 * em())
        x, y = corner.x + 0.8 * em(), corner.y + height / 2.0
        if ask.what == "announce":
            text = words(f"ask.announce.{option}")
            extent_ = imgui.calc_text_size(text)
            draw.add_text(
                ImVec2(corner.x + (width - extent_.x) / 2.0, y - extent_.y / 2.0),
                imgui.get_color_u32(imgui.Col_.text),
                text,
            )
        else:
            seats = (option,) if ask.what == "choose_captain" else option
            for seat in seats:
                draw.add_circle_filled(ImVec2(x + 0.36 * em(), y), 0.4 * em(), painted(colours.seats[seat]))
                x += 1.05 * em()
                crown = f"{Icon.ANCHOR.value} " if seat == ask.state.captain and len(seats) > 1 else ""
                text = f"{crown}{stage.name(seat)}"
                draw.add_text(ImVec2(x, y - 0.5 * em()), imgui.get_color_u32(imgui.Col_.text), text)
                x += imgui.calc_text_size(text).x + 1.3 * em()
        imgui.pop_id()
        return clicked


def hand_of_cards(
    count: int, size: tuple[int, int], em: float, *, raised: int | None = None
) -> tuple[Slot, ...]:
    """Where the cards to choose from are.

    Args:
        count: of the cards.
        size: of the window [pixel].
        em: height of the text [pixel].
        raised: the card that stands out, or None.
    """
    width = min(_CARD * size[1], _NARROWEST * size[0])
    # The outer cards hang lower than the middle one: all of them stay above the bar of time.
    _, (_, sag) = extent(fan(count, (0.0, 0.0), width))
    return fan(count, (size[0] / 2.0, size[1] - (BAR + 0.9) * em - sag), width, raised=raised)
