"""Edges and piles, in PyBullet and in MuJoCo, against mechanics: what tips, what slides, what rocks on.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT``, and ends with exit code 1 if one
falls short.

- A piece laid on the edge of another holds while its centre of mass is above the face it lies on.
- A piece on a piece slides at the angle of friction, as it does on the table.
- A chest that rocks on the facets of its lid, of a wood that does not rebound, loses energy whenever the next
  facet comes down, and never gains any.

    python benchmarks/stacking.py
    python benchmarks/stacking.py --engine bullet --set world.solver_iterations=100

Where PyBullet falls short, and why (single contacts were followed):

- A crate of 15 g on a plank of 2.5 g: twenty iterations do not carry the heavy weight through the light
  body. The plank sinks by a quarter of a millimetre at its loaded edge, tilts by three degrees, and the crate
  tips at 3.7 of 6 mm. With 1,000 iterations, or with steps of 1/960 s, it stands as it should.
- Between two free bodies at rest Bullet limits friction along two axes, each for itself: slopes along an axis
  are met within half a degree, diagonal ones hold up to three degrees too long. Against the ship's links the
  limit is a cone.
- Friction anchors, contact thresholds, SAT contacts, warm starting and the other solvers PyBullet offers were
  tried; none mends either.
"""

import argparse
import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from fidelity import BESIDE
from figures import Figure, exit_code, printed
from mujoco_ship import Array, MujocoShip

from riffraff import model
from riffraff.model import SHAPES, Pose, outline
from riffraff.params import ParameterError, Parameters, settings
from riffraff.physics import Motion, World, vector

_LAID = 2e-5  # m: the upper piece is laid down from this height
_BY = math.radians(0.1)  # how finely an angle is found
_WITHIN = 1e-4  # m: the same of an overhang
_MOVED = 0.004  # m: what has moved farther against the lower piece has tipped
_SLID = 0.003  # m: what has moved farther in `_WATCH` slides
_WATCH = 1.5  # s
_SPINS = np.linspace(8.6, 9.8, 7).tolist()  # rad/s: enough for the first edge, too little to turn over
_ROCKS = 0.3  # s: the time of two or three facets
_FIRM = 1.0  # friction of the table under a lower piece that shall not slide

Ship = World | MujocoShip


@dataclass(frozen=True)
class Pair:
    """A piece that lies on another, both upright as their frames are, the upper one's long side along x.

    Attributes:
        upper: shape of the piece above.
        lower: shape of the piece below.
        axis: along which it is shifted toward an edge, 0 or 1.
    """

    upper: str
    lower: str
    axis: int

    @property
    def name(self) -> str:
        """What the pair is called in a figure's name."""
        return f"{self.upper}_on_{self.lower}"


OVERHANGS = (Pair("crate", "crate", 0), Pair("crate", "plank", 1), Pair("plank", "chest", 1))
SLIDES = (Pair("crate", "crate", 0), Pair("chest", "crate", 0), Pair("plank", "crate", 0))


def points(shape: str) -> Array:
    """Corners of all parts of a shape in its frame [m], shape [n, 3]."""
    cargo = model.read(model.default_directory()).cargo[shape]
    return np.vstack([outline(part) for part in cargo.parts])


def edge(pair: Pair) -> float:
    """How far the upper piece may be shifted: half the extent of the lower piece's uppermost face [m]."""
    corners = points(pair.lower)
    top = corners[corners[:, 2] > corners[:, 2].max() - 1e-6]
    return float(top[:, pair.axis].max())


@contextlib.contextmanager
def stacked(engine: str, parameters: Parameters, pair: Pair, shift: float) -> Iterator[tuple[Ship, int, int]]:
    """A ship with the pair beside the box, the lower piece at rest, the upper just laid on it."""
    lower = SHAPES.index(pair.lower)
    upper = SHAPES.index(pair.upper) + len(SHAPES)
    below, above = -points(pair.lower)[:, 2].min(), -points(pair.upper)[:, 2].min()
    with contextlib.ExitStack() as stack:
        ship: Ship
        if engine == "bullet":
            ship = stack.enter_context(World(parameters))
        else:
            ship = MujocoShip(parameters, (lower, upper))
            ship.put(upper, Pose((-BESIDE[0], -BESIDE[1], above)))  # out of the way meanwhile
        ship.put(lower, Pose((*BESIDE, below + 1e-4)))
        ship.advance(0.5)
        x, y, z = ship.motion(lower).pose.position
        offset = (x + shift, y) if pair.axis == 0 else (x, y + shift)
        height = z + float(points(pair.lower)[:, 2].max()) + above + _LAID
        ship.put(upper, Pose((*offset, height)))
        yield ship, lower, upper


