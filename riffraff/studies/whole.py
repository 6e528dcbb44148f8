"""Files that are there whole or not at all, whatever ends the process that writes them."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from riffraff.params.errors import one_line
from riffraff.studies.errors import StudyError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file aside, see it onto the disk, then give it its name; one of that name is replaced.

    Raises:
        StudyError: the disk is full, or the folder takes no files.
    """

    def write(aside: Path) -> None:
        with aside.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())

    make_whole(path, write)


def make_whole(path: Path, write: Callable[[Path], None]) -> None:
    """As `write_whole`, by a function that writes the file it is told and sees it onto the disk.

    Raises:
        StudyError: as `write_whole`.
    """
    aside = aside_of(path)
    try:
        with writing(path):
            write(aside)
            aside.replace(path)
            _sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise


def aside_of(path: Path) -> Path:
    """Where a file is written before it has its name."""
    return path.with_name(f".{path.name}.part")


@contextlib.contextmanager
def writing(path: Path, *, wrong: bool = False) -> Iterator[None]:
    """Turn what refuses to be written into a `StudyError` that names the file.

    Args:
        path: the file, or the folder that something is written in.
        wrong: whether it was wrong to ask for that place.
    """
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StudyError(one_line(f"{path}: cannot be written: {reason}"), wrong=wrong) from error


def _sync_folder(folder: Path) -> None:
    """See the name of a new file onto the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
