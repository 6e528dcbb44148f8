"""A long time in one process: whether memory, files and shared memory stay what they were.

Four ships of a fleet are loaded with random pieces at random, half of them by hand, and emptied now and then,
by turns as `reset` and as `restore` do it; in between it is asked what other placements would do. Then the
ships sway on until all steps are done, and a fleet with workers is made and closed a few times.

Growth counts from a fifth of the way to the end. Prints one line for each figure, ``name value unit target
ok`` or ``SHORT`` (``-`` for figures without a target), and ends with exit code 1 if one falls short. All of
it takes an hour.

    python benchmarks/soak.py
    python benchmarks/soak.py --steps 20000 --placements 100
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
from figures import Figure, exit_code, printed
from fleet import memory
from scipy.spatial.transform import Rotation

from riffraff.fleet import Fleet, PartialError
from riffraff.fleet.layout import Bools, Floats
from riffraff.physics import PIECES

WORLDS = 4
SEED = 1
ABOARD = 12
"""Pieces aboard, or lost, from which a ship is emptied."""

GROWTH = 10.0
"""How much larger the process may be in the end [MB]."""


class Soak:
    """The ships and what has been done with them.

    Attributes:
        placements: pieces let go so far.
        failures: simulations that failed so far.
    """

    def __init__(self, fleet: Fleet) -> None:
        self.placements = self.failures = 0
        self._fleet = fleet
        self._rng = np.random.default_rng(SEED)
        self._empty = fleet.snapshot(0)
        self._rounds = 0
        self._seconds = 0.0  # simulated by worlds that were emptied since

    @property
    def steps(self) -> int:
        """Steps of physics so far, those of the what-ifs not counted."""
        seconds = self._seconds + float(self._fleet.time.sum())
        return round(seconds / self._fleet.parameters[0].world.time_step)

    def load(self) -> None:
        """Let go of a piece on each ship, or empty it if it is full; sometimes ask what would be."""
        self._rounds += 1
        self._empty_full_ones()
        pieces = np.array([self._rng.choice(np.flatnonzero(status == 0)) for status in self._fleet.status])
        poses = self._drops(WORLDS)
        try:
            self._fleet.place(pieces, poses, hand=self._rounds % 2 == 0, early=True)
            if self._rounds % 8 == 0:
                start = self._fleet.snapshot(0)
                free = [piece for piece in range(PIECES) if piece not in start.pieces]
                self._fleet.outcomes(start, free[:4], self._drops(4), early=True)
        except PartialError as error:
            self.failures += len(error.failed)
            self._begin_anew(np.ones(WORLDS, bool))
        self.placements += WORLDS

    def sway(self) -> None:
        """Step on for ten seconds from a little push: nothing falls asleep."""
        try:
            self._fleet.put(0, self._drops(1)[0])
            self._fleet.step(600)
        except PartialError as error:
            self.failures += len(error.failed)
            self._begin_anew(np.ones(WORLDS, bool))

    def _empty_full_ones(self) -> None:
        full = (self._fleet.status != 0).sum(axis=1) >= ABOARD
        if full.any() and self._rounds % 2:
            self._begin_anew(full)
        elif full.any():
            self._seconds += float(self._fleet.time[full].sum())
            self._fleet.restore(self._empty, mask=full)

    def _begin_anew(self, mask: Bools) -> None:
        self._seconds += float(self._fleet.time[mask].sum())
        self._fleet.reset(mask=mask)

    def _drops(self, count: int) -> Floats:
        """Random poses just above the deck and the yardarms."""
        positions = self._rng.uniform([-0.05, -0.1, 0.25], [0.05, 0.1, 0.45], (count, 3))
        turns = Rotation.from_rotvec(self._rng.uniform(-1, 1, (count, 3))).as_quat()
        return np.concatenate([positions, turns], axis=1)


def descriptors() -> int:
    """Files that this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def shared() -> int:
    """Names that this process has in shared memory."""
    return len(list(Path("/dev/shm").glob(f"*-{os.getpid()}-*")))


def main() -> int:
    """Soak, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=1_000_000, metavar="N", help="default 1000000")
    parser.add_argument("--placements", type=int, default=10_000, metavar="N", help="default 10000")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="riffraff-soak-") as folder:
        tempfile.tempdir = folder
        with Fleet(WORLDS, seed=SEED, workers=0) as fleet:
            soak = Soak(fleet)
            before: tuple[float, int] | None = None
            while soak.placements < options.placements or soak.steps < options.steps:
                if soak.placements < options.placements:
                    soak.load()
                else:
                    soak.sway()
                if before is None and soak.placements >= options.placements / 5:
                    before = memory(), descriptors()
                print(f"\r{soak.placements} placements, {soak.steps} steps ", end="", file=sys.stderr)
            print(file=sys.stderr)
            assert before is not None
            grown, opened = memory() - before[0], descriptors() - before[1]
        Fleet(2, workers=2).close()  # what multiprocessing opens once and keeps
        once = descriptors()
        for _ in range(5):
            with Fleet(2, workers=2) as fleet:
                fleet.step()
            del fleet
        kept = descriptors() - once
        left = len(list(Path(folder).iterdir()))
        tempfile.tempdir = None
    figures = [
        Figure("placements", soak.placements, "placements"),
        Figure("steps", soak.steps, "steps"),
        Figure("failed_simulations", soak.failures, "simulations"),
        Figure("memory_growth", grown, "MB", at_most=GROWTH),
        Figure("open_files_growth", opened, "files", at_most=0),
        Figure("open_files_of_five_fleets", kept, "files", at_most=0),
        Figure("temporary_files_left", left, "files", at_most=0),
        Figure("names_in_shared_memory_left", shared(), "files", at_most=0),
    ]
    return exit_code(printed(figures))


if __name__ == "__main__":
    sys.exit(main())
