"""Sending without ever waiting: a thread of its own brings things to a pipe, as fast as they are fetched."""

import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np

from riffraff.live.news import ContactsSeen, Frames, Holding, Inspected, News, Paced
from riffraff.live.orders import Aim, Order

MOST_FRAMES: Final = 36_000
"""Frames that wait for a window that does not fetch them, ten minutes of them; more are thinned out."""

_MOST_WAITING: Final = 500  # things, before they are packed
_PRESENT: Final = (Holding, Inspected, ContactsSeen, Paced)  # of these only the newest is of interest


class Outbox:
    """Things on their way to the other end of a pipe. Use it from one thread only.

    Args:
        connection: the pipe; nobody else may send on it.
        pack: makes fewer things of those that wait, in their order, without loss of what matters.
    """

    def __init__(self, connection: Connection, pack: Callable[[Sequence[Any]], list[Any]]) -> None:
        self._connection, self._pack = connection, pack
        self._waiting: list[Any] = []
        self._changed = threading.Condition()
        self._sending = self._closed = self._broken = False
        self._thread = threading.Thread(target=self._run, name="riffraff-outbox", daemon=True)
        self._thread.start()

    def put(self, thing: object) -> None:
        """Send a thing when its turn comes. Where nobody is at the other end any longer, it is dropped."""
        with self._changed:
            if self._closed or self._broken:
                return
            self._waiting.append(thing)
            if len(self._waiting) > _MOST_WAITING:
                self._waiting = self._pack(self._waiting)
            self._changed.notify()

    def close(self, patience: float) -> None:
        """Send what waits, for at most so many seconds, and nothing more afterwards."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(patience)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                things, self._waiting = self._waiting, []
            if not things:
                return
            try:
                for thing in self._pack(things):
                    self._connection.send(thing)
            except OSError:
                self._broken = True
                return


def packed_orders(orders: Sequence[Order]) -> list[Order]:
    """Orders without an `Aim` that the next one replaces."""
    packed: list[Order] = []
    for order in orders:
        if packed and isinstance(order, Aim) and isinstance(packed[-1], Aim):
            packed.pop()
        packed.append(order)
    return packed


def packed_news(news: Sequence[News]) -> list[News]:
    """News with frames put together, and of what tells about the present only the newest."""
    last = {type(one): index for index, one in enumerate(news)}
    times = [time for one in news if isinstance(one, Frames) for time in (one.times[0], one.times[-1])]
    count = sum(len(one.times) for one in news if isinstance(one, Frames))
    apart = 2 * (times[-1] - times[0]) / MOST_FRAMES if count > MOST_FRAMES else 0.0
    packed: list[News] = []
    run: list[Frames] = []
    for index, one in enumerate(news):
        if isinstance(one, Frames):
            run.append(one)
        elif not isinstance(one, _PRESENT) or last[type(one)] == index:
            packed += _joined(run, apart)
            run = []
            packed.append(one)
    return packed + _joined(run, apart)


def _joined(run: Sequence[Frames], apart: float) -> list[News]:
    """One after the other put together; of all in every `apart` seconds one is kept, and the last of all."""
    if not run:
        return []
    frames = Frames(
        *(
            np.concatenate([getattr(one, part) for one in run]) if len(run) > 1 else getattr(run[0], part)
            for part in ("times", "poses", "readings")
        )
    )
    if apart > 0:
        kept = np.append(np.diff(np.floor(frames.times / apart)) > 0, True)
        frames = Frames(frames.times[kept], frames.poses[kept], frames.readings[kept])
    return [frames]
