"""The same steps give the same bytes, whatever else the process does."""

import hashlib
import subprocess
import sys

import pytest

from riffraff.physics import Hand, World

STEPS = 1000


def loaded() -> World:
    """A world with all eight shapes aboard."""
    world = World()
    for piece in range(8):
        world.lay(piece, 1 + piece, gap=0.002 + 0.001 * piece)
    return world


def digest(world: World) -> str:
    """A hash of all poses, and of all velocities aboard, to the last bit."""
    return hashlib.sha256(world.poses.tobytes() + repr(world.snapshot()).encode()).hexdigest()


def run(world: World) -> str:
    world.advance(STEPS * world.parameters.world.time_step)
    return digest(world)


@pytest.fixture(scope="module")
def reference() -> str:
    with loaded() as world:
        return run(world)


def test_another_process_comes_to_the_same_state(reference: str) -> None:
    program = f"import runpy; m = runpy.run_path({__file__!r}); print(m['run'](m['loaded']()))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == reference


def test_worlds_made_and_closed_before_leave_no_trace(reference: str) -> None:
    for count in (1, 3):
        others = [loaded() for _ in range(count)]
        for other in others:
            other.advance(0.2)
            other.close()
    with loaded() as world:
        assert run(world) == reference


def test_worlds_stepped_in_turns_do_not_mix(reference: str) -> None:
    first, second = loaded(), loaded()
    second.lay(8, 1, gap=0.05)
    frames = round(STEPS * first.parameters.world.time_step * first.parameters.world.frame_rate)
    for frame in range(frames):
        for world in (first, second) if frame % 2 else (second, first):
            world.frame()
    assert digest(first) == reference
    assert digest(second) != reference
    first.close()
    second.close()


def test_a_scratch_world_asked_in_between_changes_nothing(reference: str) -> None:
    world, scratch = loaded(), World()
    frames = round(STEPS * world.parameters.world.time_step * world.parameters.world.frame_rate)
    for frame in range(frames):
        if frame % 50 == 10:
            scratch.restore(world.snapshot())
            hand = Hand(scratch)
            scratch.lay(9, 5)
            scratch.advance(0.2)
            assert hand.piece is None
        world.frame()
    assert digest(world) == reference
    world.close()
    scratch.close()


def test_a_restored_world_runs_on_alike_every_time() -> None:
    with loaded() as world:
        world.advance(0.5)
        snapshot = world.snapshot()
    with World() as first, World() as second:
        first.restore(snapshot)
        second.restore(snapshot)
        assert run(first) == run(second)
