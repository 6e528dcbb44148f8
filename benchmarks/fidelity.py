"""How true the simulated ship is: figures against theory and at rest, each with its target.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT``, and ends with exit code 1 if one
falls short. Everything but the ten minutes at rest takes a minute; those take two more.

    python benchmarks/fidelity.py
    python benchmarks/fidelity.py -k slide -k barrel
"""

import argparse
import itertools
import math
import sys
from collections.abc import Callable, Iterator

import numpy as np
from figures import Figure, add_choice, chosen, exit_code, printed
from scipy.spatial.transform import Rotation

from riffraff.model import SHAPES, PieceModel, Pose, StablePose, Swing, pendulum, rolling_acceleration
from riffraff.params import Parameters
from riffraff.physics import FIRST_PIECE_BODY, Change, Hand, Motion, Status, World, compose, pose, within
from riffraff.physics.scene import Array

GRAVITY = Parameters().world.gravity
BESIDE = (0.5, 0.5)
"""A place on the table beside the box [m]."""

SLID = 0.003
"""What a piece that slides has travelled at least, while it is watched [m]."""


def world_with(**changes: float) -> World:
    """A world with some parameters changed; ``ship__tilt_stop`` is ship.tilt_stop."""
    return World(
        Parameters().with_changes({name.replace("__", "."): value for name, value in changes.items()})
    )


def heel_to(world: World, roll: float, pitch: float) -> None:
    """Let the ship start from a heel [rad], at rest."""
    x, y, z, w = Rotation.from_euler("xy", [roll, pitch]).as_quat().tolist()
    world.scene.set_joints(
        [
            ((x, y, z, w), (0.0, 0.0, 0.0)) if len(position) == 4 else (position, velocity)
            for position, velocity in world.scene.joints()
        ]
    )


def percent(measured: float, theory: float) -> float:
    """How far off a measurement is [%]."""
    return 100 * abs(measured / theory - 1)


def period(time: Array, angle: Array) -> float:
    """Mean period of a swing [s], from the times at which its angle rises through zero; shapes [frame]."""
    rising = np.flatnonzero((angle[:-1] < 0) & (angle[1:] >= 0))
    share = -angle[rising] / (angle[rising + 1] - angle[rising])
    crossings = time[rising] + share * (time[rising + 1] - time[rising])
    return float(np.diff(crossings).mean())


def periods() -> Iterator[Figure]:
    """Roll and pitch of the empty, undamped ship against the compound pendulum."""
    amplitude = 0.03  # rad: in a wider swing the loose yardarms begin to rock on their pegs
    for swing in Swing:
        with world_with(ship__pivot_damping=0) as world:
            heel_to(world, *((amplitude, 0.0) if swing is Swing.ROLL else (0.0, amplitude)))
            times, angles = [], []
            for _ in range(20 * 60):
                world.frame()
                times.append(world.time)
                angles.append(world.roll_pitch_yaw[swing])
            theory = pendulum(world.scene.model.ship, swing, GRAVITY).period(amplitude)
            measured = period(np.array(times), np.array(angles))
        yield Figure(f"{swing.name.lower()}_period_error", percent(measured, theory), "%", 1)


def heel() -> Iterator[Figure]:
    """Heel under a crate that lies off both axes, by the balance of moments."""
    with world_with(ship__pivot_damping=0.01) as world:
        crate = SHAPES.index("crate")
        world.lay(crate, 1, (0.05, 0.016))
        world.advance(15)
        weight = world.scene.model.cargo["crate"].inertial.mass * GRAVITY
        _, y, _ = world.motion(crate).pose.position
        roll, pitch, _ = world.roll_pitch_yaw
        stiffness = pendulum(world.scene.model.ship, Swing.ROLL, GRAVITY).stiffness
        yield Figure(
            "static_heel_error", percent(-stiffness * math.sin(roll) * math.cos(pitch), weight * y), "%", 2
        )


def energy() -> Iterator[Figure]:
    """Energy of the free swing without damping, after a minute."""
    # Yardarms held fast: rocking on their pegs they would take energy out, as wooden ones do.
    with world_with(ship__pivot_damping=0, ship__yardarm_rock_friction=0.01) as world:
        heel_to(world, 0.1, 0.0)
        heels = []
        for _ in range(60 * 60):
            world.frame()
            heels.append(world.heel)
        first, last = (1 - math.cos(max(part)) for part in (heels[:120], heels[-120:]))
        yield Figure("swing_energy_change", percent(last, first), "%", 1)


