"""Parameters that are being changed by hand: loaded, saved, checked, and told to a game in practice."""

from pathlib import Path
from typing import Final

from riffraff.live.protocol import Change
from riffraff.params import ParameterError, Parameters, dumps, load
from riffraff.window.words import Words

_DIGITS: Final = 6
"""Digits of a value that a slider gives: it counts in single precision, more mean nothing."""


class Workbench:
    """The parameters that are shown, and what is wrong with what was last tried.

    Args:
        base: the parameters that are in force.

    Attributes:
        base: as given.
        values: with what was changed since.
        trouble: why the last change, file or value was refused, line by line.
    """

    def __init__(self, base: Parameters) -> None:
        self.base = self.values = base
        self.trouble: tuple[str, ...] = ()

    @property
    def changed(self) -> int:
        """Number of values that are not the default."""
        quantities = Parameters.quantities()
        return sum(self.values.value(name) != about.default for name, about in quantities.items())

    def change(self, name: str, value: float) -> None:
        """Change one value, rounded to what a slider can mean; what contradicts others is refused."""
        about = Parameters.quantities()[name]
        number: float = round(value) if about.whole else float(f"{value:.{_DIGITS}g}")
        self._take(name, max(about.low, min(about.high, number)))

    def reset(self, name: str) -> None:
        """One value back to its default; refused if that contradicts others."""
        self._take(name, Parameters.quantities()[name].default)

    def _take(self, name: str, value: float) -> None:
        try:
            self.values, self.trouble = self.values.with_changes({name: value}), ()
        except ParameterError as error:
            self.trouble = tuple(str(error).splitlines())

    def reset_all(self) -> None:
        """All values back to their defaults."""
        self.values, self.trouble = Parameters(), ()

    def load(self, path: str) -> bool:
        """Take the values of a TOML file; False if it is refused."""
        try:
            self.values, self.trouble = load(path), ()
        except ParameterError as error:
            self.trouble = tuple(str(error).splitlines())
        return not self.trouble

    def save(self, path: Path, words: Words) -> bool:
        """Write the values to a new TOML file; False if that fails."""
        self.trouble = ()
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(dumps(self.values))
        except FileExistsError:
            self.trouble = (words("physics.exists", path=path),)
        except (OSError, ValueError) as error:  # ValueError: a path that no file can have
            reason = getattr(error, "strerror", None) or str(error)
            self.trouble = (words("physics.not_saved", path=path, reason=reason),)
        return not self.trouble

    def order(self) -> Change | None:
        """What a game in practice must be told, so that the values are in force; None for nothing."""
        changes: dict[str, float | str] = {
            name: self.values.value(name)
            for name in Parameters.quantities()
            if self.values.value(name) != self.base.value(name)
        }
        return Change(changes) if changes else None
