"""PyBullet, imported and called without its chatter.

Bullet's C code prints its build time and its warnings straight to the process's standard streams. Results
go to the same streams, so every call that may print runs inside `quiet`, which sends what Bullet says to
the log ``riffraff.bullet`` instead.
"""

import contextlib
import ctypes
import logging
import os
import sys
import tempfile
from collections.abc import Iterator

_LOG = logging.getLogger("riffraff.bullet")
_C_LIBRARY = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Send what C code prints on file descriptors 1 and 2 to the log ``riffraff.bullet`` (level debug).

    Not for use while another thread prints: the descriptors belong to the whole process.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    saved: list[tuple[int, int]] = []
    with tempfile.TemporaryFile() as chatter:
        try:
            for descriptor in (1, 2):
                # A process may have been started with a stream closed; there is nothing to keep clean then.
                with contextlib.suppress(OSError):
                    saved.append((descriptor, os.dup(descriptor)))
                    os.dup2(chatter.fileno(), descriptor)
            yield
        finally:
            # What Bullet printed may still wait in C's buffer, to come out later in the midst of ours.
            _C_LIBRARY.fflush(None)
            for descriptor, original in saved:
                os.dup2(original, descriptor)
                os.close(original)
            chatter.seek(0)
            for line in chatter.read().decode(errors="replace").splitlines():
                _LOG.debug(line)


with quiet():
    import pybullet

__all__ = ["pybullet", "quiet"]
