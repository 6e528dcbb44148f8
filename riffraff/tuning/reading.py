"""Files of measurements: read, and checked before anything is simulated.

What a file may say is told by the example `assets/measurements.toml`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from riffraff.params import Parameters
from riffraff.params.changes import unknown
from riffraff.params.errors import one_line, shortened
from riffraff.params.units import to_si
from riffraff.studies.documents import leaves, read_document
from riffraff.tuning.entries import KINDS, one_of
from riffraff.tuning.errors import TuningError
from riffraff.tuning.measurements import Heel, Kind, Measurement, Period, Stop, Task, quantity_of
from riffraff.tuning.toml_lines import Place, lines_of

_FREE: Final = "free"
_BOUNDS: Final = "bounds"
_MEASUREMENT: Final = "measurement"
_SWING_LASTS: Final = (0.2, 10.0)  # s

Problem = tuple[Place, str]


# -- the file ---------------------------------------------------------------------------------------------


def read_task(path: str | Path, base: Parameters) -> Task:
    """What a file of measurements says.

    Args:
        path: the file.
        base: the parameters that the fit starts from.

    Raises:
        TuningError: it cannot be read, is not TOML, or says what is not allowed or makes no sense; one line
            for each problem, with file, line and entry.
    """
    source = one_line(str(path))
    text, given = read_document(Path(path), error=TuningError)
    problems: list[Problem] = []
    task = _task(given, base, problems)
    if problems:
        lines = lines_of(text)
        raise TuningError([f"{source}{lines.where(place)}: {problem}" for place, problem in problems])
    return task


def _task(given: Mapping[str, Any], base: Parameters, problems: list[Problem]) -> Task:
    known = (_FREE, _BOUNDS, _MEASUREMENT)
    for name in given:
        if name not in known:
            problems.append(
                ((name,), f"no such entry of a file of measurements; there are {', '.join(known)}")
            )
    free = _free(given, problems)
    free = _bounded(free, given.get(_BOUNDS, {}), problems)
    tables = given.get(_MEASUREMENT, [])
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        problems.append(((_MEASUREMENT,), "each measurement is a table of its own, [[measurement]]"))
        tables = []
    elif not tables:
        problems.append(((), "there is no measurement; each is a table [[measurement]]"))
    found = [
        measurement
        for number, table in enumerate(tables)
        if (measurement := _measurement((_MEASUREMENT, number), table, base, free, problems)) is not None
    ]
    task = Task(tuple(found), free)
    if not problems:
        kinds = ", ".join(kind.value for kind in dict.fromkeys(measurement.kind for measurement in found))
        problems += [
            ((_FREE,), f"{name}: no measurement here depends on it ({kinds}); measure something that does, "
             "or do not free it")
            for name in task.unseen()
        ]  # fmt: skip
    return task


def _free(given: Mapping[str, Any], problems: list[Problem]) -> dict[str, tuple[float, float]]:
    """The parameters to be found, with the model's own bounds."""
    names = given.get(_FREE)
    if not isinstance(names, list) or not names:
        form = "name the parameters to be found, as in free = ['ship.counterweight_mass']"
        problems.append(((_FREE,) if _FREE in given else (), f"{_FREE} is missing or empty: {form}"))
        return {}
    free: dict[str, tuple[float, float]] = {}
    for name in names:
        if not isinstance(name, str):
            problems.append(((_FREE,), f"{shortened(str(name))} is no name of a parameter"))
        elif name not in Parameters.quantities():
            problems.append(((_FREE,), f"{shortened(name)}: {unknown(Parameters, name)}"))
        elif name in free:
            problems.append(((_FREE,), f"{name}: given twice"))
        else:
            about = quantity_of(name)
            free[name] = (about.low, about.high)
    return free


def _bounded(
    free: Mapping[str, tuple[float, float]], given: object, problems: list[Problem]
) -> dict[str, tuple[float, float]]:
    """The free parameters with narrower bounds where the file gives some."""
    narrowed = dict(free)
    if not isinstance(given, Mapping):
        problems.append(((_BOUNDS,), "is a table, [bounds], with a list of two values for a parameter"))
        return narrowed
    for name, ends in leaves(given):
        try:
            narrowed[name] = _ends(name, ends, free)
        except ValueError as refusal:
            problems.append(((_BOUNDS, name), str(refusal)))
    return narrowed


