"""What the window's parts are: panels drawn over the picture, tools that take the mouse, keys that do things.

A `Panel` draws itself with Dear ImGui and brings its own keys. A `Tool` is a panel that is also offered what
the mouse does over the scene. Keys and mouse go first to Dear ImGui (a text field that is being typed into),
then to the tools and panels, the one added last first, and at the end to the camera.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riffraff.live.protocol import News
    from riffraff.window.stage import Stage


def _always() -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Binding:
    """A key that does something; the help overlay lists it.

    Attributes:
        chord: the key as typed, with its modifiers in this order: ``ctrl+shift+z``, ``space``, ``f1``,
            ``page_up``. Letters and signs are those that the keyboard's layout has, ``+`` is ``plus``.
        label: key of the text that tells what it does.
        run: does it.
        group: key of the text that heads its part of the help overlay.
        repeats: whether it does it again while the key is held down.
        when: whether it applies now; a key that does not apply is offered to others.
    """

    chord: str
    label: str
    run: Callable[[], object]
    group: str = "keys.panels"
    repeats: bool = False
    when: Callable[[], bool] = _always


class Button(IntEnum):
    """Buttons of the mouse, by GLFW's numbers."""

    LEFT = 0
    RIGHT = 1
    MIDDLE = 2


@dataclass(frozen=True)
class Cursor:
    """The mouse.

    Attributes:
        x, y: its place in pixels of the window, from the upper left corner.
        dx, dy: how far it came since it was last told of.
        shift, ctrl, alt: which modifiers are held down.
        double: whether a press is the second one of a double click.
    """

    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    double: bool = False


class Panel:
    """Something drawn over the picture."""

    @property
    def bindings(self) -> Sequence[Binding]:
        """Its keys."""
        return ()

    def draw(self, stage: "Stage") -> None:
        """Draw it by Dear ImGui, within a frame; called once for every picture."""

    def tick(self, stage: "Stage", seconds: float) -> bool:
        """Called in every turn of the loop, before drawing.

        Args:
            stage: what is shown.
            seconds: real time since the last call.

        Returns:
            Whether something changed that must be drawn.
        """
        return False

    def news(self, stage: "Stage", news: "News") -> None:
        """Called for all news of a live game, after the stage has taken them in."""


class Tool(Panel):
    """A panel that takes the mouse over the scene. Every method tells whether it took what happened.

    Whoever takes a press is told of what the mouse does until the button is released.
    """

    def pressed(self, stage: "Stage", button: Button, cursor: Cursor) -> bool:
        """A button went down over the scene."""
        return False

    def dragged(self, stage: "Stage", button: Button, cursor: Cursor) -> None:
        """The mouse moved while a button is down whose press this tool took."""

    def released(self, stage: "Stage", button: Button, cursor: Cursor) -> None:
        """A button came up whose press this tool took."""

    def hovered(self, stage: "Stage", cursor: Cursor) -> bool:
        """The mouse moved over the scene with no button down."""
        return False

    def scrolled(self, stage: "Stage", amount: float, cursor: Cursor) -> bool:
        """The wheel was turned over the scene, away from the person if `amount` is positive."""
        return False
