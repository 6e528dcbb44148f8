"""The window: it opens, draws what changed, and hands keys and mouse to whoever they are for.

How its parts fit together:

- The `Stage` (stage.py) is what all parts share: model, tape, chronicle and transport of the game that is
  shown, camera, settings, words, and what tools mark. Whoever changes it calls `Stage.touch`.
- A `Panel` (panels.py) is a class with ``draw(stage)``, which draws by Dear ImGui, and ``bindings``, its
  keys; ``tick(stage, seconds)`` is called in every turn of the loop, ``news(stage, news)`` for all that a
  live game sends. A `Tool` is a panel that is also offered the mouse over the scene. `App.add` adds one; the
  one added last is asked first, and drawn last.
- Keys and mouse go to Dear ImGui, then to panels and tools, then to the camera (looking.py).
- Texts are in words/, colours, fonts and icons in skin.py (``stage.skin``), and sizes of panels are multiples
  of ``imgui.get_font_size()``, so that they follow the scale.
- A live game is given to `Stage.watch`; `App.run` fetches its news in every turn of the loop. A recording is
  given to `Stage.play_tape`.

Nothing is drawn while nothing changes: the loop then sleeps until there is an event.
"""

import contextlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import glfw
import moderngl
from imgui_bundle import imgui

from riffraff.window.canvas import Canvas
from riffraff.window.errors import GraphicsError, GraphicsLostError
from riffraff.window.feed import take_in
from riffraff.window.health import Health
from riffraff.window.inputs import Happening, Inputs, KeyPress, Move, Press, Scroll
from riffraff.window.panels import Binding, Button, Panel, Tool
from riffraff.window.stage import Stage

_SETTLING: Final = 2
"""Pictures drawn after the last thing that happened: what Dear ImGui knows of the mouse is a picture old."""
_ASLEEP: Final = 0.5  # s between looks at the clock when nothing moves
_LISTENING: Final = 1.0 / 15.0  # s between looks for news of a live game that stands still ...
_AWAKE: Final = 1.0 / 90.0  # ... and of one that runs
_DROWSY: Final = (
    1.0  # s after the last news, or the last thing the person did, that a game counts as standing
)
_FASTEST: Final = 1.0 / 60.0  # s between pictures
_SMALLEST: Final = (640, 400)


