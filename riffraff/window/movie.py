"""Pictures on the disk: stills, films and animated GIFs, each whole or not there at all."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.video.reformatter import Colorspace
from PIL import Image

from riffraff.window.errors import FilmError
from riffraff.window.pictures import Picture

_QUALITY: Final = "18"  # of H.264: 0 loses nothing, 18 nothing that is seen, 51 nearly all
_BT709: Final = 1  # the number of high definition's colours in a film's header
_COLOURS: Final = 256
_TICK: Final = 10  # ms: all times in a GIF are whole numbers of hundredths


def write_still(path: Path, picture: Picture, *, overwrite: bool = False) -> None:
    """Write a picture as PNG.

    Args:
        path: the file.
        picture: to write.
        overwrite: whether a file that exists may be replaced.

    Raises:
        FilmError: the file exists or cannot be written.
    """
    with _whole(path, overwrite) as partial:
        Image.fromarray(picture).save(partial, format="PNG")


def write_film(
    path: Path, pictures: Iterable[Picture], *, rate: float, size: tuple[int, int], overwrite: bool = False
) -> None:
    """Write pictures as a film: H.264 in MP4, which browsers play.

    Args:
        path: the file.
        pictures: one after the other.
        rate: of the pictures [1/s].
        size: of the pictures in pixels, both even numbers.
        overwrite: whether a file that exists may be replaced.

    Raises:
        FilmError: the size is odd, or the file exists or cannot be written.
    """
    if size[0] % 2 or size[1] % 2:
        raise FilmError(f"a film needs an even width and height, not {size[0]}x{size[1]}")
    with (
        _whole(path, overwrite) as partial,
        av.open(str(partial), "w", format="mp4", options={"movflags": "+faststart"}) as container,
    ):
        stream = container.add_stream(
            "libx264",
            rate=Fraction(rate).limit_denominator(1001),
            options={"crf": _QUALITY, "preset": "veryfast"},
        )
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        codec = stream.codec_context
        codec.colorspace = codec.color_primaries = codec.color_trc = _BT709
        for picture in pictures:
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame = frame.reformat(format="yuv420p", dst_colorspace=Colorspace.ITU709)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def write_gif(
    path: Path,
    pictures: Iterable[Picture],
    *,
    rate: float,
    count: int,
    samples: Sequence[Picture],
    overwrite: bool = False,
) -> None:
    """Write pictures as an animated GIF that repeats for ever.

    Args:
        path: the file.
        pictures: one after the other.
        rate: of the pictures [1/s]; a viewer may not keep up with more than 50.
        count: how many pictures there are.
        samples: some of them, which give the 256 colours of all.
        overwrite: whether a file that exists may be replaced.

    Raises:
        FilmError: the file exists or cannot be written.
    """
    colours = Image.fromarray(np.vstack(list(samples))).quantize(
        _COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1
    )
    # Colours are not mixed from dots: these would flicker, and make the file some times as large.
    frames = (
        Image.fromarray(picture).quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures
    )
    ends = [_TICK * round(1000.0 * (number + 1) / rate / _TICK) for number in range(count)]
    durations = np.diff([0, *ends]).tolist()
    with _whole(path, overwrite) as partial, partial.open("wb") as stream:
        next(frames).save(
            stream,
            format="GIF",
            save_all=True,
            append_images=frames,
            duration=durations if count > 1 else durations[0],
            loop=0,
            optimize=False,
        )


WRITERS: Final[dict[str, Callable[..., None]]] = {
    ".png": write_still,
    ".mp4": write_film,
    ".gif": write_gif,
}
"""What writes a file, by the ending of its name."""


def check(path: Path, *, overwrite: bool) -> None:
    """Refuse a file that could not be written, before any work is put into it.

    Raises:
        FilmError: its name has another ending than those of `WRITERS`, it exists and may not be replaced, it
            is a directory, or there is no directory to put it into.
    """
    if path.is_dir():
        raise FilmError(f"{path}: is a directory; name a file")
    if path.suffix.lower() not in WRITERS:
        raise FilmError(f"{path}: a still is named .png, a film .mp4 or .gif")
    if not path.parent.is_dir():
        raise FilmError(f"{path}: there is no directory {path.parent}; make it first")
    if path.exists() and not overwrite:
        raise FilmError(f"{path}: exists already; name another file, or allow to overwrite it")


@contextlib.contextmanager
def _whole(path: Path, overwrite: bool) -> Iterator[Path]:
    """A file beside `path` to write to, which takes its place when all went well, and goes if not."""
    check(path, overwrite=overwrite)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
        os.close(handle)
        partial = Path(name)
        try:
            yield partial
            # Temporary files are nobody else's to read; this one is to be like any other.
            mask = os.umask(0)
            os.umask(mask)
            partial.chmod(0o666 & ~mask)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise FilmError(f"{path}: cannot be written: {error.strerror or error}") from error
