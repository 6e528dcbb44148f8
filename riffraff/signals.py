"""Signals, held back while something is half done."""

import contextlib
import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def processes_without_interrupts() -> Iterator[None]:
    """Hold back Ctrl-C, as above, and from processes that are spawned in the block for as long as they live."""
    if hasattr(signal, "pthread_sigmask"):
        # Python starts this with the first process that it spawns, and lets all interrupts in again by it.
        resource_tracker.ensure_running()
    with interrupts_held_back():
        yield
