"""The same random placements in PyBullet and in MuJoCo: how often the placed piece falls in each.

Every placement (`placements`) starts from a ship that PyBullet loaded and that both engines let come to
their own rest; the piece is put at the same place on the link that carries its area. The same watches decide
in both what falls and when that is certain. Prints for each shape and each level how often the placed piece
falls in either engine and the difference with its target: three points, and the sampling error on top (95 %,
placements paired, starts taken as clusters). Starts that lose cargo by themselves in one of the engines
decide nothing; they are left out, and counted.

With 8,112 placements, at least 1,004 of each shape and 1,957 on each level (a counterweight of 450 g), the
placed piece fell in 30.4 % in PyBullet and in 29.6 % in MuJoCo; no shape differed by more than 1.7 points, no
level by more than 1.2, and the same pieces fell in 94.7 % of the placements.

    python benchmarks/engines.py --count 8112 --out engines.jsonl --workers 2

Ctrl-C keeps what is done; the same command goes on with it.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import placements
import tasks
from figures import Figure
from mujoco_ship import MujocoShip

from riffraff.model import SHAPES, Model
from riffraff.params import Parameters
from riffraff.physics import Motion, Status, World, compose, within

LIMIT = 6.0
"""Longest wait for certainty [s]."""

ALLOWED = 3.0
"""Points by which the rates may differ, sampling error aside."""

_OWN_REST = 0.5
"""Time [s] in which an engine finds its own contact forces, and its own rest, for a start."""


@dataclass(frozen=True)
class Verdict:
    """What became of a placement in one engine.

    Attributes:
        fallen: the pieces that are no longer aboard, in order.
        certain: whether all was at rest, or steady, before `LIMIT`.
        simulated: time from letting go to certainty [s].
        seconds: processor time that took [s].
    """

    fallen: tuple[int, ...]
    certain: bool
    simulated: float
    seconds: float


def judge(ship: World | MujocoShip, drop: placements.Drop, at: Motion) -> Verdict:
    """Let the piece of a drop go in a ship, and wait until it is certain what falls."""
    begin, before = time.process_time(), ship.time
    ship.put(drop.piece, at)
    aboard = ship.falls.is_(Status.ABOARD)
    _, certain = ship.settle(LIMIT, early=True)
    fallen = (aboard & ~ship.falls.is_(Status.ABOARD)).nonzero()[0]
    return Verdict(tuple(fallen.tolist()), certain, ship.time - before, time.process_time() - begin)


def carried_along(model: Model, drop: placements.Drop, then: World, now: World | MujocoShip) -> Motion:
    """A drop's motion where the link that carries its area is now, if it was given for where it was then."""
    link = model.areas[drop.area].link
    pose = compose(now.link_pose(link), within(then.link_pose(link), drop.motion.pose))
    return Motion(pose, drop.motion.velocity, drop.motion.spin)


def decide(key: str) -> list[dict[str, Any]]:
    """Both engines' verdicts on all drops of a scene; those of a start that loses cargo are None."""
    seed, number = json.loads(key)
    parameters = Parameters()
    try:
        scene = placements.scene(seed, number, parameters=parameters)
    except ValueError:  # all pieces of a shape are aboard: there is none to drop
        return []
    start, aboard = scene.start, set(scene.start.pieces)
    verdicts: dict[str, list[Verdict | None]] = {"bullet": [], "mujoco": []}
    with World(parameters) as loaded, World(parameters) as world:
        loaded.restore(start)
        model = loaded.scene.model
        for drop in scene.drops:
            world.restore(start)
            world.advance(_OWN_REST)
            held = set(world.having(Status.ABOARD)) == aboard
            at = carried_along(model, drop, loaded, world)
            verdicts["bullet"].append(judge(world, drop, at) if held else None)
        rested = MujocoShip(parameters, aboard)
        rested.restore(start)
        rested.advance(_OWN_REST)
        own = rested.snapshot()
        for drop in scene.drops:
            if set(own.pieces) != aboard:
                verdicts["mujoco"].append(None)
                continue
            # MuJoCo remembers nothing of contacts: the rest that one ship found holds for another.
            ship = MujocoShip(parameters, [*aboard, drop.piece])
            ship.restore(own)
            verdicts["mujoco"].append(judge(ship, drop, carried_along(model, drop, loaded, ship)))
    return [
        {
            "piece": drop.piece,
            "shape": drop.shape,
            "area": drop.area,
            "level": drop.level,
            "hung": drop.hung,
            "aboard": len(aboard),
            "bullet": bullet and asdict(bullet),
            "mujoco": mujoco and asdict(mujoco),
        }
        for drop, bullet, mujoco in zip(scene.drops, *verdicts.values(), strict=True)
    ]


