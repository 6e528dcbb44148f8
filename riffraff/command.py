"""What the commands of the command line share: how they end, and how what several of them take is read."""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

# All else of ours is imported where it is used: the physics takes longer to load than most commands take.
if TYPE_CHECKING:
    from riffraff.params import Parameters

FAILED: Final = 1
WRONG: Final = 2
"""Exit codes of a command that failed on its way, and of one that was asked for wrongly."""

_WINDOW: Final = frozenset({"moderngl", "glcontext", "PIL", "glfw", "imgui_bundle", "platformdirs"})
"""Libraries of the extra ``window`` that opening one needs."""

DRAWN_BELOW: Final = 2**32
"""Seeds that we draw are below this: they can be typed again."""


class CommandError(Exception):
    """What ends a command, told in one line for each problem."""

    def __init__(self, message: str, *, exit_code: int = WRONG) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextlib.contextmanager
def refusing(*kinds: type[Exception], exit_code: int = WRONG) -> Iterator[None]:
    """Turn errors of these kinds into the end of the command."""
    try:
        yield
    except kinds as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise CommandError(f"{error.filename}: {error.strerror}", exit_code=exit_code) from error
        raise CommandError(str(error), exit_code=exit_code) from error


@contextlib.contextmanager
def needing_window() -> Iterator[None]:
    """Tell what is missing where the window's libraries are imported and are not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in _WINDOW:
            raise
        if library == "imgui_bundle" and sys.version_info < (3, 11):
            message = f"the window needs the library {library}, which exists for Python 3.11 and later"
        else:
            message = f"the window needs the library {library}: pip install 'riffraff[window]'"
        raise CommandError(message, exit_code=FAILED) from error


def examples(*commands: str) -> str:
    """An epilog with commands to try."""
    return "\n".join(["[bold]Examples[/]", *(f"  riffraff {command}" for command in commands)])


def parameters_of(
    file: Path | None, changes: Sequence[str] | None, base: "Parameters | None" = None
) -> "Parameters":
    """The parameters that ``--params`` and ``--set`` ask for; `base` where there is no file."""
    from riffraff.params import ParameterError, Parameters, load, settings

    with refusing(ParameterError):
        return settings(load(file) if file is not None else base or Parameters(), changes or [])
