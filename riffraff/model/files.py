"""Reading a model back from its files, without building it."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from riffraff import __version__
from riffraff.model.value import Model, ModelError

DOCUMENT = "model.json"
PARAMETERS = "params.toml"
SHIP = "ship.urdf"
CARGO = "cargo"

_FORMAT = 1
"""Changed whenever an older `read` could not read `model.json`."""


def document(model: Model) -> dict[str, Any]:
    """Return what `model.json` holds: the model, as JSON types."""
    content: dict[str, Any] = _adapter().dump_python(model, mode="json")
    return {"format": _FORMAT, "version": __version__} | content


def read(directory: Path | str) -> Model:
    """Return the model whose files are in `directory`, equal to the one that was written.

    Raises:
        ModelError: if there is no model, or one of another format.
    """
    path = Path(directory) / DOCUMENT
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(
            f"{directory} holds no model: there is no {DOCUMENT}; `riffraff model build` writes one"
        ) from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ModelError(f"{path} cannot be read: {error}; build the model again") from None
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise ModelError(f"{path} is not a model of format {_FORMAT}; build the model again")
    del content["format"]
    content.pop("version", None)
    try:
        return _adapter().validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise ModelError(f"{path}: {place}: {first['msg']}; build the model again") from None


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[Model]:
    return TypeAdapter(Model)