class App:
    """The window with its panels.

    Args:
        stage: what is shown.
        title: of the window.
        size: of the window, in pixels of a screen that is not scaled.

    Attributes:
        stage: as given.
        panels: in the order in which they are drawn.

    Raises:
        GraphicsError: there is no display, or no OpenGL 3.3.
    """

    def __init__(self, stage: Stage, *, title: str = "riffraff", size: tuple[int, int] = (1280, 800)) -> None:
        self.stage = stage
        self.panels: list[Panel] = []
        self._taken: dict[Button, Tool | None] = {}
        self._window, self._context = _opened(title, size)
        try:
            self._canvas = Canvas(self._context, stage.settings.layout)
            self._inputs = Inputs(self._window)
            self._health = Health(self._context)
        except BaseException:
            glfw.terminate()
            raise
        self._windowed: tuple[int, int, int, int] | None = None
        self._picture: Path | None = None
        self.drawn = 0

    def add(self, panel: Panel) -> None:
        """Add a panel: it is drawn last and asked first."""
        self.panels.append(panel)
        self.stage.touch()

    @property
    def bindings(self) -> Sequence[Binding]:
        """All keys, those that are asked first in front."""
        return [binding for panel in reversed(self.panels) for binding in panel.bindings]

    def close(self) -> None:
        """Ask the loop to end."""
        glfw.set_window_should_close(self._window, True)

    def run(self) -> None:
        """Show the window until it is closed; a live game is ended then.

        Raises:
            GraphicsLostError: the graphics driver stopped drawing; a live game was ended and recorded.
        """
        try:
            self._loop()
        except (moderngl.Error, GraphicsError) as error:
            raise GraphicsLostError(self._lost(" ".join(str(error).split()))) from error
        finally:
            self.stage.close_table()
            self.stage.settings.write()
            with contextlib.suppress(Exception):  # a context that is lost cannot be closed
                self._canvas.close()
            glfw.terminate()

    def _lost(self, reason: str) -> str:
        """What is told when the graphics driver has stopped drawing."""
        stage = self.stage
        kept = stage.recording if stage.table is not None else None
        end = "" if kept is None else f"; the game up to then is in {kept}"
        return f"the graphics driver stopped drawing: {reason}{end}"

    def _loop(self) -> None:
        then = drawn_at = heard = time.perf_counter()
        settling = _SETTLING
        while not glfw.window_should_close(self._window):
            stage, transport = self.stage, self.stage.transport
            moving = settling > 0 or stage.gliding or (transport.running and not transport.live)
            if moving:
                pause = max(0.0, _FASTEST - (time.perf_counter() - drawn_at))
            elif stage.table is not None:
                pause = _AWAKE if time.perf_counter() - heard < _DROWSY else _LISTENING
            else:
                pause = _ASLEEP
            if pause > 0.0:
                glfw.wait_events_timeout(pause)
            else:
                glfw.poll_events()
            now = time.perf_counter()
            seconds, then = now - then, now
            if self._hear() or self._inputs.stirred:
                heard = now
            self._advance(seconds, now)
            if self._inputs.stirred or stage.changed:
                settling = _SETTLING
            elif settling == 0:
                continue
            else:
                settling -= 1
            self._inputs.stirred = stage.changed = False
            if self._draw(now - drawn_at):
                drawn_at = now
                if self._canvas.gui.behind:
                    settling = _SETTLING

    def _hear(self) -> bool:
        """Take in the news of a live game; whether there were any."""
        table = self.stage.table
        news = [] if table is None else list(table.receive())
        for item in news:
            take_in(self.stage, item)
            for panel in list(self.panels):
                panel.news(self.stage, item)
        return bool(news)

    def _advance(self, seconds: float, now: float) -> None:
        stage = self.stage
        if stage.transport.advance(seconds, now):
            stage.touch()
        for panel in list(self.panels):
            if panel.tick(stage, seconds):
                stage.touch()
        if stage.glide(seconds):
            stage.touch()
        if stage.toast is not None and time.monotonic() > stage.toast.until:
            stage.toast = None
            stage.touch()

    def _draw(self, seconds: float) -> bool:
        """Draw a picture; False if the window is hidden."""
        pixels = glfw.get_framebuffer_size(self._window)
        size = glfw.get_window_size(self._window)
        if not all(pixels) or not all(size):
            self._inputs.fetch()
            return False
        stage = self.stage
        scale = glfw.get_window_content_scale(self._window)[0] * size[0] / pixels[0]
        self._canvas.begin(stage, size, pixels, scale, seconds)
        for happening in self._inputs.fetch():
            self._route(happening)
        framebuffer = self._context.detect_framebuffer()
        framebuffer.viewport = (0, 0, *pixels)
        self._canvas.end(stage, self.panels, framebuffer)
        self._keep(framebuffer, pixels)
        glfw.swap_buffers(self._window)
        self.drawn += 1
        if (complaint := self._health.complaint()) is not None:
            raise GraphicsError(complaint)
        return True

    # -- keys and mouse -----------------------------------------------------------------------------------

    def _route(self, happening: Happening) -> None:
        match happening:
            case KeyPress():
                self._key(happening)
            case Press(down=True):
                self._press(happening)
            case Press():
                tool = self._taken.pop(happening.button, None)
                if tool is not None:
                    tool.released(self.stage, happening.button, happening.cursor)
            case Move():
                self._move(happening)
            case Scroll():
                if not imgui.get_io().want_capture_mouse:
                    for tool in self._tools():
                        if tool.scrolled(self.stage, happening.amount, happening.cursor):
                            break

    def _tools(self) -> Iterator[Tool]:
        return (panel for panel in reversed(self.panels) if isinstance(panel, Tool))

    def _key(self, press: KeyPress) -> None:
        if imgui.get_io().want_text_input and not press.chord.startswith(("f1", "f2", "escape")):
            return
        for binding in self.bindings:
            if binding.chord == press.chord and binding.when():
                if binding.repeats or not press.repeated:
                    binding.run()
                self.stage.touch()
                return

    def _press(self, press: Press) -> None:
        if imgui.get_io().want_capture_mouse:
            return
        for tool in self._tools():
            if tool.pressed(self.stage, press.button, press.cursor):
                self._taken[press.button] = tool
                return

    def _move(self, move: Move) -> None:
        if self._taken:
            for button, tool in list(self._taken.items()):
                if tool is not None:
                    tool.dragged(self.stage, button, move.cursor)
        elif not imgui.get_io().want_capture_mouse:
            for tool in self._tools():
                if tool.hovered(self.stage, move.cursor):
                    break

    # -- what the window itself can do --------------------------------------------------------------------

    def toggle_full_screen(self) -> None:
        """Fill the screen, or be a window again."""
        if self._windowed is not None:
            glfw.set_window_monitor(self._window, None, *self._windowed, glfw.DONT_CARE)  # type: ignore[arg-type]
            self._windowed = None
            return
        monitor = glfw.get_primary_monitor()
        if monitor is None:
            return
        mode = glfw.get_video_mode(monitor)
        self._windowed = (*glfw.get_window_pos(self._window), *glfw.get_window_size(self._window))
        width, height = mode.size
        glfw.set_window_monitor(self._window, monitor, 0, 0, width, height, mode.refresh_rate)

    def save_picture(self, path: Path) -> None:
        """Write the next picture to a file."""
        self._picture = path
        self.stage.touch()

    def _keep(self, framebuffer: moderngl.Framebuffer, pixels: tuple[int, int]) -> None:
        path, self._picture = self._picture, None
        if path is None:
            return
        from PIL import Image

        content = framebuffer.read(viewport=(0, 0, *pixels), components=3, alignment=1)
        image = Image.frombytes("RGB", pixels, content).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path, format="PNG")
        except OSError as error:
            reason = error.strerror or str(error)
            self.stage.say(self.stage.words("physics.not_saved", path=path, reason=reason), bad=True)
            return
        print(path, flush=True)
        self.stage.say(self.stage.words("toast.picture", path=path))


