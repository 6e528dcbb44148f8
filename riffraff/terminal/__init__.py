"""What a person reads on a terminal: a game in words, in a live view or as JSON lines, and tables."""

from riffraff.terminal.batch_bar import BatchBar, batch_result
from riffraff.terminal.interrupts import Interrupts
from riffraff.terminal.playing import play
from riffraff.terminal.show import JsonLines, LiveView, PlainLines, Show, show_on
from riffraff.terminal.streams import OutputError, guarded_output, say
from riffraff.terminal.tables import difference_table, model_lines, parameter_table
from riffraff.terminal.verifying import verified
from riffraff.terminal.words import Narrator, listed, result, seat_name

__all__ = [
    "BatchBar",
    "Interrupts",
    "JsonLines",
    "LiveView",
    "Narrator",
    "OutputError",
    "PlainLines",
    "Show",
    "batch_result",
    "difference_table",
    "guarded_output",
    "listed",
    "model_lines",
    "parameter_table",
    "play",
    "result",
    "say",
    "seat_name",
    "show_on",
    "verified",
]
