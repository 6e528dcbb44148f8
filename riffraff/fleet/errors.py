"""What goes wrong in a fleet."""

from typing import Any

from riffraff.physics import PhysicsError


class FleetError(RuntimeError):
    """A fleet that cannot go on: a worker died or failed, or the fleet is closed.

    Attributes:
        worlds: numbers of the worlds that are lost by it.
    """

    def __init__(self, message: str, worlds: tuple[int, ...] = ()) -> None:
        self.worlds = worlds
        super().__init__(message, worlds)  # what pickle builds it from again, on the way out of a worker

    def __str__(self) -> str:
        return str(self.args[0])


class PartialError(PhysicsError):
    """The simulation of some worlds, or of some candidates of a what-if, failed; all others went on.

    Attributes:
        failed: numbers of the worlds or candidates that failed.
        result: what the call would have returned, good for all others.
    """

    def __init__(self, message: str, failed: tuple[int, ...], result: Any) -> None:
        self.failed = failed
        self.result = result
        super().__init__(message, failed, result)

    def __str__(self) -> str:
        return str(self.args[0])


def listed(numbers: tuple[int, ...], most: int = 8) -> str:
    """Numbers for a message: ``0, 2, 4``; only the first ones if there are many."""
    more = len(numbers) - most
    return ", ".join(map(str, numbers[:most])) + (f" and {more} more" if more > 0 else "")
