"""What a person can measure of a ship with a ruler, a phone, kitchen scales and a board.

A measurement says what was done, what came out and how sure that is. What the simulated ship does in its
place is in `riffraff.tuning.simulating`. All values are SI.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import ClassVar, Final

from riffraff.model import SHAPES, Swing
from riffraff.params import Parameters, Quantity


class Kind(str, Enum):
    """The kinds of measurement, by their names in a file of measurements."""

    PERIOD = "period"
    DECAY = "decay"
    HALF_TIME = "half_time"
    HEEL = "heel"
    SLIDE = "slide"
    STOP = "stop"
    WEIGHT = "weight"


class Yardarm(str, Enum):
    """The yardarms by their names; the value is the level's."""

    LOW = "low"
    MIDDLE = "middle"
    TOP = "top"

    @property
    def port_area(self) -> int:
        """The area on its port side (R1.2)."""
        return {"low": 5, "middle": 7, "top": 9}[self.value]

    def length(self, parameters: Parameters) -> float:
        """Its length from end to end [m]."""
        return parameters.value(f"ship.{self.value}_yardarm_length")


class Surface(str, Enum):
    """What the board is made of on which a piece slides."""

    WOOD = "wood"
    TABLE = "table"


@dataclass(frozen=True)
class Loaded:
    """A piece that lies in the middle of an area while the ship swings."""

    piece: str
    area: int


_STANDING: Final = frozenset(
    {"ring_diameter", "ring_hole_diameter", "ring_thickness", "pivot_height", "rod_play", "tilt_stop"}
    | {"pivot_damping", "yardarm_rock_friction", "yardarm_turn_friction"}
)
"""Parameters of the ship that neither weigh anything on what swings nor move its weight."""

_SWINGING: Final = frozenset(
    name
    for name in Parameters.quantities()
    if name.startswith("ship.") and name.removeprefix("ship.") not in _STANDING
) | {"wood.density", "wood.steel_density"}
"""The parameters on which mass, centre of mass and inertia of what swings depend."""

_DYNAMICS: Final = frozenset({"world.gravity", "ship.pivot_damping", "ship.yardarm_rock_friction"})


def _shape(piece: str) -> frozenset[str]:
    """The parameters that a piece's weight depends on."""
    own = {name for name in Parameters.quantities() if name.startswith(f"cargo.{piece}.")}
    return frozenset(own | {"wood.density"})


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """One measurement.

    Attributes:
        value: what came out, in the unit of its kind.
        uncertainty: standard deviation of what would come out of measuring it again.
    """

    kind: ClassVar[Kind]
    unit: ClassVar[str]

    value: float
    uncertainty: float

    @property
    def label(self) -> str:
        """What was measured, in a few words."""
        raise NotImplementedError

    @property
    def depends_on(self) -> frozenset[str]:
        """The parameters that its value depends on."""
        raise NotImplementedError

    def protocol(self) -> tuple[object, ...]:
        """All that says what was done, without what came out: equal for what is simulated alike."""
        told = (field.name for field in fields(self) if field.name not in ("value", "uncertainty"))
        return (self.kind, *(getattr(self, name) for name in told))


@dataclass(frozen=True, kw_only=True)
class Swinging(Measurement):
    """Something about the swing of the ship, let go from a heel.

    Attributes:
        axis: the axis it swings about.
        amplitude: the heel from which it is let go, beyond that at rest [rad].
        load: what lies on it.
    """

    axis: Swing
    amplitude: float
    load: tuple[Loaded, ...] = ()

    @property
    def depends_on(self) -> frozenset[str]:
        """See `Measurement.depends_on`."""
        return _SWINGING.union(_DYNAMICS, *(_shape(loaded.piece) for loaded in self.load))

    @property
    def _swing(self) -> str:
        load = f", {len(self.load)} aboard" if self.load else ""
        return f"{self.axis.name.lower()}{load}"


@dataclass(frozen=True, kw_only=True)
class Period(Swinging):
    """The time of some swings there and back [s].

    Attributes:
        swings: how many.
    """

    kind: ClassVar[Kind] = Kind.PERIOD
    unit: ClassVar[str] = "s"

    swings: int

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        return f"time of {self.swings} swing{'s' if self.swings > 1 else ''}, {self._swing}"


@dataclass(frozen=True, kw_only=True)
class Decay(Swinging):
    """The heel that is left after some swings there and back, as a share of that before.

    Attributes:
        swings: how many.
    """

    kind: ClassVar[Kind] = Kind.DECAY
    unit: ClassVar[str] = "1"

    swings: int

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        return f"left after {self.swings} swing{'s' if self.swings > 1 else ''}, {self._swing}"


