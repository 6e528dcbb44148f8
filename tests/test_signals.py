"""Interrupts wait while something is half done, and never reach processes that are started meanwhile."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from riffraff.signals import signals_held_back

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

PROGRAM = """
import multiprocessing, os, signal
from riffraff.signals import processes_without_interrupts

def interrupted():  # would end by a KeyboardInterrupt
    os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    with processes_without_interrupts():
        for _ in range(2):
            process = context.Process(target=interrupted)
            process.start()
            held_back = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
            process.join()
            print(held_back, process.exitcode)
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


def test_processes_get_no_interrupts_the_first_that_a_program_starts_neither(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True 0\nTrue 0\nFalse\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_comes_after_the_block(number: signal.Signals) -> None:
    def end(*_: object) -> None:
        done.append("end")

    done = []
    handler = signal.signal(number, end)
    try:
        with signals_held_back():
            os.kill(os.getpid(), number)
            done.append("block")
        assert done == ["block", "end"]
        assert signal.getsignal(number) is end
    finally:
        signal.signal(number, handler)


def test_an_interrupt_in_the_block_is_an_interrupt_after_it() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), signals_held_back():
        os.kill(os.getpid(), signal.SIGINT)
        done.append("all")
    assert done == ["all"]
