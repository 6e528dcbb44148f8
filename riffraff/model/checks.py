"""Contradictions between the ship's parameters that are each inside their bounds.

A piece of cargo checks its own dimensions where its shape is made (`turnery`, `figures`).
"""

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from scipy.spatial import ConvexHull

from riffraff.model import hull, levels
from riffraff.model.parts import Array
from riffraff.model.ring import Ring
from riffraff.model.solids import ring_of
from riffraff.model.theory import Swing, pendulum
from riffraff.model.value import ModelError, ShipModel
from riffraff.model.waves import Waves
from riffraff.params import Parameters

_AIR = 0.001
"""Clearance [m] that is asked for between parts that pass each other."""
_DIRECTIONS = 24
"""How many directions of heel are tried where the hull may touch something."""


def check(parameters: Parameters) -> None:
    """Check that the ship can be built and can heel to its tilt stop.

    Raises:
        ModelError: with one line for each contradiction found.
    """
    lines = [line for kind in (_ring, _counterweight, _yardarms, _mast) for line in kind(parameters)]
    if not lines:
        # Only a ship whose parts are sound has a place for its hull that can be judged.
        lines = list(_hull(parameters))
    if lines:
        raise ModelError("\n".join(lines))


def check_balance(parameters: Parameters, ship: ShipModel) -> None:
    """Check that the empty ship stands: that its centre of mass is below the pivot.

    Raises:
        ModelError: if it capsizes by itself.
    """
    gravity = parameters.world.gravity
    stiffness = pendulum(ship, Swing.ROLL, gravity).stiffness
    if stiffness <= 0.0:
        size = parameters.ship
        needed = size.counterweight_mass - stiffness / (gravity * size.counterweight_depth)
        raise ModelError(
            f"the empty ship capsizes: ship.counterweight_mass = {size.counterweight_mass:g} kg must be "
            f"more than {needed:.4g} kg at ship.counterweight_depth = {size.counterweight_depth:g} m, or "
            "the ship above it lighter"
        )


def _ring(parameters: Parameters) -> Iterator[str]:
    ship, ring = parameters.ship, Ring(parameters)
    ball, bar = ship.ball_diameter / 2.0, ship.bar_diameter / 2.0
    # The hole's rim touches the ball at an angle to the vertical; the bar, heeled over, must pass inside of
    # it.
    needed = 2.0 * ball * math.sin(min(math.pi / 2.0, ship.tilt_stop + math.asin(min(1.0, bar / ball))))
    if ship.ring_hole_diameter > 0.95 * ship.ball_diameter:
        yield (
            f"the ball falls through the ring: ship.ring_hole_diameter = {ship.ring_hole_diameter:g} m must "
            f"be at most {0.95 * ship.ball_diameter:g} m, 0.95 of ship.ball_diameter = "
            f"{ship.ball_diameter:g} m"
        )
    elif ship.ring_hole_diameter < needed:
        yield (
            "the bar meets the ring before the tilt stop: ship.ring_hole_diameter = "
            f"{ship.ring_hole_diameter:g} m must be at least {needed:.4g} m with ship.tilt_stop = "
            f"{ship.tilt_stop:g} rad, ship.bar_diameter = {ship.bar_diameter:g} m and ship.ball_diameter = "
            f"{ship.ball_diameter:g} m"
        )
    elif ring.notch_exit < ring.throat + 2.0 * _AIR:
        yield (
            "the notches for the retaining rods cut the ring in two: ship.ring_thickness = "
            f"{ship.ring_thickness:g} m must be more, or ship.rod_diameter = {ship.rod_diameter:g} m or "
            f"ship.tilt_stop = {ship.tilt_stop:g} rad less"
        )
    reach = ring.radius - ring.lug_depth / 2.0
    if ship.rod_length < reach:
        yield (
            f"the retaining rods do not reach their notches: ship.rod_length = {ship.rod_length:g} m must "
            f"be at least {reach:.4g} m with ship.ring_diameter = {ship.ring_diameter:g} m"
        )


def _counterweight(parameters: Parameters) -> Iterator[str]:
    ship, waves = parameters.ship, Waves(parameters)
    radius = Ring(parameters).counterweight_radius
    deepest = ship.counterweight_depth + radius + _AIR
    if deepest > ship.pivot_height:
        yield (
            f"the counterweight hits the table: ship.pivot_height = {ship.pivot_height:g} m must be at least "
            f"{deepest:.4g} m with ship.counterweight_depth = {ship.counterweight_depth:g} m and "
            f"ship.counterweight_mass = {ship.counterweight_mass:g} kg, a ball of radius {radius:.4g} m"
        )
    if waves.crest < 4.0 * _AIR:
        yield (
            "the bar leaves no room for the waves under the ring: ship.ring_diameter = "
            f"{ship.ring_diameter:g} m must be more, or ship.ring_thickness = {ship.ring_thickness:g} m or "
            f"ship.tilt_stop = {ship.tilt_stop:g} rad less"
        )


