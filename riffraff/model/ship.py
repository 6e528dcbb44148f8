"""The ship's links and joints: stand and ring, ball-bar, hull, mast, and three yardarms, each on its peg."""

import math

import numpy as np
from manifold3d import Manifold
from shapely import box, union_all

from riffraff.model import hull, paint
from riffraff.model.levels import Level, levels, mast_foot, rock_limit
from riffraff.model.mass import inertial
from riffraff.model.ring import Ring
from riffraff.model.solids import ball, fused, prism, rod, sound, turned
from riffraff.model.value import (
    Area,
    Box,
    Colour,
    Cylinder,
    Joint,
    JointKind,
    Link,
    Part,
    Pose,
    ShipModel,
    Sphere,
    Visual,
)
from riffraff.model.waves import Waves
from riffraff.params import Parameters, Ship

BEECH: Colour = (0.80, 0.60, 0.38)
HULL: Colour = (0.62, 0.36, 0.17)
STEEL: Colour = (0.60, 0.61, 0.63)
SEA: Colour = (0.13, 0.38, 0.56)
INK: Colour = (0.16, 0.11, 0.08)


def ship(parameters: Parameters) -> tuple[ShipModel, dict[str, Manifold]]:
    """Return the ship's links and joints, and the solids of its visual meshes by file name."""
    solids: dict[str, Manifold] = {}

    def link(
        name: str,
        parts: tuple[Part, ...],
        *bodies: tuple[Manifold, float, Colour],
        ink: Manifold | None = None,
    ) -> Link:
        bodies = tuple((sound(solid), density, colour) for solid, density, colour in bodies)
        drawn = [(solid, colour) for solid, _, colour in bodies]
        if ink is not None:
            drawn.append((ink, INK))
        visuals = []
        for index, (solid, colour) in enumerate(drawn):
            file = f"meshes/{name}.obj" if index == 0 else f"meshes/{name}_{index}.obj"
            solids[file] = solid
            visuals.append(Visual(file, colour))
        return Link(name, inertial([(solid, density) for solid, density, _ in bodies]), parts, tuple(visuals))

    size, wood = parameters.ship, parameters.wood.density
    ring, waves = Ring(parameters), Waves(parameters)
    fore, aft = waves.solids()
    bar, weight = _ball_bar(parameters)
    radius = ring.counterweight_radius
    tip = size.hull_clearance + hull.TENON * size.hull_depth
    bar_parts: tuple[Part, ...] = (
        Sphere(size.ball_diameter / 2.0),
        Cylinder(
            size.bar_diameter / 2.0,
            tip + size.counterweight_depth,
            Pose((0.0, 0.0, (tip - size.counterweight_depth) / 2.0)),
        ),
        Sphere(radius, Pose((0.0, 0.0, -size.counterweight_depth))),
    )
    foot = mast_foot(size)
    mast_parts = (
        Cylinder(size.mast_diameter / 2.0, size.mast_length, Pose((0.0, 0.0, foot + size.mast_length / 2.0))),
    )
    links = [
        link("stand", waves.parts(), (fore, wood, SEA), (aft, wood, SEA)),
        link("ring", ring.parts(), (ring.solid(), wood, BEECH)),
        link("ball_bar", bar_parts, (bar, wood, BEECH), (weight, parameters.wood.steel_density, STEEL)),
        link("hull", hull.parts(size), (hull.solid(size), wood, HULL), ink=hull.painted(size)),
        link("mast", mast_parts, (_mast(size), wood, BEECH)),
    ]
    joints = [
        Joint("ring_on_waves", JointKind.FIXED, "stand", "ring", (0.0, 0.0, 0.0)),
        Joint(
            "pivot",
            JointKind.SPHERICAL,
            "ring",
            "ball_bar",
            (0.0, 0.0, 0.0),
            swing=size.tilt_stop,
            twist=size.rod_play,
            damping=size.pivot_damping,
        ),
        Joint("hull_on_bar", JointKind.FIXED, "ball_bar", "hull", (0.0, 0.0, 0.0)),
        Joint("mast_in_hull", JointKind.FIXED, "hull", "mast", (0.0, 0.0, 0.0)),
    ]
    rock = rock_limit(size)
    peg_radius = size.peg_diameter / 2.0
    for level in levels(size):
        peg, yardarm = f"peg_{level.name}", f"yardarm_{level.name}"
        # A plate rolling on a round peg of radius r without slipping has, to second order in the tilt, the
        # potential energy of one hinged r above the line of contact: that is where the rock axis is.
        axis = level.height + peg_radius
        hanging = (0.0, 0.0, -2.0 * peg_radius)
        peg_part = Cylinder(
            peg_radius, size.peg_length, Pose(hanging, (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)))
        )
        plate = Box(
            (size.yardarm_width, level.length, size.yardarm_thickness),
            Pose((0.0, 0.0, size.yardarm_thickness / 2.0 - peg_radius)),
        )
        links += [
            link(peg, (peg_part,), (rod(peg_radius, size.peg_length, axis="x", centre=hanging), wood, BEECH)),
            link(yardarm, (plate,), (_yardarm(size, level), wood, BEECH), ink=_numbers(size, level)),
        ]
        joints += [
            Joint(
                f"rock_{level.name}",
                JointKind.REVOLUTE,
                "mast",
                peg,
                (0.0, 0.0, axis),
                (1.0, 0.0, 0.0),
                swing=rock,
                friction=size.yardarm_rock_friction,
            ),
            Joint(
                f"turn_{level.name}",
                JointKind.CONTINUOUS,
                peg,
                yardarm,
                (0.0, 0.0, 0.0),
                friction=size.yardarm_turn_friction,
            ),
        ]
    return ShipModel(tuple(links), tuple(joints)), solids


