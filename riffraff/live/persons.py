"""Persons at the window as players of a game: questions go out as news, orders come back as answers."""

from typing import Any, Final

from riffraff import game
from riffraff.game import Aim, Deed, Grab, Grip, Guided, Lower, PutBack, Release, Sight, WhatIf
from riffraff.live import orders
from riffraff.live.news import Ask, Holding, Objection
from riffraff.live.orders import Decide, Order, Start
from riffraff.live.reasons import Refusal
from riffraff.live.session import Session
from riffraff.rules import (
    PIECES,
    Announce,
    Card,
    ChooseCaptain,
    ChooseOrder,
    Piece,
    Seat,
    State,
    legal_actions,
)

_HAND: Final = (orders.Aim, orders.Lower, orders.Release, orders.PutBack)
_CHANGE: Final = "parameters change in practice only: this game's recording would not be true any more"


class Persons:
    """All persons at one window: see `riffraff.game.Person`.

    Args:
        session: has the line to the window.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._questions = 0
        self._grip: Grip | None = None

    def choose_card(self, state: State, seat: Seat) -> Card:
        """One of the hand."""
        card: Card = self._ask(state, seat, "choose_card", state.hands[seat])
        return card

    def choose_captain(self, state: State, seat: Seat) -> Seat:
        """One of those with the highest card."""
        options = (action.seat for action in legal_actions(state) if isinstance(action, ChooseCaptain))
        captain: Seat = self._ask(state, seat, "choose_captain", tuple(options))
        return captain

    def choose_order(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """One of the possible orders."""
        options = (action.seats for action in legal_actions(state) if isinstance(action, ChooseOrder))
        order: tuple[Seat, ...] = self._ask(state, seat, "choose_order", tuple(options))
        return order

    def announce(self, state: State, seat: Seat) -> int:
        """One or two."""
        options = (action.count for action in legal_actions(state) if isinstance(action, Announce))
        count: int = self._ask(state, seat, "announce", tuple(options))
        return count

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Guided | None:
        """A piece of the supply, or none."""
        self.drop()
        supply = tuple(piece.index for piece in state.supply(seat))
        guided: Guided | None = self._ask(state, seat, "place", supply)
        return guided

    def _ask(self, state: State, seat: Seat, what: str, options: tuple[Any, ...]) -> Any:
        """Wait for an answer that is one; everything else is refused meanwhile."""
        self._questions += 1
        self._session.flush()
        self._session.tell(Ask(self._questions, seat, what, options, state))
        while True:
            order = self._session.next_order()
            if not isinstance(order, Decide):
                self._refuse(order, "a question is open: decide", Refusal.QUESTION_OPEN)
            elif order.question != self._questions:
                sentence = f"question {order.question} is not open; that is {self._questions}"
                self._refuse(order, sentence, Refusal.NO_QUESTION)
            else:
                try:
                    return _chosen(order.answer, what, options)
                except ValueError as error:
                    self._refuse(order, str(error), Refusal.NO_ANSWER)

    # -- the hand -------------------------------------------------------------------------------------------

    def act(self, state: State, seat: Seat, sight: Sight) -> Deed | None:
        """What was ordered since the last frame, one deed after the other."""
        self._grip = sight.grip
        waiting = self._session.orders
        while waiting:
            order = waiting.popleft()
            if isinstance(order, orders.Aim) and waiting and isinstance(waiting[0], orders.Aim):
                continue
            if (deed := self._deed(order, sight)) is not None:
                return deed
        return None

    def _deed(self, order: Order, sight: Sight) -> Deed | None:
        """The deed that an order means, None if it cannot be done."""
        if isinstance(order, orders.Grab):
            return self._grab(order, sight)
        if not isinstance(order, _HAND):
            self._refuse(order, "no question is open", Refusal.NO_QUESTION)
        elif sight.grip is None:
            if not isinstance(order, orders.Aim):  # the last ones are always on their way when the hand opens
                self._refuse(order, "the hand is empty", Refusal.HAND_EMPTY)
        elif isinstance(order, orders.Aim):
            try:
                return Aim(order.pose)
            except ValueError as error:
                self._refuse(order, str(error))
        elif isinstance(order, orders.Lower):
            return Lower()
        elif isinstance(order, orders.PutBack):
            return PutBack()
        elif (objection := sight.grip.forbidden()) is not None:
            self._refuse(order, str(objection), Refusal.OBJECTION, objection=told(objection))
        else:
            return Release()
        return None

    def _grab(self, order: orders.Grab, sight: Sight) -> Deed | None:
        tumbling = {piece.index: piece for piece in sight.tumbling}
        if order.piece not in tumbling:
            sentence = f"{_named(order.piece)} is not in the air"
            piece = order.piece if order.piece in range(len(PIECES)) else None
            self._refuse(order, sentence, Refusal.NOT_IN_AIR, piece=piece)
        elif sight.hands < 1:
            self._refuse(order, "no hand is free", Refusal.NO_HAND_FREE)
        else:
            return Grab(order.piece)
        return None

    def _refuse(
        self,
        order: Order,
        sentence: str,
        reason: Refusal | None = None,
        *,
        piece: int | None = None,
        objection: Objection | None = None,
    ) -> None:
        if isinstance(order, orders.Change):
            sentence, reason = _CHANGE, Refusal.PRACTICE_ONLY
        self._session.refuse(order, sentence, reason, piece=piece, objection=objection)

    def drop(self) -> None:
        """Forget the grip of an attempt: the hand is empty."""
        self._grip = None

    def holding(self) -> Holding:
        """How it stands with the hand."""
        return holding(self._grip)


def holding(grip: Grip | None) -> Holding:
    """How it stands with a hand that has this grip."""
    if grip is None:
        return Holding(None)
    objection = grip.forbidden()
    return Holding(
        grip.piece,
        touched=grip.touched,
        stuck=grip.stuck,
        lowering=grip.lowering,
        objection=None if objection is None else told(objection),
    )


def told(objection: game.Objection) -> Objection:
    """An objection of the game as news."""
    return Objection(objection.reason.value, objection.area, objection.sentence)


def _chosen(answer: object, what: str, options: tuple[Any, ...]) -> Any:
    """What a player returns for the answer to a question.

    Raises:
        ValueError: it is none of the options.
    """
    if what == "place":
        if answer is None:
            return None
        if isinstance(answer, Start) and answer.piece in options:
            return Guided(answer.piece, answer.pose)
    elif answer in options and type(answer) is type(options[0]):
        return answer
    shown = ", ".join(_named(option) if what == "place" else str(option) for option in options)
    raise ValueError(f"{answer} is no answer to {what}; possible are {shown}")


def _named(piece: int) -> str:
    known: dict[int, Piece] = dict(enumerate(PIECES))
    return known[piece].name if piece in known else f"piece {piece}"
