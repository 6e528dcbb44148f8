"""Programs that use a fleet in worker processes, to be ended in all ways: run with the name of one."""

import os
import signal
import sys
from multiprocessing import active_children

import numpy as np

from riffraff.fleet import Fleet
from riffraff.params import Parameters

OWN_MODEL = Parameters().with_changes({"ship.counterweight_mass": 0.4})
"""Parameters for which every worker builds a model, into a temporary folder."""


def whole() -> None:
    """Use a fleet and close it; tell what its arrays hold afterwards."""
    with Fleet(3, workers=2) as fleet:
        fleet.lay(3, 5)
        fleet.step(30)
    print(np.isfinite(fleet.heel).all(), active_children())


def forgotten() -> None:
    """Use a fleet and do not close it."""
    fleet = Fleet(3, workers=2)
    fleet.step(3)
    print(fleet.time[0])


def crash() -> None:
    """Use a fleet, and end by an error in the midst of it."""
    with Fleet(2, workers=2) as fleet:
        fleet.step(3)
        raise ArithmeticError("the program's own fault")


def busy() -> None:
    """Tell the workers' process ids, then be at work for an hour."""
    with Fleet(2, OWN_MODEL, workers=2) as fleet:
        print(*(child.pid for child in active_children()), flush=True)
        while True:
            fleet.lay([1, 4], 5)  # for ever something new, or the worlds would fall asleep
            fleet.step(20_000)


def die() -> None:
    """Have a worker killed that is at work."""
    with Fleet(4, OWN_MODEL, workers=2) as fleet:
        fleet.step()
        victim = next(child for child in active_children() if child.pid is not None)
        signal.signal(signal.SIGALRM, lambda *_: os.kill(victim.pid or 0, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        while True:
            fleet.lay(1, 5)
            fleet.step(20_000)


if __name__ == "__main__":
    {program.__name__: program for program in (whole, forgotten, crash, busy, die)}[sys.argv[1]]()
