"""What a batch costs over the bare loop of its games, and whether its memory stays flat.

The same games are played by processes that do nothing but play, and as a study by as many workers, in turns;
the median ratio of games per second counts. Then games that take no time fill a study, to see what one more
game leaves behind in the process that hands them out; what it leaves where it is played the bare loop shows.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT`` (``-`` for figures without a
target), and ends with exit code 1 if one falls short. Forty games of quick parameters in two turns take seven
minutes on two cores; with fewer the last game, for which one worker waits, counts too much. For figures worth
quoting take more games, the default parameters and an idle machine.

    python benchmarks/batch.py --games 40 --turns 2 --quick
    python benchmarks/batch.py --games 200 --player careful --players 4
"""

import argparse
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from pathlib import Path

from riffraff.game import Game
from riffraff.params import Parameters
from riffraff.studies import Folder, Job, Played, Study, failed, play_game, run_folder
from riffraff.studies.workers import LocalWorkers, available

RATIO = 0.95
"""Games per second of a batch over those of the bare loop, at least."""

GROWTH = 20.0
"""What a game may leave behind in memory [kB]: 200 MB in 10,000 games."""

SETTLED = 50
"""Games after which the memory of a process that plays has been as large as it gets, if it is flat."""

QUICK = {
    "world.time_limit": 1,
    "world.time_step": 1 / 60,
    "world.solver_iterations": 10,
    "hand.carry_speed": 2.0,
    "hand.lower_speed": 0.5,
    "ship.pivot_damping": 0.1,
}


def line(name: str, value: float, unit: str, target: str = "-", ok: bool | None = None) -> str:
    """A figure as it is printed."""
    verdict = "-" if ok is None else "ok" if ok else "SHORT"
    return f"{name} {value:.4g} {unit} {target} {verdict}"


def memory() -> float:
    """Memory that this process occupies [kB]."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return float(next(row for row in status.splitlines() if row.startswith("VmRSS")).split()[1])


def bare_loop(jobs: Sequence[Job]) -> tuple[float, list[float]]:
    """Play games one after the other; returns when it was done [s] and the memory after each [kB]."""
    grown = []
    for job in jobs:
        game = Game(job.players, seed=job.seed, parameters=job.parameters)
        with contextlib.closing(game):
            for _ in game.play():
                pass
        grown.append(memory())
    return time.time(), grown


def ready(parameters: Parameters, players: Sequence[str]) -> float:
    """Bring a worker to where it can play at once; returns when it was there."""
    Game(players, seed=0, parameters=parameters).close()
    time.sleep(1.0)  # so that no worker takes this twice
    return time.time()


def warm(workers: LocalWorkers, number: int, study: Study) -> None:
    """Have all workers started and ready."""
    wait([workers.submit(ready, study.parameters, study.players) for _ in range(number)])


def bare(study: Study, number: int) -> tuple[float, list[float]]:
    """Games per second of processes that only play, and the memory of one after each game [kB]."""
    jobs = [study.job(*key) for key in study.order()]
    workers = LocalWorkers(number)
    warm(workers, number, study)
    began = time.time()
    loops: list[Future[tuple[float, list[float]]]] = [
        workers.submit(bare_loop, jobs[first::number]) for first in range(number)
    ]
    ends = [loop.result() for loop in loops]
    workers.close(stop=False)
    return len(jobs) / (max(end for end, _ in ends) - began), ends[0][1]


def batch(study: Study, number: int) -> float:
    """Games per second of a study, from the first game to the written tables."""
    with tempfile.TemporaryDirectory() as place:
        folder = Folder.begin(Path(place) / "study", study)
        workers = LocalWorkers(number)
        warm(workers, number, study)
        began = time.time()
        run_folder(folder, workers, play=play_game)
        return study.total / (time.time() - began)


def nothing(job: Job, pulse: Callable[[], None]) -> Played:
    """A game that fails at once: the smallest there is."""
    return failed(job, "made up")


def handing_out(games: int) -> float:
    """What one more game leaves in the process that hands games out [kB]."""
    marks: list[tuple[int, float]] = []

    with tempfile.TemporaryDirectory() as place:
        study = Study(games=games, seed=1, players=("random",) * 2)
        folder = Folder.begin(Path(place) / "study", study)
        run_folder(
            folder,
            LocalWorkers(1),
            play=nothing,
            max_failures=1.0,
            watch=lambda progress: marks.append((progress.count.games, memory())),
        )
    return slope([mark for mark in marks if mark[0] >= games // 4])


def slope(marks: Sequence[tuple[float, float]]) -> float:
    """How fast the second grows with the first."""
    return statistics.linear_regression(*zip(*marks, strict=True)).slope


def main() -> int:
    """Measure, print, and say whether all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=32, metavar="N", help="games of a turn (default 32)")
    parser.add_argument("--turns", type=int, default=3, metavar="N", help="turns of both (default 3)")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--player", default="random", metavar="KIND", help="their kind (default random)")
    parser.add_argument("--workers", type=int, default=available(), metavar="N", help="games at a time")
    parser.add_argument("--quick", action="store_true", help="take parameters that make games short")
    parser.add_argument(
        "--handed-out", type=int, default=10_000, metavar="N", help="made-up games (default 10000)"
    )
    options = parser.parse_args()
    study = Study(
        games=options.games,
        seed=1,
        players=(options.player,) * options.players,
        parameters=Parameters().with_changes(QUICK if options.quick else {}),
    )

    loops, batches, ratios = [], [], []
    growth: list[float] = []
    for _ in range(options.turns):
        rate, grown = bare(study, options.workers)
        loops.append(rate)
        growth += [slope(list(enumerate(grown[SETTLED:])))] if len(grown) > 2 * SETTLED else []
        batches.append(batch(study, options.workers))
        ratios.append(batches[-1] / rate)
    ratio, left = statistics.median(ratios), handing_out(options.handed_out)
    print(line("bare_loop", statistics.median(loops), "games/s"))
    print(line("batch", statistics.median(batches), "games/s"))
    print(line("batch_over_bare", ratio, "1", f"{RATIO:g}", ratio >= RATIO))
    print(line("batch_over_bare_least", min(ratios), "1"))
    print(line("handing_out_growth", left, "kB/game", f"{GROWTH:g}", left <= GROWTH))
    for leaves in growth:
        print(line("playing_growth", leaves, "kB/game", f"{GROWTH:g}", leaves <= GROWTH))
    return 0 if ratio >= RATIO and max(left, *growth, 0.0) <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
