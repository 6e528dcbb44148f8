"""The messages between a live game, the *table*, and whoever shows it, the *window*.

The window sends orders, the table sends news. All are frozen dataclasses that can be pickled; lengths are in
metres, angles in radians, times in seconds of the simulation, poses in the world's frame (pivot's foot on the
table, z up), bodies and pieces numbered as in `riffraff.model` (`BODIES`, `FIRST_PIECE_BODY`) and
`riffraff.rules.PIECES`.

A rules game as the window sees it:

1. `Begun`, then `Frames` as the physics goes on and `Told` for every entry of the game's log.
2. A person has to decide: `Ask`. The window answers with `Decide`, giving the number of the question. While a
   question is open the world stands still and the table sleeps.
3. The question ``place`` is answered with `Start` (which piece, taken up where) or None (pass, R4.8). From
   then on the hand holds the piece, time runs, and the window guides it: `Aim` as often as it likes (the
   newest counts), `Lower` to let the hand find the contact below by itself, `Release` to let go, `PutBack`
   to give the piece back to the supply; another ``place`` follows then. `Holding` comes with the frames.
4. While anything tumbles, `Grab` catches a piece (R5.2).
5. Once the ship lies still the next question comes, and so on until `Over`. After that the table waits for
   `Quit`.

In practice there are no questions: `Take`, `Lay`, `Clear`, `Change` at any time; the same `Aim`, `Lower`,
`Release`, `PutBack`, `Grab`.

An order that cannot be followed is answered with `Refused`; nothing else happens then. A table that cannot go
on sends `Failed` as its last word.

A table is had by `riffraff.live.client.start(setting)`; it has `send(order)`, `receive()`, which gives the
news that have come since the last call and never waits, and `close()`.
"""

from riffraff.live.news import (
    READINGS,
    Ask,
    Begun,
    Contact,
    ContactsSeen,
    Failed,
    Frames,
    Holding,
    Inspected,
    NeedsRebuild,
    News,
    Objection,
    Over,
    Paced,
    Refused,
    Told,
)
from riffraff.live.orders import (
    FASTEST,
    PERSON,
    SLOWEST,
    Aim,
    Change,
    Clear,
    Decide,
    Grab,
    Inspect,
    Lay,
    Lower,
    OneFrame,
    Order,
    Pace,
    PutBack,
    Quit,
    Release,
    Remove,
    Setting,
    Show,
    Start,
    Take,
    Tumbling,
)
from riffraff.live.reasons import Failure, Refusal

__all__ = [
    "FASTEST",
    "PERSON",
    "READINGS",
    "SLOWEST",
    "Aim",
    "Ask",
    "Begun",
    "Change",
    "Clear",
    "Contact",
    "ContactsSeen",
    "Decide",
    "Failed",
    "Failure",
    "Frames",
    "Grab",
    "Holding",
    "Inspect",
    "Inspected",
    "Lay",
    "Lower",
    "NeedsRebuild",
    "News",
    "Objection",
    "OneFrame",
    "Order",
    "Over",
    "Pace",
    "Paced",
    "PutBack",
    "Quit",
    "Refusal",
    "Refused",
    "Release",
    "Remove",
    "Setting",
    "Show",
    "Start",
    "Take",
    "Told",
    "Tumbling",
]