def _opened(title: str, size: tuple[int, int]) -> tuple[Any, moderngl.Context]:
    """A window and its context of OpenGL.

    Raises:
        GraphicsError: there is no display, or no OpenGL 3.3.
    """
    errors: list[str] = []
    glfw.set_error_callback(lambda code, text: errors.append(_text(text)))
    if not glfw.init():
        raise GraphicsError(
            f"the window needs a display ({_last(errors)}); riffraff run and render need none"
        )
    try:
        for hint, value in (
            (glfw.CONTEXT_VERSION_MAJOR, 3),
            (glfw.CONTEXT_VERSION_MINOR, 3),
            (glfw.OPENGL_PROFILE, glfw.OPENGL_CORE_PROFILE),
            (glfw.OPENGL_FORWARD_COMPAT, True),
            (glfw.SCALE_TO_MONITOR, True),
            (glfw.DOUBLEBUFFER, True),
            (glfw.DEPTH_BITS, 0),
            # A context that tells when it is lost, where the driver knows of such.
            (glfw.CONTEXT_ROBUSTNESS, glfw.LOSE_CONTEXT_ON_RESET),
        ):
            glfw.window_hint(hint, value)
        width, height = _fitting(size)
        window = glfw.create_window(width, height, title, None, None)
        if not window:
            raise GraphicsError(
                f"the window needs OpenGL 3.3, which this display does not offer ({_last(errors)})"
            )
        glfw.set_window_size_limits(window, *_SMALLEST, glfw.DONT_CARE, glfw.DONT_CARE)
        glfw.make_context_current(window)
        glfw.swap_interval(1)
        try:
            return window, moderngl.create_context(require=330)
        except Exception as error:  # glcontext raises nothing more special
            reason = " ".join(str(error).split())
            raise GraphicsError(
                f"the window needs OpenGL 3.3, which this display does not offer ({reason})"
            ) from error
    except BaseException:
        glfw.terminate()
        raise


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """A size that fits on the screen."""
    monitor = glfw.get_primary_monitor()
    if monitor is None:
        return size
    _, _, width, height = glfw.get_monitor_workarea(monitor)
    return (min(size[0], width) if width else size[0]), (min(size[1], height) if height else size[1])


def _text(text: str | bytes) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else text


def _last(errors: Sequence[str]) -> str:
    return errors[-1] if errors else "no reason given"