@dataclass(frozen=True)
class Comparison:
    """How often the placed piece fell in either engine, in some of the placements.

    Attributes:
        count: number of placements.
        bullet: share in PyBullet [%].
        mujoco: share in MuJoCo [%].
        error: half of the 95 % interval of their difference [points].
        alike: share of placements of which the same pieces fell in both [%].
    """

    count: int
    bullet: float
    mujoco: float
    error: float
    alike: float

    @property
    def difference(self) -> float:
        """PyBullet's share minus MuJoCo's [points]."""
        return self.bullet - self.mujoco


def compare(scenes: Iterable[Sequence[dict[str, Any]]]) -> Comparison:
    """Compare the engines over placements, scene by scene: those from one start are not independent."""
    clusters = [
        [
            (
                placed["piece"] in placed["bullet"]["fallen"],
                placed["piece"] in placed["mujoco"]["fallen"],
                placed["bullet"]["fallen"] == placed["mujoco"]["fallen"],
            )
            for placed in scene
        ]
        for scene in scenes
    ]
    every = [verdict for cluster in clusters for verdict in cluster]
    count = len(every)
    if not count:
        return Comparison(0, math.nan, math.nan, math.nan, math.nan)
    bullet, mujoco, alike = (100 * statistics.mean(column) for column in zip(*every, strict=True))
    spread = sum(
        (sum(100 * (one - other) - (bullet - mujoco) for one, other, _ in cluster)) ** 2
        for cluster in clusters
    )
    return Comparison(count, bullet, mujoco, 1.96 * math.sqrt(spread) / count, alike)


def report(scenes: Sequence[Sequence[dict[str, Any]]]) -> Iterator[str | Figure]:
    """The lines to print."""
    placed = [[drop for drop in scene if drop["bullet"] and drop["mujoco"]] for scene in scenes]
    left_out = sum(map(len, scenes)) - sum(map(len, placed))
    parts: dict[str, list[list[dict[str, Any]]]] = defaultdict(list)
    for kind, values in (("shape", SHAPES), ("level", tuple(placements.LEVELS))):
        for value in values:
            parts[value] = [[drop for drop in scene if drop[kind] == value] for scene in placed]
    for name, part in parts.items():
        found = compare(part)
        yield f"falls_in_pybullet_{name} {found.bullet:.1f} %"
        yield f"falls_in_mujoco_{name} {found.mujoco:.1f} %"
        yield Figure(
            f"difference_{name}_n_{found.count}",
            abs(found.difference),
            "points",
            round(ALLOWED + found.error, 1),
        )
    found = compare(placed)
    yield f"placements {found.count} 1"
    yield f"placements_left_out {left_out} 1"
    yield f"falls_in_pybullet {found.bullet:.2f} %"
    yield f"falls_in_mujoco {found.mujoco:.2f} %"
    yield f"difference {found.difference:.2f} points"
    yield f"sampling_error {found.error:.2f} points"
    yield f"same_pieces_fall {found.alike:.2f} %"
    for engine in ("bullet", "mujoco"):
        verdicts = [drop[engine] for scene in placed for drop in scene]
        if verdicts:
            yield f"uncertain_{engine} {100 * statistics.mean(not v['certain'] for v in verdicts):.2f} %"
            yield f"simulated_{engine} {statistics.mean(v['simulated'] for v in verdicts):.2f} s"
            yield f"time_{engine} {1000 * statistics.mean(v['seconds'] for v in verdicts):.0f} ms"


def main() -> int:
    """Decide, compare, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=8112, metavar="N", help="placements (default 8112)")
    parser.add_argument("--seed", type=int, default=4, metavar="N", help="of the placements (default 4)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the verdicts there, and go on with them"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes (default 2)")
    options = parser.parse_args()
    numbers = range(math.ceil(options.count / placements.DROPS_PER_START))
    keys = [json.dumps([options.seed, number]) for number in numbers]
    results = tasks.run(decide, keys, out=options.out, workers=options.workers)
    short = False
    for line in report(list(results.values())):
        print(line)
        short |= isinstance(line, Figure) and not line.ok
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
