"""How far verdicts depend on the step: which pieces fall, at several settings and by a fine reference.

Random placements on random half-loaded ships (`placements`, eight pieces aboard) are decided with each
setting and with steps of 0.5 ms and 500 iterations. A verdict is the set of pieces that fell before all came
to rest, or lay steady on a swaying ship. Starts that lose cargo by themselves under one of the settings
decide nothing and are left out, and counted. Prints for each setting the agreement with the reference, and
the time a placement takes with it.

    python benchmarks/step_size.py --count 1000 --out verdicts.jsonl --workers 2
    python benchmarks/step_size.py --count 200 --setting "time_step=1/480 solver_iterations=40"
"""

import argparse
import functools
import json
import math
import statistics
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import placements
import tasks

from riffraff.params import Parameters
from riffraff.physics import Change, Snapshot, Status, World

REFERENCE = "time_step=0.0005 frame_rate=50 solver_iterations=500"
ABOARD = 8
LIMIT = 6.0
"""Longest wait for rest [s]."""
_OWN_REST = 0.25
"""Time [s] in which a world finds its own contact forces for a start that another world settled."""


def parameters(setting: str) -> Parameters:
    """The default parameters with some of the group `world` changed: ``time_step=1/480 frame_rate=60``."""
    changes = dict(part.split("=", 1) for part in setting.split())
    return Parameters().with_changes(
        {
            f"world.{name}": int(value) if name == "solver_iterations" else float(Fraction(value))
            for name, value in changes.items()
        }
    )


def verdict(world: World, start: Snapshot, drop: placements.Drop) -> list[int] | None:
    """The pieces that fall when one is dropped, in order; None if the start loses cargo by itself."""
    world.restore(start)
    world.advance(_OWN_REST)
    if set(world.having(Status.ABOARD)) != set(start.pieces):
        return None
    world.put(drop.piece, drop.motion)
    events, _ = world.settle(LIMIT, early=True)
    return sorted(event.piece for event in events if event.change is Change.LANDED)


def decide(key: str) -> dict[str, Any]:
    """Verdicts on all drops of a scene with one setting, and the time [s] they took."""
    number, setting = json.loads(key)
    scene = _scene(number)
    if scene is None:
        return {"verdicts": [], "seconds": 0.0}
    with World(parameters(setting)) as world:
        begin = time.process_time()
        verdicts = [verdict(world, scene.start, drop) for drop in scene.drops]
        return {"verdicts": verdicts, "seconds": time.process_time() - begin}


@functools.lru_cache(maxsize=4)
def _scene(number: int) -> placements.Scene | None:
    try:
        return placements.scene(3, number, pieces=ABOARD)
    except ValueError:  # all pieces of a shape are aboard: there is none to drop
        return None


def agreement(reference: Sequence[Any], other: Sequence[Any]) -> tuple[int, int, int]:
    """How many verdicts are the same, how many are compared, and how many are left out."""
    pairs = [
        pair
        for one, two in zip(reference, other, strict=True)
        for pair in zip(one["verdicts"], two["verdicts"], strict=True)
    ]
    compared = [(one, two) for one, two in pairs if one is not None and two is not None]
    return sum(one == two for one, two in compared), len(compared), len(pairs) - len(compared)


def main() -> int:
    """Decide, compare, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="placements (default 1000)")
    parser.add_argument(
        "--setting", action="append", metavar="TEXT", help="of the group world; several may be given"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the verdicts there, and go on with them"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes (default 2)")
    options = parser.parse_args()
    settings = options.setting or [""]
    for setting in settings:
        parameters(setting)

    numbers = range(math.ceil(options.count / placements.DROPS_PER_START))
    keys = {
        setting: [json.dumps([number, setting]) for number in numbers] for setting in [REFERENCE, *settings]
    }
    results = tasks.run(
        decide,
        [key for same in zip(*keys.values(), strict=True) for key in same],
        out=options.out,
        workers=options.workers,
    )
    reference = [results[key] for key in keys[REFERENCE]]
    short = False
    for setting in settings:
        own = [results[key] for key in keys[setting]]
        same, compared, left_out = agreement(reference, own)
        share = 100 * same / compared
        enough = share >= 97
        short |= not enough
        name = f"agreement[{setting or 'default'}]"
        print(
            f"{name} {share:.2f} % 97 {'ok' if enough else 'SHORT'} "
            f"({compared} compared, {left_out} left out)"
        )
        seconds = statistics.mean(
            result["seconds"] / len(result["verdicts"]) for result in own if result["verdicts"]
        )
        print(f"time_a_placement[{setting or 'default'}] {1000 * seconds:.0f} ms")
    falls = [verdict != [] for result in reference for verdict in result["verdicts"] if verdict is not None]
    print(f"placements_that_lose_cargo {100 * statistics.mean(falls):.1f} %")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
