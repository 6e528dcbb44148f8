"""What a frame costs, in counts: calls of PyBullet, memory, steps until a verdict is certain."""

import collections
import contextlib
import gc
import sys
import tracemalloc
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics import Status, World
from riffraff.rules import Shape

from ..memory import needs_status, occupied
from .stage import blow, lay_on_table, number

CARGO = ((Shape.CRATE, 1), (Shape.CHEST, 4), (Shape.PLANK, 2), (Shape.BOAT, 3))


def load(world: World) -> None:
    """Lay four pieces on the deck, wait for rest, and make the ship sway."""
    for shape, area in CARGO:
        world.lay(number(shape), area)
    world.settle()
    assert len(world.having(Status.ABOARD)) == len(CARGO)
    blow(world, roll=0.1)
    world.advance(0.2)


@contextlib.contextmanager
def calls() -> Iterator[collections.Counter[str]]:
    """Count the calls of PyBullet's functions."""
    counted: collections.Counter[str] = collections.Counter()

    def look(_: FrameType, event: str, function: Any) -> None:
        if event == "c_call" and function.__module__ == "pybullet":
            counted[function.__name__] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield counted
    finally:
        sys.setprofile(before)


def test_a_frame_of_a_swaying_ship_reads_every_pose_once_and_seldom_looks_at_contacts(world: World) -> None:
    load(world)
    frames = 60
    with calls() as counted:
        world.advance(frames / world.parameters.world.frame_rate)
    assert counted.pop("getContactPoints", 0) <= frames // 6
    assert counted == {
        "stepSimulation": 4 * frames,
        "getLinkStates": frames,
        "getBasePositionAndOrientation": len(CARGO) * frames,
    }


def test_a_frame_of_a_sleeping_world_asks_pybullet_nothing(world: World) -> None:
    lay_on_table(world, number(Shape.CRATE), (0.3, 0.3))
    world.advance(20)
    assert world.asleep()
    with calls() as counted:
        world.advance(1)
    assert not counted


def test_only_a_piece_in_the_air_is_looked_at_in_every_step(world: World) -> None:
    load(world)
    falling = number(Shape.BARREL)
    world.put(falling, Pose((0.2, 0.0, 0.6), (0, 0, 0, 1)))
    world.advance(0.1)
    assert world.having(Status.TUMBLING) == (falling,)
    with calls() as counted:
        world.frame()
    assert counted["getContactPoints"] == 5  # the piece's in each of four steps, then all


def test_frames_leave_no_memory_behind(world: World) -> None:
    def sway() -> int:
        blow(world, roll=0.1)
        world.advance(1.0)
        gc.collect()
        ours = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/riffraff/*")])
        return sum(trace.size for trace in ours.traces)

    load(world)
    tracemalloc.start()
    try:
        sway()
        before = sway()
        after = [sway() for _ in range(20)][-1]
    finally:
        tracemalloc.stop()
    # The smallest object, kept of each of 1200 frames, would be twice that. NumPy keeps a few buffers.
    assert after - before < 1200 * 12


@needs_status
def test_worlds_of_many_parameters_leave_no_memory_behind() -> None:
    """A worker that tunes makes hundreds; PyBullet would keep 2.3 MB of mesh files for each."""

    def worlds(lightest: float) -> float:
        for number_ in range(8):
            heavy = {"ship.counterweight_mass": lightest + 0.001 * number_}
            with World(Parameters().with_changes(heavy)) as world:
                world.lay(number(Shape.CRATE), 5)
                world.frame()
        return occupied()

    before = worlds(0.40)
    assert worlds(0.41) - before < 8


@pytest.mark.parametrize(
    ("shape", "area", "most"), [(Shape.CRATE, 1, 220), (Shape.CHEST, 6, 210), (Shape.PLANK, 9, 170)]
)
def test_a_verdict_takes_few_steps_once_it_is_certain(
    world: World, shape: Shape, area: int, most: int
) -> None:
    world.lay(number(shape), area)
    with calls() as counted:
        _, certain = world.settle(early=True)
    assert certain
    assert counted["stepSimulation"] <= most
