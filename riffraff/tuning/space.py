"""Free parameters: what a search may change, and from where to where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from riffraff.params import ParameterError, Parameters, Quantity
from riffraff.params.errors import shortened
from riffraff.params.units import to_si
from riffraff.tuning.errors import TuningError

_FORM: Final = "LOW:HIGH, as in '300 g:450 g'"
_SHARE: Final = 0.1  # how far a parameter is varied either way where nobody says, of its value


@dataclass(frozen=True)
class Free:
    """One parameter that may change, and the range it may change in.

    Attributes:
        name: dotted name of the parameter.
        low: smallest value, in its SI unit.
        high: largest value.

    Raises:
        TuningError: there is no such parameter, the range is empty, or it goes beyond the parameter's bounds.
    """

    name: str
    low: float
    high: float

    def __post_init__(self) -> None:
        quantity = _known(self.name)
        for value in (self.low, self.high):
            if not quantity.low <= value <= quantity.high:
                raise TuningError(f"{self.name}: {value:g} is not allowed; allowed: {quantity.bounds}")
            if quantity.whole and value != int(value):
                raise TuningError(f"{self.name}: {value:g} is not a whole number; allowed: {quantity.bounds}")
        if not self.low < self.high:
            raise TuningError(
                f"{self.name}: nothing is between {self.low:g} and {self.high:g}; the lower end comes first"
            )

    @property
    def quantity(self) -> Quantity:
        """The description of the parameter."""
        return _known(self.name)

    @property
    def label(self) -> str:
        """The parameter with its unit, as an axis says it."""
        unit = self.quantity.unit
        return self.name if unit == "1" else f"{self.name} [{unit}]"

    def shown(self, value: float) -> str:
        """A value with its unit: ``0.375 kg``."""
        unit = self.quantity.unit
        return f"{value:.4g}" if unit == "1" else f"{value:.4g} {unit}"

    def holds(self, value: float) -> bool:
        """Whether a value is in the range."""
        return self.low <= value <= self.high

    @classmethod
    def of(cls, name: str, given: object) -> "Free":
        """A parameter with a range as a file states it.

        Args:
            name: dotted name of the parameter.
            given: ``"LOW:HIGH"``, or both ends one by one; numbers are SI, text may have a unit.

        Raises:
            TuningError: it is not of that form, or not allowed.
        """
        quantity = _known(name)
        ends: Sequence[object] = given.split(":") if isinstance(given, str) else _listed(given)
        if len(ends) != 2:
            raise TuningError(f"{name}: {shortened(str(given))!r} is no range; give {_FORM}")
        try:
            low, high = (_number(end, quantity) for end in ends)
        except ValueError as refusal:
            raise TuningError(f"{name}: {refusal}") from None
        return cls(name, low, high)

    @classmethod
    def parse(cls, text: str, base: Parameters) -> "Free":
        """As typed: ``ship.counterweight_mass=300 g:450 g``, or the name alone for a tenth either way.

        Args:
            text: what was typed.
            base: has the value from which a tenth is counted.

        Raises:
            TuningError: it is not of that form, or not allowed.
        """
        name, equals, ends = (part.strip() for part in text.partition("="))
        if equals:
            return cls.of(name, ends)
        return cls.around(name, base)

    @classmethod
    def around(cls, name: str, base: Parameters) -> "Free":
        """A parameter with a tenth of its value either way, as far as its bounds allow.

        One whose value is 0 goes up to a tenth of what is allowed.

        Raises:
            TuningError: there is no such parameter.
        """
        quantity = _known(name)
        value = base.value(name)
        arm = _SHARE * (abs(value) or quantity.high - quantity.low)
        if quantity.whole:
            arm = max(1, round(arm))
        return cls(name, max(quantity.low, value - arm), min(quantity.high, value + arm))


def changed(base: Parameters, values: Mapping[str, float]) -> Parameters:
    """Parameters with values of free ones; whole numbers become so again.

    Raises:
        ParameterError: they contradict each other.
    """
    whole = {name: quantity.whole for name, quantity in Parameters.quantities().items()}
    return base.with_changes(
        {name: round(value) if whole[name] else float(value) for name, value in values.items()}
    )


def _known(name: str) -> Quantity:
    try:
        Parameters().value(name)
    except ParameterError as error:
        raise TuningError(error.problems) from None
    return Parameters.quantities()[name]


def _listed(given: object) -> Sequence[object]:
    return given if isinstance(given, list | tuple) else [given]


def _number(given: object, quantity: Quantity) -> float:
    value = to_si(given, quantity) if isinstance(given, str) else given
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{shortened(str(given))} is not a number")
    return float(value)
