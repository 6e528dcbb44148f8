"""Playing a game before an audience: shown while it goes on, recorded, and stopped on a signal."""

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from riffraff.terminal.interrupts import Interrupts
from riffraff.terminal.show import Show
from riffraff.terminal.streams import OutputError

if TYPE_CHECKING:
    from riffraff.game import Entry, Game, Recorder
    from riffraff.physics.scene import Array


def play(
    new_game: Callable[..., "Game"], *, show: Show, recorder: "Recorder | None", interrupts: Interrupts
) -> "Entry":
    """Play a game to its end, or until it is interrupted, and return the last entry of its log.

    Args:
        new_game: makes the game, given its `on_frame` and `on_answer`.
        show: shows it.
        recorder: records it, if it shall be.
        interrupts: looked at in every frame and after every entry.

    Raises:
        OutputError: nobody can see the game any longer; it has been recorded as interrupted.
        PhysicsError: the simulation failed.
    """
    from riffraff.game import Entry

    def look(time: float, poses: "Array") -> None:
        if recorder is not None:
            recorder.frame(time, poses)
        show.watch(game.world)
        interrupts.check()

    def tell(entry: Entry) -> Entry:
        if recorder is not None:
            recorder.entry(entry)
        show.entry(entry)
        return entry

    game = new_game(on_frame=look, on_answer=None if recorder is None else recorder.answer)
    with contextlib.closing(game):
        try:
            for entry in game.play():
                last = tell(entry)
                interrupts.check()
        except (KeyboardInterrupt, OutputError) as stop:
            last = tell(Entry("interrupted", game.world.time))
            if isinstance(stop, OutputError):
                raise
    return last
