"""The ship's balance as the overlays show it, against statics done by hand."""

import math

import numpy as np
import pytest

from riffraff.model import FIRST_PIECE_BODY, piece_shape
from riffraff.window.balance import balance, carried
from riffraff.window.chronicle import Chronicle
from riffraff.window.film import Film
from riffraff.window.settings import Settings
from riffraff.window.stage import Mode, Stage

from .offstage import EVENTS
from .scenes import CRATE, FLACON, MODEL, heeled, laid, on_table


def stage_of(*frames: np.ndarray, events: tuple[dict[str, object], ...] = ()) -> Stage:
    stage = Stage(MODEL, Settings())
    stage.play_tape(
        Film(MODEL, np.arange(len(frames), dtype=float), np.array(frames), events), Chronicle(events)
    )
    return stage


@pytest.mark.parametrize(("roll", "pitch"), [(0.0, 0.0), (0.2, 0.0), (-0.1, 0.15)])
def test_the_empty_ship_comes_to_rest_upright(roll: float, pitch: float) -> None:
    state = balance(stage_of(heeled(roll, pitch)))
    assert state.rest_heel == pytest.approx(0.0, abs=1e-3)
    assert state.heel == pytest.approx(math.acos(math.cos(roll) * math.cos(pitch)), abs=1e-3)
    assert state.centre[2] < state.pivot[2]
    np.testing.assert_allclose(state.rest, [0.0, 0.0, 1.0], atol=1e-3)
    # The centre of mass hangs on the mast's own line, as far below the pivot as ever.
    np.testing.assert_allclose(
        state.pivot - state.centre, np.linalg.norm(state.pivot - state.centre) * state.mast, atol=1e-4
    )


def test_mass_and_lever_of_what_is_aboard() -> None:
    empty = balance(stage_of(heeled(0.0)))
    poses = laid(heeled(0.0), CRATE, 2)
    stage = stage_of(*[poses] * 6, events=EVENTS)
    stage.transport.to(5.0)
    assert carried(stage) == [CRATE]
    state = balance(stage)
    weight = MODEL.cargo[piece_shape(CRATE)].inertial.mass
    assert state.mass == pytest.approx(empty.mass + weight)
    x, y, z = poses[FIRST_PIECE_BODY + CRATE, :3] - empty.pivot
    depth = float(empty.pivot[2] - empty.centre[2])
    lever, below = weight * math.hypot(x, y), empty.mass * depth - weight * z
    assert state.rest_heel == pytest.approx(math.atan2(lever, below), rel=1e-3)
    # It leans to the side on which the crate lies.
    assert float(np.dot(state.rest[:2], (x, y))) > 0.0


def test_a_ship_that_is_heavy_above_the_pivot_does_not_right_itself() -> None:
    poses = heeled(0.0)
    for piece in range(32):
        poses[FIRST_PIECE_BODY + piece] = (0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 1.0)
    stage = stage_of(poses)
    stage.mode = Mode.PRACTICE
    assert len(carried(stage)) == 32
    state = balance(stage)
    assert (state.rest, state.rest_heel) == (None, None)


def test_in_practice_what_lies_on_the_table_or_in_the_hand_is_not_aboard() -> None:
    poses = on_table(laid(laid(heeled(0.0), CRATE, 1), FLACON, 5), 7, 0.3, 0.3)
    stage = stage_of(poses)
    stage.mode = Mode.PRACTICE
    assert carried(stage) == sorted([CRATE, FLACON])
    stage.held = "flacon-0"
    assert carried(stage) == [CRATE]
