"""How far verdicts depend on the step: which pieces fall, at several settings and by a fine reference.

Random placements on random half-loaded ships (`placements`, eight pieces aboard) are decided with each
setting and with steps of 0.5 ms and 500 iterations. A verdict is the set of pieces that fell before all came
to rest, or lay steady on a swaying ship. Starts that lose cargo by themselves under one of the settings
decide nothing and are left out, and counted. Prints for each setting the agreement with the reference, and
the time a placement takes with it. With ``--moved`` also how far the reference agrees with itself when every
drop is let go so far to the side: what tumbles is chaotic, and no setting can do better.

    python benchmarks/step_size.py --count 1000 --out verdicts.jsonl --workers 2
    python benchmarks/step_size.py --count 200 --setting "time_step=1/480 solver_iterations=40" --moved 1e-6

What was tried, on 160 placements (157 compared, one standard error is 2.3 points; with a counterweight of
450 g), all on the same starts; time of a placement in multiples of the default's:

| setting | agreement | time |
| --- | --- | --- |
| the reference, drops moved by 1 um (other 160, with 375 g) | 96.9 % | 27 |
| the reference, drops moved by 0.1 mm | 94.8 % | 27 |
| 1/240 s, 20 iterations: the default | 91.1 % | 1 |
| 1/240 s, 5 iterations | 79.6 % | 1.1 |
| 1/240 s, 10 iterations | 86.6 % | 1.0 |
| 1/240 s, 14 iterations | 89.8 % | 1.0 |
| 1/240 s, 100 iterations | 90.4 % | 2.6 |
| 1/240 s and reference with one speed from which on things bounce (8 cm/s) | 91.2 % | 1 |
| 1/480 s and reference with that speed | 90.6 % | 1.9 |
| 1/240 s, no residual ends the iterations (Bullet: 1e-7) | 91.7 % | 1.0 |
| 1/240 s, a residual of 1e-6 / 1e-4 / 1e-3 does | 92.4 / 90.5 / 90.5 % | 1.0 |
| 1/240 s, 0.1 / 0.4 of an overlap taken back in a step (here: 0.2) | 92.4 / 89.8 % | 1.0 |
| 1/240 s, all of the warm start kept (Bullet: 0.85 of it) | 88.5 % | 1.0 |
| 1/240 s, contacts kept up to 0.25 mm apart (Bullet, at this scale: 1 mm) | 90.1 % | 1.0 |

With 430 g, links welded and 512 placements the default agrees in 90.4 % (one standard error: 1.3 points).
From 14 iterations on nothing makes a difference that 157 placements show, not half the step either. Most of
what is left is chaos, drops on an edge that fall to either side: a tenth of a millimetre alone changes one
verdict in twenty. (Of an earlier 160 placements, with 375 g, 1/480 s brought 92.5 % against 89.4 %, and 1/960
s 91.3 %.) The default stays at 1/240 s and 20 iterations; for a verdict that matters, ``--set
world.time_step=1/480``.
"""

import argparse
import functools
import json
import math
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
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
    """Verdicts on all drops of a scene with one setting, shifted aside [m], and the time [s] they took."""
    number, setting, shift = json.loads(key)
    scene = _scene(number)
    if scene is None:
        return {"verdicts": [], "seconds": 0.0}
    with World(parameters(setting)) as world:
        begin = time.process_time()
        verdicts = [verdict(world, scene.start, _shifted(drop, shift)) for drop in scene.drops]
        return {"verdicts": verdicts, "seconds": time.process_time() - begin}


def _shifted(drop: placements.Drop, shift: float) -> placements.Drop:
    motion = drop.motion
    x, y, z = motion.pose.position
    pose = replace(motion.pose, position=(x + shift, y, z))
    return replace(drop, motion=replace(motion, pose=pose))


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
    parser.add_argument(
        "--moved",
        type=float,
        action="append",
        default=[],
        metavar="METRES",
        help="compare the reference with itself, too, for drops let go so far aside; several may be given",
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes (default 2)")
    options = parser.parse_args()
    settings = options.setting or [""]
    for setting in settings:
        parameters(setting)

    numbers = range(math.ceil(options.count / placements.DROPS_PER_START))
    ways = [
        (REFERENCE, 0.0),
        *((setting, 0.0) for setting in settings),
        *((REFERENCE, shift) for shift in options.moved),
    ]
    keys = {way: [json.dumps([number, *way]) for number in numbers] for way in ways}
    results = tasks.run(
        decide,
        [key for same in zip(*keys.values(), strict=True) for key in same],
        out=options.out,
        workers=options.workers,
    )
    reference = [results[key] for key in keys[REFERENCE, 0.0]]
    short = False
    for setting in settings:
        own = [results[key] for key in keys[setting, 0.0]]
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
    for shift in options.moved:
        same, compared, _ = agreement(reference, [results[key] for key in keys[REFERENCE, shift]])
        print(f"agreement_of_the_reference_moved_by[{shift:g} m] {100 * same / compared:.2f} %")
    falls = [verdict != [] for result in reference for verdict in result["verdicts"] if verdict is not None]
    print(f"placements_that_lose_cargo {100 * statistics.mean(falls):.1f} %")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
