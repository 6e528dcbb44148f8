"""The commands for studies: many games as tables, and a report on them."""

import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from riffraff import options, terminal
from riffraff.command import DRAWN_BELOW, FAILED, WRONG, CommandError, parameters_of

# All else of ours is imported where it is used, as in `cli`.
if TYPE_CHECKING:
    from riffraff.studies import Draft, Folder, Progress, Study, Workers

BATCH_EXAMPLES: Final = (
    "batch --games 100 --seed 1 --out study",
    "batch --games 100 --sweep ship.counterweight_mass='300 g:450 g:4' --out heavy",
    "batch --games 500 --player careful --player random --rotate --out who",
    "batch --study study.toml --workers 8 --out study",
    "batch --resume study",
)
REPORT_EXAMPLES: Final = ("report study", "report study --text", "report study --out study.html")

_STUDY: Final = "Study"
_MOST_GAMES: Final = 10_000_000


def _games(text: str) -> int:
    return options.whole(text, 1, _MOST_GAMES)


def _share(text: str) -> float:
    """A share as typed: ``0.05`` or ``5%``."""
    number = text.strip()
    percent = number.endswith("%")
    try:
        share = float(number.removesuffix("%")) / (100 if percent else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise typer.BadParameter(f"{number[:40]!r} is no share; give 0 to 1, or 0% to 100%")
    return share


def batch(
    games: Annotated[
        int | None,
        typer.Option(
            parser=_games, metavar="N", rich_help_panel=_STUDY, help="Number of games of each case."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=options.seed,
            metavar="S",
            rich_help_panel=_STUDY,
            help="All games follow from it. By default one is drawn, and printed.",
        ),
    ] = None,
    players: Annotated[int | None, options.players_option(_STUDY)] = None,
    player: Annotated[list[str] | None, options.player_option(_STUDY)] = None,
    rotate: Annotated[
        bool | None,
        typer.Option(
            "--rotate/--no-rotate",
            rich_help_panel=_STUDY,
            help="Move the kinds on by a seat from game to game, so that none always sits first.",
        ),
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=LOW:HIGH:COUNT",
            rich_help_panel=_STUDY,
            help="Vary a parameter, or give its values between commas; several sweeps make a grid. "
            "Games of the same number have the same seed in every case.",
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            rich_help_panel=_STUDY,
            help="Recordings to keep: all, none (the default), falls, capsizes, or 1/N for one in N.",
        ),
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="FILE",
            rich_help_panel=_STUDY,
            help="Take the study from a TOML file; the other options override it.",
        ),
    ] = None,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="DIR",
            rich_help_panel=options.RUN,
            help="Folder for all that comes of it, a new or an empty one.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="DIR",
            rich_help_panel=options.RUN,
            help="Go on with the study in a folder, where it stopped.",
        ),
    ] = None,
    workers: Annotated[int | None, options.workers_option()] = None,
    cluster: Annotated[str | None, options.cluster_option()] = None,
    max_failures: Annotated[
        float | None,
        typer.Option(
            parser=_share,
            metavar="SHARE",
            rich_help_panel=options.RUN,
            help="Share of the games that may fail, 5% by default; one more stops the study.",
        ),
    ] = None,
) -> int:
    """Play many games and keep what happened as tables.

    The folder gets the study, its games, turns, placements and falls as
    Parquet files, and a page that describes their columns. Ctrl-C stops it,
    --resume goes on; the tables are the same as if nothing had happened.
    """
    from riffraff.studies import MAX_FAILURES, Draft, Folder, Keep, StudyError, Sweep, open_workers

    of_the_study = {
        "--games": games,
        "--seed": seed,
        "--players": players,
        "--player": player,
        "--rotate": rotate,
        "--sweep": sweep,
        "--record": record,
        "--study": study,
        "--params": params,
        "--set": set_,
        "--out": out,
    }
    if resume is not None and (given := [name for name, value in of_the_study.items() if value is not None]):
        raise CommandError(f"--resume goes on with the study that is there; it cannot be told {given[0]}")
    if resume is None and out is None:
        raise CommandError("--out is missing: name a new folder for the results, or --resume one")
    if workers is not None and cluster is not None:
        raise CommandError("--workers is for this machine; a --cluster has its own")
    try:
        if out is None:
            assert resume is not None
            folder = Folder(resume)
            crew = open_workers(workers, cluster)
        else:
            typed = Draft(
                games=games,
                seed=seed,
                players=players,
                player=tuple(player) if player else None,
                rotate=rotate,
                keep=None if record is None else Keep.parse(record),
                sweeps=tuple(map(Sweep.parse, sweep or ())),
            )
            wanted = _study(study, typed, params, set_)
            crew = open_workers(workers, cluster)  # before there is a folder: no scheduler may answer
            folder = Folder.begin(out, wanted)
        return _run(folder, crew, MAX_FAILURES if max_failures is None else max_failures)
    except StudyError as error:
        raise CommandError(str(error), exit_code=WRONG if error.wrong else FAILED) from error


