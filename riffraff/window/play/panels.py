"""The panels of playing, in the order in which they are drawn: the last one is asked first."""

from collections.abc import Callable, Sequence
from pathlib import Path

from riffraff.window.panels import Panel
from riffraff.window.play.asking import Asking
from riffraff.window.play.carrying import Carrying
from riffraff.window.play.catching import Catching
from riffraff.window.play.choosing import Choosing
from riffraff.window.play.ending import Ending
from riffraff.window.play.session import Session
from riffraff.window.play.start import StartScreen


def playing_panels(
    session: Session, *, watch: Callable[[Path], None], recordings: Callable[[], Sequence[Path]]
) -> Sequence[Panel]:
    """All that playing needs, for `App.add`.

    Args:
        session: of the games.
        watch: shows a recording; what is wrong with it is its business.
        recordings: gives the games played here, the newest first.
    """
    return (
        session,
        Choosing(session),
        Carrying(session),
        Asking(session),
        Catching(session),
        Ending(session),
        StartScreen(session, watch, recordings),
    )
