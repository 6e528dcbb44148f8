"""Pictures: the same frames give the same ones, and what changes in a frame changes in its picture."""

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from riffraff.model import FIRST_PIECE_BODY
from riffraff.window import DARK, LIGHT, GraphicsError, Options, Pictures, Quality, upright, views

from .conftest import SIZE
from .references import CASES, FOLDER, deviation, drawn
from .scenes import CRATE, FLACON, MODEL, laid, loaded, on_table

VIEWS = views(MODEL)


def changed(one: np.ndarray, other: np.ndarray, least: int = 6) -> np.ndarray:
    """Which pixels differ visibly, shape [height, width]."""
    return np.abs(one.astype(int) - other.astype(int)).max(axis=2) > least


@pytest.mark.parametrize("name", CASES)
def test_pictures_of_fixed_frames_are_as_they_were_approved(name: str, drawing: Pictures) -> None:
    approved = np.asarray(Image.open(FOLDER / f"{name}.png").convert("RGB"))
    assert deviation(drawn(drawing, name), approved) < 6.0


def test_the_comparison_sees_a_piece_that_is_missing(drawing: Pictures) -> None:
    poses = loaded()
    with_crate = drawing.draw(VIEWS["quarter"], poses)
    poses[FIRST_PIECE_BODY + CRATE] = np.nan
    assert deviation(drawing.draw(VIEWS["quarter"], poses), with_crate) > 12.0


def test_another_process_draws_the_same_bytes(drawing: Pictures) -> None:
    program = (
        "import hashlib\n"
        "from riffraff.model import default_directory, read\n"
        "from riffraff.window import Pictures, upright, views\n"
        "model = read(default_directory())\n"
        f"with Pictures(model, {SIZE}) as drawing:\n"
        "    picture = drawing.draw(views(model)['quarter'], upright(model))\n"
        "print(hashlib.sha256(picture.tobytes()).hexdigest())\n"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
        ).stdout
        for _ in range(2)
    }
    assert len(hashes) == 1


def test_what_was_drawn_before_does_not_matter(drawing: Pictures) -> None:
    first = drawing.draw(VIEWS["quarter"], loaded())
    marked = Options(theme=LIGHT, marks={"hull": (1.0, 0.0, 0.0)}, areas={3: (0.0, 0.5, 1.0)})
    drawing.draw(VIEWS["top"], upright(MODEL), options=marked)
    np.testing.assert_array_equal(drawing.draw(VIEWS["quarter"], loaded()), first)


def test_a_piece_that_moves_changes_the_picture_where_it_was_and_where_it_is(drawing: Pictures) -> None:
    camera = VIEWS["table"]
    here, there = ((0.28, -0.15), (0.15, -0.28))
    pictures = [drawing.draw(camera, on_table(upright(MODEL), CRATE, *place)) for place in (here, there)]
    different = changed(*pictures)
    for x, y in (here, there):
        place = camera.project((x, y, 0.014), SIZE)
        assert place is not None
        column, row = round(place[0]), round(place[1])
        assert different[row - 1 : row + 2, column - 1 : column + 2].all()
    # The pieces and their shadows, and nothing else of the picture.
    assert 0.002 < different.mean() < 0.04


def test_its_shadow_is_on_the_side_away_from_the_light(drawing: Pictures) -> None:
    camera, empty = VIEWS["top"], upright(MODEL)
    x, y = 0.24, -0.12
    bare, dropped = (drawing.draw(camera, poses) for poses in (empty, on_table(empty, FLACON, x, y)))
    away = -np.array(DARK.sun[:2]) / np.hypot(*DARK.sun[:2])
    dark = dropped.sum(axis=2, dtype=int) - bare.sum(axis=2, dtype=int)
    shades = []
    for direction in (away, -away):
        place = camera.project((x + 0.026 * direction[0], y + 0.026 * direction[1], 0.0), SIZE)
        assert place is not None
        shades.append(dark[round(place[1] - 0.5), round(place[0] - 0.5)])
    assert shades[0] < -40
    assert shades[1] > -12


