"""What somebody wants of games, how far games are from it, and what cannot be had together."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from riffraff.params.errors import shortened
from riffraff.params.units import to_si
from riffraff.rules import CARDS
from riffraff.studies.stats import Estimate
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measures import FAIRNESS, MEASURES, Floats, Measure, Tally

_MOST_LOADED: Final = 2 * len(CARDS)  # pieces a player loads in a game: at most two a turn (R4.3)


class Sense(str, Enum):
    """How a value is wanted: the ending of its name in a goal file."""

    ABOUT = ""
    BELOW = "_below"
    ABOVE = "_above"


class Verdict(str, Enum):
    """What games say of a want."""

    MET = "met"
    OPEN = "cannot be told"
    MISSED = "missed"


@dataclass(frozen=True, kw_only=True)
class Want:
    """One thing that is wanted of games.

    Attributes:
        measure: of what.
        sense: whether about, below or above the value.
        value: what is wanted, in the measure's unit.
        tolerance: how far off counts as one step from it, and for `Sense.ABOUT` as met.
        weight: how much it counts beside others.
    """

    measure: Measure
    sense: Sense = Sense.ABOUT
    value: float = 0.0
    tolerance: float
    weight: float = 1.0

    @property
    def name(self) -> str:
        """As a goal file says it."""
        return f"{self.measure.name}{self.sense.value}"

    @property
    def band(self) -> tuple[float, float]:
        """The values that meet it, from and to."""
        if self.sense is Sense.BELOW:
            return -math.inf, self.value
        if self.sense is Sense.ABOVE:
            return self.value, math.inf
        return self.value - self.tolerance, self.value + self.tolerance

    @property
    def text(self) -> str:
        """In words: ``20 % (2 % more or less)``."""
        if self.measure is FAIRNESS:
            return f"no seat's wins off the mean by more than {self.measure.text(self.tolerance)}"
        value = self.measure.text(self.value)
        if self.sense is Sense.ABOUT:
            return f"{value} ({self.measure.text(self.tolerance)} more or less)"
        return f"at {'most' if self.sense is Sense.BELOW else 'least'} {value}"

    def steps(self, values: Floats) -> Floats:
        """How far values are from it, in tolerances; same shape."""
        off = (values - self.value) / self.tolerance
        if self.sense is Sense.BELOW:
            return np.maximum(off, 0.0)
        if self.sense is Sense.ABOVE:
            return np.maximum(-off, 0.0)
        return np.abs(off)

    def verdict(self, estimates: Sequence[Estimate]) -> Verdict:
        """What estimates say of it; several of a measure that each seat has a value of."""
        low, high = self.band
        if all(low <= one.value <= high for one in estimates):
            return Verdict.MET
        inside = (one.low <= high and one.high >= low for one in estimates if one.low == one.low)
        return Verdict.OPEN if all(inside) else Verdict.MISSED


@dataclass(frozen=True)
class Wants:
    """All that is wanted, of games of a number of players.

    Attributes:
        each: what is wanted.
        seats: number of players.
    """

    each: tuple[Want, ...]
    seats: int

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is to be measured, as `tallies` takes it; one for each want."""
        return tuple(want.measure for want in self.each)

    @property
    def _slices(self) -> list[slice]:
        """Where the values of each want stand among all."""
        counts = [self.seats if want.measure.by_seat else 1 for want in self.each]
        ends = list(itertools.accumulate(counts))
        return [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]

    def losses(self, values: Floats) -> Floats:
        """How far values are from what is wanted: the weighted root mean square of the steps.

        Args:
            values: shape [..., value], in the order of `measures`.

        Returns:
            Shape [...]; 0 where all is as wanted, 1 for a tolerance off in everything.
        """
        total = sum(want.weight for want in self.each)
        squares: Floats = np.zeros(values.shape[:-1])
        for want, own in zip(self.each, self._slices, strict=True):
            squares += want.weight / total * np.mean(np.square(want.steps(values[..., own])), axis=-1)
        loss: Floats = np.sqrt(squares)
        return loss

    def loss(self, tally: Tally) -> float:
        """How far games are from what is wanted; NaN if they do not tell."""
        return float(self.losses(tally.values))

    def estimates(self, tally: Tally) -> list[list[Estimate]]:
        """The values of each want, with intervals."""
        return [[tally.estimate(value) for value in range(own.start, own.stop)] for own in self._slices]

    def shown(self, tally: Tally) -> list[float]:
        """One value for each want; for one that each seat has a value of the largest off 0."""
        values = tally.values
        return [
            float(np.abs(values[own]).max()) if want.measure.by_seat else float(values[own][0])
            for want, own in zip(self.each, self._slices, strict=True)
        ]


