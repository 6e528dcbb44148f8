"""Whether a search reaches its goal in fresh games.

Careful players are to lose cargo in 42 % of their placements, by unsteadier hands alone. With the hands of
the default it was 35 %, and games at the far ends of counterweight, friction and yardarm width came to 33 to
39 %, with a counterweight of 450 g where it was not varied. The search is kept in a folder and goes on there,
so it can be measured in pieces.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT`` (``-`` for figures without a
target), and ends with exit code 1 if one falls short. The goal as it stands plays some 100 games, in half an
hour on two idle cores; with more ``--trials`` and ``--games`` luck has less of a say.

    python benchmarks/target.py --out target
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from figures import Figure, exit_code, printed

from riffraff.studies import Progress, open_workers
from riffraff.studies.workers import available
from riffraff.tuning.goal import Goal
from riffraff.tuning.space import Free
from riffraff.tuning.target import Target
from riffraff.tuning.wants import want_of

GOAL = Goal(
    wants=(want_of("falls", {"value": "42 %", "tolerance": "5 %"}),),
    free=(Free.of("hand.tremor", "0 mm:6 mm"), Free.of("hand.tremor_angle", (0.0, 0.15))),
    players=("careful", "careful"),
    seed=1,
    trials=6,
    games=3,
    generation=3,
    finalists=2,
    runoff=6,
    fresh=30,
)


def main() -> int:
    """Search, print, and say whether the goal is reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the search")
    parser.add_argument("--workers", type=int, default=available(), metavar="N", help="games at a time")
    for name in ("trials", "games", "generation", "finalists", "runoff", "fresh"):
        number = getattr(GOAL, name)
        parser.add_argument(f"--{name}", type=int, default=number, metavar="N", help=f"(default {number})")
    options = vars(parser.parse_args())
    folder, workers = options.pop("out"), options.pop("workers")
    begun = (folder / "goal.toml").is_file()
    target = Target(folder) if begun else Target.begin(folder, replace(GOAL, **options))

    def watch(progress: Progress) -> None:
        if sys.stderr.isatty():
            print(f"\r{progress.count.games} of {progress.total} games ", end="", file=sys.stderr)

    start = time.perf_counter()
    found = target.run(open_workers(workers), watch=watch)
    print(file=sys.stderr)
    before, after = (found.goal.aims.estimates(tally)[0][0] for tally in (found.before, found.after))
    low, high = (100 * end for end in found.goal.wants[0].band)
    figures = [
        Figure("wall_time", (time.perf_counter() - start) / 60, "min"),
        Figure("falls_before", 100 * before.value, "%"),
        Figure("falls_at_least", 100 * after.value, "%", at_least=low),
        Figure("falls_at_most", 100 * after.value, "%", at_most=high),
        Figure("falls_interval_low", 100 * after.low, "%"),
        Figure("falls_interval_high", 100 * after.high, "%"),
        *(Figure(name, value, "SI") for name, value in found.winner.values.items()),
    ]
    return exit_code(printed(figures))


if __name__ == "__main__":
    sys.exit(main())
