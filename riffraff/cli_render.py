"""The command that makes pictures and films of recorded games."""

import contextlib
import difflib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from riffraff import options, terminal
from riffraff.command import FAILED, CommandError, refusing

# All else of ours is imported where it is used, as in `cli`.
if TYPE_CHECKING:
    from riffraff.window import Film

RENDER_EXAMPLES: Final = (
    "render game.mcap -o game.mp4",
    "render game.mcap -o falls.gif --from 60 --to 66 --view yardarms",
    "render game.mcap -o still.png --at 62.5 --size 1920x1200",
)

_WHAT: Final = "What is shown"
_HOW: Final = "How it looks"
_SMALLEST, _LARGEST = 64, 4096  # pixels, either way
_FASTEST: Final = 240.0  # pictures a second
_EXTRA: Final = frozenset({"moderngl", "glcontext", "PIL", "av"})
_SAMPLES: Final = 5  # pictures that give the colours of a GIF


@dataclass(frozen=True)
class Size:
    """Width and height of pictures in pixels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@dataclass(frozen=True)
class _Kind:
    """What a file's ending asks for, unless options say otherwise."""

    size: Size
    rate: float
    hud: bool
    fine: bool


_KINDS: Final = {
    ".png": _Kind(Size(1280, 800), 0.0, hud=False, fine=True),
    ".mp4": _Kind(Size(1280, 800), 30.0, hud=True, fine=False),
    ".gif": _Kind(Size(480, 300), 12.5, hud=False, fine=True),
}


def _size(text: str) -> Size:
    """A size as typed: ``1280x800``."""
    found = re.fullmatch(r"\s*([0-9]{1,5})\s*x\s*([0-9]{1,5})\s*", text, re.ASCII | re.IGNORECASE)
    size = Size(int(found[1]), int(found[2])) if found else Size(0, 0)
    if not (_SMALLEST <= size.width <= _LARGEST and _SMALLEST <= size.height <= _LARGEST):
        raise typer.BadParameter(
            f"{text[:40]!r} is no size; give width and height as in 1280x800, "
            f"each {_SMALLEST} to {_LARGEST} pixels"
        )
    return size


def _seconds(text: str) -> float:
    return _number(text, 0.0, math.inf, "a time in seconds, 0 or more")


def _rate(text: str) -> float:
    return _number(text, 1.0, _FASTEST, f"a number of pictures a second, 1 to {_FASTEST:g}")


