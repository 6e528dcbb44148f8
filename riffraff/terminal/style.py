"""Colours of the view: the terminal's own sixteen, so that they suit a dark and a light background."""

from typing import Final

from riffraff.rules import Colour, Seat

_STYLES: Final = {
    Colour.RED: "red",
    Colour.BLUE: "bright_blue",  # plain blue is unreadable on the black of many terminals
    Colour.TURQUOISE: "cyan",
    Colour.PURPLE: "magenta",
}
WOOD: Final = "default"
NUMBER: Final = "bold"
SEA: Final = "bright_blue"
QUIET: Final = "dim"
ALARM: Final = "bold red"
STEADY, SWAYING, LISTING = "green", "dark_orange", "bold red"
"""Of the gauge: heel up to a third, up to two thirds, and up to all of what the ship can do."""


def seat_style(seat: Seat) -> str:
    """The colour of a player's cards (R1.3)."""
    return _STYLES[tuple(Colour)[seat]]
