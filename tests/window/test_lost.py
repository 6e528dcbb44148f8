"""A graphics driver that stops drawing: one sentence, and no lost game."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import moderngl
import pytest

from riffraff.game import Recording
from riffraff.window.health import Health
from riffraff.window.pictures import offscreen_context

from .displays import display
from .screen import PATIENCE

PROGRAM = """
import sys
from pathlib import Path
import moderngl
from riffraff.live.client import start
from riffraff.live.protocol import Setting
from riffraff.model import provide, read
from riffraff.params import Parameters
from riffraff.window.app import App
from riffraff.window.errors import GraphicsLostError
from riffraff.window.panels import Panel
from riffraff.window.settings import Settings
from riffraff.window.shell import dress
from riffraff.window.stage import Mode, Stage

class Doom(Panel):
    def draw(self, stage):
        if stage.tape.end > 0.5:
            raise moderngl.Error("cannot create\\nframebuffer")

if __name__ == "__main__":
    stage = Stage(read(provide(Parameters())), Settings())
    app = App(stage)
    dress(app)
    app.add(Doom())
    setting = Setting(players=("careful", "careful"), recording=Path(sys.argv[1]))
    stage.watch(start(setting), mode=Mode.GAME)
    try:
        app.run()
    except GraphicsLostError as error:
        print(error)
"""


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


def test_a_game_whose_window_cannot_draw_any_more_is_kept(screen: str, tmp_path: Path) -> None:
    program, game = tmp_path / "program.py", tmp_path / "game.mcap"
    program.write_text(PROGRAM)
    result = subprocess.run(
        [sys.executable, str(program), str(game)],
        env={**os.environ, "DISPLAY": screen},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == (
        f"the graphics driver stopped drawing: cannot create framebuffer; the game up to then is in {game}\n"
    )
    recording = Recording.read(game)
    assert recording.events[-1]["event"] == "interrupted"
    assert recording.times[-1] > 0.5


@pytest.mark.parametrize(
    ("status", "words"),
    [(0x8253, "riffraff drew"), (0x8254, "another program"), (0x8255, "was reset"), (0x9999, "39321")],
)
def test_a_reset_is_told(status: int, words: str) -> None:
    context = offscreen_context()
    try:
        said = Health(context, lambda: status).complaint()
        assert said is not None
        assert words in said
        assert Health(context, lambda: 0).complaint() is None
    finally:
        context.release()


def test_a_lack_of_memory_is_told() -> None:
    class Full:
        error = "GL_OUT_OF_MEMORY"

    said = Health(cast(moderngl.Context, Full()), lambda: 0).complaint()
    assert said is not None
    assert "memory" in said
