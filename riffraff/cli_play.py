"""The command that opens the window to play in."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riffraff import options, terminal
from riffraff.command import FAILED, CommandError, needing_window, parameters_of, refusing

# All else of ours is imported where it is used, as in `cli`.
if TYPE_CHECKING:
    from riffraff.window.play.setup import Chair, Setup
    from riffraff.window.stage import Stage

PLAY_EXAMPLES: Final = (
    "play",
    "play --player person --player careful",
    "play --practice --set wood.friction=0.2",
)

_WHO: Final = "Who plays"
_KINDS: Final = ("person", "careful", "random")


def play(
    players: Annotated[
        int | None,
        typer.Option(
            parser=options.number_of_players,
            metavar="N",
            rich_help_panel=_WHO,
            help="Number of players, 2 to 4: you and scripted ones, unless --player says otherwise.",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            rich_help_panel=_WHO,
            help="Who sits in a seat: person, careful or random, once for each; with a name if you like, "
            "as in person=Ann.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=options.seed, metavar="S", help="Of all chance in the game. By default one is drawn."
        ),
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="No rules: any piece, anywhere, as often as you like.")
    ] = False,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
) -> int:
    """Play in a window.

    Without options it begins with a screen to choose from; with --player,
    --players or --practice at once. Every game is recorded as it goes.
    """
    chairs = None if not (players or player) else _chairs(players, player or [])
    if chairs is not None and practice:
        raise CommandError("--practice has no players; leave --player and --players out")
    parameters_of(params, set_)  # refused here, where it was typed
    return _window(
        chairs,
        seed="" if seed is None else str(seed),
        practice=practice,
        file="" if params is None else str(params),
        changes=tuple(set_ or ()),
    )


def without_command(print_help: Callable[[], object]) -> int:
    """What ``riffraff`` alone does: open the window, or print the help and say what a window would need."""
    missing = _missing()
    if missing is None:
        return _window(None)
    print_help()
    terminal.say(f"riffraff: {missing}")
    return 0


def _missing() -> str | None:
    """What a window would need, as a sentence; None if nothing."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return "the window needs a display; there is none (DISPLAY is not set)"
    try:
        _loaded()
    except CommandError as error:
        return str(error)
    return None


def _loaded() -> None:
    """Load what the window is made of.

    Raises:
        CommandError: a library is missing; it says which, and what to do.
    """
    with needing_window():
        # First what cannot be had for every Python: there is no use in installing the others for it.
        import imgui_bundle  # noqa: F401

        import riffraff.window.app  # noqa: F401


def _chairs(players: int | None, player: Sequence[str]) -> "tuple[Chair, ...]":
    """Who sits in the seats, as typed."""
    from riffraff.window.play.setup import FEWEST, LONGEST_NAME, SEATS, Chair

    chairs = []
    for text in player:
        kind, _, name = (part.strip() for part in text.partition("="))
        if kind not in _KINDS:
            known = terminal.listed(_KINDS)
            raise CommandError(f"--player {kind!r}: no such kind of player; there are {known}")
        if len(name) > LONGEST_NAME:
            raise CommandError(f"--player {text!r}: a name has at most {LONGEST_NAME} letters")
        chairs.append(Chair(kind, name))
    count = players or max(FEWEST, len(chairs))
    if len(chairs) > count or count > SEATS:
        most = f"{players} players" if players else f"at most {SEATS} players"
        raise CommandError(f"--player is given {len(chairs)} times for {most}")
    if not chairs:
        chairs.append(Chair("person"))
    return tuple(chairs + [Chair("careful")] * (count - len(chairs)))


def _window(
    chairs: "tuple[Chair, ...] | None",
    *,
    seed: str = "",
    practice: bool = False,
    file: str = "",
    changes: tuple[str, ...] = (),
) -> int:
    """Open the window; its start screen, or a game at once if it is known which."""
    _loaded()
    from riffraff.model import ModelError
    from riffraff.window.errors import GraphicsError, GraphicsLostError
    from riffraff.window.play.setup import Setup

    setup = Setup(seed=seed, file=file, changes=changes, practice=practice)
    if chairs is not None:
        setup = replace(setup, chairs=chairs)
    with refusing(ModelError, GraphicsError), refusing(GraphicsLostError, exit_code=FAILED):
        _opened(setup, at_once=practice or chairs is not None)
    return 0


def _opened(setup: "Setup", *, at_once: bool) -> None:
    from riffraff.live.client import start
    from riffraff.model import provide, read
    from riffraff.params import Parameters
    from riffraff.window.app import App
    from riffraff.window.play.leaving import Leaving
    from riffraff.window.play.panels import playing_panels
    from riffraff.window.play.session import Session
    from riffraff.window.settings import Settings
    from riffraff.window.shell import dress
    from riffraff.window.skin import Icon
    from riffraff.window.stage import Stage

    directory = provide(Parameters())
    stage = Stage(read(directory), Settings.read(), directory=directory)
    app = App(stage)
    session = Session(start, setup)
    leaving = Leaving(session, app.close)
    dress(app, (Icon.LEAVE, "menu.leave", partial(leaving.ask, stage)))
    for panel in playing_panels(session, watch=partial(_watch, stage), recordings=_recordings):
        app.add(panel)
    app.add(leaving)
    if at_once:
        session.begin(stage, setup)
    app.run()


def _watch(stage: "Stage", path: Path) -> None:
    """Show a recording in the window, or tell there why not."""
    from riffraff import watching
    from riffraff.game import Recording, RecordingError
    from riffraff.model import ModelError

    try:
        watching.show(stage, Recording.read(path, partial=True))
    except (RecordingError, ModelError, ValueError, OSError) as error:
        stage.say(str(error), bad=True)


def _recordings() -> "Sequence[Path]":
    """The games played here, the newest first."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("riffraff", appauthor=False)) / "games"
    return sorted(folder.glob("*.mcap"), key=lambda path: path.stat().st_mtime, reverse=True)
