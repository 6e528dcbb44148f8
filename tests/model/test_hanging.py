"""Sailor and rat on the edge of a plate as thick as a yardarm, in Bullet, enlarged tenfold."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pybullet
import pytest
from scipy.spatial.transform import Rotation

from riffraff.model import Model

SCALE = 10.0
FRICTION = 0.3
PLAY = 3e-4  # m: how far from arm and edge the piece is let go


@pytest.fixture
def client() -> Iterator[int]:
    number = pybullet.connect(pybullet.DIRECT)
    yield number
    pybullet.disconnect(number)


def hang(client: int, model: Model, directory: Path, name: str, heel: float) -> tuple[float, float]:
    """Hang a piece on the lee edge of a heeled plate; how far it falls [m] and turns [rad] in 3 s."""
    ship, piece = model.parameters.ship, model.cargo[name]
    hook = piece.hook
    assert hook is not None
    plate = Rotation.from_euler("y", heel)
    half = (ship.yardarm_width / 2, 0.1, ship.yardarm_thickness / 2)
    shape = pybullet.createCollisionShape(
        pybullet.GEOM_BOX, halfExtents=[SCALE * x for x in half], physicsClientId=client
    )
    yardarm = pybullet.createMultiBody(0, shape, -1, (0, 0, 0), plate.as_quat(), physicsClientId=client)
    slot = np.array([half[0] + PLAY, 0.0, half[2] + PLAY - hook.gap / 2])
    turn = Rotation.from_quat(hook.pose.orientation).inv()
    start, orientation = plate.apply(slot - turn.apply(hook.pose.position)), plate * turn
    body = pybullet.loadURDF(
        str(directory / f"cargo/{name}.urdf"),
        SCALE * start,
        orientation.as_quat(),
        globalScaling=SCALE,
        physicsClientId=client,
    )
    for each in (yardarm, body):
        pybullet.changeDynamics(each, -1, lateralFriction=math.sqrt(FRICTION), physicsClientId=client)
    pybullet.changeDynamics(
        body,
        -1,
        localInertiaDiagonal=[SCALE**2 * x for x in piece.inertial.moments],
        physicsClientId=client,
    )
    pybullet.setGravity(0, 0, -9.81 * SCALE, physicsClientId=client)
    for _ in range(3 * 240):
        pybullet.stepSimulation(physicsClientId=client)
    end, turned = pybullet.getBasePositionAndOrientation(body, physicsClientId=client)
    return start[2] - end[2] / SCALE, float((Rotation.from_quat(turned) * orientation.inv()).magnitude())


@pytest.mark.parametrize("name", ["sailor", "rat"])
@pytest.mark.parametrize("heel", [-10, 0, 10])
def test_what_hooks_hangs(client: int, model: Model, directory: Path, name: str, heel: int) -> None:
    fallen, turned = hang(client, model, directory, name, math.radians(heel))
    assert fallen < 0.004
    assert turned < math.radians(15)


@pytest.mark.parametrize("name", ["sailor", "rat"])
def test_it_slides_off_a_slope_steeper_than_friction_holds(
    client: int, model: Model, directory: Path, name: str
) -> None:
    fallen, _ = hang(client, model, directory, name, math.atan(FRICTION) + math.radians(5))
    assert fallen > 0.1
