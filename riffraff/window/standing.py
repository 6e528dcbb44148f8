"""How a game stands: what its log tells up to a moment, entry by entry, and lines that tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from riffraff.rules import Area, Card, Seat, new_game
from riffraff.window.words import Words


def shape_of(piece: str) -> str:
    """The shape of the piece with this name: ``crate`` for ``crate-1``."""
    return piece.rpartition("-")[0]


@dataclass(frozen=True)
class Line:
    """Something to tell, in no language yet.

    Attributes:
        text: key of the text.
        values: what is filled in: numbers and texts as they are; seats under ``who`` and ``chooser``, one or
            some; a piece under ``what`` (with its article) or ``shape``; pieces under ``shapes``; cards by
            seat, with the captain, under ``cards``.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def told(self, words: Words, names: Sequence[str] = ()) -> str:
        """The line in a language.

        Args:
            words: of the language.
            names: of the players, by seat; by default the colours of their cards.
        """
        filled: dict[str, Any] = {}
        for name, value in self.values.items():
            if name in ("who", "chooser"):
                seats = [value] if isinstance(value, int) else value
                filled[name] = words.listed(seat_name(words, names, seat) for seat in seats)
            elif name == "what":
                filled[name] = words(f"the.{shape_of(value)}")
            elif name == "shape":
                filled[name] = words(f"shape.{shape_of(value)}")
            elif name == "shapes":
                filled[name] = ", ".join(words(f"shape.{shape_of(piece)}") for piece in value)
            elif name == "cards":
                filled[name] = ", ".join(
                    words(
                        "told.card_captain" if captain else "told.card",
                        who=seat_name(words, names, seat),
                        card=card,
                    )
                    for seat, card, captain in value
                )
            elif isinstance(value, float):
                filled[name] = words.number(value)
            else:
                filled[name] = value
        return words(self.text, **filled)


def seat_name(words: Words, names: Sequence[str], seat: Seat) -> str:
    """What a player is called: by name, or by the colour of the cards (R1.3)."""
    return names[seat] if seat < len(names) and names[seat] else words(f"seat.{seat}")


@dataclass(frozen=True)
class Moment:
    """How a game stands from a time on.

    Attributes:
        time: that it begins at [s].
        players: number of players, 0 before the game.
        round: number of the round, 0 before the first.
        rounds: number of the last round (R7).
        captain: who is in office.
        cards: cards revealed in this round, by seat; empty until they are.
        played: all cards revealed in earlier rounds, by seat, the newest last.
        order: seats in the order of their turns; empty until it is settled.
        active: whose turn it is.
        area: the area being loaded.
        attempt: the piece being loaded, 1 or 2 in a turn of two.
        supplies: number of pieces each seat still has to load.
        aboard: the area that each piece aboard lies on, None where it is on none.
        held: the piece in the hand.
        in_air: pieces that tumble.
        out: names of the pieces that left the game.
        doing: what is going on.
        told: number of lines told so far.
        over: whether the game has ended or was stopped.
    """

    time: float = 0.0
    players: int = 0
    round: int = 0
    rounds: int = 0
    captain: Seat = 0
    cards: tuple[Card, ...] = ()
    played: tuple[tuple[Card, ...], ...] = ()
    order: tuple[Seat, ...] = ()
    active: Seat | None = None
    area: Area | None = None
    attempt: int = 1
    supplies: tuple[int, ...] = ()
    aboard: Mapping[str, Area | None] = field(default_factory=dict)
    held: str | None = None
    in_air: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    doing: Line | None = None
    told: int = 0
    over: bool = False

    def supply(self, seat: Seat, more: int) -> tuple[int, ...]:
        """The supplies when a seat has so many pieces more."""
        return tuple(count + more * (number == seat) for number, count in enumerate(self.supplies))


def after(now: Moment, event: Mapping[str, Any]) -> Moment:
    """How the game stands after the next entry of its log."""
    follow = _FOLLOW.get(event["event"])
    return now if follow is None else follow(now, event)


# -- the next moment, by the entry that brings it ---------------------------------------------------------


def _looking(now: Moment) -> Line | None:
    return None if now.active is None else Line("doing.looking", {"who": now.active, "area": now.area})