@dataclass(frozen=True, kw_only=True)
class HalfTime(Swinging):
    """The time after which the ship swings half as far as it was let go from [s]."""

    kind: ClassVar[Kind] = Kind.HALF_TIME
    unit: ClassVar[str] = "s"

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        return f"time to half, {self._swing}"


@dataclass(frozen=True, kw_only=True)
class Heel(Measurement):
    """The heel at rest under a piece on a yardarm [rad].

    Attributes:
        piece: shape of the piece.
        yardarm: where it lies.
        distance: of its middle from the middle of the mast [m].
    """

    kind: ClassVar[Kind] = Kind.HEEL
    unit: ClassVar[str] = "rad"

    piece: str
    yardarm: Yardarm
    distance: float

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        return f"heel, {self.piece} at {1000 * self.distance:.0f} mm on {self.yardarm.value} yardarm"

    @property
    def depends_on(self) -> frozenset[str]:
        """See `Measurement.depends_on`. Of gravity both sides of the balance have the same share."""
        return _SWINGING | _shape(self.piece)


@dataclass(frozen=True, kw_only=True)
class Slide(Measurement):
    """The slope of a board at which a piece that lies on it begins to slide [rad].

    Attributes:
        piece: shape of the piece.
        surface: what it slides on.
    """

    kind: ClassVar[Kind] = Kind.SLIDE
    unit: ClassVar[str] = "rad"

    piece: str
    surface: Surface

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        return f"{self.piece} slides on {self.surface.value}"

    @property
    def depends_on(self) -> frozenset[str]:
        """See `Measurement.depends_on`."""
        return frozenset({"wood.friction" if self.surface is Surface.WOOD else "wood.table_friction"})


@dataclass(frozen=True, kw_only=True)
class Stop(Measurement):
    """The weight on a yardarm that heels the ship just to its tilt stop [kg].

    Attributes:
        yardarm: where it hangs.
        distance: from the middle of the mast [m]; None for the yardarm's very end.
    """

    kind: ClassVar[Kind] = Kind.STOP
    unit: ClassVar[str] = "kg"

    yardarm: Yardarm
    distance: float | None = None

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        where = "end" if self.distance is None else f"{1000 * self.distance:.0f} mm"
        return f"weight to the stop, {self.yardarm.value} yardarm, {where}"

    @property
    def depends_on(self) -> frozenset[str]:
        """See `Measurement.depends_on`."""
        return _SWINGING | {"ship.tilt_stop"}


@dataclass(frozen=True, kw_only=True)
class Weight(Measurement):
    """What a part weighs [kg].

    Attributes:
        part: one of `PARTS`.
    """

    kind: ClassVar[Kind] = Kind.WEIGHT
    unit: ClassVar[str] = "kg"

    part: str

    @property
    def label(self) -> str:
        """See `Measurement.label`."""
        return f"weight of {self.part}"

    @property
    def depends_on(self) -> frozenset[str]:
        """See `Measurement.depends_on`."""
        if self.part in SHAPES:
            return _shape(self.part)
        if self.part == COUNTERWEIGHT:
            return frozenset({"ship.counterweight_mass"})
        if self.part == SHIP:
            return _SWINGING
        own = {f"ship.{self.part.split()[0]}_yardarm_length", "ship.yardarm_width", "ship.yardarm_thickness"}
        return frozenset(own | {"ship.mast_diameter", "ship.yardarm_hole_clearance", "wood.density"})


SHIP: Final = "ship"
COUNTERWEIGHT: Final = "counterweight"
YARDARM_PARTS: Final = {f"{yardarm.value} yardarm": yardarm for yardarm in Yardarm}
PARTS: Final = (SHIP, COUNTERWEIGHT, *YARDARM_PARTS, *SHAPES)
"""What can be weighed. The ship is all that swings: without the ring, the waves and the box."""


@dataclass(frozen=True)
class Task:
    """What a calibration is asked for.

    Attributes:
        measurements: what was measured.
        free: for each parameter to be found its bounds in SI, in the order of the file.
    """

    measurements: tuple[Measurement, ...]
    free: dict[str, tuple[float, float]]

    def unseen(self) -> Iterator[str]:
        """The free parameters that no measurement depends on."""
        seen = frozenset[str]().union(*(measurement.depends_on for measurement in self.measurements))
        return (name for name in self.free if name not in seen)


def quantity_of(name: str) -> Quantity:
    """The description of a parameter that exists."""
    return Parameters.quantities()[name]
