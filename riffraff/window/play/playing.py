"""What the window knows of a game that is being played: the open question, the hand, the end.

It is fed with the news of a table and holds no picture: the panels read it, and order through it.
"""

from riffraff.live.protocol import (
    PERSON,
    Ask,
    Begun,
    Decide,
    Failed,
    Holding,
    News,
    Order,
    Over,
    Refused,
    Setting,
    Start,
    Told,
)
from riffraff.model import Pose
from riffraff.rules import Seat, State
from riffraff.window.stage import Table

EMPTY_HAND = Holding(None)


class Playing:
    """How a live game stands, for those who play it before this window.

    Args:
        table: of the game.
        setting: what it was started with.

    Attributes:
        setting: as given.
        begun: what the table said first, None before that.
        state: of the game as a spectator may know it, None in practice.
        ask: the open question, None if there is none.
        hand: how it stands with the hand.
        failure: why the table cannot go on, None if it can.
        winners: the winning seats, None before the end.
        unveiled: the seat that may see its cards: the others look away.
    """

    def __init__(self, table: Table, setting: Setting) -> None:
        self._table = table
        self._answered: Ask | None = None
        self.setting = setting
        self.begun: Begun | None = None
        self.state: State | None = None
        self.ask: Ask | None = None
        self.hand = EMPTY_HAND
        self.failure: Failed | None = None
        self.winners: tuple[Seat, ...] | None = None
        self.unveiled: Seat | None = None

    @property
    def practice(self) -> bool:
        """Whether there are no rules."""
        return self.setting.players is None

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats for whom somebody before the window decides."""
        return tuple(seat for seat, kind in enumerate(self.setting.players or ()) if kind == PERSON)

    @property
    def veiled(self) -> bool:
        """Whether somebody has to say first that nobody else looks: a hand of cards is about to be shown."""
        return (
            self.ask is not None
            and self.ask.what == "choose_card"
            and len(self.persons) > 1
            and self.unveiled != self.ask.seat
        )

    @property
    def over(self) -> bool:
        """Whether nothing more comes."""
        return self.winners is not None or self.failure is not None

    def order(self, order: Order) -> None:
        """Give an order to the table."""
        self._table.send(order)

    def answer(self, answer: int | tuple[Seat, ...] | Start | None) -> None:
        """Decide the open question."""
        if self.ask is None:
            return
        self._answered = question = self.ask
        self.ask = None
        if question.what == "choose_card" and len(self.persons) > 1:
            self.unveiled = None
        self.order(Decide(question.question, answer))

    def take(self, piece: int, pose: Pose) -> None:
        """Answer the open question by taking up a piece."""
        self.answer(Start(piece, pose))

    def unveil(self) -> None:
        """Show the cards of whoever has to choose one."""
        if self.ask is not None:
            self.unveiled = self.ask.seat

    def follow(self, news: News) -> None:
        """Take in one of the table's news."""
        match news:
            case Begun():
                self.begun, self.state = news, news.state
                self.hand = EMPTY_HAND
            case Told():
                self.state = news.state
            case Ask():
                self.ask, self.hand = news, EMPTY_HAND
            case Holding():
                self.hand = news
            case Refused():
                if isinstance(news.order, Decide) and self._answered is not None:
                    self.ask = self._answered  # the question is still open
            case Over():
                self.winners = news.winners
                self.ask, self.hand = None, EMPTY_HAND
            case Failed():
                self.failure = news
                self.ask, self.hand = None, EMPTY_HAND
            case _:
                pass  # frames and data of pieces are shown by others
