"""Ctrl-C and termination, taken at moments when nothing is half done."""

import signal
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """As a context manager, holds back the signals SIGINT and SIGTERM until `check` is called.

    A second signal before that does not wait. None are heeded after `check` has raised: whoever was
    interrupted finishes its files then.

    Attributes:
        signal: the first signal that came, None before.
    """

    def __init__(self) -> None:
        self.signal: int | None = None
        self._taken = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupts":
        for number in _SIGNALS:
            self._before[number] = signal.signal(number, self._came)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal has come."""
        if self.signal is not None and not self._taken:
            self._taken = True
            raise KeyboardInterrupt

    @property
    def exit_code(self) -> int:
        """What a shell calls the death by this signal, 130 for Ctrl-C; 0 if none came."""
        return 0 if self.signal is None else 128 + self.signal

    def _came(self, number: int, frame: FrameType | None) -> None:
        if self._taken:
            return
        if self.signal is not None:
            self._taken = True
            raise KeyboardInterrupt
        self.signal = number
