"""Many worlds at once: arrays in, arrays out, and processes behind them if wanted.

`Fleet` is all there is to use; its calls give the same bytes with any number of workers.
"""

from riffraff.fleet.errors import FleetError, PartialError
from riffraff.fleet.fleet import Fleet
from riffraff.fleet.layout import EVENT, Events
from riffraff.fleet.outcomes import Outcomes

__all__ = ["EVENT", "Events", "Fleet", "FleetError", "Outcomes", "PartialError"]
