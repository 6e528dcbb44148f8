"""The world's own promises: frames and clock, what is refused, snapshots, and silence."""

import logging
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from riffraff.model import SHAPES, ModelError, Pose, default_directory
from riffraff.physics import (
    BODIES,
    FIRST_PIECE_BODY,
    Change,
    Motion,
    PhysicsError,
    Status,
    World,
    compose,
    piece_shape,
    within,
)
from riffraff.physics.bullet import quiet
from riffraff.rules import PIECES, Shape

Make = Callable[..., World]
BARREL, CRATE, PLANK = map(SHAPES.index, ("barrel", "crate", "plank"))


def test_the_models_shapes_and_the_rules_pieces_are_numbered_alike() -> None:
    assert tuple(shape.value for shape in Shape) == SHAPES
    assert [piece_shape(piece.index) for piece in PIECES] == [piece.shape.value for piece in PIECES]


def test_frames_come_at_their_rate_with_every_body(make_world: Make) -> None:
    seen: list[tuple[float, np.ndarray]] = []
    world = make_world(world__frame_rate=120)
    world.on_frame = lambda time, poses: seen.append((time, poses.copy()))
    world.lay(CRATE, 1)
    world.advance(0.5)
    assert [time for time, _ in seen] == pytest.approx([(n + 1) / 120 for n in range(60)])
    assert all(poses.shape == (BODIES, 7) for _, poses in seen)
    present = np.isfinite(seen[-1][1]).all(axis=1)
    assert set(np.flatnonzero(present)) == {0, 1, 2, 3, FIRST_PIECE_BODY + CRATE}


def test_a_frame_is_a_whole_number_of_steps_of_any_length(make_world: Make) -> None:
    fine, coarse = make_world(world__time_step=1 / 960), make_world(world__time_step=1 / 60)
    fine.advance(0.25)
    coarse.advance(0.25)
    assert fine.time == pytest.approx(0.25)
    assert coarse.time == pytest.approx(0.25)


def test_the_empty_ship_is_at_rest_after_the_window_and_a_pushed_one_is_not(world: World) -> None:
    events, rest = world.settle()
    assert (events, rest) == ([], True)
    assert world.time == pytest.approx(world.parameters.world.rest_window, abs=0.05)
    world.lay(CRATE, 5)
    world.frame()
    assert not world.at_rest()


def test_settling_stops_at_the_limit_and_says_so(world: World) -> None:
    world.lay(CRATE, 5)
    begin = world.time
    _, rest = world.settle(limit=0.7)
    assert not rest
    assert world.time - begin == pytest.approx(0.7, abs=0.02)


def test_a_piece_that_drops_from_a_yardarm_to_the_deck_is_aboard(world: World) -> None:
    low = world.parameters.ship.pivot_height + world.parameters.ship.low_yardarm_height
    world.put(PLANK, Pose((0.06, 0.0, low - 0.02)))  # beside the yardarm, above the deck
    events, _ = world.settle()
    assert [event.change for event in events] == [Change.LEFT, Change.RETURNED]
    assert world.status(PLANK) is Status.ABOARD


def test_removing_a_support_lets_what_lay_on_it_drop_at_once(world: World) -> None:
    half = world.parameters.cargo.crate.edge / 2
    deck = world.parameters.ship.pivot_height + world.scene.model.areas[1].height
    for level, crate in enumerate((CRATE, CRATE + 8)):
        world.put(crate, Pose((0.05, 0.016, deck + half + level * (2 * half + 0.0003) + 0.0003)))
    world.settle()
    height = world.motion(CRATE + 8).pose.position[2]
    world.remove(CRATE)
    world.advance(0.1)
    fallen = height - world.motion(CRATE + 8).pose.position[2]
    assert fallen > 0.5 * half  # free fall for a tenth of a second is 49 mm; a crate is 28 mm high


def test_a_snapshot_moves_a_state_to_another_world(world: World, make_world: Make) -> None:
    world.lay(CRATE, 5)
    world.lay(PLANK, 2)
    world.advance(0.4)
    other = make_world()
    other.lay(CRATE + 8, 3)
    other.restore(world.snapshot())
    np.testing.assert_allclose(other.poses, world.poses, atol=1e-7)
    assert other.snapshot().pieces.keys() == {CRATE, PLANK}
    assert other.having(Status.ABOARD) == tuple(sorted((CRATE, PLANK)))
    assert other.heel == pytest.approx(world.heel)