def lying(pose: StablePose, gap: float = 0.0005) -> Pose:
    """A stable pose just above the table."""
    return Pose((*BESIDE, pose.height + gap), pose.orientation)


def travel(shape: str, pose: StablePose, slope: float, friction: float) -> float:
    """How far a piece gets on a sloping table in a second and a half [m]."""
    with world_with(wood__table_friction=friction) as world:
        piece = SHAPES.index(shape)
        world.put(piece, lying(pose))
        world.advance(0.4)
        world.incline(slope, 0.9)
        before = world.motion(piece).pose.position
        world.advance(1.5)
        return math.dist(before, world.motion(piece).pose.position)


def sliding_slope(travel: Callable[[float], float], near: float) -> float:
    """The slope [degrees] from which on a piece slides.

    Args:
        travel: how far the piece gets on a slope [rad], in metres.
        near: about where it begins to slide [degrees].
    """
    low, high = near - 5, near + 5
    while high - low > 0.05:
        middle = (low + high) / 2
        low, high = (low, middle) if travel(math.radians(middle)) > SLID else (middle, high)
    return high


def slides() -> Iterator[Figure]:
    """The slope at which each shape begins to slide, against the angle of friction."""
    friction = Parameters().wood.friction
    theory = math.degrees(math.atan(friction))
    with World() as world:
        cargo = world.scene.model.cargo
    for shape in SHAPES:
        # Round pieces stand on their ends here; lying, they roll.
        poses = cargo[shape].stable_poses
        pose = min(
            poses, key=lambda pose: (travel(shape, pose, math.radians(8), friction) > SLID, pose.height)
        )
        found = sliding_slope(
            lambda slope, shape=shape, pose=pose: travel(shape, pose, slope, friction), theory
        )
        yield Figure(f"slide_angle_error_{shape}", abs(found - theory), "degrees", 0.5)


def rolled(ship: World, piece: int, cargo: PieceModel, slope: float) -> float:
    """The acceleration [m/s2] of a barrel that is laid on the table and rolls when it is tipped.

    Args:
        ship: a world without friction against rolling, or a ship of another engine with its methods.
        piece: the barrel.
        cargo: its model.
        slope: of the table [rad].
    """
    radius = Parameters().cargo.barrel.diameter / 2
    ship.put(piece, lying(min(cargo.stable_poses, key=lambda pose: abs(pose.height - radius))))
    ship.advance(0.5)
    axis = Rotation.from_quat(ship.motion(piece).pose.orientation).apply([0, 0, 1])
    down = np.cross(axis, [0, 0, 1])
    ship.incline(slope, math.atan2(down[1], down[0]))
    ship.advance(0.5)
    before = np.array(ship.motion(piece).velocity)
    ship.advance(0.5)
    gained = float((np.array(ship.motion(piece).velocity) - before) @ down / np.linalg.norm(down))
    return gained / 0.5


def barrel() -> Iterator[Figure]:
    """A barrel rolling down a slope of two degrees, against a body that rolls without slipping."""
    slope, radius = math.radians(2), Parameters().cargo.barrel.diameter / 2
    with world_with(wood__rolling_friction=0, wood__spinning_friction=0) as world:
        model = world.scene.model.cargo["barrel"]
        measured = rolled(world, SHAPES.index("barrel"), model, slope)
        theory = rolling_acceleration(model, radius, slope, GRAVITY)
        yield Figure("rolling_barrel_error", percent(measured, theory), "%", 3)


def drops() -> Iterator[Figure]:
    """A crate that falls freely, and how it rebounds."""
    crate, half = SHAPES.index("crate"), Parameters().cargo.crate.edge / 2
    height = 1.0
    with World() as world:
        world.put(crate, Pose((*BESIDE, height + half)))
        events = world.advance(1.0)
        landed = next(event.time for event in events if event.change is Change.LANDED)
        yield Figure("free_fall_time_error", percent(landed, math.sqrt(2 * height / GRAVITY)), "%", 1.5)
    coefficients = []
    for height in np.linspace(0.1, 0.3, 9):
        with World() as world:
            world.put(crate, Pose((*BESIDE, height + half)))
            heights = []
            for _ in range(60):
                world.frame()
                heights.append(world.poses[FIRST_PIECE_BODY + crate, 2] - half)
            bounce = max(heights[int(np.argmin(heights)) :])
            coefficients.append(math.sqrt(max(bounce, 0.0) / height))
    wanted = Parameters().wood.restitution
    yield Figure("rebound_error", abs(float(np.median(coefficients)) - wanted), "1", 0.1)


