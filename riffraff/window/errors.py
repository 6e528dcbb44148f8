"""What can go wrong between a frame and a picture on the disk."""


class GraphicsError(RuntimeError):
    """This machine cannot draw: no OpenGL 3.3, or a program for the graphics processor that it refuses."""


class GraphicsLostError(GraphicsError):
    """The graphics driver stopped drawing what it had drawn so far."""


class FilmError(ValueError):
    """A picture or a film that cannot be made as asked: one line that says what would be right."""
