"""What runs in a worker process of a fleet."""

import atexit
import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from riffraff.fleet.errors import FleetError, listed
from riffraff.fleet.layout import Arrays
from riffraff.fleet.worlds import Berth, Worlds


def serve(
    connection: Connection, folder: str, berths: Sequence[Berth], block: Any, count: int, seed: int
) -> None:
    """Own some worlds and do what is asked, until nobody can ask any more.

    Args:
        connection: where requests come from and answers go.
        folder: for temporary files.
        berths: what the worlds are made from.
        block: shared memory of the fleet's arrays.
        count: worlds of the fleet.
        seed: of the fleet.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the process that asks decides
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # with all that is done at exit
    atexit.register(_remove_if_orphaned, folder)
    tempfile.tempdir = folder
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        _answer(connection, berths, block, count, seed)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what is done at exit is done to its end


def _answer(connection: Connection, berths: Sequence[Berth], block: Any, count: int, seed: int) -> None:
    """Make the worlds, say so, and answer requests; arguments as of `serve`."""
    worlds: Worlds | None = None
    answer: object
    numbers = tuple(berth.number for berth in berths)
    while True:
        try:
            if worlds is None:
                worlds = Worlds(berths, Arrays.over(block, count, writeable=True), seed)
                answer = worlds.joints
            else:
                name, arguments = connection.recv()
                answer = getattr(worlds, name)(*arguments)
        except EOFError:
            return
        except (ValueError, FleetError) as error:
            answer = error
        except Exception as error:
            answer = FleetError(f"worlds {listed(numbers)}: {error}\n{traceback.format_exc()}", numbers)
        try:
            connection.send(answer)
        except OSError:
            return


def _end_with_parent() -> None:
    """End this process when its parent was killed; it might be at work for long."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _remove_if_orphaned(folder: str) -> None:
    """Remove the folder of temporary files if the parent cannot; the last worker finds it empty."""
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        with contextlib.suppress(OSError):
            Path(folder).rmdir()
