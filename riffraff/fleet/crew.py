"""Who does a fleet's work: what every crew can, and the crew that is this process alone."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from riffraff.fleet.errors import FleetError
from riffraff.fleet.layout import Arrays, size
from riffraff.fleet.worlds import Berth, JointCounts, Worlds


class Request(NamedTuple):
    """Something to be done: a method of `Worlds`.

    Attributes:
        name: of the method.
        arguments: for it.
        worker: number of the worker that has to do it; by default any.
    """

    name: str
    arguments: tuple[Any, ...]
    worker: int | None = None


class Crew(Protocol):
    """Who does a fleet's work. World `number` belongs to worker `number` modulo `workers`.

    Attributes:
        arrays: the state of all worlds, to be read.
        joints: of the state of a ship.
        workers: among how many the worlds are divided.
    """

    arrays: Arrays
    joints: JointCounts
    workers: int

    def run(self, requests: Sequence[Request]) -> list[Any]:
        """Do all that is asked, and return the answers in the order of the requests.

        If this raises, interrupted or not, the crew is closed.

        Raises:
            FleetError: a worker died, or all are closed.
        """

    def close(self) -> None:
        """Free all worlds. Closing twice is no error; the arrays can still be read."""


class ThisProcess:
    """A crew of one, without a process of its own: see `Crew`."""

    def __init__(self, berths: Sequence[Berth], seed: int) -> None:
        block = np.zeros(size(len(berths)), np.uint8)
        self.arrays = Arrays.over(block, len(berths), writeable=False)
        self.workers = 1
        self._worlds: Worlds | None = Worlds(berths, Arrays.over(block, len(berths), writeable=True), seed)
        self.joints = self._worlds.joints

    def run(self, requests: Sequence[Request]) -> list[Any]:
        """See `Crew.run`."""
        if self._worlds is None:
            raise closed()
        try:
            return [getattr(self._worlds, request.name)(*request.arguments) for request in requests]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """See `Crew.close`."""
        if self._worlds is not None:
            self._worlds.close()
            self._worlds = None


def closed() -> FleetError:
    """What a closed fleet says."""
    return FleetError("the fleet is closed; make a new one")


def processors() -> int:
    """Number of processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
