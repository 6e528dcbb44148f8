"""The programs that run on the graphics processor, with the files they include."""

from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def source(name: str) -> str:
    """The text of a file of this package."""
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")


def assembled(name: str, constants: Mapping[str, float] | None = None) -> str:
    """The text of a shader, with the files it includes filled in.

    Constants are defined after its first line, which names the version of the language.
    """
    first, rest = source(name).split("\n", 1)
    defined = "".join(f"#define {key} {value}\n" for key, value in (constants or {}).items())
    return f"{first}\n{defined}{_filled(rest)}"


def _filled(text: str) -> str:
    lines = []
    for line in text.splitlines():
        if line.startswith("#include "):
            lines.append(_filled(source(line.split('"')[1])))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"
