"""Every physical constant of the simulation: value, unit, bounds, meaning and source.

``Parameters()`` holds the defaults. Values are changed by name (`Parameters.with_changes`), by a TOML file
(`load`) or by settings as typed on a command line (`settings`). What is refused is a `ParameterError` that
says where, what, and what would be right. `table` lists them all.
"""

from riffraff.params.errors import ParameterError
from riffraff.params.parameters import Parameters
from riffraff.params.quantity import ESTIMATE, Group, Quantity
from riffraff.params.settings import settings
from riffraff.params.table import Change, Row, differences, table
from riffraff.params.toml import dumps, load, loads
from riffraff.params.tree import (
    Barrel,
    Boat,
    Cargo,
    Catching,
    Chest,
    Crate,
    Flacon,
    Hand,
    Plank,
    Rat,
    Sailor,
    Ship,
    Wood,
    World,
)

__all__ = [
    "ESTIMATE",
    "Barrel",
    "Boat",
    "Cargo",
    "Catching",
    "Change",
    "Chest",
    "Crate",
    "Flacon",
    "Group",
    "Hand",
    "ParameterError",
    "Parameters",
    "Plank",
    "Quantity",
    "Rat",
    "Row",
    "Sailor",
    "Ship",
    "Wood",
    "World",
    "differences",
    "dumps",
    "load",
    "loads",
    "settings",
    "table",
]