def gaps() -> Iterator[Figure]:
    """Gap or sinking in a pile of four crates, and of every shape on the table."""
    crate, edge = SHAPES.index("crate"), Parameters().cargo.crate.edge
    with World() as world:
        for level in range(4):
            world.put(crate + 8 * level, Pose((*BESIDE, (level + 0.5) * edge + (level + 1) * 0.0003)))
        world.advance(3)
        tops = [0.0] + [world.motion(crate + 8 * level).pose.position[2] + edge / 2 for level in range(4)]
        yield Figure("gap_in_pile", 1000 * float(np.abs(np.diff(tops) - edge).max()), "mm", 0.2)
    worst = 0.0
    with World() as world:
        for place, shape in enumerate(SHAPES):
            pose = world.scene.model.cargo[shape].stable_poses[0]
            world.put(place, Pose((0.4 + 0.08 * place, 0.5, pose.height + 0.0005), pose.orientation))
        world.advance(3)
        for place, shape in enumerate(SHAPES):
            height = world.scene.model.cargo[shape].stable_poses[0].height
            worst = max(worst, abs(world.motion(place).pose.position[2] - height))
    yield Figure("gap_on_table", 1000 * worst, "mm", 0.2)


def rest() -> Iterator[Figure]:
    """Eight pieces aboard, ten minutes at rest: the farthest that one of them creeps."""
    with World() as world:
        for piece in range(8):
            world.lay(piece, 1 + piece, gap=0.002)
        world.settle()
        world.advance(5)
        before = world.poses.copy()
        events = world.advance(600)
        moved = np.linalg.norm((world.poses - before)[FIRST_PIECE_BODY:, :3], axis=1)
        aboard = list(world.having(Status.ABOARD))
        yield Figure("fallen_at_rest", float(len(events)), "pieces", 0)
        yield Figure("creep_in_ten_minutes", 1000 * float(moved[aboard].max()), "mm", 0.1)


def stops() -> Iterator[Figure]:
    """How far the ship goes beyond its tilt stop, and turns beyond the play of its rods."""
    over = turned = 0.0
    for toward in range(0, 360, 45):
        for rate in (4.0, 10.0):
            with world_with(ship__pivot_damping=0) as world:
                pivot, *others = world.scene.joints()
                rates = (
                    rate * math.cos(math.radians(toward)),
                    rate * math.sin(math.radians(toward)),
                    rate / 4,
                )
                world.scene.set_joints([(pivot[0], rates), *others])
                for _ in range(120):
                    world.frame()
                    _, _, z, w = world.link_pose("hull").orientation
                    over = max(over, world.heel - world.parameters.ship.tilt_stop)
                    turned = max(turned, abs(2 * math.atan2(z, w)) - world.parameters.ship.rod_play)
    yield Figure("beyond_tilt_stop", math.degrees(over), "degrees", 1)
    yield Figure("beyond_rod_play", math.degrees(turned), "degrees", 0.1)


def rolling() -> Iterator[Figure]:
    """What a barrel without rolling friction gains or loses of its speed in two seconds on a level table."""
    worst, piece = 0.0, SHAPES.index("barrel")
    radius = Parameters().cargo.barrel.diameter / 2
    lying = (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))
    for speed in (0.003, 0.03, 0.2):
        with world_with(wood__rolling_friction=0, wood__spinning_friction=0) as world:
            start = Pose((*BESIDE, radius), lying)
            world.put(piece, Motion(start, (0.0, speed, 0.0), (-speed / radius, 0.0, 0.0)))
            world.advance(2)
            worst = max(worst, percent(math.hypot(*world.motion(piece).velocity), speed))
    yield Figure("rolling_speed_change", worst, "%", 1)


def freed() -> Iterator[Figure]:
    """A pile whose lowest crate is taken out after a long rest: its speed after 50 ms of fall."""
    crate, edge, time = SHAPES.index("crate"), Parameters().cargo.crate.edge, 0.05
    with World() as world:
        for level in range(4):
            world.put(crate + 8 * level, Pose((*BESIDE, (level + 0.5) * edge + (level + 1) * 0.0003)))
        world.advance(60)
        world.remove(crate)
        world.advance(time)
        speeds = [-world.motion(crate + 8 * level).velocity[2] for level in range(1, 4)]
    yield Figure("freed_pile_error", max(percent(speed, GRAVITY * time) for speed in speeds), "%", 2)


