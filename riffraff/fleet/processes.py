"""A crew of processes that share the fleet's arrays with this one.

A worker gets one message for all it has to do in a call, and answers with one. It is spawned, not forked, and
none of this process's state gets into it. The shared block has no name that could be left behind: it goes
with the last process that maps it.
"""

import contextlib
import multiprocessing
import tempfile
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Final

from riffraff.fleet.crew import Request, closed
from riffraff.fleet.errors import FleetError, listed
from riffraff.fleet.layout import Arrays, size
from riffraff.fleet.serving import serve
from riffraff.fleet.worlds import Berth, JointCounts
from riffraff.signals import processes_without_interrupts, signals_held_back

_PATIENCE: Final = 5.0  # s that a worker gets to end by itself

# Needs its own text: what a worker does first in a program without the guard is to start workers.
_UNGUARDED: Final = "before it was ready; a script has to make its fleet below: if __name__ == '__main__':"


@dataclass(frozen=True)
class _Worker:
    process: SpawnProcess
    connection: Connection
    worlds: tuple[int, ...]


class Processes:
    """A crew of processes on this machine: see `Crew`.

    Args:
        berths: what the worlds are made from, in the order of their numbers.
        seed: of the fleet.
        workers: number of processes, at most that of the worlds.

    Raises:
        FleetError: a process died before it was ready.
        ModelError: the parameters of a world contradict each other.
    """

    def __init__(self, berths: Sequence[Berth], seed: int, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        block = context.RawArray("B", size(len(berths)))
        self.arrays = Arrays.over(block, len(berths), writeable=False)
        self.workers = workers
        # Of the workers, for what they leave behind if they are killed: models that they built.
        self._folder = tempfile.TemporaryDirectory(prefix="riffraff-fleet-")
        self._workers: list[_Worker] = []
        self._busy: dict[int, int] = {}  # worker -> the request it is at
        self._open = True
        try:
            with processes_without_interrupts():
                for number in range(workers):
                    self._start(context, berths[number::workers], (block, len(berths), seed))
            answers = self._answers([Request("", (), number) for number in range(workers)], starting=True)
        except BaseException:
            self.close()
            raise
        self.joints: JointCounts = answers[0]

    def _start(
        self,
        context: SpawnContext,
        berths: Sequence[Berth],
        rest: tuple[Any, int, int],
    ) -> None:
        ours, theirs = context.Pipe()
        with theirs:
            arguments = (theirs, self._folder.name, berths, *rest)
            process = context.Process(target=serve, args=arguments, name="riffraff-fleet", daemon=True)
            process.start()
        self._workers.append(_Worker(process, ours, tuple(berth.number for berth in berths)))

    def run(self, requests: Sequence[Request]) -> list[Any]:
        """See `Crew.run`."""
        if not self._open:
            raise closed()
        try:
            return self._answers(requests)
        except BaseException:
            self.close()
            raise

    def _answers(self, requests: Sequence[Request], *, starting: bool = False) -> list[Any]:
        """The answers to requests; at the start, of workers that answer without being asked."""
        answers: list[Any] = [None] * len(requests)
        waiting: dict[int | None, deque[int]] = {}
        for index, request in enumerate(requests):
            waiting.setdefault(request.worker, deque()).append(index)
        while True:
            for number in range(self.workers):
                queue = waiting.get(number) or waiting.get(None)
                if queue and number not in self._busy:
                    index = self._busy[number] = queue.popleft()
                    if not starting:
                        self._send(number, requests[index])
            if not self._busy:
                break
            busy = [self._workers[number] for number in self._busy]
            ready = wait([w.connection for w in busy] + [w.process.sentinel for w in busy])
            for number in tuple(self._busy):
                worker = self._workers[number]
                if worker.connection in ready or worker.process.sentinel in ready:
                    answer = self._receive(number, starting)
                    answers[self._busy.pop(number)] = answer
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def _send(self, number: int, request: Request) -> None:
        try:
            self._workers[number].connection.send((request.name, request.arguments))
        except OSError:
            raise self._death(number) from None

    def _receive(self, number: int, starting: bool) -> Any:
        connection = self._workers[number].connection
        with contextlib.suppress(EOFError, OSError):
            if connection.poll():  # what it sent before it died, if it died, still counts
                return connection.recv()
        raise self._death(number, starting)

    def _death(self, number: int, starting: bool = False) -> FleetError:
        worker = self._workers[number]
        worker.process.join(_PATIENCE)
        code = worker.process.exitcode
        end = (
            f"was ended by signal {-code}"
            if code is not None and code < 0
            else f"ended with exit code {code}"
        )
        hint = f" {_UNGUARDED}" if starting else "; what they held is lost, make a new fleet"
        return FleetError(f"the worker of worlds {listed(worker.worlds)} {end}{hint}", worker.worlds)

    def close(self) -> None:
        """See `Crew.close`."""
        if not self._open:
            return
        self._open = False
        with signals_held_back():
            for number, worker in enumerate(self._workers):
                worker.connection.close()  # one that waits for work ends by this
                if number in self._busy:
                    worker.process.terminate()
            for worker in self._workers:
                worker.process.join(_PATIENCE)
                if worker.process.is_alive():
                    worker.process.kill()
                    worker.process.join()
                worker.process.close()
            self._folder.cleanup()
