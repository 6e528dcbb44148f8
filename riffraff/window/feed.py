"""What the news of a live game change on the stage."""

from typing import Final

from riffraff.live.protocol import (
    Begun,
    ContactsSeen,
    Failed,
    Frames,
    Holding,
    Inspected,
    News,
    Paced,
    Refusal,
    Refused,
    Told,
)
from riffraff.model import read
from riffraff.rules import PIECES
from riffraff.window.stage import Stage
from riffraff.window.words import Words

_ABOUT: Final = (Refusal.IN_HAND, Refusal.NOT_IN_AIR, Refusal.NOT_THERE)
"""Reasons that name a piece."""


def take_in(stage: Stage, news: News) -> None:
    """Show what news say, as far as it is to be seen without playing.

    Raises:
        ModelError: the directory of the game's ship has no model in it.
    """
    match news:
        case Begun():
            model = read(news.model)
            if model != stage.model:
                stage.rebuilt(model, news.model)
            stage.names = news.setting.names
            stage.chronicle.names = news.setting.names
            stage.recording = news.recording
        case Frames():
            stage.frames(news.times, news.poses, news.readings)
        case Told():
            stage.told(news.event)
        case ContactsSeen():
            stage.contacts = news
        case Inspected():
            stage.inspected = news
        case Holding():
            stage.held = None if news.piece is None else PIECES[news.piece].name
        case Paced():
            stage.transport.reached = news.reached
        case Refused():
            stage.say(refusal(stage.words, news), bad=True)
        case Failed():
            stage.say(failure(stage.words, news), bad=True)
    stage.touch()


def refusal(words: Words, news: Refused) -> str:
    """Why an order cannot be followed, in the language of the window as far as it knows the reason."""
    if news.objection is not None:
        return words(f"objection.{news.objection.reason}", area=news.objection.area)
    if news.reason is None or (news.reason in _ABOUT and news.piece is None):
        return news.sentence
    shape = "" if news.piece is None else words(f"shape.{PIECES[news.piece].shape.value}")
    return words(f"refused.{news.reason.value}", shape=shape.capitalize())


def failure(words: Words, news: Failed) -> str:
    """Why a game cannot go on, in the language of the window as far as it knows the reason."""
    if news.reason is None:
        return news.sentence
    return words(f"failed.{news.reason.value}", sentence=news.sentence)
