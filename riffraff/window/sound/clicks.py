"""What a knock of wood on wood sounds like, and several of them at once."""

import threading
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from riffraff.rules import PIECES
from riffraff.window.sound.impacts import FAINTEST

RATE: Final = 44100
"""Samples a second."""

_LOUDEST: Final = 1.5
"""Change of velocity [m/s] from which a knock gets no louder: a fall of a hand's breadth."""
_MIDDLE_PITCH: Final = 1500.0
_MIDDLE_MASS: Final = 0.005
"""A piece of 5 g sounds at 1.5 kHz."""
_DETUNED: Final = 0.03
"""How much higher each set's pieces sound than those of the set before: no two of a shape sound alike."""
_SECONDS: Final = 0.09
_MODES: Final = ((1.0, 1.0, 0.016), (2.76, 0.5, 0.008), (5.40, 0.3, 0.004))
"""Frequencies of a free bar that bends, relative to the first; strength; time in which it dies away [s]."""
_EDGE: Final = 0.0012
"""Time [s] in which the noise of the first touch dies away."""

Samples = npt.NDArray[np.float32]


def pitch(piece: int, mass: float) -> float:
    """The frequency that a piece sounds at [Hz]: bodies of one shape sound the lower, the longer they are.

    Args:
        piece: its number.
        mass: of it [kg].
    """
    size = (mass / _MIDDLE_MASS) ** (1.0 / 3.0)
    return float(_MIDDLE_PITCH / size * (1.0 + _DETUNED * PIECES[piece].set))


def loudness(change: float) -> float:
    """How loud a knock is, from 0 to 1, by the change of velocity [m/s]."""
    share = (change - FAINTEST) / (_LOUDEST - FAINTEST)
    return float(np.clip(share, 0.0, 1.0) ** 0.6)


def click(frequency: float, loud: float) -> Samples:
    """A knock as samples between -1 and 1; a loud one is sharper, too.

    Args:
        frequency: of the piece [Hz].
        loud: from 0 to 1.
    """
    body, edge = _parts(round(frequency))
    wave = body + loud * edge
    return np.asarray(wave * (0.8 * loud / np.abs(wave).max()), np.float32)


@lru_cache(maxsize=64)
def _parts(frequency: int) -> tuple[Samples, Samples]:
    """The sound of a body, and that of the touch, which is the same noise every time."""
    time = np.arange(round(_SECONDS * RATE)) / RATE
    fading = np.minimum(1.0, 10.0 * (1.0 - time / _SECONDS))
    body = np.zeros_like(time)
    for ratio, strength, decay in _MODES:
        body += strength * np.exp(-time / decay) * np.sin(2.0 * np.pi * ratio * frequency * time)
    noise = np.random.default_rng(frequency).uniform(-1.0, 1.0, len(time)) * np.exp(-time / _EDGE)
    return (fading * body).astype(np.float32), noise.astype(np.float32)


class Mixer:
    """Sounds that go on at the same time. One thread may add to it while another one takes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sounds: list[Samples] = []

    def add(self, samples: Samples) -> None:
        """Let a sound begin."""
        with self._lock:
            self._sounds.append(samples)

    @property
    def silent(self) -> bool:
        """Whether all sounds are over."""
        return not self._sounds

    def take(self, count: int) -> Samples:
        """The next so many samples of all sounds, between -1 and 1."""
        mixed = np.zeros(count, np.float32)
        with self._lock:
            for sound in self._sounds:
                part = sound[:count]
                mixed[: len(part)] += part
            self._sounds = [sound[count:] for sound in self._sounds if len(sound) > count]
        return np.tanh(mixed, out=mixed)
