"""What one parameter is: a number with a unit, bounds, a meaning and a source."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.fields import FieldInfo

from riffraff.params.digests import digest_of

ESTIMATE = "estimate"
"""The source of a value that nobody has measured or published."""

CONTRADICTION = "contradiction"
"""The pydantic error type of values that are each allowed but not together.

Its context holds the ``reason`` and the ``fields`` it is about.
"""


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """The description of one parameter; the value itself lives in the tree.

    Attributes:
        name: dotted name as typed, e.g. ``ship.counterweight_mass``.
        default: the value where nobody says otherwise, in `unit`.
        unit: SI unit, ``1`` for a pure number.
        low: smallest value allowed, in `unit`.
        high: largest value allowed, in `unit`.
        meaning: one line for a person.
        source: where the default comes from, or `ESTIMATE`.
        whole: True if only whole numbers are allowed.
    """

    name: str
    default: float
    unit: str
    low: float
    high: float
    meaning: str
    source: str
    whole: bool

    @property
    def bounds(self) -> str:
        """What is allowed, for a person: ``0.26 to 0.52 kg``."""
        kind = "a whole number from " if self.whole else ""
        unit = "" if self.unit == "1" else f" {self.unit}"
        return f"{kind}{self.low:g} to {self.high:g}{unit}"


def quantity(
    default: float, unit: str, low: float, high: float, meaning: str, source: str = ESTIMATE
) -> Any:  # Any, as pydantic's own Field: it stands where a float or an int is declared.
    """Declare a field of a `Group`: its default, SI unit, inclusive bounds, meaning and source."""
    extra: dict[str, Any] = {"unit": unit, "low": low, "high": high, "source": source}
    return Field(default=default, ge=low, le=high, description=meaning, json_schema_extra=extra)


class Group(BaseModel):
    """A named group of quantities and of groups: immutable, strictly typed, closed to unknown names."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, validate_default=True
    )

    @field_validator("*", mode="after")
    @classmethod
    def _no_negative_zero(cls, value: object) -> object:
        # -0.0 equals 0.0, but would be written differently: equal trees must give equal text and digest.
        return value + 0.0 if isinstance(value, float) else value

    def canonical(self) -> dict[str, Any]:
        """The values as nested dicts of JSON types, by group and name."""
        return self.model_dump()

    def digest(self) -> str:
        """SHA-256 of the canonical values, in hexadecimal: equal for equal values, in any process."""
        return digest_of(self.canonical())


@cache
def catalog(kind: type[Group]) -> Mapping[str, Quantity]:
    """Every quantity of a group and of the groups inside, by dotted name, in the order declared."""
    return MappingProxyType({found.name: found for found in _quantities(kind, "")})


def _quantities(kind: type[Group], prefix: str) -> list[Quantity]:
    found: list[Quantity] = []
    for name, field in kind.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, Group):
            found += _quantities(inner, f"{prefix}{name}.")
        else:
            found.append(_described(f"{prefix}{name}", field))
    return found


def _described(name: str, field: FieldInfo) -> Quantity:
    if not isinstance(field.json_schema_extra, dict) or field.description is None:
        raise TypeError(f"{name} is not declared by quantity()")
    facts: dict[str, Any] = dict(field.json_schema_extra)
    whole = field.annotation is int
    return Quantity(name=name, default=field.default, meaning=field.description, whole=whole, **facts)
