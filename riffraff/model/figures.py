"""The carved pieces of cargo: the canoe, the sailor and the rat."""

import itertools
import math

import numpy as np
import shapely
from manifold3d import Manifold
from shapely import affinity
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot

from riffraff.model.parts import Array
from riffraff.model.shape import Shape
from riffraff.model.solids import convex, fused, hull_of, prism, rod, slab
from riffraff.model.value import Box, Hook, Hull, ModelError, Part, Pose
from riffraff.params import Parameters

_SOFT = 0.0008
"""Radius [m] of the sailor's rounded corners."""
_LINE = 0.00035
"""Depth and half the width [m] of a carved line."""
_SECTION = 4.6
"""Exponent of the rat's cross-section: 2 is round, more is boxier."""
_LOWER_HALF = np.linspace(math.pi, 2.0 * math.pi, 7)


def boat(parameters: Parameters) -> Shape:
    """Return the boat: a canoe with a six-cornered hollow, one convex wall for each side of it."""
    size = parameters.cargo.boat
    half, beam, height = size.length / 2.0, size.width / 2.0, size.height
    floor = height - size.hollow_depth
    if size.wall > 0.35 * size.width or size.hollow_depth > 0.8 * height:
        raise ModelError(
            f"cargo.boat.wall = {size.wall:g} m and cargo.boat.hollow_depth = {size.hollow_depth:g} m leave "
            f"no boat of width {size.width:g} m and height {height:g} m: make the wall at most "
            f"{0.35 * size.width:g} m and the hollow at most {0.8 * height:g} m deep"
        )

    def reach(z: float) -> float:
        return half * (0.92 + 0.08 * z / height)

    def side(x: float, z: float) -> float:
        """Half-beam of the outside: sides that fall in toward the keel, points that rake."""
        widest = beam * (0.94 + 0.06 * z / height)
        return widest * float(1.0 - min(1.0, abs(x) / reach(z)) ** 3.7)

    def outline(stations: Array, z: float, *, stout: float = 1.0) -> Array:
        """Both sides' points [2n, 3] at `stations`, shares of the reach at z, `stout` times as wide."""
        x = stations * reach(z)
        y = np.array([side(float(spot), z) for spot in x])
        return np.vstack([np.column_stack([x, sign * stout * y, np.full_like(x, z)]) for sign in (1.0, -1.0)])

    fine = np.sin(np.linspace(-np.pi / 2.0, np.pi / 2.0, 33))
    body = convex(np.vstack([outline(fine, float(z)) for z in np.linspace(0.0, height, 6)]))
    middle, tip = 0.44 * half, 0.76 * half
    inner = side(middle, floor) - size.wall
    hexagon = [
        (tip, 0.0),
        (middle, inner),
        (-middle, inner),
        (-tip, 0.0),
        (-middle, -inner),
        (middle, -inner),
    ]
    rounded = Polygon(hexagon).buffer(-0.2 * inner).buffer(0.2 * inner, quad_segs=4)
    solid = body - prism(rounded, floor, height + size.wall)

    # Chords stand for the curved sides: a little outside of them at their ends, a little inside at their
    # middles.
    coarse, chord = np.array([-1.0, -0.8, -0.45, 0.0, 0.45, 0.8, 1.0]), 1.02
    parts = [hull_of(np.vstack([outline(coarse, z, stout=chord) for z in (0.0, floor)]))]
    for stern, port in itertools.product((1.0, -1.0), repeat=2):
        edge = [(tip, 0.0), (middle, inner)]
        rim = [
            (x, chord * side(x, z), z) for z in (floor, height) for x in (middle, 0.8 * reach(z), reach(z))
        ]
        points = np.array([(x, y, z) for x, y in edge for z in (floor, height)] + rim)
        parts.append(hull_of(points * (stern, port, 1.0)))
    for port in (1.0, -1.0):
        rim = [(x, chord * side(x, z), z) for z in (floor, height) for x in (-middle, 0.0, middle)]
        points = np.array([(x, inner, z) for x in (-middle, middle) for z in (floor, height)] + rim)
        parts.append(hull_of(points * (1.0, port, 1.0)))
    return Shape(solid, tuple(parts))


