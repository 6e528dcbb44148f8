"""A game by the rules at a table: told and recorded as it goes, scripted players at a natural pace."""

import contextlib
import itertools
import json
import time
from pathlib import Path
from typing import Final

import platformdirs

from riffraff import rules
from riffraff.game import PERSON, Entry, Facts, Game, Recorder
from riffraff.live.line import Left
from riffraff.live.news import Begun, Floats, Over, Told
from riffraff.live.orders import Setting
from riffraff.live.persons import Persons
from riffraff.live.session import Session
from riffraff.model import provide
from riffraff.rules import Seat

_THINKING: Final = {
    "choose_card": 0.2,
    "choose_captain": 0.8,
    "choose_order": 0.8,
    "announce": 0.6,
    "place": 0.8,
}
"""How long scripted players seem to think [s], by the question."""

_READING: Final = {"reveal": 0.8, "refused": 0.6, "settled": 0.6, "pass": 0.8}
"""How long it takes to see what happened [s], by the entry of the log."""


def play(session: Session, setting: Setting) -> None:
    """Play a game to its end.

    Raises:
        Left: the window has gone; the game is recorded as interrupted.
        RecordingError: the recording cannot be written.
        PhysicsError: the simulation failed.
    """
    assert setting.players is not None
    path = setting.recording if setting.recording is not None else _new_file(setting.seed)
    facts = Facts(
        players=setting.players, seed=setting.seed, parameters=setting.parameters, names=setting.names
    )
    with Recorder(path, facts) as recorder:
        persons = Persons(session)

        def on_frame(moment: float, poses: Floats) -> None:
            recorder.frame(moment, poses)
            session.frame(moment, poses)

        def on_answer(seat: Seat, question: str, answer: object) -> None:
            recorder.answer(seat, question, answer)
            if facts.players[seat] != PERSON:
                session.rest(setting.thinking * _THINKING.get(question, 0.0))

        game = Game(
            facts.players,
            seed=facts.seed,
            parameters=facts.parameters,
            persons=persons,
            on_frame=on_frame,
            on_answer=on_answer,
        )
        with contextlib.closing(game):
            model, state = provide(facts.parameters), rules.view(game.state, None)
            session.tell(Begun(setting=setting, model=model, recording=path, state=state))
            session.watch(game.world)
            session.holding = persons.holding
            try:
                for entry in game.play():
                    recorder.entry(entry)
                    if entry.event in ("let_go", "refused", "settled"):
                        persons.drop()
                    session.flush()
                    session.tell(Told(json.loads(entry.json()), rules.view(game.state, None)))
                    session.rest(setting.thinking * _READING.get(entry.event, 0.0))
            except Left:
                recorder.entry(Entry("interrupted", game.world.time))
                raise
    session.tell(Over(game.state.winners))


def _new_file(seed: int) -> Path:
    """A name that no file has yet, in the user's data directory, by date and seed."""
    folder = Path(platformdirs.user_data_dir("riffraff", appauthor=False)) / "games"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-seed{seed}"
    numbers = itertools.count(2)
    path = folder / f"{name}.mcap"
    while path.exists():
        path = folder / f"{name}-{next(numbers)}.mcap"
    return path