def areas(size: Ship) -> dict[int, Area]:
    """Return the ten areas by number (R1.2)."""
    top = size.yardarm_thickness - size.peg_diameter / 2.0
    hole = (size.mast_diameter + size.yardarm_hole_clearance) / 2.0
    result = hull.areas(size)
    for level in levels(size):
        for number, side in zip(level.areas, (1.0, -1.0), strict=True):
            half = size.yardarm_width / 2.0
            end, corner = level.length / 2.0, _corner(size)
            port = [
                (half, hole),
                (half, end - corner),
                (half - corner, end),
                (corner - half, end),
                (-half, end - corner),
                (-half, hole),
            ]
            polygon = port if side > 0.0 else [(-x, -y) for x, y in port]
            result[number] = Area(
                number, f"yardarm_{level.name}", tuple((round(x, 9), round(y, 9)) for x, y in polygon), top
            )
    return result


def _corner(size: Ship) -> float:
    """Radius of a yardarm's rounded corners [m]."""
    return 0.3 * size.yardarm_width


def _yardarm(size: Ship, level: Level) -> Manifold:
    """Return a yardarm in its link's frame: a strip with rounded corners and a hole for the mast."""
    half, corner = size.yardarm_width / 2.0, _corner(size)
    core = box(corner - half, corner - level.length / 2.0, half - corner, level.length / 2.0 - corner)
    low = -size.peg_diameter / 2.0
    plate = prism(core.buffer(corner, quad_segs=6), low, low + size.yardarm_thickness)
    return plate - rod((size.mast_diameter + size.yardarm_hole_clearance) / 2.0, 4.0 * size.yardarm_thickness)


def _numbers(size: Ship, level: Level) -> Manifold:
    """Return the numbers painted near the ends of a yardarm."""
    height = 0.5 * size.yardarm_width
    numbers = [
        paint.number(number, (0.0, side * (level.length / 2.0 - 0.6 * size.yardarm_width)), height)
        for number, side in zip(level.areas, (1.0, -1.0), strict=True)
    ]
    return paint.coat(union_all(numbers), size.yardarm_thickness - size.peg_diameter / 2.0)


def _ball_bar(parameters: Parameters) -> tuple[Manifold, Manifold]:
    """Return the wooden ball, bar and retaining rods, and the steel ball at the bar's lower end."""
    size = parameters.ship
    weight = ball(Ring(parameters).counterweight_radius, (0.0, 0.0, -size.counterweight_depth))
    tip = size.hull_clearance + hull.TENON * size.hull_depth
    middle = (tip - size.counterweight_depth) / 2.0
    bar = rod(size.bar_diameter / 2.0, tip + size.counterweight_depth, centre=(0.0, 0.0, middle))
    rods = rod(size.rod_diameter / 2.0, 2.0 * size.rod_length, axis="y")
    return fused([ball(size.ball_diameter / 2.0), bar, rods]) - weight, weight


def _mast(size: Ship) -> Manifold:
    """Return the mast with its rounded top and the cross holes of the pegs."""
    radius, foot = size.mast_diameter / 2.0, mast_foot(size)
    top = foot + size.mast_length
    arc = np.linspace(0.0, math.pi / 2.0, 6)
    cap = [(float(radius * math.cos(a)), float(top - 0.5 * radius * (1.0 - math.sin(a)))) for a in arc[:-1]]
    pole = turned([(0.0, foot), (radius, foot), *cap, (0.0, top)])
    holes = [
        rod(
            size.peg_diameter / 2.0,
            2.0 * size.peg_length,
            axis="x",
            centre=(0.0, 0.0, level.height - size.peg_diameter / 2.0),
        )
        for level in levels(size)
    ]
    return pole - fused(holes)
