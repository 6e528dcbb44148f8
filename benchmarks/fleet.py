"""What many worlds at once cost: workers, number of worlds, memory, start-up, what-ifs.

All ships carry one piece of every shape and sway. Times are medians of rounds in which everything that is
compared has its turn, all from the same state; the scenes of a bare loop do nothing but `Scene.step`.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT`` (``-`` for figures without a
target), and ends with exit code 1 if one falls short. All of it takes five minutes on two cores, and 11 GB of
memory for the 256 worlds.

    python benchmarks/fleet.py
    python benchmarks/fleet.py -k workers --rounds 9
    python benchmarks/fleet.py -k worlds --most 64
"""

import argparse
import contextlib
import functools
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from figures import Figure, add_choice, add_json, chosen, exit_code, printed, write

from riffraff.fleet import Fleet
from riffraff.fleet.layout import size
from riffraff.fleet.outcomes import take_on
from riffraff.model import SHAPES
from riffraff.physics import Snapshot, World
from riffraff.physics.bullet import pybullet, quiet

WORKERS = 2
WORLDS = 8
"""Worlds of each worker, where workers are compared."""

FRAMES = 120
"""Frames of a turn: two seconds, in which no ship comes to rest."""


@dataclass(frozen=True)
class Extent:
    """How much is measured: rounds, and the most worlds in one process."""

    rounds: int
    most: int


def swaying() -> Snapshot:
    """A ship that has just been loaded with one piece of every shape."""
    with World() as world:
        for piece in range(len(SHAPES)):
            world.lay(piece, 1 + piece, gap=0.002)
        world.advance(0.5)
        return world.snapshot()


def steps() -> int:
    """Steps of physics in a turn."""
    with World() as world:
        world.advance(1 / world.parameters.world.frame_rate)
        return FRAMES * round(world.time / world.parameters.world.time_step)


# -- workers ------------------------------------------------------------------------------------------------


def loop(connection: Connection, start: Snapshot, bare: bool) -> None:
    """What an independent process does: its worlds, one after the other, whenever it is told to.

    Args:
        connection: to the process that measures.
        start: the state to begin every turn from.
        bare: whether it steps scenes, or worlds with all they watch.
    """
    count = steps()
    with contextlib.ExitStack() as stack:
        worlds = [stack.enter_context(World()) for _ in range(WORLDS)]
        while True:
            for world in worlds:
                take_on(world, start)
            try:
                connection.send("ready")
                connection.recv()
            except (EOFError, OSError):
                return  # nobody waits for it any more
            for world in worlds:
                for _ in range(count if bare else FRAMES):
                    if bare:
                        world.scene.step()
                    else:
                        world.frame()
            connection.send("done")