def _study(file: Path | None, typed: "Draft", params: Path | None, changes: list[str] | None) -> "Study":
    """The study of a file, overridden by what was typed."""
    from riffraff.studies import Draft, read_draft

    draft = (read_draft(file) if file is not None else Draft()).overridden(typed)
    if draft.games is None:
        raise CommandError("--games is missing: how many games of each case?")
    if draft.seed is None:
        draft = draft.overridden(Draft(seed=secrets.randbelow(DRAWN_BELOW)))
    parameters = parameters_of(params, changes, draft.parameters)
    return draft.overridden(Draft(parameters=parameters)).study()


def _run(folder: "Folder", crew: "Workers", max_failures: float) -> int:
    """Play what is left of a study, with a bar on a terminal."""
    from riffraff.studies import run_folder

    study = folder.study
    grid = f" in each of {len(study.cases)} cases" if study.sweeps else ""
    print(f"seed {study.seed}: {study.games} games{grid} by {', '.join(study.players)}", flush=True)
    with terminal.Interrupts() as interrupts, terminal.BatchBar(sys.stderr) as bar:

        def watch(progress: "Progress") -> None:
            bar.show(progress)
            interrupts.check()

        try:
            end = run_folder(folder, crew, max_failures=max_failures, watch=watch)
        except KeyboardInterrupt:
            here = shlex.quote(str(folder.path))
            print(f"stopped: {bar.finished}; riffraff batch --resume {here} goes on")
            return interrupts.exit_code
    print(f"{terminal.batch_result(end)}; see: riffraff report {shlex.quote(str(folder.path))}")
    if (failure := folder.first_failure()) is not None:
        error, command = failure
        share = end.count.failed / end.count.games
        terminal.say(
            f"riffraff: {end.count.failed} of {end.count.games} games failed ({share:.1%}), the first"
        )
        terminal.say(f"  with {error}; play it again with: {command}")
    return 0


def report(
    folder: Annotated[
        Path,
        typer.Argument(parser=options.path, metavar="DIR", help="Folder of a study, finished or not."),
    ],
    text: Annotated[
        bool,
        typer.Option(
            "--text", rich_help_panel=options.OUTPUT, help="Print the report instead of writing a file."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="FILE",
            rich_help_panel=options.OUTPUT,
            help="Write it there. By default report.html in the study's folder, which is replaced.",
        ),
    ] = None,
    overwrite: options.OverwriteOption = False,
) -> None:
    """Make a report of a study: one HTML file, with all it shows inside.

    Game length, who wins, what falls from where, how far the ship heels, and
    the effect of every parameter that was swept.
    """
    from riffraff.studies import Folder, StudyError, write_whole
    from riffraff.studies.report import report_html, report_text

    if text and out is not None:
        raise CommandError("--text prints the report; it takes no --out")
    if overwrite and out is None:
        raise CommandError("--overwrite is for the file of --out; name one")
    if out is not None and out.exists() and (out.is_dir() or not overwrite):
        more = "is a directory; name a file" if out.is_dir() else "exists already; add --overwrite"
        raise CommandError(f"{out}: {more}")
    try:
        tables = Folder(folder).tables()
        if text:
            print(report_text(tables), end="")
            return
        file = out if out is not None else folder / "report.html"
        write_whole(file, report_html(tables).encode())
    except StudyError as error:
        raise CommandError(str(error), exit_code=WRONG if error.wrong else FAILED) from error
    print(file)
