"""A game played on the simulated ship: rules and physics bound together, players, the log, the recording.

Its names are imported when they are first used: what only reads a recording never loads PyBullet.
"""

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from riffraff.game.answers import Answer
    from riffraff.game.auditing import AuditError, audit
    from riffraff.game.grip import Grip, Sight
    from riffraff.game.guiding import Act, Aim, Deed, Grab, Guided, Lower, PutBack, Release
    from riffraff.game.log import Entry
    from riffraff.game.messages import BODY_NAMES, Channel, Facts, Message, RecordingError
    from riffraff.game.objections import Objection, Reason
    from riffraff.game.placement import Placement
    from riffraff.game.play import Game
    from riffraff.game.players import KINDS, PERSON, CarefulPlayer, Person, Player, RandomPlayer
    from riffraff.game.recorder import Recorder
    from riffraff.game.recording import Recording
    from riffraff.game.replay import Difference, Playback, UnansweredError, verify
    from riffraff.game.whatif import Outlook, WhatIf

_NAMES: Final = {
    "answers": ("Answer",),
    "auditing": ("AuditError", "audit"),
    "grip": ("Grip", "Sight"),
    "guiding": ("Act", "Aim", "Deed", "Grab", "Guided", "Lower", "PutBack", "Release"),
    "log": ("Entry",),
    "messages": ("BODY_NAMES", "Channel", "Facts", "Message", "RecordingError"),
    "objections": ("Objection", "Reason"),
    "placement": ("Placement",),
    "play": ("Game",),
    "players": ("KINDS", "PERSON", "CarefulPlayer", "Person", "Player", "RandomPlayer"),
    "recorder": ("Recorder",),
    "recording": ("Recording",),
    "replay": ("Difference", "Playback", "UnansweredError", "verify"),
    "whatif": ("Outlook", "WhatIf"),
}
"""The public names, by the module that each is in."""

_MODULES: Final = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "BODY_NAMES",
    "KINDS",
    "PERSON",
    "Act",
    "Aim",
    "Answer",
    "AuditError",
    "CarefulPlayer",
    "Channel",
    "Deed",
    "Difference",
    "Entry",
    "Facts",
    "Game",
    "Grab",
    "Grip",
    "Guided",
    "Lower",
    "Message",
    "Objection",
    "Outlook",
    "Person",
    "Placement",
    "Playback",
    "Player",
    "PutBack",
    "RandomPlayer",
    "Reason",
    "Recorder",
    "Recording",
    "RecordingError",
    "Release",
    "Sight",
    "UnansweredError",
    "WhatIf",
    "audit",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
