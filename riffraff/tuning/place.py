"""The folder of something that runs for long: begun once, worked in by one run at a time, gone on with."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

import filelock

from riffraff.params.errors import one_line
from riffraff.studies import Workers, write_whole
from riffraff.studies.versions import difference, versions
from riffraff.studies.whole import writing
from riffraff.tuning.errors import TuningError

VERSIONS: Final = "versions.json"

_LOCK: Final = ".lock"


class Place:
    """A folder with what was asked for in it.

    Args:
        path: the folder.
        main: name of the file whose presence says that it was begun.
        libraries: on whose versions its results depend, besides those that games depend on.
    """

    def __init__(self, path: Path, *, main: str, libraries: Sequence[str]) -> None:
        self.path, self._main, self._libraries = path, main, libraries

    def begin(self, digest: str, files: Mapping[str, str]) -> None:
        """Make the folder.

        Args:
            digest: of all that its results follow from.
            files: texts by name; the main one is written last.

        Raises:
            TuningError: it exists and is not empty, or it cannot be made.
        """
        with writing(self.path, wrong=True):
            self.path.mkdir(parents=True, exist_ok=True)
            self._check_empty()
        with self.locked():
            self._check_empty()  # someone else may have begun meanwhile
            about = {**versions(), **self._own_versions(), "digest": digest}
            write_whole(self.path / VERSIONS, json.dumps(about, indent=2).encode())
            for name, text in sorted(files.items(), key=lambda file: file[0] == self._main):
                write_whole(self.path / name, text.encode())

    def check(self, digest: str) -> None:
        """Check that what is here was begun as it would be begun now.

        Raises:
            TuningError: files were changed since, or a version is another.
        """
        file = self.path / VERSIONS
        try:
            begun: dict[str, str] = dict(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise TuningError(one_line(f"{file}: cannot be read: {error}")) from None
        if begun.pop("digest", None) != digest:
            changed = one_line(f"{self.path / self._main}: it was changed after it was begun; put it back")
            raise TuningError(changed)
        own = self._own_versions()
        other = difference({name: text for name, text in begun.items() if name not in own})
        for name, text in own.items():
            if begun.get(name) != text:
                other = other or f"{name} is {text}, it was begun with {begun.get(name, 'none')}"
        if other is not None:
            raise TuningError(one_line(f"{self.path}: cannot be resumed here: {other}"))

    def file(self) -> Path:
        """The main file.

        Raises:
            TuningError: nothing was begun here.
        """
        file = self.path / self._main
        if not file.is_file():
            raise TuningError(one_line(f"{self.path}: nothing to resume is here; there is no {self._main}"))
        return file

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Work in the folder while nobody else can.

        Raises:
            TuningError: another run is at work in it.
        """
        lock = filelock.FileLock(self.path / _LOCK)
        with writing(self.path):
            try:
                lock.acquire(timeout=0)
            except filelock.Timeout:  # an OSError too
                raise TuningError(
                    one_line(f"{self.path}: another run is at work in it"), wrong=False
                ) from None
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def at_work(self, workers: Workers) -> Iterator[None]:
        """Have workers work for the folder, `locked` meanwhile; they are closed in the end, whatever it is.

        Raises:
            TuningError: another run is at work in it.
        """
        finished = False
        try:
            with self.locked():
                yield
                finished = True
        finally:
            workers.close(stop=not finished)

    def _own_versions(self) -> dict[str, str]:
        return {name: version(name) for name in self._libraries}

    def _check_empty(self) -> None:
        if any(entry.name != _LOCK for entry in self.path.iterdir()):
            way = "resume it, or name another" if (self.path / self._main).is_file() else "name another"
            raise TuningError(one_line(f"{self.path}: exists already and is not empty; {way}"))
