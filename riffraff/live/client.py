"""A table as its window has it: started, ordered about, listened to, and never waited for."""

import contextlib
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Final

from riffraff.live.news import Begun, Failed, News
from riffraff.live.orders import Order, Quit, Setting
from riffraff.live.outbox import Outbox, packed_orders
from riffraff.live.reasons import Failure
from riffraff.signals import processes_without_interrupts

_PATIENCE: Final = 5.0  # s that a table gets to end by itself


def start(setting: Setting, *, on_news: Callable[[], None] | None = None) -> "Table":
    """Start a table in a process of its own.

    The first news is `Begun`, or `Failed` if it cannot be played.

    Args:
        setting: what to play.
        on_news: called from another thread whenever there are news, to wake a window up.
    """
    return Table(setting, on_news)


class Table:
    """A running table, made by `start`. Use it as a context manager, or call `close`.

    Attributes:
        pid: of its process.
    """

    def __init__(self, setting: Setting, on_news: Callable[[], None] | None) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        with theirs, processes_without_interrupts():
            self._process = context.Process(
                target=_serve, args=(theirs, setting), name="riffraff-table", daemon=True
            )
            self._process.start()
        self.pid = self._process.pid
        self._outbox = Outbox(self._connection, packed_orders)
        self._news: deque[News] = deque()
        self._on_news = on_news
        self._recording: Path | None = None
        self._failed = self._closing = False
        self._arrived = threading.Event()
        self._reader = threading.Thread(target=self._read, name="riffraff-reader", daemon=True)
        self._reader.start()

    def __enter__(self) -> "Table":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, order: Order) -> None:
        """Give an order; never waits. A table that has ended takes none any more, which is no error."""
        self._outbox.put(order)

    def receive(self, patience: float = 0.0) -> list[News]:
        """The news since the last call, oldest first.

        Args:
            patience: how long to wait [s] if there are none yet; a window does not.
        """
        self._arrived.wait(patience)
        self._arrived.clear()
        news: list[News] = []
        while self._news:
            news.append(self._news.popleft())
        return news

    def close(self) -> None:
        """End the table and wait until it has: a game under way is recorded as interrupted.

        Closing twice is no error.
        """
        if self._closing:
            return
        self._closing = True
        self.send(Quit())
        self._outbox.close(_PATIENCE)
        self._process.join(_PATIENCE)
        for end in (self._process.terminate, self._process.kill):
            if self._process.is_alive():
                end()
                self._process.join(_PATIENCE)
        self._reader.join(_PATIENCE)
        self._connection.close()

    def _read(self) -> None:
        """Fetch news as they come, so that the table never has to wait for the window."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                news: News = self._connection.recv()
                if isinstance(news, Begun):
                    self._recording = news.recording
                self._failed = self._failed or isinstance(news, Failed)
                self._arrive(news)
        if not (self._closing or self._failed):
            self._process.join(_PATIENCE)
            self._arrive(Failed(self._death(), Failure.PROCESS))

    def _arrive(self, news: News) -> None:
        self._news.append(news)
        self._arrived.set()
        if self._on_news is not None:
            self._on_news()

    def _death(self) -> str:
        code = self._process.exitcode
        killed = code is not None and code < 0
        end = f"was ended by signal {-(code or 0)}" if killed else f"ended with exit code {code}"
        kept = "" if self._recording is None else f"; the turns finished before are in {self._recording}"
        return f"the process of the game {end}{kept}"


def _serve(connection: Connection, setting: Setting) -> None:
    # Imported by the new process alone: whoever only speaks with a table never loads PyBullet.
    from riffraff.live.table import serve

    serve(connection, setting)
