"""Where sounds are heard: a device that is opened for the first one, and sleeps while all is silent."""

import atexit
import contextlib
import queue
import sys
import threading
from collections.abc import Callable, Generator
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

from riffraff.window.sound.clicks import RATE, Mixer, Samples

_LINGER: Final = 2.0  # s without a sound after which the device sleeps
_DELAY: Final = 20  # ms of samples that the device asks for at once
_PATIENCE: Final = 2.0  # s that the device gets to end


class Hearing(Enum):
    """Whether anything can be heard."""

    UNTRIED = "untried"
    WORKS = "works"
    NO_LIBRARY = "no_library"
    NO_DEVICE = "no_device"


class Device(Protocol):
    """What plays the samples of a mixer."""

    def start(self) -> None:
        """Begin, or go on."""

    def stop(self) -> None:
        """Sleep."""

    def close(self) -> None:
        """End."""


class Speaker:
    """Plays sounds without anybody having to wait for a device; silent, and no trouble, where there is none.

    Args:
        opened: opens a device for a mixer; a ModuleNotFoundError says that a library is missing, an OSError
            that there is no device. By default the system's device is opened.

    Attributes:
        hearing: whether anything can be heard.
    """

    def __init__(self, opened: "Callable[[Mixer], Device] | None" = None) -> None:
        self.hearing = Hearing.UNTRIED
        if opened is None and find_spec("miniaudio") is None:
            self.hearing = Hearing.NO_LIBRARY
        self._open = _System if opened is None else opened
        self._sounds: queue.SimpleQueue[Samples | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def play(self, samples: Samples) -> None:
        """Let a sound be heard, at once and beside all others."""
        if self.hearing not in (Hearing.UNTRIED, Hearing.WORKS):
            return
        self._sounds.put(samples)
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="riffraff-sound", daemon=True)
            self._thread.start()
            atexit.register(self.close)  # a device that still plays must not outlive the interpreter

    def close(self) -> None:
        """End what is heard, and the device. Closing twice is no error."""
        if self._thread is not None:
            self._sounds.put(None)
            self._thread.join(_PATIENCE)
            self._thread = None
            atexit.unregister(self.close)

    def _serve(self) -> None:
        mixer = Mixer()
        try:
            with contextlib.closing(self._open(mixer)) as device:
                self._feed(device, mixer)
        except ModuleNotFoundError:
            self.hearing = Hearing.NO_LIBRARY
        except OSError:
            self.hearing = Hearing.NO_DEVICE

    def _feed(self, device: Device, mixer: Mixer) -> None:
        awake = False
        while True:
            try:
                samples = self._sounds.get(timeout=_LINGER if awake else None)
            except queue.Empty:
                if mixer.silent:
                    device.stop()
                    awake = False
                continue
            if samples is None:
                return
            mixer.add(samples)
            if not awake:
                device.start()
                awake, self.hearing = True, Hearing.WORKS


class _System:
    """The system's device.

    Args:
        mixer: what it plays.

    Raises:
        ModuleNotFoundError: the library is missing.
        OSError: there is no device.
    """

    def __init__(self, mixer: Mixer) -> None:
        import miniaudio

        self._failure: type[Exception] = miniaudio.MiniaudioError
        backends = [getattr(miniaudio.Backend, name) for name in _backends()]
        self._samples = _samples(mixer)
        next(self._samples)
        with self._failures():
            self._device: Any = miniaudio.PlaybackDevice(
                miniaudio.SampleFormat.FLOAT32, 1, RATE, _DELAY, backends=backends, app_name="riffraff"
            )

    @contextlib.contextmanager
    def _failures(self) -> Generator[None, None, None]:
        try:
            yield
        except self._failure as error:
            raise OSError(str(error)) from error

    def start(self) -> None:
        """Begin, or go on."""
        with self._failures():
            self._device.start(self._samples)

    def stop(self) -> None:
        """Sleep."""
        with self._failures():
            self._device.stop()

    def close(self) -> None:
        """End."""
        self._device.close()


def _backends() -> list[str]:
    """What may lead to a device here; ALSA complains on the terminal where it finds no sound card."""
    if sys.platform == "win32":
        return ["WASAPI", "DSOUND", "WINMM"]
    if sys.platform == "darwin":
        return ["COREAUDIO"]
    return ["PULSEAUDIO", *(["ALSA"] if any(Path("/dev/snd").glob("pcm*p")) else [])]


def _samples(mixer: Mixer) -> Generator[Samples, int, None]:
    """Gives as many samples of the mixer as it is sent a number for."""
    count = yield mixer.take(0)
    while True:
        count = yield mixer.take(count)
