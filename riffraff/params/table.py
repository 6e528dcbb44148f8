"""The parameters as rows, for whoever prints them."""

from dataclasses import dataclass

from riffraff.params.parameters import Parameters


@dataclass(frozen=True, kw_only=True)
class Row:
    """One parameter with its value.

    Attributes:
        name: dotted name as typed.
        value: present value, in `unit`.
        unit: SI unit, ``1`` for a pure number.
        low: smallest value allowed, in `unit`.
        high: largest value allowed, in `unit`.
        meaning: one line for a person.
        source: where the default comes from.
        is_default: whether `value` is the default.
    """

    name: str
    value: float
    unit: str
    low: float
    high: float
    meaning: str
    source: str
    is_default: bool


def table(parameters: Parameters) -> list[Row]:
    """Every parameter as a row, in the tree's order."""
    rows = []
    for name, quantity in parameters.quantities().items():
        value = parameters.value(name)
        rows.append(
            Row(
                name=name,
                value=value,
                unit=quantity.unit,
                low=quantity.low,
                high=quantity.high,
                meaning=quantity.meaning,
                source=quantity.source,
                is_default=value == quantity.default,
            )
        )
    return rows
