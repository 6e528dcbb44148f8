"""A game's log in words: what a person reads, line by line."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from riffraff.rules import Colour, Ending, Seat

if TYPE_CHECKING:
    from riffraff.game import Entry


def seat_name(seat: Seat) -> str:
    """What a player is called: the colour of the cards (R1.3)."""
    return tuple(Colour)[seat].value.capitalize()


def shape_name(piece: str) -> str:
    """The shape of the piece with this name: ``crate`` for ``crate-1``."""
    return piece.rpartition("-")[0]


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def result(end: "Entry") -> str:
    """Who won a game, and how (R6, R7), from the last entry of its log."""
    data: Mapping[str, Any] = end.data
    names = listed(map(seat_name, data["winners"]))
    wins = "win together" if len(data["winners"]) > 1 else "wins"
    if data["ending"] == Ending.EMPTY_SUPPLY.value:
        return f"{names} {wins}: nothing left to load, in round {data['rounds']}"
    return f"{names} {wins}: fewest pieces left after {data['rounds']} rounds"


class Narrator:
    """Tells a game from its log entries, in whole lines, as soon as there is a line to tell.

    Lines about a round's turns are indented, lines about what fell in a turn twice.
    """

    def __init__(self) -> None:
        self._round = 0
        self._cards: Sequence[int] = ()
        self._captain: Mapping[str, Any] = {}
        self._supplies: dict[Seat, int] = {}
        self._attempt: Mapping[str, Any] = {}
        self._let_go = False
        self._moved: list[tuple[str, str]] = []  # what happened to a piece, and its name

    def tell(self, entry: "Entry") -> list[str]:
        """The lines to add for the next entry; often none."""
        data: Mapping[str, Any] = entry.data
        match entry.event:
            case "game_start":
                players = (f"{seat_name(seat)} ({kind})" for seat, kind in enumerate(data["players"]))
                return [f"riffraff {data['version']}, seed {data['seed']}: {', '.join(players)}"]
            case "round_start":
                self._round = data["round"]
                return self._left()
            case "reveal":
                self._cards = data["cards"]
            case "captain":
                self._captain = data
            case "order":
                return self._revealed(data)
            case "announce":
                number = "two pieces" if data["count"] == 2 else "one piece"
                return [f"  {seat_name(data['seat'])} announces {number}"]
            case "take":
                self._attempt, self._let_go, self._moved = data, False, []
            case "let_go":
                self._let_go = True
            case "left" | "returned" | "fell" | "caught":
                self._moved.append((entry.event, data["piece"]))
            case "refused":
                piece, area = shape_name(data["piece"]), self._attempt["area"]
                who = seat_name(data["seat"])
                return [f"  {who} does not get the {piece} onto area {area}: {data['reason']}"]
            case "settled":
                return [*self._loaded(data), *self._consequences(data)]
            case "pass":
                return [f"  {seat_name(data['seat'])} passes ({data['clause']}): {data['reason']}"]
            case "turn_end":
                self._supplies[data["seat"]] = data["supply"]
            case "interrupted":
                return [f"Interrupted in round {self._round}, after {entry.time:.1f} s"]
            case "game_end":
                self._supplies = dict(enumerate(data["supplies"]))
                return [*self._left(), result(entry)]
        return []

    def _left(self) -> list[str]:
        """What everyone has left, when there has been a turn."""
        if not self._supplies:
            return []
        left = (f"{seat_name(seat)} {count}" for seat, count in sorted(self._supplies.items()))
        return [f"  left to load: {', '.join(left)}"]

    def _revealed(self, order: Mapping[str, Any]) -> list[str]:
        captain = self._captain["captain"]
        cards = ", ".join(
            f"{seat_name(seat)}{' (captain)' if seat == captain else ''} {self._cards[seat]}"
            for seat in order["order"]
        )
        lines = [f"Round {self._round}: {cards}"]
        if (chooser := self._captain["chosen_by"]) is not None:
            level = [seat for seat, card in enumerate(self._cards) if card == max(self._cards)]
            highest = "All" if len(level) == len(self._cards) else listed(map(seat_name, level))
            names = f"{seat_name(chooser)}, captain so far, names {seat_name(captain)}"
            lines.append(f"  {highest} drew level: {names} (R3.2)")
        if (chooser := order["chosen_by"]) is not None:
            lines.append(f"  {seat_name(chooser)} decides the order of equal cards (R3.3)")
        return lines

    def _loaded(self, settled: Mapping[str, Any]) -> list[str]:
        if not self._let_go:
            return []
        seat, area = seat_name(self._attempt["seat"]), self._attempt["area"]
        piece = f"the {shape_name(self._attempt['piece'])}"
        second = " as the second piece" if self._attempt["attempt"] == 2 else ""
        rest = "" if settled["rest"] else ", not at rest yet"
        return [f"  {seat} loads {piece} on area {area}{second}: heels {settled['heel']:.1f}°{rest}"]

    def _consequences(self, settled: Mapping[str, Any]) -> list[str]:
        """What fell, what was caught, and where it went (R5)."""
        moved, self._moved = self._moved, []
        fell = [piece for event, piece in moved if event == "fell"]
        caught = [piece for event, piece in moved if event == "caught"]
        kept = [piece for event, piece in moved if event == "returned" and piece in settled["aboard"]]
        lines = [f"    slips but stays aboard: {_shapes(kept)}"] if kept else []
        if fell:
            lines.append(f"    falls: {_shapes(fell)}")
        if out := [piece for piece in caught if piece in settled["out"]]:
            lines.append(f"    catches: {_shapes(out)}, out of the game (R5.3)")
        if back := [piece for piece in caught if piece not in settled["out"]]:
            lines.append(f"    catches only what it was loading: {_shapes(back)}, back to the supply (R5.4)")
        return lines


def _shapes(pieces: Iterable[str]) -> str:
    return ", ".join(map(shape_name, dict.fromkeys(pieces)))
