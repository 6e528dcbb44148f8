"""Looking at a recorded game in the window."""

from pathlib import Path

from riffraff.game.recording import Recording
from riffraff.model import provide, read
from riffraff.window.app import App
from riffraff.window.chronicle import Chronicle
from riffraff.window.film import Film
from riffraff.window.settings import Settings
from riffraff.window.shell import dress
from riffraff.window.stage import Mode, Stage


def show(stage: Stage, recording: Recording) -> None:
    """Show a recording on a stage, from its beginning.

    Raises:
        ModelError: its ship cannot be built.
        ValueError: it has no frames.
    """
    directory = provide(recording.facts.parameters)
    model = read(directory)
    film = Film(model, recording.times, recording.frames, recording.events)
    if model != stage.model:
        stage.show(model, mode=Mode.RECORDING, directory=directory)
    chronicle = Chronicle(recording.events)
    chronicle.names = recording.facts.names
    stage.play_tape(film, chronicle, recording=recording.path)


def watch(recording: Recording) -> None:
    """Open a window that shows a recording, until it is closed.

    Raises:
        GraphicsError: there is no display, or no OpenGL 3.3.
        ModelError: its ship cannot be built.
        ValueError: it has no frames.
    """
    directory: Path = provide(recording.facts.parameters)
    stage = Stage(read(directory), Settings.read(), directory=directory)
    show(stage, recording)
    app = App(stage, title=f"riffraff - {recording.path.name}")
    dress(app)
    app.run()
