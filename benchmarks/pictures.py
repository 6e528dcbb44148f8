"""How fast the ship is drawn without a window: figures, each with its target.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT``, and ends with exit code 1 if one
falls short. The targets are for two cores without a graphics card; whatever else runs there shows in the
median, hardly in the least time.

    python benchmarks/pictures.py
    python benchmarks/pictures.py --size 1920x1200 --pictures 100
"""

import argparse
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from figures import Figure, exit_code, printed

from riffraff.model import SHAPES
from riffraff.physics import World
from riffraff.window import Film, Options, Picker, Pictures, Quality, Scenery, views

AREAS = (1, 5, 2, 3, 6, 7, 8, 9)
"""Where a piece of each shape is laid."""


def loaded_ship() -> Film:
    """A ship with a piece of every shape aboard, at rest, and all others on the table."""
    with World() as world:
        for piece, area in zip(range(len(SHAPES)), AREAS, strict=True):
            world.lay(piece, area, gap=0.002)
        world.settle()
        model, poses = world.scene.model, world.poses.copy()
    start = {"event": "game_start", "time": 0.0, "players": ["careful"] * 2}
    return Film(model, [0.0], poses[None], [start])


def timed(work: Callable[[], object], count: int) -> list[float]:
    """How long each of `count` turns of a work takes [ms], after one that does not count."""
    work()
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - begin))
    return times


def drawing(film: Film, size: tuple[int, int], count: int) -> Iterator[Figure]:
    """A picture with shadows, drawn and read back."""
    camera, poses = views(film.model)["quarter"], film.poses(0.0)
    for quality, options, target in (
        (Quality.FAST, Options(), 80),
        (Quality.FINE, Options(), 1000),
    ):
        with Pictures(film.model, size, quality=quality) as pictures:
            few = count if quality is Quality.FAST else max(2, count // 10)
            times = timed(lambda: pictures.draw(camera, poses, options=options), few)  # noqa: B023
        name = quality.name.lower()
        yield Figure(f"{name}_picture_min", min(times), "ms", target)
        yield Figure(f"{name}_picture_median", statistics.median(times), "ms", target)


def picking(film: Film, size: tuple[int, int], count: int) -> Iterator[Figure]:
    """Finding what is under the cursor."""
    picker, camera, poses = Picker(Scenery(film.model)), views(film.model)["quarter"], film.poses(0.0)
    places = np.random.default_rng(1).uniform((0, 0), size, (10 * count, 2)).tolist()
    times = timed(lambda: [picker.pick(camera.ray(x, y, size), poses) for x, y in places], 3)
    yield Figure("pick_mean", min(times) / len(places), "ms", 5)


def starting() -> Iterator[Figure]:
    """From a command to a picture on the disk."""
    riffraff = (sys.executable, "-m", "riffraff")
    with tempfile.TemporaryDirectory() as folder:
        game, still = Path(folder) / "game.mcap", Path(folder) / "still.png"
        quick = ("--set", "world.time_limit=1", "--set", "world.time_step=0.016666666666666666")
        run = (*riffraff, "run", "--players", "2", "--player", "random", "--seed", "1", *quick)
        subprocess.run([*run, "--record", str(game)], check=True, capture_output=True)
        render = (*riffraff, "render", str(game), "-o", str(still), "--at", "1", "--fast", "--overwrite")
        times = timed(lambda: subprocess.run(render, check=True, capture_output=True), 3)
    yield Figure("command_to_still", min(times) / 1000, "s", 2)


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", default="1280x800", metavar="WxH", help="of the pictures in pixels")
    parser.add_argument("--pictures", type=int, default=40, metavar="N", help="how many are drawn")
    options = parser.parse_args()
    try:
        width, height = (int(side) for side in options.size.split("x"))
    except ValueError:
        parser.error(f"--size {options.size}: give width and height as in 1280x800")
    film = loaded_ship()
    size = width, height
    return exit_code(
        printed(
            itertools.chain(
                drawing(film, size, options.pictures), picking(film, size, options.pictures), starting()
            )
        )
    )


if __name__ == "__main__":
    sys.exit(main())