@pytest.mark.parametrize(
    ("motion", "message"),
    [
        (Pose((math.nan, 0, 0)), "finite"),
        (Pose((0, 0, math.inf)), "finite"),
        (Pose((0, 0, 0.5), (0, 0, 0, 2.0)), "unit quaternion"),
        (Pose((0, 0, 0.5), (0, 0, 0, 0)), "unit quaternion"),
    ],
)
def test_nonsense_from_outside_is_refused_before_a_step(world: World, motion: Pose, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        world.put(CRATE, motion)
    assert world.status(CRATE) is Status.ABSENT


def test_pieces_and_areas_that_do_not_exist_are_refused(world: World) -> None:
    for piece in (-1, 32):
        with pytest.raises(ValueError, match="pieces are 0 to 31"):
            world.put(piece, Pose((0, 0, 1.0)))
    with pytest.raises(ValueError, match="areas are 1 to 10"):
        world.lay(CRATE, 11)
    with pytest.raises(ValueError, match="a crate, is not in the world"):
        world.remove(CRATE)


def test_a_body_that_is_shot_out_of_the_world_is_an_error_and_no_fall(world: World) -> None:
    world.put(CRATE, Motion(Pose((0.5, 0.5, 1.0)), velocity=(2000.0, 0.0, 0.0)))
    with pytest.raises(PhysicsError, match=r"at step \d+"):
        world.advance(1.0)
    assert world.status(CRATE) is not Status.FALLEN


def test_an_absurd_speed_is_an_error_with_step_and_seed_and_no_fall(make_world: Make) -> None:
    world = make_world(seed=42)
    world.advance(0.5)
    # On its way down it would meet the table within the frame.
    world.put(CRATE, Motion(Pose((0.5, 0.5, 0.3)), velocity=(0.0, 0.0, -60.0)))
    with pytest.raises(PhysicsError, match=r"at step 1\d\d \(t = 0\.5\d+ s, seed 42\): piece 3 moves at"):
        world.advance(1.0)
    assert world.status(CRATE) is not Status.FALLEN


def test_a_damaged_model_is_refused_before_a_step(tmp_path: Path) -> None:
    directory = Path(shutil.copytree(default_directory(), tmp_path / "model"))
    file = directory / "cargo" / "crate.urdf"
    file.write_text(file.read_text().replace("<mass value=", "<mass weight="))
    with pytest.raises(ModelError, match=r"crate\.urdf: link crate: its mass is nan kg"):
        World(directory=directory)


def test_a_world_with_nothing_moving_falls_asleep_and_any_change_wakes_it(world: World) -> None:
    world.lay(CRATE, 1)
    world.lay(PLANK, 3)
    world.settle()
    assert not world.asleep()  # at rest, but the ship still sways a little
    world.advance(25)
    assert world.asleep()
    poses, time = world.poses.copy(), world.time
    world.advance(600)
    np.testing.assert_array_equal(world.poses, poses)
    assert world.time == pytest.approx(time + 600)
    world.incline(0.2)
    assert not world.asleep()
    world.advance(0.5)
    assert np.abs(world.poses - poses)[0].max() > 1e-3
    world.incline(0.0)
    world.advance(25)
    assert world.asleep()
    world.remove(CRATE)
    assert not world.asleep()
    heel = world.heel
    world.advance(0.5)
    assert world.heel != pytest.approx(heel, abs=1e-3)


def test_fallen_cargo_that_still_rolls_keeps_the_world_awake(world: World) -> None:
    """A barrel rolling over the table counts, though the ship is at rest."""
    radius = world.parameters.cargo.barrel.diameter / 2
    lying = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
    spin = (0.0, 0.15 / radius, 0.0)
    world.put(BARREL, Motion(Pose((0.3, 0.6, radius + 1e-4), lying), (0.15, 0.0, 0.0), spin))
    world.advance(0.1)
    assert world.status(BARREL) is Status.FALLEN
    before = world.motion(BARREL).pose.position
    world.advance(1.5)
    assert world.at_rest() and not world.asleep()
    assert math.dist(before, world.motion(BARREL).pose.position) > 0.02


def test_a_closed_world_may_be_closed_again(make_world: Make) -> None:
    world = make_world()
    world.close()
    world.close()


def test_composing_and_looking_from_a_frame_are_inverse() -> None:
    frame = Pose((0.1, -0.2, 0.3), (0.5, 0.5, 0.5, 0.5))
    inner = Pose((0.01, 0.02, 0.03), (0.0, 0.6, 0.0, 0.8))
    back = within(frame, compose(frame, inner))
    assert back.position == pytest.approx(inner.position)
    assert back.orientation == pytest.approx(inner.orientation)


def test_what_c_code_prints_goes_to_the_log_and_not_between_our_output(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG, logger="riffraff.bullet"):
        print("before")
        with quiet():
            os.write(1, b"chatter\n")
            os.write(2, b"more chatter\n")
        print("after")
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("before\nafter\n", "")
    assert caplog.messages == ["chatter", "more chatter"]


def test_a_world_in_a_fresh_process_prints_nothing() -> None:
    program = (
        "from riffraff.physics import World\n"
        "with World() as world:\n"
        "    world.lay(3, 5); world.lay(4, 1); world.advance(0.5); world.remove(3)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert (result.stdout, result.stderr) == (b"", b"")
