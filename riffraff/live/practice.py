"""Practice: a ship and a hand without rules, and physical constants that may be changed meanwhile."""

import dataclasses
from typing import Final

import numpy as np

from riffraff.game import Aim, Grip, Guided, Lower
from riffraff.live import orders
from riffraff.live.news import Begun, Holding, NeedsRebuild, Objection
from riffraff.live.orders import Order, Setting
from riffraff.live.persons import holding, told
from riffraff.live.reasons import Refusal
from riffraff.live.session import Session
from riffraff.model import digest, provide
from riffraff.params import Parameters
from riffraff.physics import PIECES, Hand, Status, World
from riffraff.rules import AREAS
from riffraff.rules import PIECES as NAMED

_READ_AT_USE: Final = ("hand.", "catching.")
"""What is looked up whenever it is needed; all else a world takes in when it is made."""

_SHAPING: Final = ("ship.", "cargo.", "wood.density", "wood.steel_density")
"""What `riffraff.model.digest` is about."""

_THERE: Final = (Status.ABOARD, Status.TUMBLING, Status.FALLEN)


class Practice:
    """A table for practice. Use `contextlib.closing`.

    Args:
        session: has the line to the window.
        setting: what is played.

    Attributes:
        world: the world at present.
    """

    def __init__(self, session: Session, setting: Setting) -> None:
        self._session, self._setting = session, setting
        self._rng = np.random.default_rng(setting.seed)
        self._grip: Grip | None = None
        session.holding = self._holding
        self._begin(self._new_world(setting.parameters))

    def close(self) -> None:
        """Free the world."""
        self.world.close()

    def _new_world(self, parameters: Parameters) -> World:
        return World(parameters, seed=self._setting.seed, on_frame=self._session.frame)

    def _begin(self, world: World) -> None:
        self.world = world
        self._hand = Hand(world, self._rng)
        self._tell_begun()
        self._session.watch(world)

    def _tell_begun(self) -> None:
        in_force = dataclasses.replace(self._setting, parameters=self.world.parameters)
        model = provide(self.world.parameters)
        self._session.tell(Begun(setting=in_force, model=model, recording=None, state=None))

    def play(self) -> None:
        """Go on until the window goes.

        Raises:
            Left: it has gone.
            PhysicsError: the simulation failed.
        """
        while True:
            while self._session.orders:
                self._follow(self._session.orders.popleft())
            if self._grip is not None:
                self._grip.frame()
            elif not self.world.asleep():
                self.world.frame()
            else:
                self._follow(self._session.next_order())

    def _holding(self) -> Holding:
        return holding(self._grip)

    # -- orders ---------------------------------------------------------------------------------------------

    def _follow(self, order: Order) -> None:
        try:
            match order:
                case orders.Take(piece, pose):
                    self._take(_piece(piece), Guided(piece, pose))
                case orders.Lay(piece, area):
                    self._lay(_piece(piece), area)
                case orders.Remove(piece):
                    self._free(_piece(piece))
                    self.world.remove(piece)
                case orders.Grab(piece):
                    if self.world.status(_piece(piece)) is not Status.TUMBLING:
                        raise _RefusedError(
                            f"{NAMED[piece].name} is not in the air", Refusal.NOT_IN_AIR, piece=piece
                        )
                    self.world.remove(piece)
                case orders.Clear():
                    self._rebuild(self.world.parameters, keep=False)
                case orders.Change():
                    self._change(order)
                case orders.Decide():
                    raise _RefusedError("there are no questions in practice", Refusal.NO_QUESTION)
                case _:
                    self._guide(order)
        except _RefusedError as refusal:
            self._session.refuse(
                order, str(refusal), refusal.reason, piece=refusal.piece, objection=refusal.objection
            )
        except ValueError as refusal:
            self._session.refuse(order, str(refusal))

    def _free(self, piece: int) -> None:
        if self._grip is not None and self._grip.piece == piece:
            raise _RefusedError(f"{NAMED[piece].name} is in the hand", Refusal.IN_HAND, piece=piece)
        if self.world.status(piece) is Status.ABSENT:
            raise _RefusedError(f"{NAMED[piece].name} is not there", Refusal.NOT_THERE, piece=piece)

    def _take(self, piece: int, guided: Guided) -> None:
        if self._grip is not None:
            held = self._grip.piece
            raise _RefusedError(f"the hand holds {NAMED[held].name}", Refusal.HAND_FULL, piece=held)
        grip = Grip(self._hand, guided, rng=self._rng)
        if grip.objection is not None:
            self._hand.take_back()
            objection = told(grip.objection)
            raise _RefusedError(objection.sentence, Refusal.OBJECTION, piece=piece, objection=objection)
        self._grip = grip

    def _lay(self, piece: int, area: int) -> None:
        if area not in AREAS:
            raise _RefusedError(f"there is no area {area}; areas are 1 to {len(AREAS)}")
        if self.world.status(piece) is not Status.ABSENT:
            self._free(piece)
        self.world.lay(piece, area)

    def _guide(self, order: Order) -> None:
        if self._grip is None:
            if not isinstance(order, orders.Aim):
                raise _RefusedError("the hand is empty", Refusal.HAND_EMPTY)
        elif isinstance(order, orders.Aim):
            self._grip.follow(Aim(order.pose))
        elif isinstance(order, orders.Lower):
            self._grip.follow(Lower())
        else:
            if isinstance(order, orders.Release):
                self._hand.let_go()
            else:
                self._hand.take_back()
            self._grip = None

    def _change(self, order: orders.Change) -> None:
        before = self.world.parameters
        after = before.with_changes(order.changes)
        names = [name for name in Parameters.quantities() if before.value(name) != after.value(name)]
        if all(name.startswith(_READ_AT_USE) for name in names):
            self.world.parameters = after
            self._tell_begun()
        elif digest(before) == digest(after):
            if self._grip is not None:
                sentence = "let go of the piece before changing what touches it"
                raise _RefusedError(sentence, Refusal.LET_GO_FIRST)
            self._rebuild(after, keep=True)
        elif order.rebuild:
            self._rebuild(after, keep=False)
        else:
            shaping = tuple(name for name in names if name.startswith(_SHAPING))
            sentence = f"{', '.join(shaping)}: needs another ship or other cargo, which clears this one"
            self._session.tell(NeedsRebuild(order, shaping, sentence))

    def _rebuild(self, parameters: Parameters, *, keep: bool) -> None:
        """A new world, empty, or going on as the old one stands and moves."""
        world, old = self._new_world(parameters), self.world
        if keep:
            world.scene.set_joints(old.scene.joints())
            for piece in old.having(*_THERE):
                world.put(piece, old.motion(piece), status=old.status(piece))
            world.scene.poses(world.poses)
        self._grip = None
        self._begin(world)
        old.close()


class _RefusedError(ValueError):
    """An order that cannot be followed; the message says why, the rest is as in `Refused`."""

    def __init__(
        self,
        sentence: str,
        reason: Refusal | None = None,
        *,
        piece: int | None = None,
        objection: Objection | None = None,
    ) -> None:
        super().__init__(sentence)
        self.reason, self.piece, self.objection = reason, piece, objection


def _piece(number: int) -> int:
    if number not in range(PIECES):
        raise _RefusedError(f"there is no piece {number}; pieces are 0 to {PIECES - 1}")
    return number
