"""Figures of benchmarks: a value, what it shall be, and the line it is printed as."""

import argparse
import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """A measured value, and what it shall be at most or at least, if anything."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def target(self) -> float | None:
        """The bound, if there is one."""
        return self.at_most if self.at_least is None else self.at_least

    @property
    def ok(self) -> bool:
        """Whether the target, if there is one, is reached."""
        low = self.at_least is None or self.value >= self.at_least
        return low and (self.at_most is None or self.value <= self.at_most)

    def __str__(self) -> str:
        verdict = "- -" if self.target is None else f"{self.target:g} {'ok' if self.ok else 'SHORT'}"
        return f"{self.name} {self.value:.4g} {self.unit} {verdict}"


def printed(figures: Iterable[Figure]) -> list[Figure]:
    """Print figures as they come, and return them."""
    seen: list[Figure] = []
    for figure in figures:
        print(figure, flush=True)
        seen.append(figure)
    return seen


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let a person have the figures in a file as well."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")


def write(figures: Iterable[Figure], file: Path | None) -> None:
    """Write figures to a file of JSON, if there is one."""
    if file is not None:
        rows = [{**asdict(figure), "ok": figure.ok} for figure in figures]
        file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def exit_code(figures: Iterable[Figure]) -> int:
    """What a benchmark ends with: 1 if a figure falls short."""
    return 0 if all(figure.ok for figure in figures) else 1


def add_choice(parser: argparse.ArgumentParser, names: Iterable[str]) -> None:
    """Let a person choose some of the measurements."""
    parser.add_argument("-k", action="append", metavar="NAME", help=f"only these: {', '.join(names)}")


def chosen(parser: argparse.ArgumentParser, wanted: list[str] | None, names: Collection[str]) -> list[str]:
    """The measurements whose names have a part that is wanted; all if nothing is."""
    found = [name for name in names if not wanted or any(part in name for part in wanted)]
    if not found:
        parser.error(f"nothing is called {' or '.join(wanted or [])}; there are {', '.join(names)}")
    return found
