"""One game played: the rules ask, the players answer, the hand and the ship do it, the rules are told."""

import math
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from typing import Any, Final, cast

import numpy as np

from riffraff import __version__, rules
from riffraff.game.catching import Catcher
from riffraff.game.grip import Grip, Sight
from riffraff.game.guiding import Act, Aim, Deed, Grab, Guided, Lower, PutBack
from riffraff.game.loading import carry_out, path
from riffraff.game.log import Entry
from riffraff.game.objections import Objection, Reason
from riffraff.game.placement import Placement
from riffraff.game.players import KINDS, PERSON, Person, Player
from riffraff.game.spots import areas_of, refusal
from riffraff.game.whatif import WhatIf
from riffraff.params import Parameters
from riffraff.physics import Change, Event, Hand, PhysicsError, Status, World
from riffraff.physics.scene import Array
from riffraff.rules import PIECES, Card, Phase, Piece, Seat, Where

MOST_REFUSALS: Final = 3
"""Spots a player may be refused in one attempt before the turn is passed (R4.8)."""

_CARGO_FELL: Final = Objection(Reason.CARGO_FELL, "cargo fell before it was laid down")

_LONGEST_FALL = 5.0  # s: no piece of this game tumbles for so long


class Game:
    """A game from the deal to the winner, on the simulated ship.

    The seed decides everything that is left to chance. Its generators are independent of each other, so a
    game is the same whether its decisions come from players or from a recording of what they decided.

    Args:
        players: the kind of each seat, a name of `KINDS` or `PERSON`; 2 to 4 of them.
        seed: any whole number from 0 up.
        parameters: the physical constants.
        persons: who decides at the seats of persons.
        deciders: who decides at all the seats, instead of players of these kinds.
        on_frame: called for every frame with the time [s] and the poses, shape [body, 7].
        on_answer: called for every decision with seat, question (method of `Player` or `Person`) and answer.

    Attributes:
        state: the state of the game by the rules.
        world: the world it is played in.
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        seed: int,
        parameters: Parameters | None = None,
        persons: Person | None = None,
        deciders: Sequence[Player | Person] | None = None,
        on_frame: Callable[[float, Array], None] | None = None,
        on_answer: Callable[[Seat, str, object], None] | None = None,
    ) -> None:
        self.kinds = tuple(players)
        self.seed = seed
        self.parameters = parameters if parameters is not None else Parameters()
        self.state = rules.new_game(len(self.kinds))
        tremor, luck, *own = map(
            np.random.default_rng, np.random.SeedSequence(seed).spawn(2 + len(self.kinds))
        )
        self._luck = luck
        self._players = (
            list(deciders)
            if deciders is not None
            else [_player(kind, rng, persons) for kind, rng in zip(self.kinds, own, strict=True)]
        )
        self._on_answer = on_answer
        self.world = World(self.parameters, seed=seed, on_frame=on_frame)
        self._whatif = WhatIf(self.parameters)
        self._tremor = tremor
        self._hand = Hand(self.world, tremor)
        self._frame = self._grabbed = 0  # of the running attempt, if a person guides it

    def close(self) -> None:
        """Free the worlds. Closing twice is no error."""
        self.world.close()
        self._whatif.close()

    # -- the rounds -----------------------------------------------------------------------------------------

    def play(self) -> Iterator[Entry]:
        """Play on to the end; the log's entries come as things happen."""
        yield self._entry(
            "game_start",
            version=__version__,
            seed=self.seed,
            players=list(self.kinds),
            parameters=self.parameters.digest(),
        )
        while self.state.phase is not Phase.OVER:
            if self.state.phase is Phase.CARDS:
                yield from self._choose_cards()
            else:
                yield from self._turn()
        yield self._entry(
            "game_end",
            winners=list(self.state.winners),
            ending=self.state.ending.value if self.state.ending else None,
            rounds=self.state.round,
            supplies=[len(supply) for supply in self.state.supplies],
        )

    def _choose_cards(self) -> Iterator[Entry]:
        yield self._entry("round_start", round=self.state.round, captain=self.state.captain)
        for seat in rules.to_move(self.state):
            card: Card = self._ask(seat, "choose_card")
            self._do(rules.ChooseCard(seat, card))
        yield self._entry("reveal", cards=list(self.state.revealed))
        chooser: Seat | None = None
        if self.state.phase is Phase.CAPTAIN:
            chooser = self.state.captain
            captain: Seat = self._ask(chooser, "choose_captain")
            self._do(rules.ChooseCaptain(captain))
        yield self._entry("captain", captain=self.state.captain, chosen_by=chooser)
        chooser = None
        if self.state.phase is Phase.ORDER:
            chooser = self.state.captain
            order: tuple[Seat, ...] = self._ask(chooser, "choose_order")
            self._do(rules.ChooseOrder(order))
        yield self._entry("order", order=list(self.state.order), chosen_by=chooser)

    # -- a turn ---------------------------------------------------------------------------------------------

    def _turn(self) -> Iterator[Entry]:
        seat = self._active()
        round_, turn = self.state.round, self.state.turn
        yield self._entry("turn_start", seat=seat, card=self.state.area, supply=len(self.state.supply(seat)))
        if self.state.phase is Phase.ANNOUNCE:
            count: int = self._ask(seat, "announce")
            self._do(rules.Announce(count))
            yield self._entry("announce", seat=seat, count=count)
        refused = 0
        while self.state.phase is Phase.TAKE and (self.state.round, self.state.turn) == (round_, turn):
            placement = None if refused == MOST_REFUSALS else self._choose_placement(seat)
            if placement is None:
                reason = f"{refused} spots were refused" if refused else "no legal spot found"
                self._do(rules.Pass())
                yield self._entry("pass", seat=seat, clause="R4.8", reason=reason)
                continue
            area, attempt, piece = self.state.area, self.state.attempt, PIECES[placement.piece]
            self._do(rules.Take(piece))
            yield self._entry("take", seat=seat, piece=piece.name, area=area, attempt=attempt)
            refused = 0 if (yield from self._load(seat, placement)) else refused + 1
        yield self._entry("turn_end", seat=seat, supply=len(self.state.supply(seat)))

    def _choose_placement(self, seat: Seat) -> Placement | Guided | None:
        self._whatif.look(self.world)
        placement: Placement | Guided | None = self._ask(seat, "place", self._whatif)
        if isinstance(placement, Placement) and placement.area != self.state.area:
            raise rules.IllegalAction(
                "R4.1",
                f"seat {seat} places on area {placement.area}",
                f"the card shows {self.state.area}",
            )
        return placement

    def _load(self, seat: Seat, placement: Placement | Guided) -> Generator[Entry, None, bool]:
        """Load a piece and wait for what comes of it. The value is whether there was no objection."""
        piece = PIECES[placement.piece]
        catcher: Catcher | None = None
        if isinstance(placement, Placement):
            _, above = path(placement, self.world.area_frame(placement.area))
            catcher = Catcher(self.parameters.catching, above.position, self._luck)
            objection = yield from self._carry_out(seat, placement, catcher)
        else:
            objection = yield from self._guide(seat, placement)
        if objection is None:
            self._hand.let_go()
            self._do(rules.LetGo())
            position = [round(x, 6) for x in self.world.motion(placement.piece).pose.position]
            yield self._entry("let_go", seat=seat, piece=piece.name, position=position, heel=self._heel())
        else:
            self._hand.take_back()
        rest = yield from self._settle(seat, catcher)
        if objection is not None:
            self._do(rules.TakeBack())
            yield self._entry("refused", seat=seat, piece=piece.name, reason=str(objection))
        if self.state.phase is Phase.SETTLE:
            yield self._settled(rest)
        return objection is None or objection.reason is Reason.PUT_BACK

    def _carry_out(
        self, seat: Seat, placement: Placement, catcher: Catcher
    ) -> Generator[Entry, None, Objection | None]:
        """Do as a scripted player wants. The value is why the piece may not be let go, if it may not."""
        for events in carry_out(self._hand, placement):
            yield from self._happened(events, seat, catcher)
            if self._lost_cargo():
                return _CARGO_FELL
        if self._hand.touched:
            return refusal(self.world, placement.piece, placement.area)
        if self._hand.stuck:
            return Objection(Reason.BLOCKED, "the way is blocked")
        return Objection(Reason.TOUCHES_NOTHING, "nothing is there to lay it on")

    def _guide(self, seat: Seat, guided: Guided) -> Generator[Entry, None, Objection | None]:
        """Do as a person wants, frame by frame. The value is why the piece goes back, if it does."""
        self._frame = self._grabbed = 0
        cargo = {piece.index: area for piece, area in self.state.aboard.items()}
        grip = Grip(self._hand, guided, area=self.state.area, cargo=cargo, rng=self._tremor)
        if grip.objection is not None:
            return grip.objection
        while True:
            while (deed := self._act(seat, grip)) is not None:
                if isinstance(deed, Grab):
                    yield self._grab(seat, deed)
                elif isinstance(deed, Aim | Lower):
                    grip.follow(deed)
                elif isinstance(deed, PutBack):
                    return Objection(Reason.PUT_BACK, "it was put back")
                else:
                    return _CARGO_FELL if self._lost_cargo() else grip.forbidden()
            if self._lost_cargo():
                return _CARGO_FELL
            yield from self._happened(grip.frame(), seat, None)
            self._frame += 1

    def _act(self, seat: Seat, grip: Grip | None) -> Deed | None:
        """What a person does before the next frame, or does next."""
        hands = self.parameters.catching.hands - self._grabbed - int(grip is not None)
        sight = Sight(self._frame, grip, self.state.at(Where.AIR), hands)
        person = cast(Person, self._players[seat])
        deed = person.act(rules.view(self.state, seat), seat, sight)
        if deed is not None and self._on_answer is not None:
            self._on_answer(seat, "act", Act(self._frame, deed))
        return deed

    def _grab(self, seat: Seat, grab: Grab) -> Entry:
        """A piece was caught by a person, whose eyes and hand decide whether it can be."""
        piece = PIECES[grab.piece]
        hands = self.parameters.catching.hands - int(self._hand.piece is not None)
        if self._grabbed >= hands:
            raise rules.IllegalAction("R5.2", f"seat {seat} catches {piece}", "no hand is free")
        self._do(rules.Catch(seat, piece))
        self._grabbed += 1
        self.world.remove(grab.piece)
        return self._entry("caught", piece=piece.name, seat=seat)

    def _lost_cargo(self) -> bool:
        """Whether cargo fell, caught or not, in the running attempt: then the turn ends (R5.1)."""
        return bool(self.state.at(Where.LANDED) or self.state.at(Where.CAUGHT))

    def _settle(self, seat: Seat, catcher: Catcher | None) -> Generator[Entry, None, bool]:
        """Let the ship calm down. The value of the generator is whether it did before the time limit."""
        limit = self.world.time + self.parameters.world.time_limit
        watch = self.world.steady_watch(self.parameters.world.calm_sway)
        while not (self.world.at_rest() or self.world.certain(watch)):
            if self.world.time >= limit and not self.world.undecided():
                return False
            if self.world.time >= limit + _LONGEST_FALL:
                raise PhysicsError(
                    f"a piece is still in the air {_LONGEST_FALL:g} s after the time limit, "
                    f"at {self.world.moment}"
                )
            if catcher is None:
                yield from self._catch_by_hand(seat)
            yield from self._happened(self.world.frame(), seat, catcher)
            self._frame += 1
        return True

    def _catch_by_hand(self, seat: Seat) -> Iterator[Entry]:
        while (deed := self._act(seat, None)) is not None:
            if not isinstance(deed, Grab):
                raise rules.IllegalAction("R4.5", f"{deed.kind} by seat {seat}", "the hand is empty")
            yield self._grab(seat, deed)

    def _settled(self, rest: bool) -> Entry:
        """Tell the rules that the attempt is over; clear away what fell."""
        for piece in self.world.having(Status.FALLEN):
            self.world.remove(piece)
        before = self.state
        aboard = areas_of(self.world, self.world.having(Status.ABOARD))
        self._do(rules.Settle({PIECES[piece]: area for piece, area in aboard.items()}))
        fate = {piece.name: place for piece, place in rules.places(self.state).items()}
        pending = [piece.name for where in (Where.LANDED, Where.CAUGHT) for piece in before.at(where)]
        return self._entry(
            "settled",
            rest=rest,
            heel=self._heel(),
            aboard={PIECES[piece].name: area for piece, area in aboard.items()},
            to_supply=[name for name in pending if fate[name].where is Where.SUPPLY],
            out=[name for name in pending if fate[name].where is Where.OUT],
        )

    def _happened(self, events: Sequence[Event], seat: Seat, catcher: Catcher | None) -> Iterator[Entry]:
        """Tell the rules what the physics saw in a frame, and let a scripted player's hands grab."""
        for event in events:
            piece = PIECES[event.piece]
            if event.change is Change.LEFT:
                self._do(rules.Leave(piece))
                yield Entry("left", event.time, {"piece": piece.name})
                if catcher is not None:
                    wanted: Collection[Piece] = self._ask(seat, "catch", self.state.at(Where.AIR))
                    if piece in wanted:
                        catcher.go_for(event.piece, event.time)
                continue
            if catcher is not None:
                catcher.give_up(event.piece)
            if event.change is Change.RETURNED:
                self._do(rules.Return(piece))
                yield Entry("returned", event.time, {"piece": piece.name})
            else:
                self._do(rules.Fall(piece))
                yield Entry("fell", event.time, {"piece": piece.name})
        if catcher is None:
            return
        positions = {
            piece: self.world.motion(piece).pose.position for piece in self.world.having(Status.TUMBLING)
        }
        for caught in catcher.grab(self.world.time, positions, holding=self._hand.piece is not None):
            self.world.remove(caught)
            self._do(rules.Catch(seat, PIECES[caught]))
            yield self._entry("caught", piece=PIECES[caught].name, seat=seat)

    # -- help -----------------------------------------------------------------------------------------------

    def _do(self, action: rules.Action) -> None:
        self.state = rules.step(self.state, action)
        rules.check(self.state)

    def _ask(self, seat: Seat, what: str, *about: object) -> Any:
        """What a player answers when one of the `Player` methods is called with what the seat may know."""
        answer = getattr(self._players[seat], what)(rules.view(self.state, seat), seat, *about)
        if self._on_answer is not None:
            self._on_answer(seat, what, answer)
        return answer

    def _active(self) -> Seat:
        assert self.state.active is not None  # a turn is on
        return self.state.active

    def _entry(self, event: str, **data: object) -> Entry:
        return Entry(event, self.world.time, data)

    def _heel(self) -> float:
        return round(math.degrees(self.world.heel), 6)


def _player(kind: str, rng: np.random.Generator, persons: Person | None) -> Player | Person:
    if kind == PERSON:
        if persons is None:
            raise ValueError("a person plays: somebody has to decide for the persons")
        return persons
    return KINDS[kind](rng)
