"""What the step loop costs over the bare steps of physics: poses, falls, rest and frames.

Two worlds of the same state take turns of a few frames each, and begin by turns: one is stepped as the whole
program steps, by `World.frame`, the other by nothing but `stepSimulation`. The ships carry the stowage of
`cargo.py`. They sway after a light blow, which keeps them awake; or lie at rest, and are asleep then if they
sleep. The medians of many turns count, in time of the processor.

What the loop cost over bare steps, in the order tried, medians of three rounds in turns on a busy machine:

    pieces                                                              8      16     32
    contacts of every frame, a call and a test for each question        1.38   1.29   1.26
    tests on whole arrays in place, statuses counted, poses in one go   1.26   1.23   1.20
    contacts only where support may have been lost                      1.14   1.11   1.10
    the same on an idle machine                                         1.07   1.07   1.07
    sleep asked of the hull first; turns taken fairly                   1.05   1.05   1.06

The last row is the middle of six runs (1.04 to 1.06 each), alone on one core. What is left is cold: called
over and over, all that a frame adds takes 30 us of the 72 with 8 pieces, and 60 of the 170 with 32.

Tried and not taken: several steps in one call of Bullet (`numSubSteps`: 0.5 % to 1.5 % faster, but its clock
rounds, so the steps are other ones), no collisions of table, box and stand with cargo (0.5 %), pairs left
unsorted (no gain), friction by a pyramid instead of a cone (20 % faster, but it depends on the direction).

Prints one line for each figure, ``name value unit target ok`` or ``SHORT`` (``-`` for figures without a
target), and ends with exit code 1 if one falls short. All but the games takes two minutes on an idle machine.

    python benchmarks/step_loop.py -k swaying
    python benchmarks/step_loop.py -k games --json games.json
"""

import argparse
import contextlib
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cargo import HEAVY_KEEL, stowed
from figures import Figure, add_choice, add_json, chosen, exit_code, printed, write

from riffraff.fleet.outcomes import take_on
from riffraff.game import Game
from riffraff.physics import Snapshot, World

MOST = 1.05
"""The loop's time over that of the bare steps, at most, with cargo aboard."""

LOADS = (0, 8, 16, 32)
TURN = 5  # frames that a world takes in a turn
TURNS = 24  # turns from one blow to the next: two seconds, in which no ship comes to rest
BLOW = 0.03  # rad/s: rate that the blow leaves a ship with; it heels by half a degree
ASLEEP = 10.0  # s: by which a ship at rest sleeps, if it does


@dataclass(frozen=True)
class Extent:
    """How much is measured: rounds from one start, and games of every kind."""

    rounds: int
    games: int


def steps(world: World) -> int:
    """Steps of physics in a turn."""
    return TURN * round(1 / (world.parameters.world.frame_rate * world.parameters.world.time_step))


def start(world: World, state: Snapshot, *, blow: float) -> None:
    """Bring a world to a state, strike the ship, and let the first contacts find themselves."""
    take_on(world, state)
    (pose, _), *others = world.scene.joints()
    world.scene.set_joints([(pose, (blow, blow, 0.0)), *others])
    world.advance(0.5)


def swaying(extent: Extent) -> Iterator[Figure]:
    """The loop over bare steps while the ship sways."""
    for pieces in LOADS:
        state = stowed(pieces)
        ratios, frames, bare = [], [], []
        with World(HEAVY_KEEL) as looped, World(HEAVY_KEEL) as stepped:
            count = steps(looped)
            for _ in range(extent.rounds):
                for world in (looped, stepped):
                    start(world, state, blow=BLOW)
                contacts = len(looped.scene.contacts())
                for turn in range(TURNS):
                    timed = [(frames, TURN, looped.frame), (bare, count, stepped.scene.step)]
                    for times, often, go in reversed(timed) if turn % 2 else timed:
                        begin = time.process_time()
                        for _ in range(often):
                            go()
                        times.append((time.process_time() - begin) / TURN)
                    ratios.append(frames[-1] / bare[-1])
        name = f"{pieces}_pieces_{contacts}_contacts"
        yield Figure(f"bare_frame_{name}", 1e6 * statistics.median(bare), "us")
        over = statistics.median(one - other for one, other in zip(frames, bare, strict=True))
        yield Figure(f"loop_beyond_bare_{name}", 1e6 * over, "us")
        most = MOST if pieces else None
        yield Figure(f"loop_over_bare_{name}", statistics.median(ratios), "1", at_most=most)


def at_rest(extent: Extent) -> Iterator[Figure]:
    """A frame of a ship at rest, which is asleep if nothing creeps."""
    for pieces in LOADS:
        state = stowed(pieces)
        with World(HEAVY_KEEL) as world:
            start(world, state, blow=0.0)
            while not world.asleep() and world.time < ASLEEP:
                world.frame()
            asleep, times = world.asleep(), []
            for _ in range(extent.rounds * TURNS):
                begin = time.process_time()
                for _ in range(TURN):
                    world.frame()
                times.append((time.process_time() - begin) / TURN)
        name = f"{'asleep' if asleep else 'awake'}_{pieces}_pieces"
        yield Figure(f"frame_at_rest_{name}", 1e6 * statistics.median(times), "us")


def games(extent: Extent) -> Iterator[Figure]:
    """Whole games of two players of one kind."""
    for kind in ("random", "careful"):
        times, simulated = [], 0.0
        for seed in range(1, extent.games + 1):
            begin = time.perf_counter()
            with contextlib.closing(Game([kind, kind], seed=seed)) as game:
                for _ in game.play():
                    pass
                simulated += game.world.time
            times.append(time.perf_counter() - begin)
        yield Figure(f"games_per_second_{kind}", 1 / statistics.median(times), "1/s")
        yield Figure(f"simulated_over_real_time_{kind}", simulated / sum(times), "1")


MEASUREMENTS: dict[str, Callable[[Extent], Iterator[Figure]]] = {
    "swaying": swaying,
    "rest": at_rest,
    "games": games,
}


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_choice(parser, MEASUREMENTS)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds of each (default 5)")
    parser.add_argument("--games", type=int, default=3, metavar="N", help="games of each kind (default 3)")
    add_json(parser)
    options = parser.parse_args()
    wanted = chosen(parser, options.k, MEASUREMENTS)
    if options.rounds < 1 or options.games < 1:
        parser.error("--rounds and --games are at least 1")
    extent = Extent(options.rounds, options.games)
    figures = printed(figure for name in wanted for figure in MEASUREMENTS[name](extent))
    write(figures, options.json)
    return exit_code(figures)


if __name__ == "__main__":
    sys.exit(main())
