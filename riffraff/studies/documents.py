"""Reading the TOML files that people write."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from riffraff.params.errors import one_line
from riffraff.studies.errors import StudyError


def read_document(path: Path, *, error: type[StudyError] = StudyError) -> tuple[str, dict[str, Any]]:
    """What a TOML file says.

    Args:
        path: the file.
        error: what is raised if it cannot be read.

    Returns:
        Its text, and the same as plain Python values.

    Raises:
        StudyError: it cannot be read, or is not TOML; or what was asked for in its place.
    """
    source = one_line(str(path))
    try:
        # With one more line end: tomlkit misplaces what is wrong with a last line that has none.
        text = path.read_bytes().decode("utf-8-sig") + "\n"
    except FileNotFoundError:
        raise error(f"{source}: no such file") from None
    except UnicodeDecodeError as wrong:
        raise error(f"{source}: not UTF-8 text (byte {wrong.start})") from None
    except (OSError, ValueError) as wrong:  # ValueError: a path that no file can have
        raise error(f"{source}: cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    try:
        return text, tomlkit.parse(text).unwrap()
    except TOMLKitError as wrong:
        raise error(f"{source}: not TOML: {one_line(str(wrong))}") from None


def leaves(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """What nested tables say of each parameter, by dotted name."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
