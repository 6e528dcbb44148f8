"""The standard streams, guarded: what they refuse ends the command in one line, not in a traceback."""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import IO, Any, cast

_READER_GONE = frozenset({errno.EPIPE, errno.ESHUTDOWN, errno.ECONNRESET})
_KILLED_BY_SIGPIPE = 141  # what a shell calls it


class OutputError(Exception):
    """Standard output takes no more.

    Attributes:
        reader_gone: whether the reader of a pipe has closed it, as ``head`` does: no reason to complain.
        exit_code: what a command that could not go on for it returns.
    """

    def __init__(self, reason: str, *, reader_gone: bool = False) -> None:
        super().__init__(f"standard output cannot be written: {reason}")
        self.reader_gone = reader_gone
        self.exit_code = _KILLED_BY_SIGPIPE if reader_gone else 1


@contextlib.contextmanager
def guarded_output() -> Iterator[None]:
    """Let ``sys.stdout`` raise `OutputError` where it refuses what is written, at the latest at the end.

    Raises:
        OutputError: standard output takes no more, or the process was started without it.
    """
    # A file must not be opened as descriptor 1 or 2 where those are closed: C code prints there.
    while (spare := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(spare)
    if sys.stdout is None:
        raise OutputError("it is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # of what an encoding does not have, such as the degree sign in ASCII
    with contextlib.redirect_stdout(cast(IO[str], _Guarded(sys.stdout))):
        yield
        sys.stdout.flush()


class _Guarded:
    """A text stream whose refusals are an `OutputError`, and which takes and drops everything after one."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as error:
            raise self._refused(error) from None

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            raise self._refused(error) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _refused(self, error: OSError) -> OutputError:
        # What is left in the stream's buffer is written at the interpreter's end, and must go somewhere then.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)
        reason = error.strerror or str(error)
        return OutputError(reason, reader_gone=error.errno in _READER_GONE)


def say(text: str) -> None:
    """Print a line to standard error, if there is one that takes it; what would garble it is escaped."""
    if sys.stderr is None:
        return
    try:
        print(_printable(text), file=sys.stderr, flush=True)
    except OSError:
        return  # there is nowhere left to complain


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
