"""The log of a game: what happened, in the order it happened, one JSON object a line.

Every entry has ``event`` and ``time``, the simulated time in seconds; then, by event:

=============  =====================================================================================
game_start     version, seed, players (kinds, by seat), parameters (digest)
round_start    round, captain (still in office)
reveal         cards (by seat)
captain        captain (the new one), chosen_by (a seat if several revealed the highest card, else null)
order          order (seats in turn order), chosen_by (a seat if there was a choice, else null)
turn_start     seat, card, supply (number of pieces)
announce       seat, count: only if two were allowed (R4.3)
take           seat, piece, area, attempt
refused        seat, piece, reason: the piece goes back to the supply, another try follows
let_go         seat, piece, position (in the world, m), heel (degrees)
left           piece: it lost its support and tumbles
returned       piece: it lies on the ship again
fell           piece
caught         piece, seat
settled        rest (false: the time limit came first), heel (degrees), aboard (area by piece),
               to_supply (pieces that went to the active player), out (pieces that left the game)
pass           seat, clause, reason
turn_end       seat, supply (number of pieces)
interrupted    nothing more: somebody stopped the game
game_end       winners, ending, rounds, supplies (number of pieces by seat)
=============  =====================================================================================

Pieces go by their names (``crate-1``), seats and areas by their numbers.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    event: str
    time: float
    data: Mapping[str, object] = field(default_factory=dict)

    def json(self) -> str:
        """The entry as one line of JSON, without the line's end."""
        return json.dumps(
            {"event": self.event, "time": round(self.time, 6), **self.data},
            separators=(",", ":"),
            allow_nan=False,
        )