def hooks() -> Iterator[Figure]:
    """Sailor and rat hung on a yardarm's edge, the ship nudged thrice in ten seconds: how far they slip."""
    ship, slack = Parameters().ship, 3e-4
    slipped, fallen = 0.0, 0
    for shape, side in itertools.product(("sailor", "rat"), (1, -1)):
        with World() as world:
            piece, hook = SHAPES.index(shape), world.scene.model.cargo[shape].hook
            assert hook is not None
            turn = Rotation.from_quat(hook.pose.orientation).inv()
            edge = Rotation.from_euler("z", 0 if side > 0 else math.pi)
            top = ship.yardarm_thickness - ship.peg_diameter / 2
            slot = np.array([slack, 0, slack - hook.gap / 2]) - turn.apply(hook.pose.position)
            place = np.array([side * ship.yardarm_width / 2, 0.09, top]) + edge.apply(slot)
            yardarm = world.link_pose("yardarm_low")
            world.put(piece, compose(yardarm, pose(place, edge * turn)))
            events = world.advance(2)
            before = within(world.link_pose("yardarm_low"), world.motion(piece).pose)
            for rates in ((0.26, 0.1, 0.0), (-0.26, 0.15, 0.0), (0.1, -0.26, 0.0)):
                pivot, *others = world.scene.joints()
                world.scene.set_joints([(pivot[0], rates), *others])
                events += world.advance(10 / 3)
            after = within(world.link_pose("yardarm_low"), world.motion(piece).pose)
            fallen += len(events)
            slipped = max(slipped, math.dist(before.position, after.position))
    yield Figure("hung_pieces_fallen", fallen, "pieces", 0)
    yield Figure("hung_pieces_slip", 1000 * slipped, "mm", 2)


def friction() -> Iterator[Figure]:
    """The moment at which a loaded yardarm begins to turn on a ship that pitches, against its friction."""
    with world_with(ship__pivot_damping=0.1) as world:
        crate, chest = SHAPES.index("crate"), SHAPES.index("chest")
        world.lay(crate, 1, (0.085, 0.014), gap=0.0003)
        world.lay(crate + 8, 2, (0.085, -0.014), gap=0.0003)
        world.advance(4)
        loaded, (_, pitch, _) = world.snapshot(), world.roll_pitch_yaw
        weight = world.scene.inertial(chest).mass * GRAVITY
        lever = Parameters().ship.yardarm_turn_friction / (weight * math.sin(pitch))
        low, high = 0.7, 1.3
        while high - low > 0.01:
            share = (low + high) / 2
            world.restore(loaded)
            world.lay(chest, 5, (0.0, share * lever), gap=0.0003)
            world.advance(3)
            yardarm = within(world.link_pose("hull"), world.link_pose("yardarm_low"))
            turned = Rotation.from_quat(yardarm.orientation).as_euler("zyx")[0]
            low, high = (low, share) if abs(turned) > math.radians(3) else (share, high)
    yield Figure("yardarm_friction_error", percent((low + high) / 2, 1), "%", 5)


def press() -> Iterator[Figure]:
    """How much harder than by its strength and the piece's weight a blocked hand presses."""
    crate, worst = SHAPES.index("crate"), 0.0
    ways = [
        ((0.2, 0.0, 0.034), (0.05, 0.0, 0.034)),
        ((0.4, 0.4, 0.034), (0.4, 0.4, -0.016)),
        ((0.0, 0.09, 0.19), (0.0, -0.05, 0.19)),
    ]
    for start, goal in ways:
        with World() as world:
            hand = Hand(world)
            hand.take(crate, Pose(start))
            for _ in hand.carry(Pose(goal), speed=0.1):
                pass
            most = world.parameters.hand.force + world.scene.inertial(crate).mass * GRAVITY
            for _ in range(60):
                world.frame(hand.control)
                worst = max(worst, 100 * (world.scene.press(crate) / most - 1))
    yield Figure("hand_pressed_too_hard", worst, "%", 1)


MEASUREMENTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "periods": periods,
    "heel": heel,
    "energy": energy,
    "slides": slides,
    "barrel": barrel,
    "drops": drops,
    "gaps": gaps,
    "rest": rest,
    "stops": stops,
    "rolling": rolling,
    "freed": freed,
    "hooks": hooks,
    "friction": friction,
    "press": press,
}


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_choice(parser, MEASUREMENTS)
    options = parser.parse_args()
    wanted = chosen(parser, options.k, MEASUREMENTS)
    return exit_code(printed(figure for name in wanted for figure in MEASUREMENTS[name]()))


if __name__ == "__main__":
    sys.exit(main())
