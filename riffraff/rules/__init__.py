"""The rules of Riff Raff as pure values: a state, its legal actions, and `step` from one to the next.

Two to four players load wooden cargo onto a ship that balances on a ball. Whoever gets rid of all own
cargo first wins. `CLAUSES` holds the rules, numbered; errors and tests quote the numbers.

A round begins with cards (R3): everyone chooses one face down, the highest makes the captain, and turns
go from the captain downward. The number on the card is the area of the ship to load: 1-4 on the deck,
5-10 on the swinging yardarms. In a turn (R4) the player takes a piece of the own supply and lays or hangs
it there; on a yardarm area that already bears cargo the player may announce two pieces. Cargo that falls
(R5) goes to the player whose turn it is, except what that player catches in the air: it leaves the game.
A fall ends the turn. An empty supply at the end of the own turn wins; otherwise the game ends after ten
rounds (two players: twenty) and the fewest pieces win (R6, R7).

What happens is told by actions of two families: players take a `Decision`, the world (a physics engine, a
person at a real table, a test) answers with a `Report`. An attempt to load one piece is

    Take -> LetGo or TakeBack -> Settle

and from Take to Settle any cargo may Leave the ship; then it will Return, Fall or be the object of a
Catch. The rules know places such as "aboard, on area 6", never a position in space.

    >>> state = new_game(2)
    >>> state = step(state, ChooseCard(seat=0, card=9))
    >>> state = step(state, ChooseCard(seat=1, card=4))
    >>> state.captain, state.order, to_move(state), state.area
    (0, (0, 1), (0,), 9)
    >>> crate = Piece(0, Shape.CRATE)
    >>> for action in Take(crate), LetGo(), Settle({crate: 9}):
    ...     state = step(state, action)
    >>> to_move(state), len(state.supplies[0])
    ((1,), 15)
    >>> step(state, Announce(2))
    Traceback (most recent call last):
    riffraff.rules.errors.IllegalAction: R4.2: two pieces cannot be loaded on area 4 of the deck; \
load one piece, which needs no announcement
"""

from riffraff.rules.actions import (
    Action,
    Announce,
    Catch,
    ChooseCaptain,
    ChooseCard,
    ChooseOrder,
    Decision,
    Fall,
    Leave,
    LetGo,
    Pass,
    Report,
    Return,
    Settle,
    Take,
    TakeBack,
)
from riffraff.rules.check import check
from riffraff.rules.clauses import CLAUSES
from riffraff.rules.errors import IllegalAction, InvariantError
from riffraff.rules.legal import legal_actions, to_move
from riffraff.rules.material import (
    AREAS,
    CARDS,
    DECK_AREAS,
    PIECES,
    SHIP_PARTS,
    YARDARM_AREAS,
    Area,
    Card,
    Colour,
    Piece,
    Seat,
    Shape,
    Yardarm,
    yardarm,
)
from riffraff.rules.state import FACE_DOWN, Ending, Phase, Place, State, Where, new_game, places, view
from riffraff.rules.step import step

__all__ = [
    "AREAS",
    "CARDS",
    "CLAUSES",
    "DECK_AREAS",
    "FACE_DOWN",
    "PIECES",
    "SHIP_PARTS",
    "YARDARM_AREAS",
    "Action",
    "Announce",
    "Area",
    "Card",
    "Catch",
    "ChooseCaptain",
    "ChooseCard",
    "ChooseOrder",
    "Colour",
    "Decision",
    "Ending",
    "Fall",
    "IllegalAction",
    "InvariantError",
    "Leave",
    "LetGo",
    "Pass",
    "Phase",
    "Piece",
    "Place",
    "Report",
    "Return",
    "Seat",
    "Settle",
    "Shape",
    "State",
    "Take",
    "TakeBack",
    "Where",
    "Yardarm",
    "check",
    "legal_actions",
    "new_game",
    "places",
    "step",
    "to_move",
    "view",
    "yardarm",
]
