"""What the mouse and the keys do to the camera and to time, when nobody else wants them."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np

from riffraff.window.camera import Camera
from riffraff.window.panels import Binding, Button, Cursor, Tool
from riffraff.window.stage import Stage

_TURN: Final = 0.008  # rad for each pixel
_ZOOM: Final = 1.12  # for each notch of the wheel


class Looking(Tool):
    """Orbit, pan and zoom; views on the number keys; following the active area; double click for data.

    Args:
        stage: what is shown.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._followed: int | None = None

    @property
    def bindings(self) -> Sequence[Binding]:
        """The view's keys."""
        views = [
            Binding(
                chord=str(number),
                label=f"view.{name}",
                run=partial(self._view, name),
                group="keys.view",
            )
            for number, name in enumerate(self._stage.views, start=1)
        ]
        return [*views, Binding(chord="f", label="key.follow", run=self._toggle_follow, group="keys.view")]

    def _view(self, name: str) -> None:
        self._stage.follow = False
        self._stage.look(self._stage.views[name])

    def _toggle_follow(self) -> None:
        stage = self._stage
        stage.follow = not stage.follow
        self._followed = None
        stage.say(stage.words("toast.follow" if stage.follow else "toast.no_follow"))

    def tick(self, stage: Stage, seconds: float) -> bool:
        """Follow the active area."""
        area = stage.moment.area
        if not stage.follow or area is None or area == self._followed:
            return False
        self._followed = area
        x, y, z = stage.area_middle(area).tolist()
        base = stage.views["deck" if area <= 4 else "yardarms"]
        stage.look(Camera((x, y, z), stage.camera.yaw, base.pitch, base.distance))
        return True

    def pressed(self, stage: Stage, button: Button, cursor: Cursor) -> bool:
        """Begin to drag, or show the data of what is double clicked."""
        if button is Button.LEFT and cursor.double:
            hit = stage.pick(cursor.x, cursor.y)
            stage.selected = None if hit is None or hit.body.name == "table" else hit.body.name
            stage.touch()
        return True

    def dragged(self, stage: Stage, button: Button, cursor: Cursor) -> None:
        """Turn round the ship, or move the view."""
        camera = stage.camera
        if button is Button.RIGHT or cursor.shift:
            width, height = stage.size
            up = float(np.linalg.norm(camera.directions(width / height)[2]))
            step = 2.0 * camera.distance * up / height  # m in the target's plane for each pixel
            camera = camera.panned(-step * cursor.dx, step * cursor.dy)
        else:
            camera = camera.orbited(-_TURN * cursor.dx, _TURN * cursor.dy)
        stage.look(camera, at_once=True)

    def scrolled(self, stage: Stage, amount: float, cursor: Cursor) -> bool:
        """Nearer and farther."""
        stage.look(stage.camera.zoomed(_ZOOM**-amount), at_once=True)
        return True
