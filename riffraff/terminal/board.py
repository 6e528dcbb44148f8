"""The state of a game as its log tells it: what a view of it draws."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from riffraff import rules
from riffraff.rules import Area, Card, Seat
from riffraff.terminal.words import seat_name, shape_name

if TYPE_CHECKING:
    from riffraff.game import Entry


class Board:
    """Where everything is and whose turn it is, kept up to date by `follow`.

    Attributes:
        kinds: the kind of player at each seat.
        seed: of the game.
        round: number of the round, 0 before the first.
        rounds: number of the last round (R7).
        captain: who is in office.
        cards: cards revealed in this round, by seat; empty until they are.
        order: seats in the order of their turns; empty until it is settled.
        active: whose turn it is.
        area: the area being loaded.
        supplies: number of pieces each seat still has to load.
        aboard: the area that each piece aboard lies on, None where it is on none.
        held: the piece in the hand.
        in_air: pieces that tumble.
        out: number of pieces that left the game.
        time: simulated time [s].
        doing: what is going on, in words.
        over: whether the game has ended or was stopped.
    """

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.seed = 0
        self.round = self.rounds = 0
        self.captain: Seat = 0
        self.cards: list[Card] = []
        self.order: list[Seat] = []
        self.active: Seat | None = None
        self.area: Area | None = None
        self.supplies: list[int] = []
        self.aboard: dict[str, Area | None] = {}
        self.held: str | None = None
        self.in_air: list[str] = []
        self.out = 0
        self.time = 0.0
        self.doing = ""
        self.over = False

    def follow(self, entry: "Entry") -> None:
        """Take in the next entry of the log."""
        data: Mapping[str, Any] = entry.data
        self.time = entry.time
        match entry.event:
            case "game_start":
                start = rules.new_game(len(data["players"]))
                self.kinds, self.seed = data["players"], data["seed"]
                self.rounds = start.rounds
                self.supplies = [len(supply) for supply in start.supplies]
            case "round_start":
                self.round, self.captain = data["round"], data["captain"]
                self.cards, self.order = [], []
                self.doing = "everyone chooses a card"
            case "reveal":
                self.cards = data["cards"]
            case "captain":
                self.captain = data["captain"]
            case "order":
                self.order = data["order"]
            case "turn_start":
                self.active, self.area = data["seat"], data["card"]
                self.supplies[data["seat"]] = data["supply"]
                self.doing = self._looking()
            case "turn_end":
                self.supplies[data["seat"]] = data["supply"]
                self.active = self.area = None
            case "interrupted" | "game_end":
                self.active = self.area = self.held = None
                self.over = True
                self.doing = "interrupted" if entry.event == "interrupted" else "the game is over"
            case _:
                self._attempt(entry.event, data)

    def _attempt(self, event: str, data: Mapping[str, Any]) -> None:
        piece: str = data.get("piece", "")
        shape = shape_name(piece)
        match event:
            case "take":
                self.held = piece
                self.supplies[data["seat"]] -= 1
                self.doing = f"{seat_name(data['seat'])} carries the {shape} to area {data['area']}"
            case "refused":
                self.held = None
                self.supplies[data["seat"]] += 1
                self.doing = self._looking()
            case "let_go":
                self.held = None
                self.aboard[piece] = self.area
                self.doing = f"{seat_name(data['seat'])} has let go of the {shape}"
            case "left":
                self.aboard.pop(piece, None)
                self.in_air.append(piece)
                self.doing = f"the {shape} tumbles"
            case "returned":
                self._landed(piece)
                self.aboard[piece] = None
                self.doing = f"the {shape} stays aboard"
            case "fell":
                self._landed(piece)
                self.doing = f"the {shape} has fallen"
            case "caught":
                self._landed(piece)
                self.doing = f"{seat_name(data['seat'])} catches the {shape}"
            case "settled":
                self.aboard = dict(data["aboard"])
                if self.active is not None:
                    self.supplies[self.active] += len(data["to_supply"])
                self.out += len(data["out"])
                self.doing = self._looking()

    def _landed(self, piece: str) -> None:
        if piece in self.in_air:
            self.in_air.remove(piece)

    def _looking(self) -> str:
        if self.active is None:
            return ""
        return f"{seat_name(self.active)} looks for a spot on area {self.area}"
