"""Parameters changed by settings as typed on a command line: ``ship.counterweight_mass=400 g``."""

from collections.abc import Iterable

from riffraff.params.changes import applied
from riffraff.params.errors import ParameterError, shortened
from riffraff.params.parameters import Parameters

_OPTION = "--set"


def settings(parameters: Parameters, texts: Iterable[str]) -> Parameters:
    """`parameters` with settings of the form ``NAME=VALUE`` applied.

    Args:
        parameters: what to start from.
        texts: each a dotted name and a value, a number in SI or one with a unit.

    Raises:
        ParameterError: every setting that is refused, one line each.
    """
    problems: list[str] = []
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            problems.append(
                f"{_OPTION} {shortened(text)}: not of the form NAME=VALUE, as in ship.counterweight_mass=0.4"
            )
        elif name in values:
            problems.append(f"{_OPTION} {shortened(name)}=...: given twice")
        values[name] = value
    if problems:
        raise ParameterError(problems)
    return applied(
        parameters, values, locate=lambda name: f"{_OPTION} {shortened(name)}={shortened(values[name])}"
    )
