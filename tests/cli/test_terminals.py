"""The commands on a terminal."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path

from .process import RIFFRAFF, Played, environment

GAME = ("run", "--players", 3, "--player", "random", "--seed", 1, "--params")


def on_a_terminal(
    *arguments: object, columns: int, lines: int, term: str, stop_at: bytes | None = None
) -> tuple[int, str]:
    """Run a command on a terminal of its own; returns the exit code and all that was written to it.

    The command is interrupted once it has written `stop_at`.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    process = subprocess.Popen(
        [*RIFFRAFF, *map(str, arguments)], stdin=slave, stdout=slave, stderr=slave, env=environment(TERM=term)
    )
    os.close(slave)
    written = bytearray()
    for chunk in chunks(master):
        written += chunk
        if stop_at is not None and stop_at in written:
            process.send_signal(signal.SIGINT)
            stop_at = None
    os.close(master)
    return process.wait(timeout=60), written.decode()


def chunks(master: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:  # Linux's way to say that the other end is closed
            return
        if not chunk:
            return
        yield chunk


def test_a_terminal_gets_the_live_view_and_keeps_the_last_picture(folder: Path) -> None:
    code, text = on_a_terminal(*GAME, folder / "quick.toml", columns=80, lines=24, term="xterm-256color")
    assert code == 0
    live, left = text.split("\x1b[?1049l")  # back from the other screen
    assert live.count("\x1b[?1049h") == 1
    assert live.count("s simulated") > 3
    assert "loads the" in live
    assert "\x1b[?25h" in text  # the cursor is back
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", left).replace("\r", "").rstrip().splitlines()
    assert plain[-1].startswith("seed 1: ")
    assert re.search("(wins|win together): ", plain[-2])
    picture = plain[:-2]
    assert len([line for line in picture if line.strip()]) == 23
    assert all(len(line) <= 80 for line in picture)
    assert all(name in left for name in ("Red", "Blue", "Turquoise", "the game is over"))


def test_a_terminal_that_cannot_move_its_cursor_gets_lines(folder: Path, played: Played) -> None:
    code, text = on_a_terminal(*GAME, folder / "quick.toml", columns=80, lines=24, term="dumb")
    assert code == 0
    assert text.replace("\r", "").splitlines()[:-1] == played.words.stdout.splitlines()[:-1]


def test_ctrl_c_gives_the_terminal_back() -> None:
    # A long game, interrupted at its first picture; a quick one may be over before a picture shows a round.
    code, text = on_a_terminal("run", "--seed", 1, columns=80, lines=24, term="xterm", stop_at=b"simulated")
    assert code == 130
    live, left = text.split("\x1b[?1049l")
    assert "\x1b[?25h" in live
    assert "Interrupted in round " in left.splitlines()[-2]
    assert left.splitlines()[-1].startswith("seed 1: ")


def test_verifying_on_a_terminal_shows_how_far_it_is(played: Played) -> None:
    code, text = on_a_terminal("replay", played.recordings[0], "--verify", columns=80, lines=24, term="xterm")
    assert code == 0
    assert "playing it again" in text
    assert "100%" in text
    assert "the same bit for bit" in text
