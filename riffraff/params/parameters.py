"""The root of the tree: one value that holds every parameter of a simulated game."""

from collections.abc import Mapping

from riffraff.params.changes import applied, unknown
from riffraff.params.errors import ParameterError
from riffraff.params.quantity import Group, Quantity, catalog
from riffraff.params.tree import Cargo, Catching, Hand, Ship, Wood, World


class Parameters(Group):
    """All parameters; ``Parameters()`` holds the defaults. Immutable, hashable, compared by value.

    Built directly, as in ``Parameters(ship=Ship(tilt_stop=0.45))``, it refuses with pydantic's
    ValidationError; all other ways refuse with a `ParameterError`.
    """

    ship: Ship = Ship()
    cargo: Cargo = Cargo()
    wood: Wood = Wood()
    world: World = World()
    hand: Hand = Hand()
    catching: Catching = Catching()

    @classmethod
    def quantities(cls) -> Mapping[str, Quantity]:
        """The description of every parameter by its dotted name, in the tree's order."""
        return catalog(cls)

    @classmethod
    def from_canonical(cls, tree: object) -> "Parameters":
        """The parameters that `canonical` gave `tree` for.

        Raises:
            ParameterError: the tree is not complete, or holds a name or value that is not allowed.
        """
        return applied(cls(), tree, complete=True)

    def with_changes(self, changes: Mapping[str, object]) -> "Parameters":
        """A copy with some values changed.

        Args:
            changes: new values by dotted name, ``{"ship.counterweight_mass": 0.4}``. A value is a number in
                SI or a string with a unit, ``"400 g"``. Nested mappings by group are understood too.

        Raises:
            ParameterError: unknown names and refused values, one line each.
        """
        return applied(self, changes)

    def value(self, name: str) -> float:
        """The value of the parameter with this dotted name, in its SI unit.

        Raises:
            ParameterError: there is no such parameter.
        """
        if name not in catalog(type(self)):
            raise ParameterError([f"{name}: {unknown(type(self), name)}"])
        node: object = self
        for part in name.split("."):
            node = getattr(node, part)
        assert isinstance(node, int | float)
        return node
