"""How often an early verdict is the last word: ships that sway on, waited for until they rest.

The rule that ends the wait for a verdict early (`riffraff.physics.steady`) was chosen on the placements of
the seeds 1 and 6, after an earlier one had fallen short on seed 7; these are others. Each is simulated once,
to rest, and asked what has fallen when the early end would have come. Prints one line for each figure,
``name value unit target ok`` or ``SHORT`` (``-`` for figures without a target), and ends with exit code 1 if
one falls short. A thousand placements take ten minutes on two idle cores; Ctrl-C keeps what is done in --out.

    python benchmarks/early_end.py --count 1000 --out early.jsonl --workers 2
"""

import argparse
import json
import math
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import placements
import tasks
from figures import Figure, add_json, exit_code, printed, write

from riffraff.physics import Status, World

AT_LEAST = 99.5
"""Share of early verdicts that stay as they are [%]."""

ABOARD = 8
LIMIT = 30.0
"""Longest wait for rest [s]."""


def decide(key: str) -> list[dict[str, Any]]:
    """What has fallen at the early end and at rest, and when that was [s], for every drop of a scene."""
    seed, number = json.loads(key)
    try:
        scene = placements.scene(seed, number, pieces=ABOARD)
    except ValueError:  # all pieces of a shape are aboard: there is none to drop
        return []
    found: list[dict[str, Any]] = []
    for drop in scene.drops:
        with World() as world:
            world.restore(scene.start)
            world.put(drop.piece, drop.motion)
            _, certain = world.settle(LIMIT, early=True)
            early = {"fallen": list(world.having(Status.FALLEN, Status.TUMBLING)), "time": world.time}
            _, rested = world.settle(LIMIT)
            late = {"fallen": list(world.having(Status.FALLEN, Status.TUMBLING)), "time": world.time}
            found.append({"early": early, "late": late, "certain": certain, "rested": rested})
    return found


def figures(drops: Sequence[dict[str, Any]]) -> Iterator[Figure]:
    """What comes of it."""
    counted = [drop for drop in drops if drop["certain"]]
    yield Figure("early_verdicts", len(counted), "placements")
    yield Figure("without_early_verdict", len(drops) - len(counted), "placements")
    yield Figure("never_at_rest", sum(not drop["rested"] for drop in counted), "placements")
    if counted:
        same, losing = (
            100 * statistics.mean(values)
            for values in (
                [drop["early"]["fallen"] == drop["late"]["fallen"] for drop in counted],
                [bool(drop["late"]["fallen"]) for drop in counted],
            )
        )
        yield Figure("losing_cargo", losing, "%")
        yield Figure("simulated_until_early_end", statistics.mean(d["early"]["time"] for d in counted), "s")
        yield Figure("simulated_until_rest", statistics.mean(d["late"]["time"] for d in counted), "s")
        yield Figure("early_verdicts_that_stay", same, "%", at_least=AT_LEAST)


def main() -> int:
    """Decide, compare, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="placements (default 1000)")
    parser.add_argument("--seed", type=int, default=8, metavar="N", help="of the placements (default 8)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the verdicts there, and go on with them"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes (default 2)")
    add_json(parser)
    options = parser.parse_args()
    if options.count < 1 or options.workers < 1:
        parser.error("--count and --workers are at least 1")
    numbers = range(math.ceil(options.count / placements.DROPS_PER_START))
    keys = [json.dumps([options.seed, number]) for number in numbers]
    results = tasks.run(decide, keys, out=options.out, workers=options.workers)
    found = printed(figures([drop for drops in results.values() for drop in drops]))
    write(found, options.json)
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
