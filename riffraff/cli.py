"""The command line: parses, calls, prints.

Exit codes: 0 for done; 1 for what failed on its way (the solver, standard output, a recording that differs
when played again); 2 for what was asked wrongly; 128 plus the signal's number for what was stopped.
"""

import contextlib
import difflib
import functools
import secrets
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import TyperException

from riffraff import __version__, cli_batch, cli_play, cli_render, cli_tune, options, terminal
from riffraff.command import (
    DRAWN_BELOW,
    FAILED,
    WRONG,
    CommandError,
    examples,
    needing_window,
    parameters_of,
    refusing,
)

_DEFAULT_KIND: Final = "careful"
_PIPED_WIDTH: Final = 240  # columns of a table that nobody's screen limits


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default the process's own, and return its exit code."""
    try:
        with terminal.guarded_output():
            return int(app(args=arguments, prog_name="riffraff", standalone_mode=False) or 0)
    except TyperException as error:
        return _complain(_usage(error), WRONG)
    except CommandError as failure:
        return _complain(str(failure), failure.exit_code)
    except terminal.OutputError as error:
        return _complain("" if error.reader_gone else str(error), error.exit_code)


def _complain(message: str, code: int) -> int:
    for line in message.splitlines():
        terminal.say(f"riffraff: error: {line}")
    return code


def _usage(error: TyperException) -> str:
    """A usage error in one line, with where to read what would be right."""
    context = getattr(error, "ctx", None)
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message} (see '{context.command_path if context else 'riffraff'} --help')"


app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
    help="Play Riff Raff, the balancing game, on a simulated wooden ship.",
)
model_app = typer.Typer(help="Build the model of the ship and its cargo.")
app.add_typer(model_app, name="model")
app.add_typer(cli_tune.app, name="tune")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"riffraff {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _riffraff(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> int:
    if context.invoked_subcommand is None:
        return cli_play.without_command(functools.partial(_help_alone, context))
    return 0


@model_app.callback(invoke_without_command=True)
def _model(context: typer.Context) -> None:
    _help_alone(context)


def _help_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


# -- commands ---------------------------------------------------------------------------------------------


@app.command(
    epilog=examples(
        "run",
        "run --players 2 --player random --player careful",
        "run --seed 7 --set ship.counterweight_mass='300 g' --record game.mcap",
        "run --seed 7 --json > game.jsonl",
    )
)
def run(
    players: Annotated[int | None, options.players_option()] = None,
    player: Annotated[list[str] | None, options.player_option()] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=options.seed,
            metavar="S",
            help="A whole number: the same one gives the same game. By default one is drawn, and printed.",
        ),
    ] = None,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    record: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="FILE",
            rich_help_panel=options.OUTPUT,
            help="Keep the game in a file that riffraff replay reads.",
        ),
    ] = None,
    overwrite: options.OverwriteOption = False,
    json: options.JsonOption = False,
) -> int:
    """Play a game between scripted players.

    On a terminal you see the ship and what happens; a pipe gets plain lines.
    Ctrl-C ends the game early; a recording of it is whole up to there.
    """
    from riffraff.game import KINDS, Facts, Game, Recorder, RecordingError
    from riffraff.model import ModelError
    from riffraff.physics import PhysicsError

    kinds = _kinds(players, player or [], KINDS)
    parameters = parameters_of(params, set_)
    seed = secrets.randbelow(DRAWN_BELOW) if seed is None else seed
    if overwrite and record is None:
        raise CommandError("--overwrite is for the file of --record; name one")
    if record is not None and record.is_file() and not overwrite:
        raise CommandError(f"{record}: exists already; name another file, or add --overwrite")
    started = time.perf_counter()
    with contextlib.ExitStack() as stack:
        stack.enter_context(refusing(ModelError, RecordingError))
        interrupts = stack.enter_context(terminal.Interrupts())
        recorder = None
        if record is not None:
            facts = Facts(players=kinds, seed=seed, parameters=parameters)
            recorder = stack.enter_context(Recorder(record, facts, overwrite=overwrite))
        show = stack.enter_context(terminal.show_on(sys.stdout, json=json, limit=parameters.ship.tilt_stop))
        new_game = functools.partial(Game, kinds, seed=seed, parameters=parameters)
        try:
            last = terminal.play(new_game, show=show, recorder=recorder, interrupts=interrupts)
        except PhysicsError as error:
            raise CommandError(f"the simulation failed (seed {seed}): {error}", exit_code=FAILED) from error
    wall = time.perf_counter() - started
    tell = terminal.say if json else print
    if json and last.event == "game_end":
        tell(terminal.result(last))
    tell(
        f"seed {seed}: {last.time:.1f} s simulated in {wall:.1f} s, "
        f"{last.time / wall:.1f} times as fast as real time"
    )
    return interrupts.exit_code