def _yardarms(parameters: Parameters) -> Iterator[str]:
    ship = parameters.ship
    widest = ship.yardarm_width - 4.0 * _AIR
    if ship.mast_diameter + ship.yardarm_hole_clearance > widest:
        yield (
            f"the mast's hole cuts the yardarms in two: ship.mast_diameter = {ship.mast_diameter:g} m and "
            f"ship.yardarm_hole_clearance = {ship.yardarm_hole_clearance:g} m must be at most {widest:.4g} "
            f"m together, 4 mm less than ship.yardarm_width = {ship.yardarm_width:g} m"
        )
    rock = math.sin(levels.rock_limit(ship))
    yardarms = levels.levels(ship)
    low, top = yardarms[0], hull.Body(ship).top
    dip = min(low.length, ship.hull_beam) / 2.0 * rock
    needed = top + max(ship.peg_diameter, dip) + _AIR
    if low.height < needed:
        yield (
            f"the low yardarm meets the hull: ship.low_yardarm_height = {low.height:g} m must be at least "
            f"{needed:.4g} m, above the bulwark at {top:.4g} m, the peg, and the yardarm's rocking"
        )
    for lower, upper in pairwise(yardarms):
        rocking = min(lower.length, upper.length) * rock
        apart = ship.yardarm_thickness + max(ship.peg_diameter, rocking) + _AIR
        if upper.height - lower.height < apart:
            yield (
                f"the {lower.name} and the {upper.name} yardarm meet: ship.{upper.name}_yardarm_height = "
                f"{upper.height:g} m must be at least {lower.height + apart:.4g} m, or the shorter of the "
                f"two less than {min(lower.length, upper.length):g} m long, or ship.yardarm_hole_clearance "
                f"= {ship.yardarm_hole_clearance:g} m less, by which they rock"
            )
    for level in yardarms:
        heel = ship.tilt_stop + levels.rock_limit(ship)
        longest = 2.0 * (level.height * math.cos(ship.tilt_stop) + ship.pivot_height) / math.sin(heel)
        if level.length > longest:
            yield (
                f"the {level.name} yardarm reaches the table at the tilt stop: "
                f"ship.{level.name}_yardarm_length = {level.length:g} m must be at most {longest:.4g} m"
            )


def _mast(parameters: Parameters) -> Iterator[str]:
    ship = parameters.ship
    needed = ship.top_yardarm_height + ship.yardarm_thickness + 2.0 * _AIR - levels.mast_foot(ship)
    if ship.mast_length < needed:
        yield (
            f"the mast ends below the top yardarm: ship.mast_length = {ship.mast_length:g} m must be at "
            f"least {needed:.4g} m with ship.top_yardarm_height = {ship.top_yardarm_height:g} m"
        )
    if ship.peg_diameter > 0.7 * ship.mast_diameter:
        yield (
            f"the pegs' holes cut the mast: ship.peg_diameter = {ship.peg_diameter:g} m must be at most "
            f"{0.7 * ship.mast_diameter:.4g} m, 0.7 of ship.mast_diameter = {ship.mast_diameter:g} m"
        )
    shortest = ship.mast_diameter + 6.0 * _AIR
    if ship.peg_length < shortest:
        yield (
            f"the pegs carry no yardarm: ship.peg_length = {ship.peg_length:g} m must be at least "
            f"{shortest:.4g} m, 6 mm more than ship.mast_diameter = {ship.mast_diameter:g} m"
        )


def _hull(parameters: Parameters) -> Iterator[str]:
    ship, ring, waves = parameters.ship, Ring(parameters), Waves(parameters)
    lug = np.array([(0.0, side * ring.radius, ring.lug_top) for side in (-1.0, 1.0)])
    standing: dict[str, Array] = {
        "the ring": np.vstack([ring_of(ring.radius, ring.seat, _DIRECTIONS), lug]),
        "the waves": waves.crests(),
    }
    body = hull.Body(ship)
    shell = body.points(np.linspace(-1.0, 1.0, 21)[:, None], np.linspace(0.0, 1.0, 7))
    planes = ConvexHull(shell).equations
    if ship.hull_clearance < ship.ball_diameter / 2.0 + _AIR:
        yield (
            f"the hull sits on the ball: ship.hull_clearance = {ship.hull_clearance:g} m must be at least "
            f"{ship.ball_diameter / 2.0 + _AIR:.4g} m with ship.ball_diameter = {ship.ball_diameter:g} m"
        )
    heels = [_heel(ship.tilt_stop, 2.0 * math.pi * k / _DIRECTIONS) for k in range(_DIRECTIONS)]
    for name, points in standing.items():
        # How deep a point is in the convex hull is the least of its depths behind the planes of its facets.
        gaps = [(planes[:, :3] @ (points @ turn).T + planes[:, 3:]).max(axis=0).min() for turn in heels]
        if min(gaps) < _AIR:
            yield (
                f"the hull meets {name} before the tilt stop: ship.hull_clearance = {ship.hull_clearance:g} "
                f"m must be about {_AIR - min(gaps):.2g} m more, or ship.tilt_stop = {ship.tilt_stop:g} rad "
                "less"
            )


def _heel(angle: float, direction: float) -> Array:
    """Return the rotation [3, 3] that heels the ship by `angle` toward `direction`, both [rad]."""
    out = np.array([math.cos(direction), math.sin(direction), 0.0])
    across, up = np.array([-out[1], out[0], 0.0]), np.array([0.0, 0.0, 1.0])
    from_axes = np.column_stack([out, across, up])
    sine, cosine = math.sin(angle), math.cos(angle)
    turn = np.array([[cosine, 0.0, sine], [0.0, 1.0, 0.0], [-sine, 0.0, cosine]])
    return np.asarray(from_axes @ turn @ from_axes.T)
