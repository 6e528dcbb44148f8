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


@dataclass(frozen=True, kw_only=True)
class Change:
    """A parameter that differs between two sets of parameters.

    Attributes:
        name: dotted name as typed.
        before: its value in the first, in `unit`.
        after: its value in the second, in `unit`.
        unit: SI unit, ``1`` for a pure number.
        share: what it grew by, over what its bounds leave between them: -1 to 1.
    """

    name: str
    before: float
    after: float
    unit: str
    share: float


def differences(before: Parameters, after: Parameters) -> list[Change]:
    """The parameters that differ, in the tree's order."""
    changes = []
    for name, quantity in before.quantities().items():
        old, new = before.value(name), after.value(name)
        if old != new:
            share = (new - old) / (quantity.high - quantity.low)
            changes.append(Change(name=name, before=old, after=new, unit=quantity.unit, share=share))
    return changes
