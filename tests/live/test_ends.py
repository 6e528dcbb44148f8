"""Ends: a killed table, a killed window, signals; and a table that nobody needs just now."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from riffraff.game import Recording, verify
from riffraff.live.protocol import Begun, Decide, Failed, Failure, Setting, Start

from .window import PATIENCE, Window, numbered

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")

PROGRAM = """
import sys, time
from pathlib import Path
from riffraff.live.client import start
from riffraff.live.protocol import Ask, Setting

if __name__ == "__main__":
    with start(Setting(players=("person", "person"), recording=Path(sys.argv[1]))) as table:
        while not any(isinstance(news, Ask) for news in table.receive(0.1)):
            pass
        print(table.pid, flush=True)
        time.sleep(60)
"""


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone(pid: int) -> bool:
    end = time.monotonic() + PATIENCE
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not alive(pid)


def switches(pid: int) -> int:
    """How often a process's threads have gone to sleep or been put to sleep."""
    return sum(
        int(line.split()[1])
        for status in Path(f"/proc/{pid}/task").glob("*/status")
        for line in status.read_text().splitlines()
        if "ctxt_switches" in line
    )


def test_a_table_that_waits_does_nothing_at_all_and_its_death_is_one_sentence(tmp_path: Path) -> None:
    with Window(Setting(players=("person", "person"), recording=tmp_path / "g")) as window:
        window.ask("choose_card")
        pid = window.table.pid
        assert pid is not None
        time.sleep(0.3)
        before = switches(pid)
        time.sleep(1.0)
        assert switches(pid) - before <= 2

        os.kill(pid, signal.SIGKILL)
        sentence = window.until(Failed).sentence
        assert "signal 9" in sentence
        assert str(tmp_path / "g") in sentence
        window.send(Decide(1, 1))  # no error, and nothing happens
    assert window.all(Failed) == [Failed(sentence, Failure.PROCESS)]


def test_a_sleeping_ship_in_practice_costs_nothing() -> None:
    with Window(Setting(pace=4)) as window:
        window.until(Begun)
        pid = window.table.pid
        assert pid is not None
        end = time.monotonic() + PATIENCE
        while window.table.receive(0.5) and time.monotonic() < end:
            pass  # the ship comes to rest
        before = switches(pid)
        time.sleep(1.0)
        assert switches(pid) - before <= 2


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_no_table_outlives_its_window(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "g"
    command = [sys.executable, "-c", PROGRAM, str(path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert alive(pid)
        program.send_signal(number)
        assert gone(pid)
    assert Recording.read(path).interrupted  # and the recording is whole


def test_ctrl_c_is_for_the_window_and_termination_ends_a_table_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "g"
    with Window(Setting(players=("person", "person"), thinking=0, pace=4, recording=path)) as window:
        window.decide("choose_card", 2)
        assert window.table.pid is not None
        os.kill(window.table.pid, signal.SIGINT)
        window.decide("choose_card", 1)
        window.decide("place", Start(numbered("boat-0")))
        window.told("take")
        os.kill(window.table.pid, signal.SIGTERM)  # in the middle of an attempt
        assert "exit code 0" in window.until(Failed).sentence
    recording = Recording.read(path)
    assert recording.interrupted
    assert recording.answers[-1].question == "place"
    verify(recording)


def test_a_table_can_be_closed_before_it_begins(tmp_path: Path) -> None:
    window = Window(Setting(players=("person", "person"), recording=tmp_path / "g"))
    pid = window.table.pid
    assert pid is not None
    window.table.close()
    window.table.close()
    assert not alive(pid)
