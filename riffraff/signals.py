"""Signals, held back while something is half done."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from multiprocessing import resource_tracker
from types import FrameType


@contextlib.contextmanager
def signals_held_back() -> Iterator[None]:
    """Let Ctrl-C and termination wait until the block is done."""
    waiting: list[int] = []

    def wait(number: int, frame: FrameType | None) -> None:
        waiting.append(number)

    def deliver() -> None:
        for number in waiting:
            signal.raise_signal(number)

    with contextlib.ExitStack() as after:
        if threading.current_thread() is threading.main_thread():  # no other thread is ever interrupted
            after.callback(deliver)
            for number in (signal.SIGINT, signal.SIGTERM):
                handler = signal.getsignal(number)
                if handler is not None:  # None: not Python's, and could not be set back
                    after.callback(signal.signal, number, handler)
                    signal.signal(number, wait)
        yield


@contextlib.contextmanager
def processes_without_interrupts() -> Iterator[None]:
    """Do as `signals_held_back`; processes spawned in the block get no Ctrl-C for as long as they live."""
    with signals_held_back():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        # Python starts this with the first process that it spawns, and lets all interrupts in again by it.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