def sailor(parameters: Parameters) -> Shape:
    """Return the sailor: a flat figure in profile, an arm stretched forward over a raised thigh.

    The slot between arm and thigh takes the edge of a yardarm. It reaches past the middle of the figure, so
    that his weight hangs below the arm: he hangs upright and does not tip out.
    """
    size = parameters.cargo.sailor
    width, height, thick = size.width, size.height, size.thickness
    gap, depth = size.hook_gap, 0.56 * width
    thigh = 0.50 * height
    arm_low, arm_high = thigh + gap, thigh + gap + 0.13 * height
    if arm_high > 0.82 * height:
        raise ModelError(
            f"cargo.sailor.hook_gap = {gap:g} m leaves no room for a head on cargo.sailor.height = "
            f"{height:g} m: make the gap at most {0.19 * height:g} m, or the sailor at least {gap / 0.19:g} "
            "m high"
        )
    front, back = -width / 2.0, width / 2.0
    root, hip, shoulder = front + depth, 0.32 * height, back - 0.05 * width
    face, skull = root + 0.12 * width, (height - arm_high) / 2.0
    cheek = min(skull, 0.28 * width)
    brim = arm_high + 1.3 * skull

    # Side view, front to the left: every region is convex and stands for itself in collisions.
    leg = [(root - 0.16 * width, 0.0), (back, 0.0), (shoulder, hip), (root - 0.14 * width, hip)]
    shin = [(front, 0.0), (front + 0.32 * width, 0.0), (front + 0.31 * width, hip), (front, hip)]
    lap = [(front, hip), (back, hip), (back, thigh - 0.06 * height), (shoulder, thigh), (front, thigh)]
    chest = [(root, thigh), (shoulder, thigh), (shoulder, arm_low), (root, arm_low)]
    arm = [
        (front, arm_low),
        (shoulder, arm_low),
        (shoulder - 0.01 * width, arm_high - 0.03 * height),
        (shoulder - 0.1 * width, arm_high),
        (front, arm_high - 0.01 * height),
    ]
    head = [
        (face + 0.88 * cheek * math.cos(a), brim - 0.5 * skull + 0.88 * skull * math.sin(a))
        for a in _LOWER_HALF
    ]
    cap = [
        (face - 0.95 * cheek, brim),
        (face + 0.95 * cheek, brim),
        (face + 1.1 * cheek, height - 0.25 * skull),
        (face + 1.0 * cheek, height),
        (face - 1.0 * cheek, height),
        (face - 1.1 * cheek, height - 0.25 * skull),
    ]
    regions = [leg, shin, lap, chest, arm, [*head, *cap[2:]]]
    neck = shapely.box(face - 0.45 * cheek, arm_high - 0.1 * skull, face + 0.45 * cheek, brim)
    skin = affinity.scale(Spot(face, brim - 0.5 * skull).buffer(0.88, quad_segs=8), cheek, skull)
    view = shapely.union_all([*(Polygon(region) for region in [*regions[:5], cap]), neck, skin])
    softened = view.buffer(-_SOFT).buffer(_SOFT, quad_segs=3)
    lines = [
        [(face - cheek, brim), (face + cheek, brim)],
        [(face - 0.42 * cheek, brim - 0.4 * skull), (face - 0.38 * cheek, brim - 0.4 * skull)],
        [(face - 0.6 * cheek, arm_high), (face - 0.05 * cheek, arm_low), (face + 0.7 * cheek, arm_high)],
        [(front + 0.16 * width, arm_low), (front + 0.16 * width, arm_high)],
        [(root, thigh + 0.2 * gap), (shoulder, thigh + 0.2 * gap)],
        [(front, 0.07 * height), (back, 0.07 * height)],
    ]
    carved = shapely.union_all([LineString(line).buffer(_LINE, cap_style="square") for line in lines])
    body = slab(softened, -thick / 2.0, thick / 2.0)
    for side in (-1.0, 1.0):
        body -= slab(carved, *sorted((side * thick / 2.0, side * (thick / 2.0 - _LINE))))
    parts = tuple(
        hull_of(np.array([(x, y, z) for x, z in region for y in (-thick / 2.0, thick / 2.0)]))
        for region in regions
    )
    return Shape(body, parts, Hook(Pose((root, 0.0, thigh + gap / 2.0)), gap, depth))


