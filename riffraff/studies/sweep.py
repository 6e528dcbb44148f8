"""Sweeps: a parameter and the values it takes in a study."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from riffraff.params import ParameterError, Parameters, Quantity
from riffraff.params.errors import shortened
from riffraff.params.units import to_si
from riffraff.studies.errors import StudyError

MOST_VALUES: Final = 1000
"""Values that one sweep may have."""

_FORM: Final = "NAME=LOW:HIGH:COUNT or NAME=VALUE,VALUE,..., as in ship.counterweight_mass='300 g:450 g:4'"


@dataclass(frozen=True)
class Sweep:
    """One parameter's values, in the order they were asked for.

    Attributes:
        name: dotted name of the parameter.
        values: in its SI unit, all different.

    Raises:
        StudyError: there is no such parameter, a value is not allowed, or there are too few or too many.
    """

    name: str
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        quantity = _known(self.name)
        if not 1 <= len(self.values) <= MOST_VALUES:
            raise StudyError(f"sweep {self.name}: {len(self.values)} values; allowed are 1 to {MOST_VALUES}")
        if len(set(self.values)) != len(self.values):
            raise StudyError(f"sweep {self.name}: a value is given twice")
        if refused := [value for value in self.values if not quantity.low <= value <= quantity.high]:
            raise StudyError(f"sweep {self.name}: {refused[0]:g} is not allowed; allowed: {quantity.bounds}")

    @property
    def quantity(self) -> Quantity:
        """The description of the parameter."""
        return _known(self.name)

    @classmethod
    def parse(cls, text: str) -> "Sweep":
        """A sweep as typed: ``ship.counterweight_mass=300 g:450 g:4``, or values between commas.

        Raises:
            StudyError: it is not of that form, or not allowed.
        """
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name or not values:
            raise StudyError(f"sweep {shortened(text)}: not of the form {_FORM}")
        return cls.of(name, values)

    @classmethod
    def of(cls, name: str, values: str | Sequence[float | str]) -> "Sweep":
        """A sweep of a parameter over values.

        Args:
            name: dotted name of the parameter.
            values: ``"LOW:HIGH:COUNT"``, ``"VALUE,VALUE"``, or the values one by one; numbers are SI, text
                may have a unit.

        Raises:
            StudyError: they are not of that form, or not allowed.
        """
        quantity = _known(name)
        try:
            if isinstance(values, str) and ":" in values:
                return cls(name, _spaced(values, quantity))
            parts = values.split(",") if isinstance(values, str) else values
            return cls(name, tuple(_value(part, quantity) for part in parts))
        except StudyError:
            raise
        except ValueError as refusal:
            raise StudyError(f"sweep {name}: {refusal}") from None

    def __str__(self) -> str:
        return f"{self.name}={','.join(map(repr, self.values))}"


def _known(name: str) -> Quantity:
    try:
        Parameters().value(name)
    except ParameterError as error:
        raise StudyError([f"sweep {problem}" for problem in error.problems]) from None
    return Parameters.quantities()[name]


def _spaced(text: str, quantity: Quantity) -> tuple[float, ...]:
    """``LOW:HIGH:COUNT`` as so many values at equal distances, both ends among them."""
    parts = [part.strip() for part in text.split(":")]
    if len(parts) != 3:
        raise ValueError(f"'{shortened(text)}' is not of the form LOW:HIGH:COUNT")
    count = parts[2]
    if not (count.isascii() and count.isdecimal() and len(count) <= 6 and 2 <= int(count) <= MOST_VALUES):
        raise ValueError(f"'{shortened(count)}' is no number of values; allowed are 2 to {MOST_VALUES}")
    low, high = (_value(part, quantity) for part in parts[:2])
    # Rounded to 12 digits: 0.3, not 0.30000000000000004, in every table and every command.
    spaced = (float(f"{value:.12g}") for value in np.linspace(low, high, int(count)))
    return tuple(_value(value, quantity) for value in spaced)


def _value(given: object, quantity: Quantity) -> float:
    value = to_si(given, quantity) if isinstance(given, str) else given
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{shortened(str(given))} is not a number")
    if not quantity.whole:
        return float(value)
    if value != int(value):
        raise ValueError(f"{value:g} is not a whole number; allowed: {quantity.bounds}")
    return int(value)
