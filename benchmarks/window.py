"""How quick the desktop window is, seen from outside: figures, each with its target.

Starts riffraff as a person does, on the display there is or else on one without a screen, presses keys, drags
the mouse and looks at the pixels. Prints one line for each figure, ``name value unit target ok`` or ``SHORT``
(``-`` for figures without a target), and ends with exit code 1 if one falls short. The targets are for two
cores without a graphics card and with nothing else to do. Needs the extra ``benchmarks``, xdotool, and Xvfb
where there is no display. The whole takes five minutes.

    python benchmarks/window.py
    python benchmarks/window.py -k idle -k first
"""

import argparse
import contextlib
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from figures import Figure, add_choice, add_json, chosen, exit_code, printed, write
from screen import SIZE, Part, Window, screen

from riffraff.live.client import start
from riffraff.live.protocol import Begun, Frames, Paced, Setting
from riffraff.model import Model, read
from riffraff.window import Options, Pictures, upright, views

WHOLE = Part(0, 0, *SIZE)
SHIP = Part(540, 60, 200, 120)
"""Where mast and yardarms are seen."""
TABLE = Part(40, 480, 64, 64)
"""Where nothing is seen but the table: it changes only with the light and the view."""
SCENE = (900, 300)
"""Where the mouse is over no panel and no piece."""
ROUNDS, ANSWERS = 3, 8
"""How often each kind of answer is measured: rounds, and times in each."""


def recorded(folder: Path) -> Path:
    """A recording in which the ship is loaded, and sways most of the time."""
    game = folder / "game.mcap"
    quick = ("--set", "world.time_limit=1", "--set", "world.time_step=0.016666666666666666")
    play = ("run", "--players", "2", "--player", "random", "--seed", "1", *quick, "--record", str(game))
    subprocess.run([sys.executable, "-m", "riffraff", *play], check=True, capture_output=True)
    return game


def first_picture(display: str, folder: Path) -> Iterator[Figure]:
    """From the command to a picture on the screen."""
    for name, arguments in (
        ("first_picture", ()),
        ("first_picture_of_recording", ("replay", str(recorded(folder)), "--window")),
    ):
        times = []
        for _ in range(5):
            with Window(display, folder, *arguments) as window:
                times.append(window.opened())
        yield Figure(f"{name}_min", min(times), "s")
        yield Figure(f"{name}_median", statistics.median(times), "s", at_most=2)


def drawing(display: str, folder: Path) -> Iterator[Figure]:
    """Pictures of a loaded ship that sways, and how soon they show what keys and mouse do."""
    with Window(display, folder, "replay", str(recorded(folder)), "--window") as window:
        window.opened()
        window.point(*SCENE)
        play(window)
        gaps = pictures(window, 15)
        yield Figure("pictures_per_second", len(gaps) / sum(gaps), "1/s", at_least=12)
        yield Figure("picture_median", 1000 * statistics.median(gaps), "ms")
        yield Figure("picture_min", 1000 * min(gaps), "ms")
        for playing in (True, False):
            yield from answers(window, playing=playing)


def play(window: Window) -> None:
    """Play a recording from a moment at which some pieces are aboard."""
    window.hand("key", "Home", *["Right"] * 20, "space")
    time.sleep(1)


def pictures(window: Window, seconds: float) -> list[float]:
    """Watch a recording play: the times from one picture to the next [s]."""
    times = window.changes(SHIP, seconds)
    if len(times) < 2:
        raise RuntimeError(f"nothing moved for {seconds:g} s where the ship should be")
    return [later - sooner for sooner, later in itertools.pairwise(times)]


