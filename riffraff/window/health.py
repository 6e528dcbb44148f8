"""Whether the graphics driver still draws: a reset, or a lack of memory, can take all it has."""

import ctypes
from collections.abc import Callable
from typing import Final

import glfw
import moderngl

_FINE: Final = 0
_RESETS: Final = {
    0x8253: "it was reset because of something that riffraff drew",
    0x8254: "it was reset because of another program",
    0x8255: "it was reset",
}
"""GL_GUILTY, GL_INNOCENT and GL_UNKNOWN_CONTEXT_RESET."""
_OUT_OF_MEMORY: Final = "GL_OUT_OF_MEMORY"
_FUNCTIONS: Final = ("glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatusARB")
_EXTENSIONS: Final = frozenset({"GL_KHR_robustness", "GL_ARB_robustness"})
_BUILT_IN: Final = 450
"""Version of OpenGL from which on every driver can tell."""


class Health:
    """Asks the driver how it is; of one that cannot tell, only what it says of memory is known.

    Args:
        context: of OpenGL; it must be the current one of a window.
        reset_status: OpenGL's function of that name; by default the driver's own.
    """

    def __init__(self, context: moderngl.Context, reset_status: Callable[[], int] | None = None) -> None:
        self._context = context
        self._reset_status = _function(context) if reset_status is None else reset_status

    def complaint(self) -> str | None:
        """Why there will be no more pictures; None while there is no such reason."""
        status = self._reset_status()
        if status != _FINE:
            return _RESETS.get(status, f"it was reset, status {status}")
        return "it has no memory left" if self._context.error == _OUT_OF_MEMORY else None


def _function(context: moderngl.Context) -> Callable[[], int]:
    if context.version_code >= _BUILT_IN or _EXTENSIONS & set(context.extensions):
        for name in _FUNCTIONS:
            if address := glfw.get_proc_address(name):
                return ctypes.CFUNCTYPE(ctypes.c_uint)(ctypes.cast(address, ctypes.c_void_p).value or 0)
    return lambda: _FINE
