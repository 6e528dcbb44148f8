"""Pictures and films of recorded games through the command line."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import av
import pytest
from PIL import Image, ImageSequence

from riffraff.cli import main
from riffraff.cli_render import Size
from riffraff.model import default_directory, read
from riffraff.window import views

from .process import Played, Running, environment, refused, riffraff

SMALL = ("--size", "96x64", "--fast")


@pytest.fixture(scope="module")
def game(played: Played) -> Path:
    return played.recordings[0]


def test_a_still_of_any_moment(game: Path, tmp_path: Path) -> None:
    one, two, later = (tmp_path / name for name in ("one.png", "two.png", "later.png"))
    for file in (one, two):
        result = riffraff("render", game, "-o", file, "--at", 3, *SMALL)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.startswith(f"{file}: the game at 3.00 s, 96x64 pixels, ")
    with Image.open(one) as still:
        assert (still.format, still.mode, still.size) == ("PNG", "RGB", (96, 64))
    assert main(["render", str(game), "-o", str(later), "--at", "5", *SMALL]) == 0
    assert one.read_bytes() == two.read_bytes() != later.read_bytes()


def test_a_film_of_some_seconds(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.mp4"
    result = riffraff("render", game, "-o", file, "--from", 2, "--to", 4, "--fps", 10, *SMALL)
    assert (result.returncode, result.stderr) == (0, "")
    assert "21 pictures, 2.1 s, 96x64 pixels" in result.stdout
    with av.open(str(file)) as film:
        frames = list(film.decode(video=0))
    assert len(frames) == 21
    assert (frames[0].width, frames[0].height) == (96, 64)


def test_an_animation(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "falls.gif"
    result = riffraff("render", game, "-o", file, "--from", 2, "--to", 3, "--view", "deck", "--hud", *SMALL)
    assert (result.returncode, result.stderr) == (0, "")
    with Image.open(file) as gif:
        # Equal pictures one after the other are stored as one that stays longer.
        assert gif.size == (96, 64)
        assert sum(frame.info["duration"] for frame in ImageSequence.Iterator(gif)) == 13 * 80


def test_words_view_and_room_change_the_picture(game: Path, tmp_path: Path) -> None:
    ways = {"plain": (), "hud": ("--hud",), "top": ("--view", "top"), "light": ("--theme", "light")}
    for name, way in ways.items():
        assert main(["render", str(game), "-o", str(tmp_path / f"{name}.png"), *SMALL, *way]) == 0
    assert len({file.read_bytes() for file in tmp_path.iterdir()}) == len(ways)


def test_every_view_is_in_the_help() -> None:
    shown = " ".join(re.sub(r"[│\n]", " ", riffraff("render", "--help", COLUMNS="200").stdout).split())
    for view in views(read(default_directory())):
        assert view in shown


WRONG = [
    (["-o", "{folder}/a.avi"], ["a still is named .png, a film .mp4 or .gif"]),
    (["-o", "{folder}/none/a.png"], ["there is no directory", "none; make it first"]),
    (["-o", "{folder}/there.png"], ["there.png: exists already", "add --overwrite"]),
    (["-o", "{folder}/a.png", "--view", "decks"], ["--view 'decks'", "quarter, ", "did you mean deck?"]),
    (["-o", "{folder}/a.png", "--theme", "x"], ["--theme 'x'", "light and dark"]),
    (["-o", "{folder}/a.png", "--size", "12"], ["--size", "'12' is no size", "1280x800"]),
    (["-o", "{folder}/a.png", "--size", "10x9000"], ["'10x9000' is no size", "64 to 4096 pixels"]),
    (["-o", "{folder}/a.mp4", "--size", "101x100"], ["--size 101x100", "even width and height"]),
    (["-o", "{folder}/a.png", "--at", "soon"], ["--at", "'soon' is not a time in seconds"]),
    (["-o", "{folder}/a.png", "--at", "-1"], ["--at", "'-1' is not a time in seconds"]),
    (["-o", "{folder}/a.png", "--at", "1e6"], ["--at 1e+06: the recording ends at "]),
    (["-o", "{folder}/a.mp4", "--from", "1e6"], ["--from 1e+06: the recording ends at "]),
    (["-o", "{folder}/a.mp4", "--to", "nan"], ["--to", "'nan' is not a time in seconds"]),
    (["-o", "{folder}/a.mp4", "--from", "3", "--to", "2"], ["--to 2 must be after --from 3"]),
    (["-o", "{folder}/a.mp4", "--at", "2"], ["--at is for a still"]),
    (["-o", "{folder}/a.png", "--from", "2"], ["a still has one moment, --at"]),
    (["-o", "{folder}/a.gif", "--fps", "0"], ["--fps", "'0' is not a number of pictures a second, 1 to 240"]),
    ([], ["Missing option '--out'", "riffraff render --help"]),
]


@pytest.mark.parametrize(("arguments", "fragments"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_what_was_asked_wrongly_is_told_in_one_line(
    arguments: list[str],
    fragments: list[str],
    game: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "there.png").write_text("")
    line = refused(capsys, "render", game, *(text.replace("{folder}", str(tmp_path)) for text in arguments))
    for fragment in fragments:
        assert fragment in line
    assert [file.name for file in tmp_path.iterdir()] == ["there.png"]


def test_what_is_no_recording_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.mcap").write_bytes(b"nothing")
    assert "not an MCAP file" in refused(capsys, "render", tmp_path / "game.mcap", "-o", tmp_path / "a.png")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_and_leaves_no_file(
    number: signal.Signals, code: int, game: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.mp4"
    with Running("render", game, "-o", file, "--size", "640x400", "--fps", 60) as process:
        begun = time.monotonic()
        while not any(tmp_path.iterdir()):
            assert time.monotonic() - begun < 60
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        output, complaint = process.communicate(timeout=60)
    assert process.returncode == code
    assert (output, complaint) == ("", f"riffraff: interrupted; {file} is not written\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="EGL is for Linux")
def test_without_opengl_it_is_told_what_to_install(game: Path, tmp_path: Path) -> None:
    no_driver = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}
    result = riffraff("render", game, "-o", tmp_path / "a.png", **no_driver)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("riffraff: error: pictures need OpenGL 3.3 with EGL")
    assert "apt install libegl1 libgl1 libgl1-mesa-dri" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("library", ["moderngl", "av", "PIL"])
def test_without_the_extra_it_is_told_what_to_install(library: str, game: Path, tmp_path: Path) -> None:
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from riffraff.cli import main\n"
        f"sys.exit(main(['render', {str(game)!r}, '-o', {str(tmp_path / 'a.png')!r}]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment(), timeout=60
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"riffraff: error: pictures need the library {library}: pip install 'riffraff[window]'\n"
    )


def test_nothing_is_simulated(game: Path, tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from riffraff.cli import main\n"
        f"main(['render', {str(game)!r}, '-o', {str(tmp_path / 'a.png')!r}, *{SMALL!r}])\n"
        "sys.exit('pybullet' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], env=environment(), timeout=60).returncode == 0


def test_a_size_is_written_as_it_is_typed() -> None:
    assert str(Size(1280, 800)) == "1280x800"