def test_a_piece_far_out_changes_nothing_farther_out(drawing: Pictures) -> None:
    """The maps of shadows and heights end there."""
    camera, empty = VIEWS["table"], upright(MODEL)
    bare = drawing.draw(camera, empty)
    for x, y in ((0.53, 0.0), (0.0, -0.53), (0.5, -0.3), (0.7, 0.1)):
        different = changed(drawing.draw(camera, on_table(empty, CRATE, x, y)), bare)
        place = camera.project((x, y, 0.014), SIZE)
        assert place is not None
        rows, columns = np.nonzero(different)
        away = np.hypot(columns - place[0], rows - place[1])
        assert len(away) == 0 or away.max() < 24


def test_an_absent_piece_is_not_drawn(drawing: Pictures) -> None:
    empty = drawing.draw(VIEWS["quarter"], upright(MODEL))
    poses = laid(upright(MODEL), CRATE, 1)
    assert changed(drawing.draw(VIEWS["quarter"], poses), empty).any()
    poses[FIRST_PIECE_BODY + CRATE] = np.nan
    np.testing.assert_array_equal(drawing.draw(VIEWS["quarter"], poses), empty)


def test_marks_and_areas_change_what_they_name_and_no_more(drawing: Pictures) -> None:
    plain = drawing.draw(VIEWS["top"], upright(MODEL))
    lit = drawing.draw(VIEWS["top"], upright(MODEL), options=Options(areas={9: (0.1, 0.4, 1.0)}))
    place = VIEWS["top"].project((0.0, 0.06, 0.4), SIZE)
    assert place is not None
    assert changed(lit, plain)[round(place[1]), round(place[0])]
    assert 0.002 < changed(lit, plain).mean() < 0.05
    marked = drawing.draw(VIEWS["top"], upright(MODEL), options=Options(marks={"yardarm_top": (1, 1, 1)}))
    assert changed(marked, plain)[round(place[1]), round(place[0])]
    with pytest.raises(ValueError, match="there is no area 11; areas are 1 to 10"):
        drawing.draw(VIEWS["top"], upright(MODEL), options=Options(areas={11: (1, 1, 1)}))
    with pytest.raises(KeyError, match="no body is called 'keel'"):
        drawing.draw(VIEWS["top"], upright(MODEL), options=Options(marks={"keel": (1, 1, 1)}))


def test_the_light_room_is_lighter(drawing: Pictures) -> None:
    dark, light = (
        drawing.draw(VIEWS["quarter"], loaded(), options=Options(theme=theme)) for theme in (DARK, LIGHT)
    )
    assert light[:20].mean() > dark[:20].mean() + 60


@pytest.fixture(scope="module")
def finely() -> Iterator[Pictures]:
    with Pictures(MODEL, SIZE, quality=Quality.FINE) as pictures:
        yield pictures


def test_a_fine_picture_shows_the_same(finely: Pictures, drawing: Pictures) -> None:
    fine, fast = (pictures.draw(VIEWS["quarter"], loaded()) for pictures in (finely, drawing))
    assert fine.shape == fast.shape == (SIZE[1], SIZE[0], 3)
    assert deviation(fine, fast) < 25.0
    assert np.abs(fine.astype(int) - fast).mean() < 4.0


def test_two_drawings_at_a_time_do_not_disturb_each_other(finely: Pictures, drawing: Pictures) -> None:
    alone = [pictures.draw(VIEWS["quarter"], loaded()) for pictures in (finely, drawing)]
    with Pictures(MODEL, (64, 64)) as third:
        third.draw(VIEWS["top"], loaded())
        for pictures, before in zip((finely, drawing), alone, strict=True):
            np.testing.assert_array_equal(pictures.draw(VIEWS["quarter"], loaded()), before)


def test_a_picture_too_large_for_the_driver_is_refused() -> None:
    with pytest.raises(GraphicsError, match=r"draws at most \d+ pixels either way, not 400000"):
        Pictures(MODEL, (400_000, 100))


def test_without_opengl_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**settings: object) -> None:
        raise ValueError("requested device index 0,\nbut found 0 devices")

    monkeypatch.setattr("moderngl.create_context", refuse)
    with pytest.raises(GraphicsError, match="apt install libegl1 libgl1 libgl1-mesa-dri") as told:
        Pictures(MODEL, SIZE)
    assert "\n" not in str(told.value)
