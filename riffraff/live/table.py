"""The process that plays: what it does from its start to its end."""

import contextlib
import dataclasses
from multiprocessing.connection import Connection
from typing import Final

from riffraff.game import KINDS, PERSON, RecordingError
from riffraff.live.gaming import play
from riffraff.live.line import Left, Line
from riffraff.live.news import Failed
from riffraff.live.orders import Setting
from riffraff.live.practice import Practice
from riffraff.live.reasons import Failure
from riffraff.live.session import Session
from riffraff.model import ModelError
from riffraff.params import Parameters
from riffraff.physics import PhysicsError

_FAILURES: Final[dict[type[Exception], Failure]] = {
    PhysicsError: Failure.WORLD,
    RecordingError: Failure.RECORDING,
    ModelError: Failure.MODEL,
    OSError: Failure.SYSTEM,
}
_UNSTEADY: Final = ("hand.tremor", "hand.tremor_angle", "hand.release_speed")


def serve(connection: Connection, setting: Setting) -> None:
    """Play what is set; returns when the window has gone.

    Args:
        connection: a two-way pipe to the window.
        setting: what to play.
    """
    with Line(connection) as line, contextlib.suppress(Left):
        try:
            _play(line, setting)
        except (PhysicsError, RecordingError, ModelError, OSError) as error:
            kinds = (kind for known, kind in _FAILURES.items() if isinstance(error, known))
            line.tell(Failed(str(error), next(kinds)))
        while True:  # over, or failed: there is nothing more to do than to wait
            line.order(None)


def _play(line: Line, setting: Setting) -> None:
    parameters = unsteady(setting.parameters, setting.tremor)
    setting = dataclasses.replace(setting, parameters=parameters)
    session = Session(line, setting)
    if setting.players is None:
        with contextlib.closing(Practice(session, setting)) as practice:
            practice.play()
        return
    known = (PERSON, *KINDS)
    if strange := sorted(set(setting.players) - set(known)):
        sentence = f"nobody plays like {', '.join(strange)}; players are {', '.join(known)}"
        line.tell(Failed(sentence, Failure.PLAYERS))
    else:
        play(session, setting)


def unsteady(parameters: Parameters, factor: float) -> Parameters:
    """Parameters of a hand that is so many times as unsteady, as far as their bounds allow."""
    known = parameters.quantities()
    return parameters.with_changes(
        {name: min(parameters.value(name) * factor, known[name].high) for name in _UNSTEADY}
    )