# -- as written -------------------------------------------------------------------------------------------


def names() -> list[str]:
    """What can be wanted, as a goal file says it."""
    return [f"{name}{sense.value}" for name in MEASURES for sense in Sense] + [FAIRNESS.name]


def want_of(name: str, given: object) -> Want:
    """A want as a goal file states it.

    Args:
        name: one of `names`.
        given: the value, a number in SI or text with a unit; or a table of ``value``, ``tolerance`` and
            ``weight``; for ``seats_fair`` true, or a table without ``value``.

    Raises:
        TuningError: it is not of that form, or impossible; the line does not say the name.
    """
    table = dict(given) if isinstance(given, Mapping) else {"value": given}
    if unknown := [key for key in table if key not in ("value", "tolerance", "weight")]:
        raise TuningError(f"no such entry {shortened(unknown[0])!r}; there are value, tolerance, weight")
    weight = table.get("weight", 1.0)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < math.inf:
        raise TuningError(f"weight: {shortened(str(weight))} is not a number above 0")
    measure, sense = _split(name)
    tolerance = measure.tolerance
    if "tolerance" in table:
        tolerance = _number(measure, table["tolerance"], "tolerance: ")
        if not 0 < tolerance <= measure.quantity.high:
            raise TuningError(
                f"tolerance: {tolerance:g} is not above 0 and at most {measure.quantity.high:g}"
            )
    value = table.pop("value", True if measure is FAIRNESS else None)
    if value is None:
        raise TuningError("value is missing: what is wanted?")
    if measure is FAIRNESS:
        if value is not True:
            raise TuningError("say true, or leave it out")
        return Want(measure=measure, tolerance=tolerance, weight=float(weight))
    number, quantity = _number(measure, value), measure.quantity
    if not quantity.low <= number <= quantity.high:
        shown = f"; did you mean '{number:g} %'?" if measure.unit == "%" and 1 < number <= 100 else ""
        raise TuningError(f"{number:g} is impossible; allowed: {quantity.bounds}{shown}")
    return Want(measure=measure, sense=sense, value=number, tolerance=tolerance, weight=float(weight))


def _split(name: str) -> tuple[Measure, Sense]:
    if name == FAIRNESS.name:
        return FAIRNESS, Sense.ABOUT
    sense = next(sense for sense in (Sense.BELOW, Sense.ABOVE, Sense.ABOUT) if name.endswith(sense.value))
    return MEASURES[name.removesuffix(sense.value)], sense


def _number(measure: Measure, given: object, what: str = "") -> float:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise TuningError(f"{what}{shortened(str(given)).lower()} is not a number")
    try:
        number = to_si(given, measure.quantity) if isinstance(given, str) else given
    except ValueError as refusal:
        raise TuningError(f"{what}{refusal}") from None
    if not math.isfinite(number):
        raise TuningError(f"{what}{number} is not a finite number")
    return float(number)


def contradictions(wants: Wants) -> Iterator[str]:
    """What cannot be had together, one line for each."""
    low = dict.fromkeys(MEASURES, -math.inf)
    high = dict.fromkeys(MEASURES, math.inf)
    said_low, said_high = dict.fromkeys(MEASURES, ""), dict.fromkeys(MEASURES, "")
    for want in wants.each:
        name = want.measure.name
        if want.measure is FAIRNESS:
            continue
        said = f"{want.name} = {want.measure.text(want.value)}"
        if want.sense is not Sense.BELOW and want.value > low[name]:
            low[name], said_low[name] = want.value, said
        if want.sense is not Sense.ABOVE and want.value < high[name]:
            high[name], said_high[name] = want.value, said
    for name in MEASURES:
        if low[name] > high[name]:
            yield f"{said_low[name]} contradicts {said_high[name]}"
    # A ship that capsizes loses cargo in one of the game's placements at least.
    most = wants.seats * _MOST_LOADED
    if low["capsizes"] > 0 and low["capsizes"] / most > high["falls"]:
        yield (
            f"{said_low['capsizes']} contradicts {said_high['falls']}: a capsize brings cargo down, so that "
            f"at least {low['capsizes'] / most:.2g} of the placements do"
        )
    for one, other in (("falls", "lost"), ("lost", "falls")):
        if high[one] == 0 and low[other] > 0:
            yield f"{said_low[other]} contradicts {said_high[one]}: cargo that comes down is brought down"
    if high["lost"] == 0 and low["capsizes"] > 0:
        yield f"{said_low['capsizes']} contradicts {said_high['lost']}: a capsize brings cargo down"
