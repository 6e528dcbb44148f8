"""Games that take no time, whose course follows from their seed and two parameters.

As a script it searches in a folder, or finds what matters if there is no goal, so that tests can kill it:

    python made_up_games.py FOLDER GOAL.toml --workers 2 --seconds 0.05
"""

import argparse
import functools
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from riffraff.params import Parameters
from riffraff.studies import Job, Played, Progress, StudyError, failed, open_workers
from riffraff.studies.rows import GameRow, PlacementRow, SeatRow
from riffraff.tuning.goal import read_goal
from riffraff.tuning.inquiry import Inquiry, asked_for
from riffraff.tuning.sensitivity import Sensitivity
from riffraff.tuning.target import Target

POSE = dict.fromkeys(("x", "y", "z", "qx", "qy", "qz", "qw"), 0.25)
PLACEMENTS = 20
HEAVIEST, LIGHTEST = 0.45, 0.30


def falling(mass: float, friction: float) -> float:
    """Probability that a placement brings something down: less on a heavy ship, less with much friction."""
    return float(np.clip(0.5 - 2.0 * (mass - LIGHTEST) - 0.5 * (friction - 0.2), 0.0, 1.0))


def play(
    job: Job,
    pulse: Callable[[], None],
    *,
    seconds: float = 0.0,
    kills: int | None = None,
    once: Path | None = None,
    fails_below: float = 0.0,
    exactly: int | None = None,
) -> Played:
    """Make up a game.

    Args:
        job: which game.
        pulse: raises when the game is not wanted any more.
        seconds: time it takes.
        kills: number of the games that kill their worker.
        once: a file that is made then; where it is, nothing is killed any more.
        fails_below: mass below which games fail.
        exactly: placements that bring something down, if it is not left to luck.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pulse()
        time.sleep(0.001)
    if job.game == kills and (once is None or not once.exists()):
        if once is not None:
            once.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    mass, friction = job.parameters.ship.counterweight_mass, job.parameters.wood.friction
    if mass < fails_below:
        return failed(job, "ModelError: the empty ship capsizes")
    luck = np.random.default_rng(job.seed)
    down = luck.random(PLACEMENTS) < falling(mass, friction)
    if exactly is not None:
        down = np.arange(PLACEMENTS) < exactly
    rounds = 6 + round(4 * (1 - mass / HEAVIEST) + luck.random())
    won = int(luck.integers(len(job.players)))
    capsizes = int(luck.random() < 0.6 - mass)
    game = GameRow(
        seed=job.seed, players=len(job.players), ending="cards played", rounds=rounds, turns=PLACEMENTS,
        loaded=PLACEMENTS, refused=0, passed=0, fell=int(down.sum()), caught=0, capsizes=capsizes,
        heel_max=0.3, duration=60.0 * rounds,
    )  # fmt: skip
    about: dict[str, Any] = {
        "round": 1, "seat": 0, "kind": job.players[0], "attempt": 1, "piece": "crate-0", "shape": "crate",
        "area": 9, "level": "top", "heel_before": 0.0, "heel_after": 0.1, "heel_max": 0.2, "let_go": True,
        "refusal": None, "caught": 0, "slipped": 0, "rested": True, "fate_turn": None, "start": 0.0,
        "duration": 1.0,
    }  # fmt: skip
    rows = {
        "seats": tuple(
            SeatRow(seat=seat, kind=kind, won=seat == won, left=1, turns=1, loaded=1, fell=0, caught=0)
            for seat, kind in enumerate(job.players)
        ),
        "placements": tuple(
            PlacementRow(**about, **POSE, turn=turn, fell=int(fell), fate="fell" if fell else "aboard")
            for turn, fell in enumerate(down)
        ),
    }
    return Played(key=job.key, game=game, rows=rows)


def inquiry(**changes: Any) -> Inquiry:
    """A small inquiry."""
    names = ("ship.counterweight_mass=320 g:450 g", "wood.friction=0.2:0.4", "hand.tremor")
    about = {"free": asked_for(names, Parameters()), "games": 4, "starts": 3, "ranked": 2, "samples": 4}
    return Inquiry(**{**about, **changes})


def begun(folder: Path, goal: Path | None) -> Target | Sensitivity:
    """What is in a folder, begun if nothing is."""
    if goal is None:
        there = (folder / "sensitivity.toml").is_file()
        return Sensitivity(folder) if there else Sensitivity.begin(folder, inquiry())
    return Target(folder) if (folder / "goal.toml").is_file() else Target.begin(folder, read_goal(goal))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("goal", type=Path, nargs="?")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--cluster")
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--kills", type=int)
    parser.add_argument("--once", type=Path)
    options = parser.parse_args()
    stand_in = functools.partial(play, seconds=options.seconds, kills=options.kills, once=options.once)

    def watch(progress: Progress) -> None:
        print(progress.count.games, progress.total, flush=True)

    try:
        crew = open_workers(options.workers or (None if options.cluster else 1), options.cluster)
        begun(options.folder, options.goal).run(crew, watch=watch, play=stand_in)
    except StudyError as error:
        raise SystemExit(f"StudyError: {error}") from None


if __name__ == "__main__":
    main()
