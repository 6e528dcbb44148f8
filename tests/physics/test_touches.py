"""Where cargo touches what, and which way it is pushed there."""

import numpy as np
import pytest

from riffraff.model import Pose
from riffraff.physics import Touch, World
from riffraff.rules import Shape

from .stage import GRAVITY, lay_on_table, number, resting_pose

CRATE, CHEST = number(Shape.CRATE), number(Shape.CHEST)
BESIDE_THE_BOX = (0.4, 0.0)


def push(touches: list[Touch]) -> np.ndarray:
    """The sum of the normal forces [N], shape [3]."""
    return np.sum([touch.force * np.array(touch.normal) for touch in touches], axis=0)


def test_what_lies_is_pushed_up_and_what_it_lies_on_is_pushed_down() -> None:
    with World() as world:
        lay_on_table(world, CRATE, BESIDE_THE_BOX)
        model = world.scene.model
        orientation, height = resting_pose(model, CHEST)
        world.put(CHEST, Pose((*BESIDE_THE_BOX, 2 * resting_pose(model, CRATE)[1] + height), orientation))
        world.advance(2.0)
        touches = world.scene.touches()
        weight = {piece: GRAVITY * world.scene.inertial(piece).mass for piece in (CRATE, CHEST)}
    between = {
        pair: push([touch for touch in touches if (touch.piece, touch.other) == pair])
        for pair in ((CRATE, None), (CHEST, CRATE), (CRATE, CHEST))
    }
    assert all(np.linalg.norm(touch.normal) == pytest.approx(1.0) for touch in touches)
    assert between[CRATE, None] == pytest.approx([0, 0, sum(weight.values())], rel=0.05, abs=0.005)
    assert between[CHEST, CRATE] == pytest.approx([0, 0, weight[CHEST]], rel=0.05, abs=0.005)
    assert between[CRATE, CHEST] == pytest.approx(-between[CHEST, CRATE])
