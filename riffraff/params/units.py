"""Numbers with units, as people type them, to SI."""

import re
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from riffraff.params.errors import shortened
from riffraff.params.quantity import Quantity

if TYPE_CHECKING:
    import pint

_LONGEST = 64
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_VALUE = re.compile(rf"({_NUMBER})(?: */ *({_NUMBER}))? *(.*)", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_TERM = re.compile(r" *([*/]?) *([A-Za-z]+)(?:(?:\^|\*\*)?(-?\d))? *", re.ASCII)
_PLAIN = str.maketrans(
    {"\u00b5": "u", "\u03bc": "u", "°": "deg", "%": "percent", "·": "*", "²": "2", "³": "3"}
)

_UNITS = """
micro- = 1e-6 = u-
milli- = 1e-3 = m-
centi- = 1e-2 = c-
kilo- = 1e3 = k-
meter = [length] = m
gram = [mass] = g
second = [time] = s
radian = [angle] = rad
pi = 3.1415926535897932384626433832795
degree = pi / 180 * radian = deg
turn = 2 * pi * radian
minute = 60 * second = min
rpm = turn / minute
inch = 0.0254 * meter = in
pound = 453.59237 * gram = lb
ounce = pound / 16 = oz
newton = kilogram * meter / second ** 2 = N
hertz = 1 / second = Hz
percent = 0.01 = _
"""
"""The units understood, in pint's notation.

A list of its own, as pint's own takes the radian for a pure number: 1 Hz would pass for 1 rad/s, and 30 deg
for a coefficient of friction.
"""

_EVERYDAY = {"kg": ("g", 1e3), "m": ("mm", 1e3), "rad": ("deg", 57.2957795)}
"""For some SI units, the one that people think in at the size of this game, and how many make the SI unit."""


def to_si(text: str, quantity: Quantity) -> float:
    """The number that `text` states, in the unit of `quantity`.

    Args:
        text: ``0.4`` (SI), ``400 g``, ``2 deg``, ``1/240 s``, ``0.7 g/cm3``.
        quantity: what is stated; its bounds are not checked here.

    Returns:
        An int if `text` is a bare whole number, else the nearest float to the exact conversion.

    Raises:
        ValueError: `text` is no number, or its unit is unknown or of another dimension; says what would do.
    """
    shown = f"'{shortened(text.strip())}'"
    match = _VALUE.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if match is None:
        raise ValueError(f"{shown} is not a number; expected one such as {_examples(quantity)}")
    number, divisor, unit = match.groups()
    if divisor is None and not unit:
        return int(number) if _WHOLE.fullmatch(number) else float(number)
    if quantity.whole:
        raise ValueError(f"{shown} is not a whole number; allowed: {quantity.bounds}")
    try:
        exact = Decimal(number) / Decimal(divisor or "1")
        return float(exact * _factor(unit, quantity) if unit else exact)
    except ArithmeticError:
        raise ValueError(f"{shown} is not a finite number; allowed: {quantity.bounds}") from None


def _factor(unit: str, quantity: Quantity) -> Decimal:
    """How many of the quantity's unit make one `unit`."""
    import pint  # takes a quarter of a second: only those who type units wait for it

    try:
        factor = _parsed(unit).to(_parsed(quantity.unit)).magnitude
    except pint.DimensionalityError:
        raise ValueError(f"'{shortened(unit)}' is no unit for this; expected {_expected(quantity)}") from None
    except pint.UndefinedUnitError:
        raise ValueError(f"unknown unit '{shortened(unit)}'; expected {_expected(quantity)}") from None
    assert isinstance(factor, Decimal)
    return factor


def _parsed(unit: str) -> "pint.Quantity":
    """One of a compound unit such as ``kg/m3``, ``N m s`` or ``m*s^-2``.

    Read here and not by pint, whose parser evaluates: ``9**9**9`` would never end.
    """
    import pint

    one = _registry().Quantity(Decimal(1))
    rest = "" if unit == "1" else unit.translate(_PLAIN)
    while rest:
        term = _TERM.match(rest)
        if term is None:
            raise pint.UndefinedUnitError(unit)
        operator, name, power = term.groups()
        one *= _registry().Quantity(Decimal(1), name) ** (int(power or 1) * (-1 if operator == "/" else 1))
        rest = rest[term.end() :]
    return one


@cache
def _registry() -> "pint.UnitRegistry":
    import pint

    registry = pint.UnitRegistry(None, non_int_type=Decimal)
    registry.load_definitions(_UNITS.strip().splitlines())
    return registry


def _expected(quantity: Quantity) -> str:
    if quantity.unit == "1":
        return f"a pure number such as {quantity.default:g}"
    return f"{quantity.unit}, for example {_examples(quantity)}"


def _examples(quantity: Quantity) -> str:
    if quantity.unit == "1":
        return f"{quantity.default:g}"
    unit, factor = _EVERYDAY.get(quantity.unit, (quantity.unit, 1.0))
    return f"{quantity.default:.4g} or '{quantity.default * factor:.4g} {unit}'"