def rat(parameters: Parameters) -> Shape:
    """Return the rat: a hunched body, a head with ears and snout, and a tail that bends down behind the rump.

    The slot between rump and tail takes the edge of a yardarm, the rat nose down under it. It reaches past
    the middle of the body, so that the weight hangs below the tail.
    """
    size = parameters.cargo.rat
    length, height, width = size.length, size.height, size.width
    gap, rump = size.hook_gap, -length / 2.0
    arch, depth = 0.74 * height, 0.62 * height

    def section(station: tuple[float, float, float, float], outline: Array) -> Array:
        """Points [n, 3] of a cross-section: `outline` [n, 2] within the unit square, set at a station.

        A station is its place from the rump, its breadth and its two heights, each as a share of the rat's.
        """
        place, broad, low, high = station
        middle, half = height * (low + high) / 2.0, height * (high - low) / 2.0
        y, z = broad * width / 2.0 * outline[:, 0], middle + half * outline[:, 1]
        return np.column_stack([np.full(len(outline), rump + place * length), y, z])

    angles = (np.arange(16) + 0.5) * (math.pi / 8.0)
    wave = np.column_stack([np.cos(angles), np.sin(angles)])
    rounded = np.sign(wave) * np.abs(wave) ** (2.0 / _SECTION)
    chamfered = np.array(
        [(a * y, b * z) for y, z in ((1.0, 0.66), (0.66, 1.0)) for a in (-1.0, 1.0) for b in (-1.0, 1.0)]
    )
    # From rump to snout; the outline is convex all along, so that few corners stand for it in collisions.
    stations = [
        (0.0, 0.94, 0.02, 0.94),
        (0.05, 0.98, 0.0, 0.98),
        (0.12, 1.0, 0.0, 1.0),
        (0.52, 1.0, 0.0, 1.0),
        (0.72, 0.97, 0.0, 0.90),
        (0.92, 0.62, 0.02, 0.54),
        (1.0, 0.42, 0.07, 0.36),
    ]
    trunk = convex(np.vstack([section(station, rounded) for station in stations]))
    ear = 0.2 * height
    ears = [
        rod(ear, 0.05 * length, axis="x", centre=(rump + 0.72 * length, side * 0.25 * width, 0.84 * height))
        for side in (-1.0, 1.0)
    ]
    eyes = rod(2.0 * _LINE, 2.0 * width, axis="y", centre=(rump + 0.85 * length, 0.0, 0.46 * height))
    haunch = Spot(rump + 0.2 * length, 0.3 * height).buffer(0.36 * height, quad_segs=6).exterior
    elbow = Spot(rump + 0.66 * length, 0.16 * height).buffer(0.24 * height, quad_segs=6).exterior
    legs = shapely.union_all([line.buffer(_LINE, quad_segs=2) for line in (haunch, elbow)])
    core = trunk.scale((1.0, 1.0 - 4.0 * _LINE / width, 1.0))
    trunk -= (slab(legs, -width, width) + eyes) - core
    whip, tails = _tail(parameters, rump, arch, depth)
    solid = fused([trunk, *ears, whip])

    ribs = [
        *(section(stations[k], chamfered) for k in (0, 3, 4)),
        section(stations[6], 0.83 * np.sign(chamfered[:4])),
    ]
    cheeks = [
        Box(
            (0.05 * length, 1.7 * ear, 1.7 * ear),
            Pose((rump + 0.72 * length, side * 0.25 * width, 0.84 * height)),
        )
        for side in (-1.0, 1.0)
    ]
    parts: tuple[Part, ...] = (hull_of(np.vstack(ribs)), *cheeks, *tails)
    # Hung, the rat is nose down: into the slot is up along its body, and the tail lies where z of the hook
    # points.
    pose = Pose((rump - gap / 2.0, 0.0, arch), (0.0, -math.sqrt(0.5), 0.0, math.sqrt(0.5)))
    return Shape(solid, parts, Hook(pose, gap, depth))


def _tail(parameters: Parameters, rump: float, arch: float, depth: float) -> tuple[Manifold, list[Hull]]:
    """Return the rat's tail and its two parts: back from the rump above `arch`, then down by `depth`."""
    size = parameters.cargo.rat
    thick, half = 0.2 * size.height, 0.18 * size.width
    inner = rump - size.hook_gap
    outer = inner - thick
    stem = [(outer, arch), (rump + thick, arch), (rump + thick, arch + thick), (outer, arch + thick)]
    tip = [(outer, arch - depth), (inner, arch - depth), (inner, arch), (outer, arch)]
    whole = Polygon(stem).union(Polygon(tip))
    curl = whole.buffer(-0.45 * thick).buffer(0.45 * thick, quad_segs=4)
    parts = [hull_of(np.array([(x, y, z) for x, z in part for y in (-half, half)])) for part in (stem, tip)]
    return slab(curl, -half, half), parts
