"""The options that several commands share, and how what a person types for them is read."""

import re
from pathlib import Path
from typing import Annotated, Any, Final

import typer

PLAYERS: Final = (2, 3, 4)
"""Numbers of players (R2.1)."""

LARGEST_SEED: Final = 2**64 - 1

_MOST_WORKERS: Final = 4096


def whole(text: str, low: int, high: int) -> int:
    """A whole number as typed, from low to high."""
    digits = text.strip()
    # Not int() alone: it takes 1_0, and nothing of more than some thousand digits.
    if re.fullmatch(r"\+?[0-9]{1,40}", digits, re.ASCII) and low <= int(digits) <= high:
        return int(digits)
    shown = digits if len(digits) <= 40 else f"{digits[:40]}..."
    raise typer.BadParameter(f"{shown!r} is not a whole number from {low} to {high}")


def seed(text: str) -> int:
    """A seed as typed."""
    return whole(text, 0, LARGEST_SEED)


def number_of_players(text: str) -> int:
    """A number of players as typed."""
    return whole(text, PLAYERS[0], PLAYERS[-1])


def path(text: str) -> Path:
    """A path as typed."""
    if not text.strip():
        raise typer.BadParameter("it is empty; give a path")
    return Path(text)


def number_of_workers(text: str) -> int:
    """A number of worker processes as typed."""
    return whole(text, 1, _MOST_WORKERS)


PARAMETERS: Final = "Parameters"
OUTPUT: Final = "Output"
RUN: Final = "How it is run"
"""Panels of the help texts."""

ParamsOption = Annotated[
    Path | None,
    typer.Option(
        "--params",
        parser=path,
        metavar="FILE",
        rich_help_panel=PARAMETERS,
        help="Take physical constants from a TOML file; what it leaves out keeps its default.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        rich_help_panel=PARAMETERS,
        help="Change one parameter, after --params; may be given again. Units are understood: '400 g'.",
    ),
]
JsonOption = Annotated[
    bool,
    typer.Option(
        "--json", rich_help_panel=OUTPUT, help="Print the log as lines of JSON, and nothing else on stdout."
    ),
]
OverwriteOption = Annotated[
    bool,
    typer.Option("--overwrite", rich_help_panel=OUTPUT, help="Replace what is there already."),
]
PartialOption = Annotated[
    bool, typer.Option("--partial", help="Take a file that was cut short: all turns that are whole.")
]


def players_option(panel: str | None = None) -> Any:
    """The option ``--players``, in a panel of the help text."""
    return typer.Option(
        parser=number_of_players,
        metavar="N",
        rich_help_panel=panel,
        help="Number of players, 2 to 4. By default as many as --player names, or 4.",
    )


def player_option(panel: str | None = None) -> Any:
    """The option ``--player``, in a panel of the help text."""
    return typer.Option(
        metavar="KIND",
        rich_help_panel=panel,
        help="Who plays, careful (the default) or random: once for all seats, or once for each.",
    )


def workers_option(each: str = "Games at a time") -> Any:
    """The option ``--workers``.

    Args:
        each: what there are as many of as processes.
    """
    return typer.Option(
        "--workers",
        parser=number_of_workers,
        metavar="N",
        rich_help_panel=RUN,
        help=f"{each}. By default one for each processor.",
    )


def cluster_option(done: str = "the games played") -> Any:
    """The option ``--cluster``.

    Args:
        done: what its workers do.
    """
    return typer.Option(
        "--cluster",
        metavar="ADDRESS",
        rich_help_panel=RUN,
        help=f"Have {done} by the workers of a Dask scheduler, tcp://host:port.",
    )
