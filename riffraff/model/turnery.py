"""The plain and the turned pieces of cargo: crate, plank, chest, barrel and flacon."""

import math

import numpy as np
from manifold3d import Manifold

from riffraff.model.shape import Shape
from riffraff.model.solids import Point, block, convex, fair, frame_slab, fused, hull_of, ring_of, turned
from riffraff.model.value import Box, Cylinder, ModelError, Part, Pose, Sphere
from riffraff.params import Parameters

_GROOVE = 0.0008
"""Width [m] of a carved line; it is half as deep."""
_WITHIN = 0.985
"""Radius of the cylinder that fills a barrel's waist, as a share of that of the balls it rolls on."""


def crate(parameters: Parameters) -> Shape:
    """Return the crate: a cube of three planks a side, its edges broken."""
    edge = parameters.cargo.crate.edge
    solid = _broken_box(edge, edge, edge, bevel=edge / 50.0)
    lines = []
    for side in (-1.0, 1.0):
        for level in (-edge / 6.0, edge / 6.0):
            lines += [
                block((edge, _GROOVE, _GROOVE), (0.0, side * edge / 2.0, level)),
                block((_GROOVE, edge, _GROOVE), (side * edge / 2.0, 0.0, level)),
                block((edge, _GROOVE, _GROOVE), (0.0, level, side * edge / 2.0)),
            ]
    return Shape(solid - fused(lines), (Box((edge, edge, edge)),))


def plank(parameters: Parameters) -> Shape:
    """Return the plank: a flat board, its edges broken."""
    size = parameters.cargo.plank
    bevel = min(size.length, size.width, size.thickness) / 12.0
    solid = _broken_box(size.length, size.width, size.thickness, bevel=bevel)
    return Shape(solid, (Box((size.length, size.width, size.thickness)),))


def chest(parameters: Parameters) -> Shape:
    """Return the chest: a box with a rounded lid, a seam between them and two straps round both."""
    size = parameters.cargo.chest
    rim = size.height - size.lid_height
    section = _lid_section(size.width, size.height, rim, corners=13)
    solid = _along(section, size.length)
    seam = block((2.0 * size.length, 2.0 * size.width, _GROOVE), (0.0, 0.0, rim))
    core = _along(
        _lid_section(size.width - _GROOVE, size.height - _GROOVE / 2.0, rim, corners=13), size.length
    )
    solid -= seam - block((size.length - _GROOVE, size.width - _GROOVE, size.height), (0.0, 0.0, rim))
    for side in (-1.0, 1.0):
        strap = block((2.0 * _GROOVE, size.width, 2.0 * size.height), (side * size.length / 4.0, 0.0, 0.0))
        solid -= strap - core
    half = size.length / 2.0
    few = _lid_section(size.width, size.height, rim, corners=6)
    corners = np.array([(x, y, z) for x in (-half, half) for y, z in few])
    return Shape(solid, (hull_of(corners),))


def barrel(parameters: Parameters) -> Shape:
    """Return the barrel: a round bulge with a cylindrical band about its waist, and flat ends.

    In collisions it rolls on two balls within the band. On a cylinder it would touch along a line, and Bullet
    finds anew only one end of that in a step: the other lags behind, carries weight there, and drives the
    barrel. One of 3 mm/s came to 0.15 m/s on a level table, and none stopped that was faster than 0.1 m/s.
    """
    size = parameters.cargo.barrel
    if size.end_diameter > size.diameter:
        raise ModelError(
            f"cargo.barrel.end_diameter = {size.end_diameter:g} m is more than cargo.barrel.diameter = "
            f"{size.diameter:g} m: make it at most that, or the barrel does not bulge"
        )
    half, belly, end = size.height / 2.0, size.diameter / 2.0, size.end_diameter / 2.0
    band = 0.4 * half

    def radius(z: float) -> float:
        return belly - (belly - end) * (max(0.0, abs(z) - band) / (half - band)) ** 2

    levels = [*np.linspace(-half, -band, 7), *np.linspace(band, half, 7)]
    profile: list[Point] = [(0.0, -half), *((radius(z), float(z)) for z in levels), (0.0, half)]
    solid = turned(profile)
    groove = _GROOVE
    for side in (-1.0, 1.0):
        hoop = 0.62 * half * side
        solid -= turned(_ring_section(radius(hoop) - groove / 2.0, belly + groove, hoop, groove))
        head = (end - 2.0 * groove, side * half)
        if head[0] > groove:
            solid -= turned(_ring_section(head[0] - groove, head[0], head[1], groove))
    # A second, narrower cylinder fills out the bulge; the ends are flat polygons, which stand more steadily
    # in Bullet than round ones.
    waist, flank = band + 0.3 * (half - band), band + 0.68 * (half - band)
    corner = min(fair(end, 8), belly)
    ends = hull_of(np.vstack([ring_of(corner, -half, 8), ring_of(corner, half, 8)]))
    apart = min(band, 0.95 * half - belly)
    balls: tuple[Part, ...] = ()
    if apart > 0.1 * half:  # a barrel as wide as high has no room for them, and rolls on the waist itself
        balls = tuple(Sphere(belly, Pose((0.0, 0.0, side * apart))) for side in (1.0, -1.0))
    broad = Cylinder(_WITHIN * belly if balls else belly, 2.0 * waist)
    return Shape(solid, (*balls, broad, Cylinder(radius(flank), 2.0 * flank), ends))