class Independent:
    """Processes that know nothing of each other and run the same loop at the same time."""

    def __init__(self, start: Snapshot, *, bare: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self._connections = []
        self._processes = []
        for _ in range(WORKERS):
            ours, theirs = context.Pipe()
            process = context.Process(target=loop, args=(theirs, start, bare), daemon=True)
            process.start()
            theirs.close()
            self._connections.append(ours)
            self._processes.append(process)

    def turn(self) -> float:
        """Have all of them take a turn; returns how long it took [s]."""
        for connection in self._connections:
            connection.recv()
        begin = time.perf_counter()
        for connection in self._connections:
            connection.send("go")
        for connection in self._connections:
            connection.recv()
        return time.perf_counter() - begin

    def close(self) -> None:
        """End them."""
        for connection, process in zip(self._connections, self._processes, strict=True):
            connection.close()
            process.join()


def workers(extent: Extent) -> Iterator[Figure]:
    """Workers of a fleet against as many independent processes, with a bare loop and with one of worlds."""
    start = swaying()
    with contextlib.ExitStack() as stack:
        fleet = stack.enter_context(Fleet(WORKERS * WORLDS, workers=WORKERS))
        bare = stack.enter_context(contextlib.closing(Independent(start, bare=True)))
        full = stack.enter_context(contextlib.closing(Independent(start, bare=False)))

        def turn() -> float:
            fleet.restore(start)
            begin = time.perf_counter()
            fleet.step(FRAMES)
            return time.perf_counter() - begin

        turns: dict[str, Callable[[], float]] = {"bare": bare.turn, "worlds": full.turn, "fleet": turn}
        times = in_turns(turns, extent.rounds)
    ship_steps = WORKERS * WORLDS * steps()
    yield Figure("ship_steps_per_second", ship_steps / statistics.median(times["fleet"]), "1/s")
    yield Figure("workers_over_bare_loops", ratio(times["bare"], times["fleet"]), "1", at_least=0.95)
    yield Figure("workers_over_loops_of_worlds", ratio(times["worlds"], times["fleet"]), "1", at_least=0.95)


def in_turns(turns: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Times of every contender in every round; who begins changes from round to round."""
    for turn in turns.values():
        turn()
    times: dict[str, list[float]] = {name: [] for name in turns}
    names = list(turns)
    for number in range(rounds):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            times[name].append(turns[name]())
    return times


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Median over the rounds of one time over another."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


# -- worlds -------------------------------------------------------------------------------------------------


def worlds(extent: Extent) -> Iterator[Figure]:
    """What a step of one ship costs among more and more worlds in one process."""
    start, frames = swaying(), FRAMES // 2
    numbers = [number for number in (1, 4, 16, 64, 256) if number <= extent.most]
    with Fleet(numbers[-1], workers=0) as fleet:
        count = frames * round(
            1 / (fleet.parameters[0].world.frame_rate * fleet.parameters[0].world.time_step)
        )

        def cost(number: int, chunk: int) -> float:
            mask = np.arange(len(fleet)) < number
            times = []
            for _ in range(max(1, 16 // number)):
                fleet.restore(start, mask=mask)
                begin = time.perf_counter()
                for _ in range(frames // chunk):
                    fleet.step(chunk, mask=mask)
                times.append(time.perf_counter() - begin)
            return 1e6 * statistics.mean(times) / (number * count)

        turns = {str(number): functools.partial(cost, number, frames) for number in numbers}
        turns["one frame a call"] = functools.partial(cost, numbers[-1], 1)
        costs = {name: statistics.median(times) for name, times in in_turns(turns, extent.rounds).items()}
    for number in numbers:
        yield Figure(f"ship_step_of_{number}_worlds", costs[str(number)], "us")
    one_by_one = costs.pop("one frame a call")
    spread = 100 * (max(costs.values()) / min(costs.values()) - 1)
    yield Figure(f"spread_of_1_to_{numbers[-1]}_worlds", spread, "%", at_most=10)
    yield Figure(f"ship_step_of_{numbers[-1]}_worlds_one_frame_a_call", one_by_one, "us")


# -- memory and start-up ------------------------------------------------------------------------------------


def memory() -> float:
    """Memory that this process occupies [MB]."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return float(next(row for row in status.splitlines() if row.startswith("VmRSS")).split()[1]) / 1000


def space(extent: Extent) -> Iterator[Figure]:
    """Memory of a world, and how much of it is that of an empty PyBullet client."""
    # In processes of their own: what this one has freed before would be used again.
    for name, loaded in (("world", True), ("empty_client", False)):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as fresh:
            yield Figure(f"memory_per_{name}", fresh.submit(grown, loaded).result(), "MB")
    yield Figure("shared_memory_per_world", size(1) / 1000, "kB")


def grown(loaded: bool) -> float:
    """By how much one more world makes this process grow [MB], or one more client with nothing in it."""
    start, count = swaying(), 8
    with contextlib.ExitStack() as stack:

        def make() -> None:
            if loaded:
                world = stack.enter_context(World())
                take_on(world, start)
                world.advance(0.5)
            else:
                with quiet():
                    stack.callback(pybullet.disconnect, pybullet.connect(pybullet.DIRECT))

        make()
        before = memory()
        for _ in range(count):
            make()
        return (memory() - before) / count


def startup(extent: Extent) -> Iterator[Figure]:
    """From asking for a world, or for a worker with one, to having it."""
    World().close()
    yield Figure("start_of_a_world", 1000 * median_time(lambda: World().close(), 2 * extent.rounds), "ms")
    worker = median_time(lambda: Fleet(1, workers=1).close(), extent.rounds)
    yield Figure("start_and_end_of_a_worker", 1000 * worker, "ms")


def median_time(call: Callable[[], Any], times: int) -> float:
    """Median time of a call [s]."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


# -- what if ------------------------------------------------------------------------------------------------


def what_if(extent: Extent) -> Iterator[Figure]:
    """Verdicts on candidates from one state, and what it costs to begin each from there."""
    start, count = swaying(), 16
    drops = np.random.default_rng(1).uniform([-0.1, -0.1, 0.3], [0.1, 0.1, 0.45], (count, 3))
    poses = np.concatenate([drops, np.tile([0, 0, 0, 1.0], (count, 1))], axis=1)
    simulated: dict[str, float] = {}
    with Fleet(WORKERS, workers=WORKERS) as fleet, World() as world:

        def turn(name: str) -> float:
            begin = time.perf_counter()
            outcomes = fleet.outcomes(start, 8 + np.arange(count), poses, early=name == "early_")
            simulated[name] = float(outcomes.time.mean())
            return time.perf_counter() - begin

        turns = {name: functools.partial(turn, name) for name in ("", "early_")}
        for name, times in in_turns(turns, extent.rounds).items():
            yield Figure(f"{name}verdicts_per_second", count / statistics.median(times), "1/s")
            yield Figure(f"{name}verdict_simulated", simulated[name], "s")
        taking_on = median_time(lambda: take_on(world, start), 4 * extent.rounds)
        yield Figure("start_of_a_verdict", 1000 * taking_on, "ms")


def load(extent: Extent) -> Iterator[Figure]:
    """What all ships of these measurements carry."""
    with World() as world:
        take_on(world, swaying())
        world.advance(0.5)
        yield Figure("pieces_aboard", float(len(world.scene.pieces)), "pieces")
        yield Figure("contacts", float(len(world.scene.contacts())), "contacts")


MEASUREMENTS: dict[str, Callable[[Extent], Iterator[Figure]]] = {
    "load": load,
    "workers": workers,
    "worlds": worlds,
    "memory": space,
    "startup": startup,
    "what-if": what_if,
}


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_choice(parser, MEASUREMENTS)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds of each (default 5)")
    parser.add_argument("--most", type=int, default=256, metavar="N", help="most worlds (default 256)")
    add_json(parser)
    options = parser.parse_args()
    wanted = chosen(parser, options.k, MEASUREMENTS)
    if options.rounds < 1 or options.most < 1:
        parser.error("--rounds and --most are at least 1")
    extent = Extent(options.rounds, options.most)
    figures = printed(figure for name in wanted for figure in MEASUREMENTS[name](extent))
    write(figures, options.json)
    return exit_code(figures)


if __name__ == "__main__":
    sys.exit(main())
