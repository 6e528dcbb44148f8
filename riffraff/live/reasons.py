"""Kinds of refusals and failures: a window can tell them in its own words."""

from enum import Enum


class Refusal(Enum):
    """Why an order cannot be followed."""

    QUESTION_OPEN = "question open"
    """A question must be decided first."""
    NO_QUESTION = "no question"
    """There is no such question to decide."""
    NO_ANSWER = "no answer"
    """The answer is none of the options."""
    HAND_EMPTY = "hand empty"
    """There is nothing in the hand to be guided."""
    HAND_FULL = "hand full"
    """The hand holds a piece."""
    NO_HAND_FREE = "no hand free"
    """All hands have caught something."""
    IN_HAND = "in hand"
    """The piece is in the hand."""
    NOT_IN_AIR = "not in air"
    """The piece does not tumble."""
    NOT_THERE = "not there"
    """The piece is not in the world."""
    LET_GO_FIRST = "let go first"
    """What is in the hand would be lost."""
    PRACTICE_ONLY = "practice only"
    """Parameters do not change while a game is recorded."""
    OBJECTION = "objection"
    """The rules, or what is in the way, object: see `Refused.objection`."""


class Failure(Enum):
    """Why a table cannot go on, or not begin."""

    WORLD = "world"
    """The simulation stopped."""
    RECORDING = "recording"
    """The recording cannot be written."""
    MODEL = "model"
    """There is no ship for these parameters."""
    SYSTEM = "system"
    """The system refused something, such as room on a disk."""
    PLAYERS = "players"
    """Nobody plays like that."""
    PROCESS = "process"
    """The process of the game has died."""
