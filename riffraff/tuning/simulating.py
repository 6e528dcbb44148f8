"""What the simulated ship gives for a measurement, done in the same way.

Everything is measured on the simulated ship itself, even where a formula is as good (the textbook's period is
within 1 % of it): formulas only say where to begin. Weights are read from the model, which is what the
simulation weighs.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from riffraff.model import SHAPES, ModelError, Pose, Swing
from riffraff.model.theory import moving_links
from riffraff.params import Parameters, Ship
from riffraff.physics import PhysicsError, World
from riffraff.tuning import bench
from riffraff.tuning.bench import Bench, UnmeasurableError
from riffraff.tuning.measurements import (
    COUNTERWEIGHT,
    YARDARM_PARTS,
    Decay,
    HalfTime,
    Heel,
    Measurement,
    Period,
    Slide,
    Stop,
    Surface,
    Swinging,
    Weight,
    Yardarm,
)

Array = npt.NDArray[np.float64]
Outcome = float | str
"""What a measurement gives in SI, or why it cannot be made."""

_FAINT: Final = 3e-4  # rad: a swing smaller than this is over
_LONGEST_SWING: Final = 90.0  # s
_CHUNK: Final = 2.0  # s between two looks whether enough was seen
_SHORT: Final = 0.03  # rad short of the stop, where the weight on the yardarm is compared with the heel
_TILTING: Final = math.radians(0.25)  # rad/s at which the board is tilted
_SLID: Final = 0.001  # m: a piece that has got so far slides
_BEFORE: Final = math.radians(2.0)  # from this far below the angle of friction the board is tilted slowly
_BEYOND: Final = math.radians(3.0)  # it should slide at the latest when it is so much above
_STEEPEST: Final = math.radians(55.0)
_DIRECTION: Final = 0.9  # rad: down is along no edge of box or piece
_DROP: Final = 0.0003  # m


def outcomes(parameters: Parameters, measurements: Sequence[Measurement]) -> list[Outcome]:
    """What a ship gives for measurements, each by itself: a value, or why there is none."""
    with Bench(parameters) as ship:
        return [_outcome(ship, measurement) for measurement in measurements]


def _outcome(ship: Bench, measurement: Measurement) -> Outcome:
    try:
        return measured(ship, measurement)
    except UnmeasurableError as reason:
        return str(reason)
    except ModelError as error:
        return f"there is no such ship: {str(error).splitlines()[0]}"
    except PhysicsError as error:
        return f"the simulation failed: {error}"


def measured(ship: Bench, measurement: Measurement) -> float:
    """What a ship gives for a measurement, in the unit of its kind.

    Raises:
        UnmeasurableError: it cannot be made on this ship.
        ModelError: there can be no such ship.
        PhysicsError: the simulation failed.
    """
    match measurement:
        case Period():
            return _period(ship, measurement)
        case Decay():
            return _decay(ship, measurement)
        case HalfTime():
            return _half_time(ship, measurement)
        case Heel():
            return _heel(ship, measurement)
        case Slide():
            return _slide(ship, measurement)
        case Stop():
            return _stop(ship, measurement)
        case Weight():
            return _weight(ship, measurement)
    raise TypeError(f"{type(measurement).__name__} is no kind of measurement")


# -- swings -----------------------------------------------------------------------------------------------


def _swing(ship: Bench, asked: Swinging) -> Iterator[tuple[Array, Array]]:
    """Let the ship swing.

    Yields, ever longer, times [s] and heels beyond that at rest [rad], shape [frame].
    """
    at_rest, start = 0.0, None
    if asked.load:
        with ship.world(steadied=True) as world:
            bench.load(world, asked.load)
            bench.rest(world)
            at_rest, start = world.roll_pitch_yaw[asked.axis], world.snapshot()
    with ship.world() as world:
        if start is not None:
            world.restore(start)
        bench.heel_to(world, asked.axis, asked.amplitude)
        times, heels = [world.time], [world.roll_pitch_yaw[asked.axis] - at_rest]
        while world.time < _LONGEST_SWING:
            until = world.time + _CHUNK
            while world.time < until:
                if world.frame():
                    raise UnmeasurableError("cargo falls while the ship swings")
                times.append(world.time)
                heels.append(world.roll_pitch_yaw[asked.axis] - at_rest)
            yield np.array(times), np.array(heels)


def _period(ship: Bench, asked: Period) -> float:
    crossings: Array = np.zeros(0)
    for times, heels in _swing(ship, asked):
        crossings = _rising(times, heels)
        if len(crossings) > asked.swings or np.abs(heels[-_frames(times) :]).max() < _FAINT:
            break
    if len(crossings) < 2:
        raise UnmeasurableError("the ship does not swing: it creeps back")
    # What has died down before so many swings are counted has kept its period.
    seen = crossings[: asked.swings + 1]
    return asked.swings * float(seen[-1] - seen[0]) / (len(seen) - 1)


def _decay(ship: Bench, asked: Decay) -> float:
    for times, heels in _swing(ship, asked):
        peaks = [heel for _, heel in _extremes(times, heels) if heel > 0]
        if len(peaks) > asked.swings:
            return peaks[asked.swings] / peaks[0]
        if np.abs(heels[-_frames(times) :]).max() < _FAINT:
            break
    raise UnmeasurableError(f"nothing is left of the swing before it was {asked.swings} times there and back")


def _half_time(ship: Bench, asked: HalfTime) -> float:
    for times, heels in _swing(ship, asked):
        peaks = [(time, abs(heel)) for time, heel in _extremes(times, heels)]
        half = peaks[0][1] / 2
        for (before, high), (after, low) in itertools.pairwise(peaks):
            if low <= half:
                # Between two turning points the reach of a swing falls by the same share in equal times.
                return before + (after - before) * math.log(high / half) / math.log(high / low)
    raise UnmeasurableError(f"in {_LONGEST_SWING:g} s the swing does not die down to half")


def _frames(times: Array) -> int:
    """Frames of the last look."""
    return max(2, round(_CHUNK / float(times[1] - times[0])))


def _rising(times: Array, heels: Array) -> Array:
    """When a swing goes up through zero [s], while it is not too faint."""
    rising = np.flatnonzero((heels[:-1] < 0) & (heels[1:] >= 0))
    rate = (heels[rising + 1] - heels[rising]) / (times[1] - times[0])
    crossings = times[rising] - heels[rising] / rate
    if len(crossings) < 2:
        return np.asarray(crossings)
    circular = 2 * math.pi / float(crossings[1] - crossings[0])
    return np.asarray(crossings[rate / circular > _FAINT])


def _extremes(times: Array, heels: Array) -> list[tuple[float, float]]:
    """The turning points of a swing with their times, from that where it was let go."""
    found = [(float(times[0]), float(heels[0]))]
    change = np.diff(heels)
    step = float(times[1] - times[0])
    for turn in np.flatnonzero(change[:-1] * change[1:] < 0) + 1:
        before, here, after = heels[turn - 1 : turn + 2]
        off = (before - after) / (
            2 * (before - 2 * here + after)
        )  # the top of the parabola through the three
        heel = float(here - (before - after) * off / 4)
        if abs(heel) > _FAINT / 4:
            found.append((float(times[turn] + off * step), heel))
    return found


# -- at rest ----------------------------------------------------------------------------------------------


def _balanced(stiffness: float, moment: float, height: float) -> float:
    """The heel [rad] under a weight on a yardarm, about.

    Args:
        stiffness: of the ship [N m/rad].
        moment: of the weight about the pivot while the ship is upright [N m].
        height: moment that the weight gains by its height above the pivot for a small heel [N m/rad].
    """
    left = stiffness - height
    return math.atan2(moment, left) if left > 0 else math.pi / 2


def _heel(ship: Bench, asked: Heel) -> float:
    piece = ship.model.cargo[asked.piece]
    area = ship.model.areas[asked.yardarm.port_area]
    if asked.distance > asked.yardarm.length(ship.parameters) / 2:
        raise UnmeasurableError(f"the {asked.yardarm.value} yardarm ends before the piece's place")
    level = ship.parameters.value(f"ship.{asked.yardarm.value}_yardarm_height")
    weight = piece.inertial.mass * ship.parameters.world.gravity
    height = level + ship.parameters.ship.yardarm_thickness + bench.flat(piece).height
    about = _balanced(ship.pendulum(Swing.ROLL).stiffness, weight * asked.distance, weight * height)
    if about >= ship.parameters.ship.tilt_stop:
        raise UnmeasurableError(f"the ship goes to its tilt stop under the {asked.piece}")
    with ship.world(steadied=True) as world:
        # Laid on a level ship the piece would swing it over to twice the heel, and slide. Hands hold it.
        bench.heel_to(world, Swing.ROLL, -about)
        bench.lay(world, asked.piece, area.number, (0.0, asked.distance))
        bench.rest(world, f"the {asked.piece}")
        return world.heel


def _stop(ship: Bench, asked: Stop) -> float:
    parameters = ship.parameters
    stop, gravity = parameters.ship.tilt_stop, parameters.world.gravity
    end = asked.yardarm.length(parameters) / 2
    distance = end if asked.distance is None else asked.distance
    if distance > end:
        raise UnmeasurableError(f"the {asked.yardarm.value} yardarm ends before the weight's place")
    height = parameters.value(f"ship.{asked.yardarm.value}_yardarm_height")
    height += parameters.ship.yardarm_thickness / 2

    def lever(heel: float) -> float:
        """The ship's moment over the weight's: which weight holds it at a heel, but for a factor."""
        return math.sin(heel) / (distance * math.cos(heel) + height * math.sin(heel))

    near = stop - _SHORT
    mass = ship.pendulum(Swing.ROLL).stiffness * lever(near) / gravity
    for _ in range(4):
        heel = _hung_heel(ship, asked.yardarm, distance, mass, near)
        if abs(heel - near) < _SHORT / 2:
            return mass * lever(stop) / lever(heel)
        mass *= lever(near) / lever(min(heel, stop))
    raise UnmeasurableError("no weight holds the ship short of its tilt stop: it goes over at once")


def _hung_heel(ship: Bench, yardarm: Yardarm, distance: float, mass: float, near: float) -> float:
    """The heel of the ship with a weight on a yardarm, let go near where it will be [rad]."""
    with ship.world(steadied=True, hung=(yardarm, distance, mass)) as world:
        bench.heel_to(world, Swing.ROLL, -near)
        bench.rest(world)
        return world.heel


def _weight(ship: Bench, asked: Weight) -> float:
    if asked.part in SHAPES:
        return ship.model.cargo[asked.part].inertial.mass
    if asked.part == COUNTERWEIGHT:
        return ship.parameters.ship.counterweight_mass
    if asked.part in YARDARM_PARTS:
        yardarm = YARDARM_PARTS[asked.part]
        return ship.model.ship.link(f"yardarm_{yardarm.value}").inertial.mass
    return sum(link.inertial.mass for link, _ in moving_links(ship.model.ship))


# -- on a board -------------------------------------------------------------------------------------------


def _slide(ship: Bench, asked: Slide) -> float:
    wood, world = ship.parameters.wood, ship.parameters.world
    friction = wood.friction if asked.surface is Surface.WOOD else wood.table_friction
    # The table stands for the board. What a piece weighs, and the ship, have no part in this: with those of
    # the packaged model there is nothing to build.
    default = Parameters()
    on_board = default.model_copy(
        update={
            "ship": Ship(),
            "cargo": ship.parameters.cargo,
            "wood": wood.model_copy(
                update={
                    "table_friction": friction,
                    "density": default.wood.density,
                    "steel_density": default.wood.steel_density,
                }
            ),
            "world": world,
        }
    )
    angle = math.atan(friction)
    for slope in (angle - _BEFORE, angle / 2, 0.0):
        found = _slides(on_board, asked.piece, max(0.0, slope))
        if found is not None:
            return found
    raise UnmeasurableError(f"the {asked.piece} slides on a level board, or not at all")


def _slides(parameters: Parameters, shape: str, slope: float) -> float | None:
    """The slope [rad] at which a piece begins to slide on the table; None if not while it is tilted slowly.

    Args:
        parameters: of table and piece.
        shape: of the piece.
        slope: from which on the table is tilted slowly [rad].
    """
    tilting = _TILTING / parameters.world.frame_rate
    with World(parameters) as board:
        piece = SHAPES.index(shape)
        pose = bench.flat(board.scene.model.cargo[shape])
        beside_the_box = 0.75 * parameters.world.box_size
        board.put(piece, Pose((beside_the_box, beside_the_box, pose.height + _DROP), pose.orientation))
        board.advance(0.4)
        board.incline(slope, _DIRECTION)
        board.advance(0.4)  # it finds its place between the tips of its edges
        start, steps = board.motion(piece).pose.position, 0
        travelled = before = 0.0
        while travelled < _SLID:
            if slope + steps * tilting > (slope + _BEFORE + _BEYOND if slope else _STEEPEST):
                return None
            board.incline(slope + steps * tilting, _DIRECTION)
            board.frame()
            steps += 1
            before, travelled = travelled, math.dist(start, board.motion(piece).pose.position)
    # Between two frames, so that a little less friction is seen as a little less slope.
    end = slope + (steps - (travelled - _SLID) / (travelled - before)) * tilting
    # As the slope grows the piece is ever faster: its way is g t^3 / 6 times the rate, over the cosine.
    late = (6 * _SLID * math.cos(end) / (parameters.world.gravity * _TILTING)) ** (1 / 3)
    began = end - _TILTING * late
    return began if began > slope else None
