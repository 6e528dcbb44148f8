"""The formulas themselves, on bodies whose answers are known."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.model import (
    Inertial,
    Joint,
    JointKind,
    Link,
    Model,
    Pendulum,
    PieceModel,
    ShipModel,
    Swing,
    pendulum,
    rolling_acceleration,
)

GRAVITY = 9.81


def bob(name: str, mass: float, centre: tuple[float, float, float]) -> Link:
    """A point mass."""
    return Link(name, Inertial(mass, centre, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), (), ())


def ship(*links: Link) -> ShipModel:
    """Links that are fixed on the ball one after another, each 0.1 m above the one before."""
    joints = tuple(
        Joint(f"on_{below.name}", JointKind.FIXED, below.name, above.name, (0.0, 0.0, 0.1))
        for below, above in pairwise(links)
    )
    stand = bob("stand", 5.0, (0.0, 0.0, -0.1))
    pivot = Joint("pivot", JointKind.SPHERICAL, "stand", "ball_bar", (0.0, 0.0, 0.0))
    return ShipModel((stand, *links), (*joints, pivot))


@given(st.floats(0.01, 1.0), st.floats(0.05, 0.5))
def test_a_bob_on_a_thread_swings_by_its_length_alone(mass: float, length: float) -> None:
    single = pendulum(ship(bob("ball_bar", mass, (0.0, 0.0, -length))), Swing.ROLL, GRAVITY)
    assert single.period() == pytest.approx(2 * math.pi * math.sqrt(length / GRAVITY))
    assert single.period(0.2) == pytest.approx(single.period() * 1.0025)


def test_what_is_above_the_pivot_takes_stiffness_and_adds_inertia() -> None:
    heavy = bob("ball_bar", 0.4, (0.0, 0.0, -0.1))
    light = bob("hull", 0.1, (0.0, 0.0, 0.05))  # 0.15 m above the pivot
    alone, both = (pendulum(ship(*links), Swing.ROLL, GRAVITY) for links in ((heavy,), (heavy, light)))
    assert both.stiffness == pytest.approx(alone.stiffness - 0.1 * GRAVITY * 0.15)
    assert both.inertia == pytest.approx(alone.inertia + 0.1 * 0.15**2)


def test_roll_and_pitch_differ_by_what_lies_along_the_ship() -> None:
    long = ship(bob("ball_bar", 0.4, (0.08, 0.0, -0.1)))
    roll, pitch = (pendulum(long, swing, GRAVITY) for swing in Swing)
    assert roll.inertia == pytest.approx(0.4 * 0.1**2)
    assert pitch.inertia == pytest.approx(0.4 * (0.1**2 + 0.08**2))


def test_the_stand_does_not_swing(model: Model) -> None:
    links = tuple(link for link in model.ship.links if link.name not in ("stand", "ring"))
    without = ShipModel(links, model.ship.joints)
    assert pendulum(without, Swing.ROLL, GRAVITY) == pendulum(model.ship, Swing.ROLL, GRAVITY)


def test_heel_balances_the_moment() -> None:
    swing = Pendulum(inertia=0.01, stiffness=0.2)
    assert swing.stiffness * math.sin(swing.heel(0.05)) == pytest.approx(0.05)


def test_a_solid_cylinder_rolls_at_two_thirds_of_sliding() -> None:
    mass, radius = 0.004, 0.009
    moments = (1.0, 1.0, mass * radius**2 / 2)
    log = PieceModel("log", Inertial(mass, (0.0, 0.0, 0.0), moments, (0.0, 0.0, 0.0)), (), (), ())
    slope = math.radians(3)
    sliding = GRAVITY * math.sin(slope)
    assert rolling_acceleration(log, radius, slope, GRAVITY) == pytest.approx(2 / 3 * sliding)
