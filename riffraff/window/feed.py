"""What the news of a live game change on the stage."""

from riffraff.live.protocol import (
    Begun,
    ContactsSeen,
    Failed,
    Frames,
    Holding,
    Inspected,
    News,
    Paced,
    Refused,
    Told,
)
from riffraff.model import read
from riffraff.rules import PIECES
from riffraff.window.stage import Stage


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
        case Refused() | Failed():
            stage.say(news.sentence, bad=True)
    stage.touch()
