"""One call of a fleet answers what players ask a scratch world one by one."""

import numpy as np

from riffraff.fleet import Fleet
from riffraff.game.placement import Placement
from riffraff.game.whatif import Outlook, WhatIf
from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics import World, compose

from .stage import loaded_state

SECONDS = 0.8
SPOTS = [
    (9, 1, (0.05, 0.02)),
    (10, 2, (0.1, -0.03)),
    (11, 6, (0.0, -0.1)),
    (13, 9, (0.0, 0.03)),
    (15, 4, (-0.11, 0.0)),
]


def placements() -> list[Placement]:
    upright = (0.0, 0.0, 0.0, 1.0)
    return [
        Placement(piece, area, Pose((x, y, 0.08), upright), (1.0, 0.0, 0.0), 0.01)
        for piece, area, (x, y) in SPOTS
    ]


def test_the_outlooks_of_many_placements_come_from_one_call() -> None:
    with World() as world:
        world.restore(loaded_state())
        start = world.snapshot()
        poses = [compose(world.area_frame(one.area), one.pose) for one in placements()]
        one_by_one: list[Outlook] = []
        for placement in placements():
            asked = WhatIf(Parameters())  # a new one: it would remember the contacts of the last question
            asked.look(world)
            one_by_one.append(asked.outcome(placement, SECONDS))
            asked.close()
    with Fleet(1, workers=0) as fleet:
        at_once = fleet.outcomes(
            start,
            [placement.piece for placement in placements()],
            [(*pose.position, *pose.orientation) for pose in poses],
            limit=SECONDS,
        )
    assert at_once.left.sum(axis=1).tolist() == [outlook.fallen for outlook in one_by_one]
    assert at_once.mean_heel.tolist() == [outlook.heel for outlook in one_by_one]
    assert 0 < np.count_nonzero(at_once.left.any(axis=1)) < len(SPOTS)