def moved(ship: Ship, lower: int, upper: int, seconds: float) -> float:
    """How far the upper piece gets from its place on the lower one [m]."""

    def place() -> Array:
        return np.array(ship.motion(upper).pose.position) - ship.motion(lower).pose.position

    before = place()
    ship.advance(seconds)
    return float(np.linalg.norm(place() - before))


def last_that_holds(holds: Callable[[float], bool], low: float, high: float, step: float) -> float:
    """Where `holds` changes from true to false, by halving."""
    while high - low > step:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def overhangs(engine: str, parameters: Parameters) -> Iterator[Figure]:
    """How far a piece may be shifted over an edge, against where its centre of mass is above it."""
    for pair in OVERHANGS:

        def holds(shift: float, pair: Pair = pair) -> bool:
            with stacked(engine, parameters, pair, shift) as (ship, lower, upper):
                return moved(ship, lower, upper, _WATCH) < _MOVED

        theory = edge(pair)
        found = last_that_holds(holds, 0.4 * theory, 1.6 * theory, _WITHIN)
        yield Figure(f"{engine}_overhang_error_{pair.name}", 1000 * abs(found - theory), "mm", 0.5)


def slides(engine: str, parameters: Parameters) -> Iterator[Figure]:
    """The slope at which a piece slides on another, against the angle of friction."""
    firm = parameters.with_changes({"wood.table_friction": _FIRM})
    for pair in SLIDES:

        def holds(slope: float, pair: Pair = pair) -> bool:
            with stacked(engine, firm, pair, 0.0) as (ship, lower, upper):
                ship.advance(0.4)
                ship.incline(slope, 0.9)
                return moved(ship, lower, upper, _WATCH) < _SLID

        theory = math.atan(parameters.wood.friction)
        found = last_that_holds(holds, theory - math.radians(5), theory + math.radians(5), _BY)
        yield Figure(
            f"{engine}_slide_angle_error_{pair.name}", math.degrees(abs(found - theory)), "degrees", 0.5
        )


def rocking(engine: str, parameters: Parameters) -> Iterator[Figure]:
    """The energy that a chest rocking on its lid gains, of that with which it began: it should lose some.

    Turning from one edge of its lid to the next it keeps its angular momentum about the new edge, which is
    0.89 of its spin. With the spins tried here the first facet to come down takes a tenth of its energy.
    """
    dead = parameters.with_changes({"wood.restitution": 0, "wood.table_friction": _FIRM})
    chest, inertial = SHAPES.index("chest"), model.read(model.default_directory()).cargo["chest"].inertial
    corners = points("chest")
    height = float(corners[:, 2].max())
    gravity = parameters.world.gravity

    def energy(motion: Motion) -> float:
        """Of the motion about the chest's long side, over that of the chest at rest on its lid [J]."""
        swift, turning = np.array(motion.velocity), motion.spin[0]
        lifted = inertial.mass * gravity * (motion.pose.position[2] - height)
        return float(inertial.mass * swift @ swift + inertial.moments[0] * turning**2) / 2 + lifted

    gains = []
    for spin in _SPINS:
        with contextlib.ExitStack() as stack:
            ship: Ship = (
                stack.enter_context(World(dead)) if engine == "bullet" else MujocoShip(dead, (chest,))
            )
            ship.put(chest, Pose((*BESIDE, height + 5e-5), (1.0, 0.0, 0.0, 0.0)))
            ship.advance(0.3)
            # It is let go turning about the edge of the facet it lies on.
            to_centre = (0.0, edge(Pair("crate", "chest", 1)), height)
            velocity = np.cross((spin, 0.0, 0.0), to_centre)
            start = Motion(ship.motion(chest).pose, vector(velocity), (spin, 0.0, 0.0))
            ship.put(chest, start)
            ship.advance(_ROCKS)
            gains.append(100 * (energy(ship.motion(chest)) / energy(start) - 1))
    yield Figure(f"{engine}_rocking_energy_gained", float(np.mean(gains)), "%", -10)


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", choices=("bullet", "mujoco"), action="append", help="default: both")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter")
    options = parser.parse_args()
    try:
        parameters = settings(Parameters(), options.set)
    except ParameterError as error:
        parser.error(str(error))
    return exit_code(
        printed(
            figure
            for engine in options.engine or ("bullet", "mujoco")
            for measurement in (overhangs, slides, rocking)
            for figure in measurement(engine, parameters)
        )
    )


if __name__ == "__main__":
    sys.exit(main())