def answers(window: Window, *, playing: bool) -> Iterator[Figure]:
    """How soon the window shows what was done; in pictures as long as those drawn just before.

    Args:
        window: shows a recording.
        playing: whether it goes on, or stands still meanwhile.
    """
    moves = itertools.cycle((40, -40))
    acts: dict[str, Callable[[], None]] = {
        "key": lambda: window.hand("key", "F6"),  # light or dark
        "drag": lambda: window.hand("mousemove_relative", "--", next(moves), 0),  # round the ship
    }
    random, gaps = np.random.default_rng(1), []
    times: dict[str, list[float]] = {what: [] for what in acts}
    for what, act in itertools.chain.from_iterable(itertools.repeat(acts.items(), ROUNDS)):
        play(window)
        gaps += pictures(window, 3)
        if not playing:
            window.hand("key", "space")
            window.still(WHOLE)
        if what == "drag":
            window.hand("mousedown", 1)
            window.still(TABLE)
        for _ in range(ANSWERS):
            times[what].append(window.response(TABLE, act))
            window.still(TABLE, 0.4)
            time.sleep(random.uniform(0, 0.2))  # at any moment of a picture
        if what == "drag":
            window.hand("mouseup", 1)
    name, picture = "playing" if playing else "still", statistics.median(gaps)
    for what, found in times.items():
        median = statistics.median(found)
        yield Figure(f"{what}_to_picture_{name}", 1000 * median, "ms")
        yield Figure(f"{what}_to_picture_{name}_relative", median / picture, "pictures", at_most=2)


def idle(display: str, folder: Path) -> Iterator[Figure]:
    """What it costs to do nothing: window and physics together."""
    for name, arguments in (
        ("idle_at_start", ()),
        (
            "idle_while_a_person_thinks",
            ("play", "--player", "person=Ann", "--player", "careful", "--seed", "1"),
        ),
    ):
        with Window(display, folder, *arguments) as window:
            window.opened()
            time.sleep(3)  # the process that plays starts
            window.still(WHOLE, 3)
            before = window.used()
            time.sleep(10)
            yield Figure(name, 10 * (window.used() - before), "%", at_most=10)


def true_time(display: str, folder: Path) -> Iterator[Figure]:
    """How true time is while a game is drawn: as fast as can be, and by a renderer that is very slow."""
    for name, pause in (("true_time_while_drawing", 0.0), ("true_time_of_slow_renderer", 1.0)):
        reached, drawn, seconds = watched(folder / f"{name}.mcap", pause)
        yield Figure(f"{name}_pictures", drawn / seconds, "1/s")
        yield Figure(name, statistics.median(reached), "s/s", at_least=0.98)


def watched(recording: Path, pause: float, seconds: float = 30.0) -> tuple[list[float], int, float]:
    """Watch a live game between scripted players, and draw what is seen of it.

    Args:
        recording: file for the game.
        pause: how long the renderer sleeps after each picture [s].
        seconds: how long to watch.

    Returns:
        The factors that were reached while time ran, the number of pictures, and the seconds they took.
    """
    setting = Setting(players=("random", "random"), seed=1, tumbling=1.0, thinking=0.0, recording=recording)
    reached: list[float] = []
    with contextlib.ExitStack() as stack:
        table = stack.enter_context(start(setting))
        model: Model | None = None
        while model is None:
            model = next((read(news.model) for news in table.receive(0.1) if isinstance(news, Begun)), None)
        renderer = stack.enter_context(Pictures(model, SIZE))
        camera, poses = views(model)["quarter"], upright(model)
        drawn, begin = 0, time.perf_counter()
        while (passed := time.perf_counter() - begin) < seconds:
            for news in table.receive():
                if isinstance(news, Frames):
                    poses = news.poses[-1].astype(float)
                elif isinstance(news, Paced):
                    reached.append(news.reached)
            renderer.draw(camera, poses, options=Options())
            drawn += 1
            time.sleep(pause)
    return reached, drawn, passed


MEASUREMENTS: dict[str, Callable[[str, Path], Iterator[Figure]]] = {
    "first_picture": first_picture,
    "drawing": drawing,
    "idle": idle,
    "true_time": true_time,
}


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_choice(parser, MEASUREMENTS)
    add_json(parser)
    options = parser.parse_args()
    names = chosen(parser, options.k, MEASUREMENTS)
    with screen() as display, tempfile.TemporaryDirectory() as folder:
        found = printed(
            itertools.chain.from_iterable(MEASUREMENTS[name](display, Path(folder)) for name in names)
        )
    write(found, options.json)
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