def flacon(parameters: Parameters) -> Shape:
    """Return the flacon: a bottle with a round belly, a foot to stand on, a neck and a lip.

    The belly is a true ball, in collisions too: it rolls as a round bottle does.
    """
    size = parameters.cargo.flacon
    belly, neck = size.diameter / 2.0, size.neck_diameter / 2.0
    shoulder = size.height - size.neck_height
    middle = 1.1 * belly
    if neck > 0.7 * belly or shoulder < middle + belly:
        raise ModelError(
            f"cargo.flacon: a belly of diameter {size.diameter:g} m does not fit under a neck of "
            f"neck_diameter {size.neck_diameter:g} m and neck_height {size.neck_height:g} m in height "
            f"{size.height:g} m: make neck_diameter at most {0.7 * size.diameter:g} m and height at least "
            f"{middle + belly + size.neck_height:g} m"
        )
    foot, waist = 0.62 * belly, 0.4 * belly
    lean = math.sqrt(belly**2 - (middle - waist) ** 2)
    throat = math.sqrt(belly**2 - (1.12 * neck) ** 2)
    arc = np.linspace(math.asin((waist - middle) / belly), math.asin(throat / belly), 17)
    lip = 0.25 * size.neck_height
    profile: list[Point] = [
        (0.0, 0.0),
        (foot, 0.0),
        *((belly * math.cos(a), middle + belly * math.sin(a)) for a in arc),
        (neck, shoulder),
        (0.9 * neck, shoulder + lip),
        (0.9 * neck, size.height - lip),
        (neck, size.height - lip),
        (neck, size.height),
        (0.0, size.height),
    ]
    base = np.vstack([ring_of(fair(foot, 10), 0.0, 10), ring_of(lean, waist, 10)])
    bottom = middle + throat
    stem = Cylinder(neck, size.height - bottom, Pose((0.0, 0.0, (bottom + size.height) / 2.0)))
    return Shape(turned(profile), (Sphere(belly, Pose((0.0, 0.0, middle))), hull_of(base), stem))


def _along(section: list[Point], length: float) -> Manifold:
    return frame_slab(section, -length / 2.0, length / 2.0)


def _lid_section(width: float, height: float, rim: float, *, corners: int) -> list[Point]:
    """Return the chest's end view (y, z): a box up to `rim` under half an ellipse of `corners` points."""
    angles = np.linspace(0.0, math.pi, corners)
    arc = [(width / 2.0 * math.cos(a), rim + (height - rim) * math.sin(a)) for a in angles]
    return [(-width / 2.0, 0.0), (width / 2.0, 0.0), *arc]


def _ring_section(inner: float, outer: float, z: float, width: float) -> list[Point]:
    return [
        (inner, z - width / 2.0),
        (outer, z - width / 2.0),
        (outer, z + width / 2.0),
        (inner, z + width / 2.0),
    ]


def _broken_box(length: float, width: float, height: float, *, bevel: float) -> Manifold:
    """Return a box whose edges are broken by `bevel` at 45 degrees."""
    sizes = np.array([length, width, height]) / 2.0
    signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], dtype=np.float64)
    corners = [signs * (sizes - bevel * (1.0 - np.eye(3)[axis])) for axis in range(3)]
    return convex(np.vstack(corners))
