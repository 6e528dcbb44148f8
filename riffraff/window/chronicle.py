"""A game as its log tells it: how it stood at any moment, and what happened, in either language."""

import bisect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from riffraff.rules import Ending, Seat
from riffraff.window.standing import Line, Moment, after

_INSTANT: Final = 1e-6  # s
_MARKS: Final = frozenset({"turn_start", "left", "game_end", "interrupted"})
"""Entries that one may want to look at again: turns and falls."""


class Chronicle:
    """Every moment of a game, and the lines that tell it.

    Args:
        events: entries of the log so far, each with ``event`` and ``time``.

    Attributes:
        names: of the players, by seat; "" for the colour of the cards.
        lines: with their times [s], the newest last.
        marks: times of turns and falls [s].
        ticks: the same, each with whether it is a fall.
    """

    def __init__(self, events: Iterable[Mapping[str, Any]] = ()) -> None:
        self.names: tuple[str, ...] = ()
        self.lines: list[tuple[float, Line]] = []
        self.marks: list[float] = []
        self.ticks: list[tuple[float, bool]] = []
        self._moments = [Moment()]
        self._times = [0.0]
        self._attempt: Mapping[str, Any] = {}
        self._chosen_by: Seat | None = None
        self._let_go = False
        self._moved: list[tuple[str, str]] = []  # what happened to a piece, and its name
        for event in events:
            self.follow(event)

    @property
    def now(self) -> Moment:
        """How the game stands after all that was told."""
        return self._moments[-1]

    def at(self, time: float) -> Moment:
        """How the game stood at a time [s]."""
        return self._moments[max(0, bisect.bisect_right(self._times, time + _INSTANT) - 1)]

    def news(self, time: float, most: int) -> list[Line]:
        """The last lines told up to a time [s], the newest last."""
        told = self.at(time).told
        return [line for _, line in self.lines[max(0, told - most) : told]]

    def follow(self, event: Mapping[str, Any]) -> None:
        """Take in the next entry of the log."""
        # An entry may tell a cause that came before what the log told meanwhile: a piece is known to be back
        # aboard a tenth of a second after it touched the ship.
        time = max(self._times[-1], float(event["time"]))
        moment = after(self.now, event)
        for line in self._tell(event):
            self.lines.append((time, line))
        if event["event"] in _MARKS and (not self.marks or time > self.marks[-1] + _INSTANT):
            self.marks.append(time)
            self.ticks.append((time, event["event"] == "left"))
        self._moments.append(replace(moment, time=time, told=len(self.lines)))
        self._times.append(time)

    def _tell(self, event: Mapping[str, Any]) -> list[Line]:
        """The lines that an entry adds; often none."""
        match event["event"]:
            case "game_start":
                seats = range(len(event["players"]))
                return [Line("told.start", {"seed": event["seed"], "who": seats})] if "seed" in event else []
            case "captain":
                self._chosen_by = event["chosen_by"]
                if self._chosen_by is not None:
                    return [
                        Line("told.captain_chosen", {"chooser": self._chosen_by, "who": event["captain"]})
                    ]
            case "order":
                now = self.now
                cards = [(seat, now.cards[seat], seat == now.captain) for seat in event["order"]]
                lines = [Line("told.reveal", {"number": now.round, "cards": cards})]
                if event["chosen_by"] is not None:
                    lines.append(Line("told.order_chosen", {"chooser": event["chosen_by"]}))
                return lines
            case "announce":
                return [Line("told.two" if event["count"] == 2 else "told.one", {"who": event["seat"]})]
            case "take":
                self._attempt, self._let_go, self._moved = event, False, []
            case "let_go":
                self._let_go = True
            case "left" | "returned" | "fell" | "caught":
                self._moved.append((event["event"], event["piece"]))
            case "refused":
                values = {
                    "who": event["seat"],
                    "what": event["piece"],
                    "area": self._attempt["area"],
                    "reason": event["reason"],
                }
                return [Line("told.refused", values)]
            case "settled":
                return [*self._loaded(event), *self._consequences(event)]
            case "pass":
                return [Line("told.pass", {"who": event["seat"]})]
            case "interrupted":
                return [Line("told.interrupted", {"number": self.now.round})]
            case "game_end":
                return [_result(event)]
        return []

    def _loaded(self, settled: Mapping[str, Any]) -> list[Line]:
        if not self._let_go:
            return []
        names = {"who": self._attempt["seat"], "what": self._attempt["piece"], "area": self._attempt["area"]}
        return [Line("told.loads", names | {"heel": float(settled["heel"])})]

    def _consequences(self, settled: Mapping[str, Any]) -> list[Line]:
        """What fell, what was caught, and where it went (R5)."""
        moved, self._moved = self._moved, []

        def those(event: str, among: Iterable[str] | None = None, *, other: bool = False) -> list[str]:
            pieces = dict.fromkeys(piece for happened, piece in moved if happened == event)
            return [piece for piece in pieces if among is None or (piece in among) != other]

        told = (
            ("told.slips", those("returned", settled["aboard"])),
            ("told.falls", those("fell")),
            ("told.catches", those("caught", settled["out"])),
            ("told.returns", those("caught", settled["out"], other=True)),
        )
        lines = [Line(text, {"shapes": pieces}) for text, pieces in told if pieces]
        if those("fell") and self.now.active is not None and settled["to_supply"]:
            values = {"who": self.now.active, "count": len(settled["to_supply"])}
            lines.append(Line("told.to_supply", values))
        return lines


def _result(end: Mapping[str, Any]) -> Line:
    """Who won a game, and how (R6, R7)."""
    if end["ending"] == Ending.EMPTY_SUPPLY.value:
        return Line("told.wins_empty", {"who": end["winners"]})
    text = "told.win_together" if len(end["winners"]) > 1 else "told.win_fewest"
    return Line(text, {"who": end["winners"], "rounds": end["rounds"]})
