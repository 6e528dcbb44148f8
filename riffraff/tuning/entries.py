"""The entries of a measurement in a file: what each kind has, and how each is read."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from riffraff.model import SHAPES, Swing
from riffraff.params import Quantity
from riffraff.params.errors import shortened
from riffraff.params.units import to_si
from riffraff.tuning.measurements import (
    PARTS,
    Decay,
    HalfTime,
    Heel,
    Kind,
    Loaded,
    Measurement,
    Period,
    Slide,
    Stop,
    Surface,
    Weight,
    Yardarm,
)

_MOST_SWINGS: Final = 50
_MOST_OF_A_SHAPE: Final = 4
_BARE_NUMBER: Final = re.compile(r"[\d\s.eE+*/-]+", re.ASCII)

Reader = Callable[[object], Any]
"""Makes a value of what stands in the file; raises ValueError with what is wrong and what would be right."""


@dataclass(frozen=True)
class Range:
    """A number with a unit: what is possible, in SI and as a person says it."""

    unit: str
    lowest: str
    highest: str
    example: str

    @property
    def allowed(self) -> str:
        """What is possible, for a message."""
        return f"{self.lowest} to {self.highest}"

    def si(self, text: str) -> float:
        """The number that a text states, in the SI unit."""
        return float(to_si(text, self._about(float(to_si(self.example, self._about(1.0))))))

    def _about(self, example: float) -> Quantity:
        return Quantity(
            name="", default=example, unit=self.unit, low=0.0, high=0.0, meaning="", source="", whole=False
        )

    def number(self, given: object) -> float:
        """Read a number with its unit, whatever its size."""
        if isinstance(given, bool) or not isinstance(given, int | float | str):
            raise ValueError(f"is no number; write it as in '{self.example}'")
        text = str(given).strip()
        if self.unit != "1" and _BARE_NUMBER.fullmatch(text):
            raise ValueError(f"{shortened(text)} has no unit; write it with one, as in '{self.example}'")
        return self.si(text)

    def value(self, given: object) -> float:
        """Read a number that is possible."""
        number = self.number(given)
        if not self.si(self.lowest) <= number <= self.si(self.highest):
            raise ValueError(f"{shortened(str(given))} is impossible; allowed: {self.allowed}")
        return number

    def uncertainty(self, given: object) -> float:
        """Read how far off a value may be."""
        number = self.number(given)
        if not number > 0:
            raise ValueError(f"{shortened(str(given))} is not more than 0; nothing is measured exactly")
        if number > self.si(self.highest):
            raise ValueError(f"{shortened(str(given))} is more than can be measured: {self.allowed}")
        return number


def _swings(given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= _MOST_SWINGS:
        raise ValueError(
            f"{shortened(str(given))} is no number of swings; allowed: whole numbers from 1 to {_MOST_SWINGS}"
        )
    return given


def one_of(names: Iterable[str], what: str) -> Reader:
    """Reads one of some names; `what` they are is for the message."""
    known = tuple(names)

    def read(given: object) -> str:
        if isinstance(given, str) and given in known:
            return given
        shown = shortened(str(given))
        near = difflib.get_close_matches(shown.strip().lower(), known, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise ValueError(f"'{shown}' is no {what}; there are {', '.join(known)}{meant}")

    return read


_piece = one_of(SHAPES, "piece")


def _axis(given: object) -> Swing:
    return Swing[one_of(("roll", "pitch"), "axis")(given).upper()]


def _yardarm(given: object) -> Yardarm:
    return Yardarm(one_of((yardarm.value for yardarm in Yardarm), "yardarm")(given))


def _surface(given: object) -> Surface:
    return Surface(one_of((surface.value for surface in Surface), "surface")(given))


def _load(given: object) -> tuple[Loaded, ...]:
    form = "a list such as [{ piece = 'crate', area = 1 }]"
    if not isinstance(given, list) or not all(isinstance(one, Mapping) for one in given):
        raise ValueError(f"is not {form}")
    loads = []
    for one in given:
        if set(one) != {"piece", "area"}:
            raise ValueError(f"each piece of the load has a piece and an area: {form}")
        area = one["area"]
        if isinstance(area, bool) or not isinstance(area, int) or not 1 <= area <= 10:
            raise ValueError(f"{shortened(str(area))} is no area; areas are 1 to 10")
        loads.append(Loaded(_piece(one["piece"]), area))
    if len({loaded.area for loaded in loads}) < len(loads):
        raise ValueError("two pieces lie in the middle of the same area; give each its own")
    for piece in SHAPES:
        if sum(loaded.piece == piece for loaded in loads) > _MOST_OF_A_SHAPE:
            raise ValueError(f"there are only {_MOST_OF_A_SHAPE} pieces of the shape {piece}")
    return tuple(loads)


# -- kinds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entries:
    """What the table of a measurement of one kind has.

    Attributes:
        build: makes the measurement of the values.
        of_value: what the value can be.
        others: how all but the kind, the value and its uncertainty are read.
        defaults: of what may be left out.
    """

    build: Callable[..., Measurement]
    of_value: Range
    others: Mapping[str, Reader]
    defaults: Mapping[str, object]

    @property
    def readers(self) -> dict[str, Reader]:
        """How every entry but the kind is read."""
        return {"value": self.of_value.value, "uncertainty": self.of_value.uncertainty, **self.others}


_TIME: Final = Range("s", "0.02 s", "600 s", "12.4 s")
_SHARE: Final = Range("1", "0.001", "0.999", "0.45")
_HEEL: Final = Range("rad", "0.05 deg", "35 deg", "4.5 deg")
_SLOPE: Final = Range("rad", "1 deg", "50 deg", "17 deg")
_MASS: Final = Range("kg", "0.1 g", "5000 g", "15 g")
_AMPLITUDE: Final = Range("rad", "0.5 deg", "20 deg", "8 deg")
_DISTANCE: Final = Range("m", "1 mm", "250 mm", "100 mm")

_SWINGING: Final[Mapping[str, Reader]] = {"axis": _axis, "amplitude": _AMPLITUDE.value, "load": _load}
_AS_LET_GO: Final[Mapping[str, object]] = {
    "axis": Swing.ROLL,
    "amplitude": _AMPLITUDE.si(_AMPLITUDE.example),
    "load": (),
}
_COUNTED: Final[Mapping[str, Reader]] = {"swings": _swings, **_SWINGING}
_ONE: Final[Mapping[str, object]] = {"swings": 1, **_AS_LET_GO}

KINDS: Final = {
    Kind.PERIOD: Entries(Period, _TIME, _COUNTED, _ONE),
    Kind.DECAY: Entries(Decay, _SHARE, _COUNTED, _ONE),
    Kind.HALF_TIME: Entries(HalfTime, _TIME, _SWINGING, _AS_LET_GO),
    Kind.HEEL: Entries(Heel, _HEEL, {"piece": _piece, "yardarm": _yardarm, "distance": _DISTANCE.value}, {}),
    Kind.SLIDE: Entries(Slide, _SLOPE, {"piece": _piece, "surface": _surface}, {"surface": Surface.WOOD}),
    Kind.STOP: Entries(Stop, _MASS, {"yardarm": _yardarm, "distance": _DISTANCE.value}, {"distance": None}),
    Kind.WEIGHT: Entries(Weight, _MASS, {"part": one_of(PARTS, "part that is weighed")}, {}),
}
"""What the table of each kind has."""
