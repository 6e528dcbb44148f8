"""What the window remembers from one day to the next: light, language, text, sound, what is shown."""

import contextlib
import json
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path

from riffraff.window.themes import THEMES
from riffraff.window.words import Language, system_language

SMALLEST: Final = 0.6
LARGEST: Final = 3.0
"""Bounds of the scale of the text."""


class Overlay(Enum):
    """What can be shown on the ship besides the ship."""

    AREAS = "areas"
    MASS = "mass"
    CONTACTS = "contacts"
    HULLS = "hulls"
    STABILITY = "stability"


@dataclass
class Settings:
    """What a person chose in the window.

    Attributes:
        theme: name of the theme.
        language: of all texts.
        scale: of text and panels, times that of the screen.
        overlays: what is shown on the ship.
        sound: whether knocks are heard.
        fine: whether edges are drawn finer, where a graphics processor draws.
        path: file they are kept in, None for nowhere.
    """

    theme: str = "light"
    language: Language = field(default_factory=system_language)
    scale: float = 1.0
    overlays: set[Overlay] = field(default_factory=set)
    sound: bool = True
    fine: bool = False
    path: Path | None = None

    @classmethod
    def read(cls, directory: Path | None = None) -> "Settings":
        """The settings kept in a directory, by default the user's own; what is damaged is default."""
        directory = user_config_path("riffraff") if directory is None else directory
        settings = cls(path=directory / "window.json")
        try:
            kept = json.loads((directory / "window.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return settings
        return replace(settings, **_understood(kept)) if isinstance(kept, dict) else settings

    def write(self) -> None:
        """Keep them, if there is a place; where that fails, they are lost without a word."""
        if self.path is None:
            return
        kept = asdict(self) | {
            "language": self.language.value,
            "overlays": sorted(overlay.value for overlay in self.overlays),
        }
        del kept["path"]
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")

    @property
    def layout(self) -> Path | None:
        """The file in which Dear ImGui keeps where the panels are."""
        return None if self.path is None else self.path.with_name("window.ini")


def _understood(kept: dict[str, Any]) -> dict[str, Any]:
    """Of what was kept, what makes sense."""
    found: dict[str, Any] = {}
    if kept.get("theme") in list(THEMES):
        found["theme"] = kept["theme"]
    with contextlib.suppress(ValueError):
        found["language"] = Language(kept.get("language"))
    scale = kept.get("scale")
    if isinstance(scale, int | float) and SMALLEST <= scale <= LARGEST:
        found["scale"] = float(scale)
    found |= {name: kept[name] for name in ("sound", "fine") if isinstance(kept.get(name), bool)}
    names = {overlay.value: overlay for overlay in Overlay}
    if isinstance(kept.get("overlays"), list):
        found["overlays"] = {
            names[name] for name in kept["overlays"] if isinstance(name, str) and name in names
        }
    return found
