"""A second, naive umpire: keeps its own books of a game from the actions alone, and compares."""

from riffraff.rules import (
    Action,
    Announce,
    Catch,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    Fall,
    Leave,
    LetGo,
    Pass,
    Phase,
    Piece,
    Return,
    Settle,
    State,
    Take,
    TakeBack,
    Where,
    places,
    to_move,
)


class Umpire:
    """Books of one game, kept as people would keep them: heaps of pieces and cards on a table."""

    def __init__(self, state: State) -> None:
        self.players = state.players
        self.supply = [set(supply) for supply in state.supplies]
        self.box = set(state.at(Where.BOX))
        self.ship: dict[Piece, int | None] = {}
        self.air: dict[Piece, int | None] = {}
        self.landed: set[Piece] = set()
        self.caught: set[Piece] = set()
        self.out: set[Piece] = set()
        self.held: Piece | None = None
        self.loading: Piece | None = None
        self.hands = [set(range(1, 11)) for _ in range(self.players)]
        self.face_down: dict[int, int] = {}
        self.cards: dict[int, int] = {}
        self.captain = state.captain
        self.waiting: list[int] = []
        self.seat: int | None = None
        self.round = 1
        self.attempts_left = 0
        self.winners: tuple[int, ...] = ()
        self.turns = 0

    def watch(self, action: Action, after: State) -> None:
        """Enter an action in the books, and compare them with the state it led to."""
        match action:
            case ChooseCard(seat, card):
                self._choose(seat, card)
            case ChooseCaptain(seat):
                assert self.cards[seat] == max(self.cards.values())
                self._install(seat)
            case ChooseOrder(seats):
                self._start_turns(list(seats))
            case Announce(count):
                self.attempts_left = count
            case Take(piece):
                assert self.seat is not None
                self.supply[self.seat].remove(piece)
                self.held = self.loading = piece
            case _:
                self._watch_attempt(action)
        self._compare(after)

    def _choose(self, seat: int, card: int) -> None:
        self.face_down[seat] = card
        if len(self.face_down) == self.players:
            self.cards, self.face_down = self.face_down, {}
            for owner, shown in self.cards.items():
                self.hands[owner].remove(shown)
            leaders = [owner for owner, shown in self.cards.items() if shown == max(self.cards.values())]
            if len(leaders) == 1:
                self._install(leaders[0])

    def _install(self, captain: int) -> None:
        self.captain = captain
        others = {seat: card for seat, card in self.cards.items() if seat != captain}
        if len(set(others.values())) == len(others):
            self._start_turns([captain, *sorted(others, key=lambda seat: -others[seat])])

    def _start_turns(self, order: list[int]) -> None:
        assert sorted(order) == list(range(self.players))
        assert order[0] == self.captain
        cards = [self.cards[seat] for seat in order]
        assert cards == sorted(cards, reverse=True)
        self.waiting = order
        self._next_turn()

    def _next_turn(self) -> None:
        self.turns += 1
        self.seat = self.waiting.pop(0)
        self.attempts_left = 0 if self.may_announce_two() else 1

    def may_announce_two(self) -> bool:
        """Whether the turn that begins may be one of two pieces."""
        assert self.seat is not None
        area = self.cards[self.seat]
        return area >= 5 and area in self.ship.values() and len(self.supply[self.seat]) >= 2

    def _watch_attempt(self, action: Action) -> None:
        assert self.seat is not None
        match action:
            case LetGo():
                assert self.held is not None
                self.ship[self.held], self.held = self.cards[self.seat], None
            case TakeBack():
                assert self.held is not None
                self.supply[self.seat].add(self.held)
                self.held = self.loading = None
            case Leave(piece):
                self.air[piece] = self.ship.pop(piece)
            case Return(piece):
                self.ship[piece] = self.air.pop(piece)
            case Fall(piece):
                del self.air[piece]
                self.landed.add(piece)
            case Catch(seat, piece):
                assert seat == self.seat
                del self.air[piece]
                self.caught.add(piece)
            case Settle(areas):
                self._settle(dict(areas))
            case Pass():
                self._end_turn()

    def _settle(self, areas: dict[Piece, int | None]) -> None:
        assert self.seat is not None
        assert areas.keys() == self.ship.keys()
        self.ship = areas
        disturbed = bool(self.landed or self.caught)
        self.supply[self.seat] |= self.landed
        (self.supply[self.seat] if self.caught == {self.loading} else self.out).update(self.caught)
        self.landed, self.caught = set(), set()
        self.attempts_left -= self.loading is not None
        self.loading = None
        if disturbed or self.attempts_left == 0:
            self._end_turn()

    def _end_turn(self) -> None:
        assert self.seat is not None
        sizes = [len(supply) for supply in self.supply]
        if sizes[self.seat] == 0:
            self.winners, self.seat = (self.seat,), None
        elif self.waiting:
            self._next_turn()
        elif self.round == (20 if self.players == 2 else 10):
            self.winners = tuple(seat for seat in range(self.players) if sizes[seat] <= min(sizes))
            self.seat = None
        else:
            self.round += 1
            self.seat, self.cards = None, {}
            if self.round == 11:
                self.hands = [set(range(1, 11)) for _ in range(self.players)]

    def _compare(self, state: State) -> None:
        assert state.winners == self.winners
        assert (state.phase is Phase.OVER) == bool(self.winners)
        assert state.active == self.seat
        assert (state.round, state.captain) == (self.round, self.captain)
        assert [set(hand) for hand in state.hands] == self.hands
        assert dict(enumerate(state.revealed)) == self.cards
        if self.seat is not None and self.held is None and state.phase is not Phase.SETTLE:
            assert to_move(state) == (self.seat,)
            assert (state.phase is Phase.ANNOUNCE) == (self.attempts_left == 0)
        self._compare_pieces(state)

    def _compare_pieces(self, state: State) -> None:
        seen = {piece: (place.where, place.seat, place.area) for piece, place in places(state).items()}
        booked: list[tuple[Piece, tuple[Where, int | None, int | None]]] = []
        for seat, supply in enumerate(self.supply):
            booked += [(piece, (Where.SUPPLY, seat, None)) for piece in supply]
        booked += [(piece, (Where.ABOARD, None, area)) for piece, area in self.ship.items()]
        booked += [(piece, (Where.AIR, None, area)) for piece, area in self.air.items()]
        heaps = {
            Where.BOX: self.box,
            Where.LANDED: self.landed,
            Where.CAUGHT: self.caught,
            Where.OUT: self.out,
        }
        heaps[Where.HAND] = set() if self.held is None else {self.held}
        for where, heap in heaps.items():
            booked += [(piece, (where, None, None)) for piece in heap]
        assert len(booked) == len(seen) == 32, "each piece is in one heap"
        assert dict(booked) == seen