def _number(text: str, low: float, high: float, wanted: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high or math.isinf(number):
        raise typer.BadParameter(f"{text[:40]!r} is not {wanted}")
    return number


def render(
    file: Annotated[
        Path, typer.Argument(parser=options.path, metavar="FILE", help="What riffraff run --record wrote.")
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            parser=options.path,
            metavar="FILE",
            rich_help_panel=options.OUTPUT,
            help="Where to: a still (.png), a film (.mp4) or an animation (.gif).",
        ),
    ],
    at: Annotated[
        float | None,
        typer.Option(
            parser=_seconds,
            metavar="T",
            rich_help_panel=_WHAT,
            help="The moment of a still, in seconds of the game. By default the last one.",
        ),
    ] = None,
    begin: Annotated[
        float | None,
        typer.Option(
            "--from",
            parser=_seconds,
            metavar="T",
            rich_help_panel=_WHAT,
            help="Where a film begins, in seconds of the game.",
        ),
    ] = None,
    end: Annotated[
        float | None,
        typer.Option(
            "--to", parser=_seconds, metavar="T", rich_help_panel=_WHAT, help="Where a film ends, likewise."
        ),
    ] = None,
    view: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            rich_help_panel=_WHAT,
            help="Where it is seen from: quarter (the default), front, back, port, starboard, top, deck, "
            "yardarms or table.",
        ),
    ] = "quarter",
    hud: Annotated[
        bool | None,
        typer.Option(
            "--hud/--no-hud",
            rich_help_panel=_WHAT,
            help="Whether time, heel, whose turn it is and what happened are written on it. By default on "
            "an .mp4 only.",
        ),
    ] = None,
    size: Annotated[
        Size | None,
        typer.Option(
            parser=_size,
            metavar="WxH",
            rich_help_panel=_HOW,
            help="Width and height in pixels. By default 1280x800, of a .gif 480x300.",
        ),
    ] = None,
    fps: Annotated[
        float | None,
        typer.Option(
            parser=_rate,
            metavar="N",
            rich_help_panel=_HOW,
            help="Pictures a second. By default 30, of a .gif 12.5.",
        ),
    ] = None,
    theme: Annotated[
        str, typer.Option(metavar="NAME", rich_help_panel=_HOW, help="The room: dark (the default) or light.")
    ] = "dark",
    fine: Annotated[
        bool | None,
        typer.Option(
            "--fine/--fast",
            rich_help_panel=_HOW,
            help="Smoother edges and shadows, at some times the work. By default --fast for an .mp4 only.",
        ),
    ] = None,
    partial: options.PartialOption = False,
    overwrite: options.OverwriteOption = False,
) -> int:
    """Make a picture or a film of a recorded game.

    Needs no display, but OpenGL 3.3; a graphics card makes it faster. Nothing
    is simulated. Ctrl-C ends it, and leaves no file behind.
    """
    with _needing_extra():
        from riffraff import window
        from riffraff.filming import Captions, Shots, watched
        from riffraff.window import movie
    from riffraff.game import Recording, RecordingError
    from riffraff.model import ModelError, provide, read

    if out.is_file() and not overwrite:
        raise CommandError(f"{out}: exists already; name another file, or add --overwrite")
    with refusing(window.FilmError):
        movie.check(out, overwrite=overwrite)
    kind = _KINDS[out.suffix.lower()]
    still = out.suffix.lower() == ".png"
    if still and (begin is not None or end is not None or fps is not None):
        raise CommandError("a still has one moment, --at; --from, --to and --fps are for films")
    if not still and at is not None:
        raise CommandError("--at is for a still (.png); a film has --from and --to")
    if theme not in window.THEMES:
        _no_such("theme", theme, window.THEMES)
    size = size or kind.size
    hud, fine = kind.hud if hud is None else hud, kind.fine if fine is None else fine
    if out.suffix.lower() == ".mp4" and (size.width % 2 or size.height % 2):
        raise CommandError(f"--size {size}: an .mp4 needs an even width and height")
    with refusing(RecordingError):
        recording = Recording.read(file, partial=partial)
    if not len(recording.times):
        raise CommandError(f"{file}: has no frames; there is nothing to show")
    with refusing(ModelError):
        model = read(provide(recording.facts.parameters))
    views = window.views(model)
    if view not in views:
        _no_such("view", view, views)
    film = window.Film(model, recording.times, recording.frames, recording.events)
    span = _span(film, at, begin, end, still=still)
    rate = fps or kind.rate
    times = [span[0]] if still else window.moments(*span, rate)
    options_ = window.Options(theme=window.THEMES[theme])
    quality = window.Quality.FINE if fine else window.Quality.FAST
    with (
        refusing(window.FilmError, window.GraphicsError, exit_code=FAILED),
        terminal.Interrupts() as interrupts,
        window.Pictures(model, (size.width, size.height), quality=quality) as drawing,
    ):
        captions = Captions(recording) if hud else None
        shots = Shots(film, drawing, views[view], options=options_, captions=captions)
        try:
            pictures = watched(shots.pictures(times), len(times), check=interrupts.check)
            if still:
                window.write_still(out, next(iter(pictures)), overwrite=overwrite)
            elif out.suffix.lower() == ".mp4":
                window.write_film(
                    out, pictures, rate=rate, size=(size.width, size.height), overwrite=overwrite
                )
            else:
                samples = list(shots.pictures(times[:: math.ceil(len(times) / _SAMPLES)]))
                window.write_gif(
                    out, pictures, rate=rate, count=len(times), samples=samples, overwrite=overwrite
                )
        except KeyboardInterrupt:
            terminal.say(f"riffraff: interrupted; {out} is not written")
            return interrupts.exit_code
    print(f"{out}: {_made(times, rate, still)}, {size} pixels, {_bytes(out.stat().st_size)}")
    return 0


@contextlib.contextmanager
def _needing_extra() -> Iterator[None]:
    """Tell what to install where a library of the extra ``window`` is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _EXTRA:
            raise
        raise CommandError(
            f"pictures need the library {error.name}: pip install 'riffraff[window]'", exit_code=FAILED
        ) from error


def _no_such(what: str, name: str, known: Mapping[str, object]) -> NoReturn:
    near = difflib.get_close_matches(name.strip().lower(), known, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise CommandError(f"--{what} {name!r}: no such {what}; there are {terminal.listed(known)}{meant}")


def _span(
    film: "Film", at: float | None, begin: float | None, end: float | None, *, still: bool
) -> tuple[float, float]:
    """The first and the last moment to show [s], inside the recording."""
    for option, moment in (("--at", at), ("--from", begin), ("--to", end)):
        if moment is not None and moment > film.end + 1e-6:
            raise CommandError(f"{option} {moment:g}: the recording ends at {film.end:.2f} s")
    if still:
        return (film.end if at is None else at,) * 2
    first, last = film.start if begin is None else begin, film.end if end is None else end
    if last <= first:
        raise CommandError(f"--to {last:g} must be after --from {first:g}")
    return first, last


def _made(times: Sequence[float], rate: float, still: bool) -> str:
    if still:
        return f"the game at {times[0]:.2f} s"
    return f"{len(times)} pictures, {len(times) / rate:.1f} s"


def _bytes(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{number / 1e3:.0f} kB"