def _game_start(now: Moment, event: Mapping[str, Any]) -> Moment:
    start = new_game(len(event["players"]))
    supplies = tuple(len(supply) for supply in start.supplies)
    count = len(supplies)
    return Moment(players=count, rounds=start.rounds, supplies=supplies, played=((),) * count)


def _round_start(now: Moment, event: Mapping[str, Any]) -> Moment:
    played = tuple((*cards, *now.cards[seat : seat + 1]) for seat, cards in enumerate(now.played))
    return replace(
        now,
        round=event["round"],
        captain=event["captain"],
        cards=(),
        played=played,
        order=(),
        doing=Line("doing.cards"),
    )


def _turn_start(now: Moment, event: Mapping[str, Any]) -> Moment:
    now = replace(now, active=event["seat"], area=event["card"], attempt=1)
    return replace(now, doing=_looking(now))


def _turn_end(now: Moment, event: Mapping[str, Any]) -> Moment:
    supplies = now.supply(event["seat"], event["supply"] - now.supplies[event["seat"]])
    return replace(now, supplies=supplies, active=None, area=None, doing=None)


def _take(now: Moment, event: Mapping[str, Any]) -> Moment:
    values = {"who": event["seat"], "what": event["piece"], "area": event["area"]}
    return replace(
        now,
        held=event["piece"],
        attempt=event.get("attempt", 1),
        supplies=now.supply(event["seat"], -1),
        doing=Line("doing.carries", values),
    )


def _refused(now: Moment, event: Mapping[str, Any]) -> Moment:
    return replace(now, held=None, supplies=now.supply(event["seat"], 1), doing=_looking(now))


def _let_go(now: Moment, event: Mapping[str, Any]) -> Moment:
    doing = Line("doing.let_go", {"who": event["seat"], "what": event["piece"]})
    return replace(now, held=None, aboard={**now.aboard, event["piece"]: now.area}, doing=doing)


def _left(now: Moment, event: Mapping[str, Any]) -> Moment:
    piece = event["piece"]
    aboard = {name: area for name, area in now.aboard.items() if name != piece}
    return replace(
        now, aboard=aboard, in_air=(*now.in_air, piece), doing=Line("doing.tumbles", {"shape": piece})
    )


def _landed(now: Moment, event: Mapping[str, Any], doing: Line) -> Moment:
    return replace(now, in_air=tuple(name for name in now.in_air if name != event["piece"]), doing=doing)


def _returned(now: Moment, event: Mapping[str, Any]) -> Moment:
    landed = _landed(now, event, Line("doing.stays", {"shape": event["piece"]}))
    return replace(landed, aboard={**now.aboard, event["piece"]: None})


def _fell(now: Moment, event: Mapping[str, Any]) -> Moment:
    return _landed(now, event, Line("doing.fell", {"shape": event["piece"]}))


def _caught(now: Moment, event: Mapping[str, Any]) -> Moment:
    return _landed(now, event, Line("doing.caught", {"who": event["seat"], "what": event["piece"]}))


def _settled(now: Moment, event: Mapping[str, Any]) -> Moment:
    back = len(event["to_supply"])
    return replace(
        now,
        held=None,
        in_air=(),
        aboard=dict(event["aboard"]),
        supplies=now.supplies if now.active is None else now.supply(now.active, back),
        out=(*now.out, *event["out"]),
        doing=_looking(now),
    )


def _ended(now: Moment, event: Mapping[str, Any]) -> Moment:
    doing = Line("doing.interrupted" if event["event"] == "interrupted" else "doing.over")
    return replace(now, active=None, area=None, held=None, doing=doing, over=True)


_FOLLOW: Final = {
    "game_start": _game_start,
    "round_start": _round_start,
    "reveal": lambda now, event: replace(now, cards=tuple(event["cards"])),
    "captain": lambda now, event: replace(now, captain=event["captain"]),
    "order": lambda now, event: replace(now, order=tuple(event["order"])),
    "turn_start": _turn_start,
    "turn_end": _turn_end,
    "take": _take,
    "refused": _refused,
    "let_go": _let_go,
    "left": _left,
    "returned": _returned,
    "fell": _fell,
    "caught": _caught,
    "settled": _settled,
    "interrupted": _ended,
    "game_end": _ended,
}
