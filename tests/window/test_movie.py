"""Files: whole or not there, with the pictures that were put into them."""

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from riffraff.window import FilmError, write_film, write_gif, write_still
from riffraff.window.movie import check

SIZE = (96, 64)


def pictures(count: int) -> Iterator[np.ndarray]:
    """A square that walks to the right over a blue ground."""
    for number in range(count):
        picture = np.full((SIZE[1], SIZE[0], 3), (20, 60, 120), np.uint8)
        picture[20:40, 4 * number : 4 * number + 16] = (230, 120, 40)
        yield picture


def test_a_still_is_read_back_as_it_was(tmp_path: Path) -> None:
    picture = next(pictures(1))
    write_still(tmp_path / "still.png", picture)
    np.testing.assert_array_equal(np.asarray(Image.open(tmp_path / "still.png")), picture)


def test_a_film_has_its_pictures_its_size_and_its_rate(tmp_path: Path) -> None:
    write_film(tmp_path / "film.mp4", pictures(20), rate=25, size=SIZE)
    with av.open(str(tmp_path / "film.mp4")) as film:
        stream = film.streams.video[0]
        assert (stream.width, stream.height, stream.average_rate) == (*SIZE, 25)
        assert stream.codec_context.name == "h264"
        shown = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    assert len(shown) == 20
    for picture, original in zip(shown, pictures(20), strict=True):
        assert np.abs(picture.astype(int) - original).mean() < 6.0


def test_a_gif_has_its_pictures_and_their_time(tmp_path: Path) -> None:
    samples = list(pictures(3))
    write_gif(tmp_path / "moving.gif", pictures(15), rate=30, count=15, samples=samples)
    with Image.open(tmp_path / "moving.gif") as gif:
        assert (gif.size, gif.n_frames, gif.info["loop"]) == (SIZE, 15, 0)
        total = 0
        for number, original in enumerate(pictures(15)):
            gif.seek(number)
            total += gif.info["duration"]
            assert np.abs(np.asarray(gif.convert("RGB")).astype(int) - original).max() < 12
    assert total == 500


def test_a_gif_of_one_picture(tmp_path: Path) -> None:
    write_gif(tmp_path / "one.gif", pictures(1), rate=10, count=1, samples=list(pictures(1)))
    with Image.open(tmp_path / "one.gif") as gif:
        assert gif.n_frames == 1


def interrupted(count: int) -> Iterator[np.ndarray]:
    yield from pictures(count)
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["film.mp4", "moving.gif"])
def test_what_is_interrupted_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    with pytest.raises(KeyboardInterrupt):
        if file.suffix == ".mp4":
            write_film(file, interrupted(5), rate=30, size=SIZE)
        else:
            write_gif(file, interrupted(5), rate=30, count=9, samples=list(pictures(2)))
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "film.mp4"
    file.write_text("earlier")
    with pytest.raises(FilmError, match="exists already"):
        write_film(file, pictures(3), rate=30, size=SIZE)
    with pytest.raises(KeyboardInterrupt):
        write_film(file, interrupted(3), rate=30, size=SIZE, overwrite=True)
    assert file.read_text() == "earlier"
    write_film(file, pictures(3), rate=30, size=SIZE, overwrite=True)
    assert file.read_bytes()[4:8] == b"ftyp"
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


def test_a_film_of_odd_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="even width and height, not 97x64"):
        write_film(tmp_path / "film.mp4", pictures(1), rate=30, size=(97, 64))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("film.avi", "a still is named .png, a film .mp4 or .gif"),
        ("film", "a still is named .png, a film .mp4 or .gif"),
        ("none/film.mp4", "there is no directory .*none; make it first"),
        ("folder.mp4", "is a directory; name a file"),
    ],
)
def test_a_file_that_cannot_be_is_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(FilmError, match=message):
        check(tmp_path / name, overwrite=True)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="has no folder that takes no files")
def test_a_folder_that_takes_no_files_is_told() -> None:
    with pytest.raises(FilmError, match=r"/proc/still\.png: cannot be written: "):
        write_still(Path("/proc/still.png"), next(pictures(1)))
