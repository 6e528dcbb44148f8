"""Games that take no time: rows that follow from the seed alone, played by real workers.

As a script it runs a study of them in a folder, so that tests can kill it, or its workers:

    python stand_in.py FOLDER --games 40 --workers 2 --seconds 0.05
"""

import argparse
import functools
import os
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from riffraff.studies import Job, Keep, Played, Progress, Study, StudyError, Sweep, failed, run_batch
from riffraff.studies.rows import TABLES, FallRow, GameRow, PlacementRow, SeatRow, TimingRow, TurnRow

POSE = dict.fromkeys(("x", "y", "z", "qx", "qy", "qz", "qw"), 0.25)


def play(
    job: Job,
    pulse: Callable[[], None],
    *,
    seconds: float = 0.0,
    fails: int | None = None,
    kills: int | None = None,
    once: Path | None = None,
) -> Played:
    """Make up a game.

    Args:
        job: which game.
        pulse: raises when the game is not wanted any more.
        seconds: time it takes.
        fails: number of the games that fail.
        kills: number of the games that kill their worker.
        once: a file that is made then; where it is, nothing is killed any more.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pulse()
        time.sleep(0.001)
    if job.game == kills and (once is None or not once.exists()):
        if once is not None:
            once.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if job.game == fails:
        return failed(job, "PhysicsError: made up")
    return made_up(job)


def made_up(job: Job) -> Played:
    """Rows in every table, of a game whose course follows from its seed."""
    rng = np.random.default_rng(job.seed)
    turns, fell, caught = (int(rng.integers(low, high)) for low, high in ((2, 7), (0, 4), (0, 2)))
    heel = float(rng.random())
    kinds = job.players
    common: dict[str, Any] = {"round": 1, "seat": 0, "kind": kinds[0]}
    heels: dict[str, Any] = {"heel_before": 0.0, "heel_after": heel / 2}
    piece: dict[str, Any] = {"piece": "crate-0", "shape": "crate", "area": 9, "level": "top"}
    game = GameRow(
        seed=job.seed,
        players=len(kinds),
        ending="cards played",
        rounds=turns,
        turns=turns,
        loaded=turns,
        refused=0,
        passed=0,
        fell=fell,
        caught=caught,
        capsizes=0,
        heel_max=heel,
        duration=10.0 * turns,
    )
    rows = {
        "seats": tuple(
            SeatRow(seat=seat, kind=kind, won=seat == 0, left=seat, turns=turns, loaded=1, fell=0, caught=0)
            for seat, kind in enumerate(kinds)
        ),
        "turns": tuple(
            TurnRow(
                **common, **heels, turn=turn, place=1, card=9, announced=None, loaded=1, refused=0,
                passed=False, fell=0, caught=0, capsized=False, rested=True, heel_max=heel,
                supply_before=8, supply_after=7, start=10.0 * turn, duration=float(rng.random()),
            )
            for turn in range(turns)
        ),
        "placements": tuple(
            PlacementRow(
                **common, **heels, **piece, **POSE, turn=turn, attempt=1, let_go=True, refusal=None,
                fell=0, caught=0, slipped=0, heel_max=heel, rested=True, fate="aboard", fate_turn=None,
                start=0.0, duration=float(rng.random()),
            )
            for turn in range(turns)
        ),
        "falls": tuple(
            FallRow(
                **common, **heels, **piece, **POSE, turn=0, card=9, own=True, loading="crate-0",
                loading_shape="crate", caught=n < caught, goes="supply", left=1.0, down=float(rng.random()),
            )
            for n in range(fell + caught)
        ),
        "timing": (TimingRow(turn=None, wall=time.perf_counter()),),
    }  # fmt: skip
    assert set(rows) | {"games"} == set(TABLES)
    return Played(key=job.key, game=game, rows=rows)


def study(games: int, *, seed: int = 1, sweeps: tuple[Sweep, ...] = (), keep: str = "none") -> Study:
    return Study(games=games, seed=seed, players=("careful", "random"), sweeps=sweeps, keep=Keep.parse(keep))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--cases", type=int, default=1)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--cluster")
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--fails", type=int)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--once", type=Path)
    parser.add_argument("--max-failures", type=float, default=0.5)
    parser.add_argument("--room", type=int, help="bytes that a file may have once there is a shard")
    options = parser.parse_args()
    values = np.linspace(0.2, 0.4, options.cases).round(3).tolist()
    sweeps = (Sweep("wood.friction", tuple(values)),) if options.cases > 1 else ()
    stand_in = functools.partial(
        play, seconds=options.seconds, fails=options.fails, kills=options.kills, once=options.once
    )

    def watch(progress: Progress) -> None:
        print(progress.count.games, *progress.damaged, flush=True)
        if options.room is not None and list(options.folder.glob("shards/*.parquet")):
            resource.setrlimit(resource.RLIMIT_FSIZE, (options.room, options.room))

    try:
        run_batch(
            study(options.games, sweeps=sweeps),
            options.folder,
            resume=True,
            workers=options.workers,
            cluster=options.cluster,
            max_failures=options.max_failures,
            watch=watch,
            play=stand_in,
        )
    except StudyError as error:
        raise SystemExit(f"StudyError: {error}") from None


if __name__ == "__main__":
    main()
