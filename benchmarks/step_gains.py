"""What each choice that makes a step of physics cheap is worth: the step with that one choice undone.

Worlds of the same state take turns of a few frames of bare steps: one as riffraff has it, and one for every
choice undone. The ships carry the stowage of `cargo.py` and sway after a light blow. The medians of many
turns count, in time of the processor; 1.25 means that a step would cost a quarter more.

In the order in which they were tried, with 8 and 16 pieces aboard:

                                                              8 pieces    16 pieces
    pieces are multibodies of one link, not rigid bodies      1.05        1.00
    50 iterations of the solver, not 20                       1.66        1.63
    all pieces have friction against rolling and spinning     1.06        1.01
    eight pieces that fell stay, on the table                 1.12        1.09
    links of the ship fixed to each other stay apart          1.08        1.09

Rigid bodies win next to nothing; why they stay is told in `builder`. A step costs about 6 us for each contact
and nearly nothing else (an empty ship's 13 us): hulls of fewer corners would win nothing more, for to find
the contacts takes some 6 % of a step.

Tried and not kept: a residual of the solver that ends its iterations (1e-3) makes a step with eight pieces
cheaper by a sixth and a verdict by nothing; the legs of the sailor as one convex part, for fewer contacts,
took him 6 % too much room.

Steps that are not made at all are worth more: a verdict ends when it is certain (`early_end.py`), and a world
at rest sleeps (`step_loop.py -k rest`).

Prints one line for each figure, ``name value unit - -``. Takes a minute on an idle machine.

    python benchmarks/step_gains.py
    python benchmarks/step_gains.py -k iterations --rounds 9
"""

import argparse
import contextlib
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

from cargo import HEAVY_KEEL, stowed
from figures import Figure, add_choice, add_json, chosen, printed, write
from step_loop import BLOW, TURNS, start, steps

from riffraff.model import Pose
from riffraff.physics import PIECES, Snapshot, Status, World, welding
from riffraff.physics.builder import SCALE
from riffraff.physics.bullet import pybullet

LOADS = (8, 16)

_ITERATIONS = 50
"""Of the solver, as Bullet has it by itself."""

_FALLEN = 8
"""Pieces that lie on the table where cargo that fell is left there."""


def plainly() -> World:
    """A world as it is."""
    return World(HEAVY_KEEL)


def as_it_is(world: World, state: Snapshot) -> None:
    """Nothing undone."""
    start(world, state, blow=BLOW)


def bodies(world: World, state: Snapshot) -> None:
    """Pieces are multibodies of one link, as `loadURDF` makes them, instead of rigid bodies."""
    load = pybullet.loadURDF

    def with_a_link(path: str, **how: Any) -> Any:
        return load(path, **{**how, "useMaximalCoordinates": False})

    with mock.patch.object(pybullet, "loadURDF", with_a_link):
        start(world, state, blow=BLOW)


def iterations(world: World, state: Snapshot) -> None:
    """The solver iterates as often as it does by itself, 50 times."""
    pybullet.setPhysicsEngineParameter(numSolverIterations=_ITERATIONS, physicsClientId=client(world))
    start(world, state, blow=BLOW)


def turning(world: World, state: Snapshot) -> None:
    """All pieces have friction against rolling and spinning, not only those that roll, or hang by a hook."""
    start(world, state, blow=BLOW)
    wood = world.parameters.wood
    for body in world.scene.pieces.values():
        pybullet.changeDynamics(
            body,
            -1,
            rollingFriction=SCALE * wood.rolling_friction,
            spinningFriction=SCALE * wood.spinning_friction,
            physicsClientId=client(world),
        )


def fallen(world: World, state: Snapshot) -> None:
    """Cargo that fell, eight pieces, stays in the world, on the table."""
    start(world, state, blow=BLOW)
    free = [piece for piece in range(PIECES) if piece not in world.scene.pieces]
    for place, piece in enumerate(free[:_FALLEN]):
        aside = Pose((0.4, 0.06 * place, 0.02), (0.0, 0.0, 0.0, 1.0))
        world.put(piece, aside, status=Status.FALLEN)
    world.advance(0.5)


def links() -> World:
    """A world in which links of the ship that are fixed to each other are links of their own."""
    with mock.patch.object(welding, "_weld", lambda link, other: False):
        return World(HEAVY_KEEL)


UNDONE: dict[str, Callable[[World, Snapshot], None]] = {
    "bodies": bodies,
    "iterations": iterations,
    "turning": turning,
    "fallen": fallen,
    "links": as_it_is,
}
"""The choices, in the order in which they were tried, and how a world is brought to a state without each."""

MADE: dict[str, Callable[[], World]] = {"links": links}
"""How a world is made for that, if it is not like others."""


def client(world: World) -> int:
    """PyBullet's number of a world's client."""
    return world.scene._client


def gains(names: Sequence[str], rounds: int) -> Iterator[Figure]:
    """What a step costs with each choice undone, over what it costs."""
    for pieces in LOADS:
        state = stowed(pieces)
        ways = {"": as_it_is, **{name: UNDONE[name] for name in names}}
        ratios: dict[str, list[float]] = {name: [] for name in names}
        plain: list[float] = []
        with contextlib.ExitStack() as stack:
            worlds = {name: stack.enter_context(MADE.get(name, plainly)()) for name in ways}
            count = steps(worlds[""])
            for _ in range(rounds):
                for name, begin_without in ways.items():
                    begin_without(worlds[name], state)
                contacts = len(worlds[""].scene.contacts())
                for _ in range(TURNS):
                    times = {name: timed(world, count) for name, world in worlds.items()}
                    plain.append(times[""] / count)
                    for name in names:
                        ratios[name].append(times[name] / times[""])
        load = f"{pieces}_pieces_{contacts}_contacts"
        yield Figure(f"step_{load}", 1e6 * statistics.median(plain), "us")
        for name in names:
            yield Figure(f"without_{name}_{load}", statistics.median(ratios[name]), "1")


def timed(world: World, count: int) -> float:
    """Processor time of so many bare steps [s]."""
    begin = time.process_time()
    for _ in range(count):
        world.scene.step()
    return time.process_time() - begin


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_choice(parser, UNDONE)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds of each (default 5)")
    add_json(parser)
    options = parser.parse_args()
    wanted = chosen(parser, options.k, UNDONE)
    if options.rounds < 1:
        parser.error("--rounds is at least 1")
    write(printed(gains(wanted, options.rounds)), options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
