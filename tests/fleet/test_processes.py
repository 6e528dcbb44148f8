"""Workers that die, programs that are ended: nothing hangs, nothing is left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from pathlib import Path

import pytest

from riffraff.fleet import Fleet, FleetError

from .stage import state

PROGRAMS = Path(__file__).with_name("programs.py")
SHARED = Path("/dev/shm")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@contextmanager
def running(folder: Path, *command: str) -> Iterator["subprocess.Popen[str]"]:
    """A program in a session of its own, with a folder for its temporary files."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "TMPDIR": str(folder),
            "PYTHONWARNINGS": "default",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    output, errors = process.communicate(timeout=60)
    return process.returncode, output, errors


def wait_for(happens: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if happens():
            return True
        time.sleep(0.02)
    return False


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def mapped(process: int) -> set[str]:
    """Files in shared memory that a process has open or mapped, the nameless ones too."""
    return {
        line.split()[-1]
        for line in Path(f"/proc/{process}/maps").read_text().splitlines()
        if "/dev/shm" in line
    }


@pytest.fixture
def clean(tmp_path: Path) -> Iterator[Path]:
    """A folder for temporary files, empty in the end, as is what the program had in shared memory."""
    before = set(SHARED.iterdir()) if SHARED.is_dir() else set()
    yield tmp_path
    assert list(tmp_path.iterdir()) == []
    if SHARED.is_dir():
        assert not [path for path in set(SHARED.iterdir()) - before if path.name.startswith("pym-")]


def test_a_program_that_closes_its_fleet_leaves_nothing(clean: Path) -> None:
    with running(clean, str(PROGRAMS), "whole") as process:
        assert ended(process) == (0, "True []\n", "")


def test_a_program_that_forgets_to_still_ends_and_leaves_nothing(clean: Path) -> None:
    with running(clean, str(PROGRAMS), "forgotten") as process:
        code, output, errors = ended(process)
    assert (code, output) == (0, "0.05\n")
    assert errors == "" or "ResourceWarning: Implicitly cleaning up" in errors
    assert "leaked" not in errors


def test_a_program_that_crashes_leaves_nothing(clean: Path) -> None:
    with running(clean, str(PROGRAMS), "crash") as process:
        code, _, errors = ended(process)
    assert code == 1
    assert errors.splitlines()[-1] == "ArithmeticError: the program's own fault"
    assert errors.count("Traceback") == 1


def test_a_worker_that_is_killed_at_work_is_an_error_that_names_its_worlds(clean: Path) -> None:
    with running(clean, str(PROGRAMS), "die") as process:
        code, _, errors = ended(process)
    assert code == 1
    assert errors.splitlines()[-1] in {
        f"riffraff.fleet.errors.FleetError: the worker of worlds {worlds} was ended by signal 9; "
        "what they held is lost, make a new fleet"
        for worlds in ("0, 2", "1, 3")
    }


def test_a_worker_that_is_killed_while_idle_is_an_error_of_the_next_call() -> None:
    with Fleet(3, workers=2) as fleet:
        fleet.step()
        before = state(fleet)
        workers = [child for child in active_children() if child.name == "riffraff-fleet"]
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker.pid or 0, signal.SIGKILL)
            worker.join()
        with pytest.raises(FleetError, match="ended by signal 9") as caught:
            fleet.step()
        assert caught.value.worlds in {(0, 2), (1,)}
        assert state(fleet) == before
        with pytest.raises(FleetError, match="closed"):
            fleet.step()
    assert not [child for child in active_children() if child.name == "riffraff-fleet"]


@pytest.mark.parametrize("at", ["start", "work"])
def test_ctrl_c_ends_program_and_workers(clean: Path, at: str) -> None:
    """As a terminal sends it: to the program and all its children."""
    with running(clean, str(PROGRAMS), "busy") as process:
        assert process.stdout is not None
        workers: list[int] = []
        if at == "work":
            workers = [int(pid) for pid in process.stdout.readline().split()]
            assert len(workers) == 2 and all(map(alive, workers))
            time.sleep(0.2)
        else:
            assert wait_for(lambda: any(clean.iterdir()))
            time.sleep(0.4)
        os.killpg(process.pid, signal.SIGINT)
        code, _, errors = ended(process)
    assert code == -signal.SIGINT
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert errors.count("Traceback") == 1
    assert not any(map(alive, workers))


def test_workers_end_with_a_parent_that_is_killed(clean: Path) -> None:
    with running(clean, str(PROGRAMS), "busy") as process:
        assert process.stdout is not None
        workers = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
        assert wait_for(lambda: not any(map(alive, workers)))
        assert wait_for(lambda: not any(clean.iterdir()))


def test_a_script_without_a_guard_is_told_about_it(
    clean: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    script = tmp_path_factory.mktemp("script") / "script.py"
    script.write_text("from riffraff.fleet import Fleet\nFleet(1, workers=1)\n")
    with running(clean, str(script)) as process:
        code, _, errors = ended(process)
    assert code == 1
    assert errors.splitlines()[-1] == (
        "riffraff.fleet.errors.FleetError: the worker of worlds 0 ended with exit code 1 before it was "
        "ready; a script has to make its fleet below: if __name__ == '__main__':"
    )


def test_there_is_no_name_in_shared_memory_even_while_a_fleet_works() -> None:
    if not SHARED.is_dir():
        pytest.skip("no /dev/shm here")
    before = set(SHARED.iterdir())
    with Fleet(2, workers=2) as fleet:
        fleet.step()
        assert not [path for path in set(SHARED.iterdir()) - before if path.name.startswith("pym-")]
