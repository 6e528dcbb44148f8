"""Kinetic energy from poses, against what falls and swings."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from riffraff import model
from riffraff.live.energy import Energy
from riffraff.model import BODIES, FIRST_PIECE_BODY, Pose, Swing, piece_shape
from riffraff.params import Parameters
from riffraff.physics import World


@pytest.mark.parametrize("piece", range(8))
def test_a_falling_piece_gains_what_it_loses_in_height(piece: int) -> None:
    with World() as world:
        energy = Energy(world.scene.model)
        ship = world.poses.copy()
        world.put(piece, Pose((0.3, 0.3, 0.7)))
        mass = world.scene.inertial(piece).mass
        world.frame()
        for _ in range(10):
            before, height = world.poses.copy(), 0.7 - world.poses[FIRST_PIECE_BODY + piece, 2]
            world.frame()
            height = (height + 0.7 - world.poses[FIRST_PIECE_BODY + piece, 2]) / 2
            before[:FIRST_PIECE_BODY] = world.poses[:FIRST_PIECE_BODY] = ship[:FIRST_PIECE_BODY]
            gained = energy.between(before, world.poses, 1 / 60)
            assert gained == pytest.approx(mass * 9.81 * height, rel=0.02, abs=1e-4)


def test_a_turning_piece_has_the_energy_of_its_moments() -> None:
    ship = model.read(model.provide(Parameters()))
    for piece in range(8):
        inertial = ship.cargo[piece_shape(piece)].inertial
        for axis in range(3):
            spin = np.zeros(3)
            spin[axis] = 3.0
            start = Rotation.from_rotvec([0.3, -0.2, 0.9])
            before, after = np.full((BODIES, 7), np.nan), np.full((BODIES, 7), np.nan)
            before[FIRST_PIECE_BODY + piece] = [0, 0, 0, *start.as_quat()]
            after[FIRST_PIECE_BODY + piece] = [0, 0, 0, *(start * Rotation.from_rotvec(spin / 60)).as_quat()]
            expected = inertial.moments[axis] * 9 / 2
            assert Energy(ship).between(before, after, 1 / 60) == pytest.approx(expected)


def test_the_swinging_ship_has_the_energy_of_its_pendulum() -> None:
    parameters = Parameters()
    ship = model.read(model.provide(parameters))
    pendulum = model.pendulum(ship.ship, Swing.ROLL, parameters.world.gravity)
    rate = 0.2
    with World() as world:
        before = world.poses.copy()
    after = before.copy()
    pivot = np.array([0.0, 0.0, parameters.ship.pivot_height])
    turn = Rotation.from_rotvec([rate / 60, 0, 0])
    after[:4, :3] = pivot + turn.apply(before[:4, :3] - pivot)
    after[:4, 3:] = (turn * Rotation.from_quat(before[:4, 3:])).as_quat()
    kinetic = Energy(ship).between(before, after, 1 / 60)
    assert math.isclose(kinetic, pendulum.inertia * rate**2 / 2, rel_tol=0.01)
