"""Playing a recording again, with a bar that shows how far it is."""

import json as json_
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from riffraff.terminal.words import listed

if TYPE_CHECKING:
    from riffraff.game import Recording
    from riffraff.params import Parameters


def verified(recording: "Recording", *, parameters: "Parameters", json: bool) -> str:
    """Verify a recording, and return a line that says what was compared.

    The progress is shown on standard error, if that is a terminal.

    Args:
        recording: what to play again.
        parameters: the physical constants to play it with, those of the recording or others.
        json: whether the line shall be JSON.

    Raises:
        Difference: the first thing that is not the same.
    """
    from riffraff.game import verify

    console = Console(stderr=True)
    # The bar draws when told to, not from a thread: PyBullet borrows the standard streams now and then.
    with Progress(
        console=console, transient=True, auto_refresh=False, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("playing it again", total=1.0)
        verify(
            recording,
            parameters=parameters,
            progress=lambda done: bar.update(task, completed=done, refresh=True),
        )
    compared = {
        "events": len(recording.events),
        "answers": len(recording.answers),
        "frames": len(recording.times),
    }
    if json:
        return json_.dumps({"verified": True, **compared}, separators=(",", ":"))
    counts = listed(f"{count} {name}" for name, count in compared.items())
    return f"{recording.path}: {counts} are the same bit for bit when played again"
