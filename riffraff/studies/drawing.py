"""How the plots of all reports look, and how they become SVG that stands on its own."""

import io
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK: Final = "#2b2a28"
PALE: Final = "#d8d2c6"
WOOD: Final = "#b5783c"
SEA: Final = "#2f6f8f"
ALARM: Final = "#b3382c"
"""Colours of a report."""

_STYLE: Final[dict[str, Any]] = {
    "svg.fonttype": "none",  # text stays text: sharp, small, and it can be searched
    "svg.hashsalt": "riffraff",  # the same plot has the same bytes
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": PALE,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#eee9df",
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


def style() -> AbstractContextManager[None]:
    """The look of a report, for all that is drawn and made into SVG while it is entered."""
    return rc_context(_STYLE)


def subplots(width: float, height: float, columns: int = 1, rows: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure that no window shows, and its axes row by row.

    Args:
        width: of the figure, in inches.
        height: of the figure, in inches.
        columns: of axes.
        rows: of axes.
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.flat)


def explain(axes: Axes) -> None:
    """Put the legend above the plot, where it covers nothing."""
    entries = len(axes.get_legend_handles_labels()[1])
    axes.legend(loc="lower right", ncols=entries, bbox_to_anchor=(1, 1))


def svgs(figures: Mapping[str, Figure]) -> dict[str, str]:
    """Figures as SVG elements that can stand in one page, by name."""
    return {name: _svg(figure, name) for name, figure in figures.items()}


def _svg(figure: Figure, name: str) -> str:
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Title": name}, bbox_inches="tight")
    text = stream.getvalue()
    # Every id gets the plot's name: in one page they must all differ.
    own = name.replace(" ", "-").replace(".", "-")
    text = text[text.index("<svg") :]
    for mark in ('id="', 'xlink:href="#', "url(#"):
        text = text.replace(mark, f"{mark}{own}-")
    return text
