"""A game played on the simulated ship: rules and physics bound together, players, the log, the recording."""

from riffraff.game.answers import Answer
from riffraff.game.audit import AuditError, audit
from riffraff.game.log import Entry
from riffraff.game.messages import BODY_NAMES, Channel, Facts, Message, RecordingError
from riffraff.game.play import Game
from riffraff.game.players import KINDS, CarefulPlayer, Player, RandomPlayer
from riffraff.game.recorder import Recorder
from riffraff.game.recording import Recording
from riffraff.game.replay import Difference, Playback, UnansweredError, verify
from riffraff.game.spots import Placement
from riffraff.game.whatif import Outlook, WhatIf

__all__ = [
    "BODY_NAMES",
    "KINDS",
    "Answer",
    "AuditError",
    "CarefulPlayer",
    "Channel",
    "Difference",
    "Entry",
    "Facts",
    "Game",
    "Message",
    "Outlook",
    "Placement",
    "Playback",
    "Player",
    "RandomPlayer",
    "Recorder",
    "Recording",
    "RecordingError",
    "UnansweredError",
    "WhatIf",
    "audit",
    "verify",
]