@app.command(
    epilog=examples(
        "replay game.mcap",
        "replay game.mcap --window",
        "replay game.mcap --json",
        "replay game.mcap --verify",
        "replay game.mcap --verify --set wood.friction=0.29",
    )
)
def replay(
    file: Annotated[
        Path, typer.Argument(parser=options.path, metavar="FILE", help="What riffraff run --record wrote.")
    ],
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Instead of printing the game, play it again from its decisions and compare it bit for bit; "
            "the exit code is 1 if anything differs.",
        ),
    ] = False,
    window: Annotated[
        bool,
        typer.Option(
            "--window", help="Instead of printing the game, look at it in a window: go back and forth in it."
        ),
    ] = False,
    partial: options.PartialOption = False,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    json: options.JsonOption = False,
) -> None:
    """Print a recorded game, as run printed it, look at it in a window, or verify it.

    Nothing is simulated but by --verify. A file that is damaged, cut short or
    recorded by another version is refused. With --verify, --params and --set
    change the recorded parameters, to see where the game would have gone
    another way.
    """
    from riffraff.game import Difference, Entry, Recording, RecordingError
    from riffraff.model import ModelError

    with refusing(RecordingError):
        recording = Recording.read(file, partial=partial)
    if not recording.whole:
        terminal.say(f"riffraff: {file} was cut short; taken are the turns that are whole")
    if window:
        if verify or json or params is not None or set_:
            raise CommandError(
                "--window shows a game as it was recorded; it goes with no option but --partial"
            )
        with needing_window():
            from riffraff import watching
            from riffraff.window.errors import GraphicsError, GraphicsLostError
        if not len(recording.times):
            raise CommandError(f"{file}: has no frames; there is nothing to show")
        with refusing(ModelError, GraphicsError), refusing(GraphicsLostError, exit_code=FAILED):
            watching.watch(recording)
        return
    if verify:
        parameters = parameters_of(params, set_, base=recording.facts.parameters)
        with refusing(ModelError, RecordingError), refusing(Difference, exit_code=FAILED):
            print(terminal.verified(recording, parameters=parameters, json=json))
        return
    if params is not None or set_:
        raise CommandError("a game is printed as it was recorded; --params and --set go with --verify")
    show = terminal.JsonLines(sys.stdout) if json else terminal.PlainLines(sys.stdout)
    for event in recording.events:
        data = {name: value for name, value in event.items() if name not in ("event", "time")}
        show.entry(Entry(event["event"], event["time"], data))


@app.command(
    "params",
    epilog=examples(
        "params",
        "params --set hand.tremor='0.5 mm' --toml > my.toml",
        "params --diff my.toml other.toml",
    ),
)
def params_(
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    toml: Annotated[
        bool,
        typer.Option(
            "--toml", rich_help_panel=options.OUTPUT, help="Print them as TOML, as --params takes it."
        ),
    ] = False,
    diff: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            metavar="FILE FILE",
            rich_help_panel=options.OUTPUT,
            help="Print instead what differs between two TOML files, and by how much of its bounds.",
        ),
    ] = None,
) -> None:
    """List the parameters: value, unit, bounds, meaning and source.

    The values are those that the other commands work with, given the same
    options; changed ones are marked.
    """
    from rich.console import Console

    from riffraff.params import differences, dumps, table

    screen = sys.stdout.isatty()
    console = Console(width=None if screen else _PIPED_WIDTH, force_terminal=screen, highlight=False)
    if diff is not None:
        if toml or params is not None or set_:
            raise CommandError("--diff compares two files; it takes no --params, --set or --toml")
        before, after = (parameters_of(file, None) for file in diff)
        changes = differences(before, after)
        console.print(terminal.difference_table(changes) if changes else "They do not differ.")
        return
    parameters = parameters_of(params, set_)
    if toml:
        print(dumps(parameters), end="")
        return
    console.print(terminal.parameter_table(table(parameters), width=console.width))


@model_app.command(epilog=examples("model build --out ship", "model build --out ship --set wood.density=650"))
def build(
    out: Annotated[
        Path,
        typer.Option(
            parser=options.path,
            metavar="DIR",
            help="Where to write: a new or empty directory; one with a model takes --overwrite.",
        ),
    ],
    overwrite: options.OverwriteOption = False,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
) -> None:
    """Write the ship and its cargo as URDF and meshes, with the parameters they are built from."""
    from riffraff.model import ModelError, write
    from riffraff.model import build as built

    parameters = parameters_of(params, set_)
    with refusing(ModelError, OSError):
        model = built(parameters)
        write(model, out, overwrite=overwrite)
    for line in terminal.model_lines(model, out):
        print(line)


app.command(epilog=examples(*cli_play.PLAY_EXAMPLES))(cli_play.play)
app.command(epilog=examples(*cli_batch.BATCH_EXAMPLES))(cli_batch.batch)
app.command(epilog=examples(*cli_batch.REPORT_EXAMPLES))(cli_batch.report)
app.command(epilog=examples(*cli_render.RENDER_EXAMPLES))(cli_render.render)

# -- what the commands share ------------------------------------------------------------------------------


def _kinds(players: int | None, player: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """The kind of every seat."""
    for kind in player:
        if kind not in known:
            near = difflib.get_close_matches(kind.strip().lower(), known, n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            kinds = terminal.listed(sorted(known))
            raise CommandError(f"--player {kind!r}: no such kind of player; there are {kinds}{meant}")
    if len(player) <= 1:
        return tuple(player or [_DEFAULT_KIND]) * (players or options.PLAYERS[-1])
    if len(player) != (players or len(player)) or len(player) not in options.PLAYERS:
        wanted = f"{players} times" if players else "2 to 4 times"
        raise CommandError(f"--player is given {len(player)} times: give it once for all seats, or {wanted}")
    return tuple(player)
