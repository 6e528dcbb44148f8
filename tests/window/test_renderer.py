"""The renderer in a context that is not its own, as a window's is."""

from collections.abc import Iterator
from pathlib import Path

import moderngl
import numpy as np
import pytest

from riffraff.model import ModelError, build, write
from riffraff.params import Parameters
from riffraff.window import Pictures, Renderer, upright, views
from riffraff.window.pictures import offscreen_context

from .conftest import SIZE
from .scenes import MODEL, loaded

VIEW = views(MODEL)["quarter"]


@pytest.fixture
def context(drawing: Pictures) -> Iterator[moderngl.Context]:
    """A context that is the current one, and stays it while nothing else draws."""
    own = offscreen_context()
    yield own
    own.release()


def target(context: moderngl.Context, size: tuple[int, int]) -> moderngl.Framebuffer:
    return context.framebuffer(context.renderbuffer(size, 3))


def test_it_draws_into_framebuffers_of_any_size_in_turn(context: moderngl.Context, drawing: Pictures) -> None:
    expected = drawing.draw(VIEW, loaded())
    context.__enter__()  # makes it the current one
    renderer = Renderer(context, MODEL)
    large, small = target(context, SIZE), target(context, (64, 48))
    for _ in range(2):
        renderer.draw(small, VIEW, upright(MODEL))
        renderer.draw(large, VIEW, loaded())
        picture = np.frombuffer(large.read(alignment=1), np.uint8).reshape(SIZE[1], SIZE[0], 3)[::-1]
        np.testing.assert_array_equal(picture, expected)
    renderer.release()
    assert context.error == "GL_NO_ERROR"


def test_more_samples_smooth_the_edges_and_change_nothing_else(context: moderngl.Context) -> None:
    size = (384, 240)
    framebuffer = target(context, size)
    pictures = {}
    for samples in (1, 4):
        renderer = Renderer(context, MODEL, samples=samples)
        for _ in range(2):  # of another size before, and again
            renderer.draw(target(context, (64, 48)), VIEW, upright(MODEL))
            renderer.draw(framebuffer, VIEW, upright(MODEL))
        pixels = np.frombuffer(framebuffer.read(alignment=1), np.uint8).reshape(size[1], size[0], 3)
        pictures[samples] = pixels.astype(int)
        renderer.release()
    differ = np.abs(pictures[4] - pictures[1]).max(axis=2) > 6
    assert 0.002 < differ.mean() < 0.1
    steps = {
        samples: np.abs(np.diff(pixels.sum(axis=2), axis=1))[differ[:, 1:]].mean()
        for samples, pixels in pictures.items()
    }
    assert steps[4] < steps[1]
    assert context.error == "GL_NO_ERROR"


def test_what_others_set_in_the_context_does_not_matter(context: moderngl.Context) -> None:
    renderer = Renderer(context, MODEL)
    framebuffer = target(context, SIZE)
    renderer.draw(framebuffer, VIEW, loaded())
    first = framebuffer.read()
    context.enable_only(moderngl.BLEND)
    context.depth_func = ">"
    context.texture((4, 4), 4, bytes(64)).use(2)
    renderer.draw(framebuffer, VIEW, loaded())
    assert framebuffer.read() == first


def test_a_ship_of_other_parameters_is_drawn_from_its_own_directory(tmp_path: Path) -> None:
    stout = build(Parameters().with_changes({"ship.mast_diameter": 0.016, "ship.yardarm_width": 0.03}))
    write(stout, tmp_path / "stout")
    with Pictures(stout, SIZE, directory=tmp_path / "stout") as own, Pictures(stout, SIZE) as found:
        picture = own.draw(VIEW, upright(stout))
        np.testing.assert_array_equal(found.draw(VIEW, upright(stout)), picture)
    with Pictures(MODEL, SIZE) as usual:
        assert (usual.draw(VIEW, upright(MODEL)) != picture).any()


def test_a_directory_without_meshes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"stand\.obj is no mesh of a model"):
        Pictures(MODEL, SIZE, directory=tmp_path)
