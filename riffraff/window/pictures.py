"""Pictures of frames without a window: as arrays of colours."""

import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import moderngl
import numpy as np
import numpy.typing as npt

from riffraff.model import Model
from riffraff.window.camera import Camera
from riffraff.window.errors import GraphicsError
from riffraff.window.lightmaps import Quality
from riffraff.window.renderer import DEFAULT, Options, Renderer

Picture = npt.NDArray[np.uint8]
"""Red, green and blue of every pixel, from the upper left corner, shape [height, width, 3]."""

_FINE_SAMPLES: Final = 2


class Pictures:
    """Draws frames of one model into arrays. Use it as a context manager, or call `close`.

    It has an OpenGL context of its own. After each use no context is current: a window makes its own current
    again before it draws.

    Args:
        model: of the ship and its cargo.
        size: width and height of the pictures in pixels.
        quality: FINE pictures are drawn twice as large and averaged.
        directory: of the model's files; by default found, or made, for its parameters.

    Raises:
        GraphicsError: this machine has no OpenGL 3.3, or cannot draw so large a picture.
        ModelError: there are no meshes of the model in its directory.
    """

    def __init__(
        self,
        model: Model,
        size: tuple[int, int],
        *,
        quality: Quality = Quality.FAST,
        directory: Path | None = None,
    ) -> None:
        self._samples = _FINE_SAMPLES if quality is Quality.FINE else 1
        self._context = offscreen_context()
        try:
            drawn = (size[0] * self._samples, size[1] * self._samples)
            largest = int(self._context.info["GL_MAX_TEXTURE_SIZE"])
            if max(drawn) > largest:
                raise GraphicsError(
                    f"this graphics driver draws at most {largest} pixels either way, not {max(drawn)}"
                )
            self._renderer = Renderer(self._context, model, quality=quality, directory=directory)
            self._target = self._context.framebuffer(self._context.renderbuffer(drawn, 3))
        except BaseException:
            self._context.release()
            raise

    def __enter__(self) -> "Pictures":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the context. Closing twice is no error."""
        self._context.release()

    def draw(self, camera: Camera, poses: npt.ArrayLike, *, options: Options = DEFAULT) -> Picture:
        """The picture of a frame; see `Renderer.draw`."""
        with self._context:  # another one may have become the current one
            self._renderer.draw(self._target, camera, poses, options=options)
            content = self._target.read(components=3, alignment=1)
        width, height = self._target.size
        drawn: Picture = np.frombuffer(content, np.uint8)
        picture = drawn.reshape(height, width, 3)[::-1]
        n = self._samples
        if n == 1:
            return np.ascontiguousarray(picture)
        sums = picture.reshape(height // n, n, width // n, n, 3).sum(axis=(1, 3), dtype=np.uint16)
        return np.asarray((sums + n * n // 2) // (n * n), np.uint8)


def offscreen_context() -> moderngl.Context:
    """A context of OpenGL that needs no display.

    Raises:
        GraphicsError: there is none on this machine.
    """
    # EGL needs no display server; elsewhere the system's own way does not need one either.
    settings: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(standalone=True, require=330, **settings)
    except Exception as error:  # glcontext raises nothing more special
        reason = " ".join(str(error).split()) or type(error).__name__
        raise GraphicsError(
            "pictures need OpenGL 3.3 with EGL, which this machine does not offer "
            f"({reason}); on Debian or Ubuntu: apt install libegl1 libgl1 libgl1-mesa-dri"
        ) from error
