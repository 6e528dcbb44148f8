"""Who plays: the decisions a player has to make, and two kinds of scripted player."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, Protocol

import numpy as np

from riffraff.game.grip import Sight
from riffraff.game.guiding import Deed, Guided
from riffraff.game.placement import Placement
from riffraff.game.whatif import WhatIf
from riffraff.rules import (
    DECK_AREAS,
    YARDARM_AREAS,
    Announce,
    Card,
    ChooseCaptain,
    ChooseOrder,
    Piece,
    Seat,
    State,
    legal_actions,
)


class Player(Protocol):
    """Everything a player decides. `state` is what the player's seat may know (`rules.view`)."""

    def choose_card(self, state: State, seat: Seat) -> Card:
        """Choose one of the own cards, face down (R3.1)."""

    def choose_captain(self, state: State, seat: Seat) -> Seat:
        """As the captain in office, name the new one among those with the highest card (R3.2)."""

    def choose_order(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """As the new captain, give the order of all turns, the own one first (R3.3)."""

    def announce(self, state: State, seat: Seat) -> int:
        """Announce one or two pieces (R4.3)."""

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Placement | None:
        """Choose a piece of the own supply and its spot in the card's area, or None to pass (R4.1, R4.8)."""

    def catch(self, state: State, seat: Seat, tumbling: tuple[Piece, ...]) -> Collection[Piece]:
        """Say which of the tumbling pieces the hands shall go for (R5.2)."""


class Person(Protocol):
    """What a person decides: as a `Player`, but the hand is guided frame by frame, and so is catching."""

    def choose_card(self, state: State, seat: Seat) -> Card:
        """See `Player`."""

    def choose_captain(self, state: State, seat: Seat) -> Seat:
        """See `Player`."""

    def choose_order(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """See `Player`."""

    def announce(self, state: State, seat: Seat) -> int:
        """See `Player`."""

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Guided | None:
        """Choose a piece of the own supply to guide into the card's area, or None to pass (R4.1, R4.8)."""

    def act(self, state: State, seat: Seat, sight: Sight) -> Deed | None:
        """Say what to do before the next frame; asked again after each deed until there is none.

        It is asked from taking the piece until the ship is at rest.
        """


class RandomPlayer:
    """Plays any legal card, any piece, on a random legal spot of the area, and grabs at all that falls."""

    tries = 12
    """Spots tried for a piece before the next piece is."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def choose_card(self, state: State, seat: Seat) -> Card:
        """Any card of the hand."""
        return int(self._rng.choice(state.hands[seat]))

    def choose_captain(self, state: State, seat: Seat) -> Seat:
        """Any of those with the highest card."""
        options = [action.seat for action in legal_actions(state) if isinstance(action, ChooseCaptain)]
        return int(self._rng.choice(options))

    def choose_order(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """Any order the cards allow."""
        options = [action.seats for action in legal_actions(state) if isinstance(action, ChooseOrder)]
        return options[self._rng.integers(len(options))]

    def announce(self, state: State, seat: Seat) -> int:
        """One or two, by the toss of a coin."""
        options = [action.count for action in legal_actions(state) if isinstance(action, Announce)]
        return int(self._rng.choice(options))

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Placement | None:
        """The first legal spot that turns up, the pieces in random order."""
        return next(self._spots(state, seat, whatif), None)

    def catch(self, state: State, seat: Seat, tumbling: tuple[Piece, ...]) -> Collection[Piece]:
        """Everything."""
        return tumbling

    def _spots(self, state: State, seat: Seat, whatif: WhatIf) -> Iterator[Placement]:
        """Legal spots for piece after piece of the supply, at most one for each, in random order."""
        assert state.area is not None  # it is this seat's turn
        supply = state.supply(seat)
        for position in self._rng.permutation(len(supply)):
            piece = supply[position].index
            spots = (whatif.random_spot(state.area, piece, self._rng) for _ in range(self.tries))
            if (spot := next((spot for spot in spots if spot is not None), None)) is not None:
                yield spot


class CarefulPlayer(RandomPlayer):
    """Tries spots out in a scratch world and takes the one where the least falls and the ship heels least."""

    candidates = 3
    """Placements tried out before one is chosen."""

    watch = 0.8
    """Simulated time [s] for which each is watched."""

    def choose_card(self, state: State, seat: Seat) -> Card:
        """An area not likely to bring cargo down: low before high, and the ship's light side.

        Chance has a say as large as one level of the ship, or careful players would all play the same card.
        """
        cards = state.hands[seat]
        fears = [
            _risk(state, card) + chance
            for card, chance in zip(cards, self._rng.random(len(cards)), strict=True)
        ]
        return cards[int(np.argmin(fears))]

    def choose_captain(self, state: State, seat: Seat) -> Seat:
        """Oneself where possible, to load while the ship is quiet; else the one with the most pieces left."""
        options = [action.seat for action in legal_actions(state) if isinstance(action, ChooseCaptain)]
        return max(options, key=lambda other: (other == seat, len(state.supply(other)), -other))

    def choose_order(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """Those nearest to winning last: the ship is at its most loaded then."""
        options = [action.seats for action in legal_actions(state) if isinstance(action, ChooseOrder)]
        return max(options, key=lambda seats: [len(state.supply(other)) for other in seats])

    def announce(self, state: State, seat: Seat) -> int:
        """Two whenever the rules allow it: fewer turns are fewer chances to fail."""
        return max(action.count for action in legal_actions(state) if isinstance(action, Announce))

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Placement | None:
        """The best of some candidates, by what the scratch world shows."""
        best: tuple[int, float] | None = None
        chosen: Placement | None = None
        for placement in self._candidates(state, seat, whatif):
            most = None if best is None else best[0]
            outlook = whatif.outcome(placement, self.watch, most=most)
            score = (outlook.fallen, outlook.heel)
            if best is None or score < best:
                best, chosen = score, placement
        return chosen

    def _candidates(self, state: State, seat: Seat, whatif: WhatIf) -> Iterator[Placement]:
        """Up to `candidates` legal spots, going round the supply as often as needed."""
        left = self.candidates
        while left > 0:
            found = 0
            for placement in self._spots(state, seat, whatif):
                yield placement
                found += 1
                left -= 1
                if left == 0:
                    return
            if not found:
                return


def _risk(state: State, area: Card) -> float:
    """How much a player fears an area: its height, and the cargo already on its side of the ship.

    Port and starboard are told apart by odd and even numbers, on the deck and on the yardarms alike (R1.2).
    """
    height = dict.fromkeys(DECK_AREAS, 0) | {area: (area - 3) // 2 for area in YARDARM_AREAS}
    lever = dict.fromkeys(DECK_AREAS, 0.3) | dict.fromkeys(YARDARM_AREAS, 1.0)
    lean = sum(
        lever[other] * (1 if other % 2 else -1) for other in state.aboard.values() if other is not None
    )
    return height[area] + 0.5 * lean * lever[area] * (1 if area % 2 else -1)


PERSON: Final = "person"
"""The kind of a seat where a `Person` decides."""

KINDS: Final[Mapping[str, Callable[[np.random.Generator], Player]]] = {
    "careful": CarefulPlayer,
    "random": RandomPlayer,
}
"""The scripted players by the name a person types."""