def _ends(name: str, ends: object, free: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    if name not in Parameters.quantities():
        raise ValueError(unknown(Parameters, name))
    if name not in free:
        raise ValueError("has bounds but is not free; name it under free, or give it none")
    about = quantity_of(name)
    if not isinstance(ends, list) or len(ends) != 2:
        raise ValueError("bounds are a list of two values, the lower and the upper")
    values = []
    for end in ends:
        if isinstance(end, bool) or not isinstance(end, int | float | str):
            raise ValueError(f"{shortened(str(end))} is not a number")
        values.append(float(to_si(end, about)) if isinstance(end, str) else float(end))
    low, high = values
    if not (about.low <= low <= about.high and about.low <= high <= about.high):
        raise ValueError(f"bounds {low:g} to {high:g} are outside the model's own: {about.bounds}")
    if not low < high:
        raise ValueError(f"bounds {low:g} to {high:g} leave nothing between them; the lower comes first")
    return low, high


def _measurement(
    place: Place,
    table: Mapping[str, object],
    base: Parameters,
    free: Mapping[str, tuple[float, float]],
    problems: list[Problem],
) -> Measurement | None:
    """One measurement, or None where something is wrong with it."""
    before = len(problems)
    try:
        kind = Kind(one_of((kind.value for kind in Kind), "kind of measurement")(table.get("kind", "")))
    except ValueError as refusal:
        if "kind" in table:
            problems.append(((*place, "kind"), str(refusal)))
        else:
            problems.append((place, f"kind is missing; {str(refusal).partition('; ')[2]}"))
        return None
    entries = KINDS[kind]
    readers = entries.readers
    values: dict[str, Any] = dict(entries.defaults)
    for name, given in table.items():
        if name == "kind":
            continue
        if name not in readers:
            known = ", ".join(readers)
            problems.append(((*place, name), f"no such entry of a {kind.value}; there are {known}"))
            continue
        try:
            values[name] = readers[name](given)
        except ValueError as refusal:
            problems.append(((*place, name), str(refusal)))
    for name in readers:
        if name not in values and name not in table:
            problems.append((place, f"{kind.value}: {name} is missing"))
    if len(problems) > before:
        return None
    measurement = entries.build(**values)
    if (contradiction := _contradiction(measurement, base, free)) is not None:
        name, problem = contradiction
        problems.append(((*place, name), problem))
    return measurement


def _contradiction(
    measurement: Measurement, base: Parameters, free: Mapping[str, tuple[float, float]]
) -> tuple[str, str] | None:
    """What is wrong with entries that are each allowed: which of them, and why."""
    if isinstance(measurement, Period):
        one = measurement.value / measurement.swings
        low, high = _SWING_LASTS
        if not low <= one <= high:
            return "value", (
                f"{measurement.value:g} s for {measurement.swings} swings is impossible: one swing takes "
                f"{low:g} to {high:g} s; the value is the time of all the swings"
            )
    if measurement.uncertainty >= measurement.value:
        return "uncertainty", "is not less than the value: that measures nothing"
    if isinstance(measurement, Heel | Stop) and measurement.distance is not None:
        name = f"ship.{measurement.yardarm.value}_yardarm_length"
        half = (free[name][1] if name in free else base.value(name)) / 2
        if measurement.distance > half:
            return "distance", (
                f"{1000 * measurement.distance:g} mm is beyond the end of the {measurement.yardarm.value} "
                f"yardarm, {1000 * half:g} mm from the mast's middle"
            )
    if isinstance(measurement, Heel):
        most = free["ship.tilt_stop"][1] if "ship.tilt_stop" in free else base.ship.tilt_stop
        if measurement.value >= most:
            return "value", "is at or beyond the tilt stop; a heel is measured short of it"
    return None
