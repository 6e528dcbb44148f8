"""A table's end of the line to its window: orders come in, news go out, and it is noticed when it breaks."""

import multiprocessing
import signal
import threading
from collections import deque
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Final

from riffraff.live.news import News
from riffraff.live.orders import Order, Quit
from riffraff.live.outbox import Outbox, packed_news

_PATIENCE: Final = 2.0  # s in which the last news have to be fetched


class Left(Exception):  # noqa: N818 - nothing went wrong
    """The window has said that it ends, or is not there any longer, or this process was told to end."""


class Line:
    """The line. Use it as a context manager, in the process's main thread.

    Ctrl-C is left to the window, which gets it as well; whatever it makes of that is seen here.

    Args:
        connection: a two-way pipe to the window.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._outbox = Outbox(connection, packed_news)
        self._orders: deque[Order] = deque()
        self._ended = threading.Event()
        # A signal does not end a wait by itself: it writes to a pipe that is waited for too.
        self._woken, self._wake = multiprocessing.Pipe(duplex=False)

    def __enter__(self) -> "Line":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._told_to_end)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._outbox.close(_PATIENCE)
        self._connection.close()

    def _told_to_end(self, number: int, frame: FrameType | None) -> None:
        if not self._ended.is_set():
            self._ended.set()
            self._wake.send_bytes(b"!")

    def tell(self, news: News) -> None:
        """Send news; never waits."""
        self._outbox.put(news)

    def order(self, patience: float | None = 0.0) -> Order | None:
        """The next order, None if none comes in so many seconds; None of patience waits for ever.

        Raises:
            Left: there will be none any more.
        """
        if not self._orders:
            ready = wait([self._connection, self._woken], patience)
            if self._ended.is_set():
                raise Left
            try:
                while ready and self._connection.poll():
                    self._orders.append(self._connection.recv())
            except (EOFError, OSError):
                raise Left from None
        order = self._orders.popleft() if self._orders else None
        if isinstance(order, Quit):
            raise Left
        return order
