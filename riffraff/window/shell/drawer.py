"""Panels that are opened and closed by a key or a button."""

from collections.abc import Sequence

from riffraff.window.panels import Binding, Panel
from riffraff.window.shell.layout import MARGIN, em, floating
from riffraff.window.stage import Stage


class Drawer(Panel):
    """A panel with a title that can be moved, sized, opened and closed.

    Attributes:
        name: by which its place is remembered.
        chord: key that opens and closes it.
        label: key of the text that tells what it is: its title, too.
        size: at first, in heights of the text.
        side: where it is at first, from 0 at the window's left to 1 at its right.
        opened: whether it is open.
    """

    name: str
    chord: str
    label: str
    size: tuple[float, float] = (30.0, 34.0)
    side = 0.5

    def __init__(self) -> None:
        self.opened = False

    @property
    def bindings(self) -> Sequence[Binding]:
        """The key that opens and closes it."""
        return (
            Binding(chord=self.chord, label=self.label, run=self.toggle),
            Binding(chord="escape", label="key.escape", run=self.toggle, when=lambda: self.opened),
        )

    def toggle(self) -> None:
        """Open it, or close it."""
        self.opened = not self.opened

    def draw(self, stage: Stage) -> None:
        """Draw it, if it is open."""
        if not self.opened:
            return
        width, _ = stage.size
        margin = MARGIN * em()
        place = (margin + self.side * (width - 2.0 * margin), 5.0 * margin)
        size = (self.size[0] * em(), self.size[1] * em())
        with floating(stage.words(self.label), self.name, place, (self.side, 0.0), size) as stays:
            self.content(stage)
        if not stays:
            self.opened = False

    def content(self, stage: Stage) -> None:
        """Draw what is in it."""
        raise NotImplementedError
