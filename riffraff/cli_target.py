"""The commands that tune to a goal, and that rank what matters for games."""

import contextlib
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from riffraff import options, terminal
from riffraff.command import FAILED, WRONG, CommandError, parameters_of

# All else of ours is imported where it is used, as in `cli`.
if TYPE_CHECKING:
    from riffraff.studies import Progress
    from riffraff.tuning.search import Found
    from riffraff.tuning.sensitivity import Ranking

T = TypeVar("T")

TARGET_EXAMPLES: Final = (
    "tune target goal.toml --out tuned",
    "tune target goal.toml --set hand.tremor='1 mm' --workers 8 --out tuned",
    "tune target --resume tuned",
    "run --params tuned/tuned.toml",
)
SENSITIVITY_EXAMPLES: Final = (
    "tune sensitivity --out matters",
    "tune sensitivity --free wood.friction=0.2:0.4 --free hand.tremor --out matters",
    "tune sensitivity --resume matters --text",
)

_ASKED: Final = "What is asked"
_MOST: Final = 100_000


def _number(text: str) -> int:
    return options.whole(text, 1, _MOST)


def _number_option(help_: str) -> Any:
    return typer.Option(parser=_number, metavar="N", rich_help_panel=_ASKED, help=help_)


_Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=options.path,
        metavar="DIR",
        rich_help_panel=options.RUN,
        help="Folder for all that comes of it, a new or an empty one.",
    ),
]
_Resume = Annotated[
    Path | None,
    typer.Option(
        "--resume",
        parser=options.path,
        metavar="DIR",
        rich_help_panel=options.RUN,
        help="Go on with what is in a folder, where it stopped.",
    ),
]
_Workers = Annotated[int | None, options.workers_option()]
_Cluster = Annotated[str | None, options.cluster_option()]


def target(
    goal: Annotated[
        Path | None,
        typer.Argument(parser=options.path, metavar="GOAL", help="TOML file that says what is wanted."),
    ] = None,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    out: _Out = None,
    resume: _Resume = None,
    workers: _Workers = None,
    cluster: _Cluster = None,
) -> int:
    """Search for parameters with which games are as you want them.

    The goal file says what: a share of placements that bring cargo down, a
    number of rounds, few capsizes, fair seats; and which parameters are free.
    What is found is told from fresh games that had no part in the search.
    Optuna chooses the trials; its dashboard opens study.db in the folder.
    """
    from riffraff.studies import StudyError, open_workers

    of_the_goal = {"a goal file": goal, "--params": params, "--set": set_, "--out": out}
    _check(of_the_goal, out, resume, workers, cluster)
    try:
        from riffraff.tuning.goal import read_goal

        with _extra():
            from riffraff.tuning.target import Target
        if resume is not None:
            begun = Target(resume)
            crew = open_workers(workers, cluster)
        else:
            if goal is None:
                raise CommandError("GOAL is missing: which file says what is wanted?")
            wanted = read_goal(goal)
            wanted = replace(wanted, parameters=parameters_of(params, set_, wanted.parameters))
            crew = open_workers(workers, cluster)  # before there is a folder: no scheduler may answer
            assert out is not None
            begun = Target.begin(out, wanted)
        told = begun.goal
        print(
            f"seed {told.seed}: {told.trials} trials of {told.games} games by {', '.join(told.players)}",
            flush=True,
        )
        code, found = _run("target", begun.path, lambda watch: begun.run(crew, watch=watch))
        if found is not None:
            _tell_found(found, begun.path)
        return code
    except StudyError as error:
        raise CommandError(str(error), exit_code=WRONG if error.wrong else FAILED) from error


def _tell_found(found: "Found", folder: Path) -> None:
    """What a search came to."""
    from riffraff.studies.wording import aligned
    from riffraff.tuning.target_report import answer, notes, parameter_rows, want_rows

    for rows in (want_rows(found), parameter_rows(found)):
        print("\n".join(aligned(rows)) + "\n")
    for note in notes(found):
        terminal.say(f"riffraff: {note}")
    print(answer(found))
    print(f"{folder / 'report.html'}; the parameters: --params {shlex.quote(str(folder / 'tuned.toml'))}")


def sensitivity(
    free: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=LOW:HIGH",
            rich_help_panel=_ASKED,
            help="Vary a parameter in this range, or by a tenth either way if only its name is given; may be "
            "given again. By default some that matter.",
        ),
    ] = None,
    players: Annotated[int | None, options.players_option(_ASKED)] = None,
    player: Annotated[list[str] | None, options.player_option(_ASKED)] = None,
    games: Annotated[int | None, _number_option("Games at each point, 6 by default.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=options.seed,
            metavar="S",
            rich_help_panel=_ASKED,
            help="All games and points follow from it; 1 by default.",
        ),
    ] = None,
    starts: Annotated[int | None, _number_option("Starting points of the screening, 6 by default.")] = None,
    ranked: Annotated[
        int | None,
        _number_option(
            "Parameters to rank, at most, 5 by default: those that the screening finds to matter most."
        ),
    ] = None,
    samples: Annotated[
        int | None, _number_option("Base sample of the ranking, a power of 2, 32 by default.")
    ] = None,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    out: _Out = None,
    resume: _Resume = None,
    workers: _Workers = None,
    cluster: _Cluster = None,
    text: Annotated[
        bool, typer.Option("--text", rich_help_panel=options.OUTPUT, help="Print the report too.")
    ] = False,
) -> int:
    """Find which parameters matter for fall rate, game length and roll period.

    All are screened (Morris), then those that matter most are ranked (Sobol).
    """
    from riffraff.studies import Draft, StudyError, open_workers

    numbers = {"games": games, "seed": seed, "starts": starts, "ranked": ranked, "samples": samples}
    of_it = {"--free": free, "--players": players, "--player": player, "--params": params, "--set": set_}
    asked = {**of_it, **{f"--{name}": given for name, given in numbers.items()}, "--out": out}
    _check(asked, out, resume, workers, cluster)
    try:
        from riffraff.tuning.goal import DEFAULT_PLAYERS

        with _extra():
            from riffraff.tuning.inquiry import Inquiry, asked_for
            from riffraff.tuning.sensitivity import Sensitivity
        if resume is not None:
            begun = Sensitivity(resume)
            crew = open_workers(workers, cluster)
        else:
            base = parameters_of(params, set_)
            kinds: tuple[str, ...] = DEFAULT_PLAYERS
            if players is not None or player:
                kinds = (
                    Draft(games=1, seed=1, players=players, player=tuple(player or ()) or None)
                    .study()
                    .players
                )
            inquiry = Inquiry(
                free=asked_for(free or (), base),
                players=kinds,
                parameters=base,
                **{name: given for name, given in numbers.items() if given is not None},
            )
            crew = open_workers(workers, cluster)
            assert out is not None
            begun = Sensitivity.begin(out, inquiry)
        told = begun.inquiry
        print(
            f"seed {told.seed}: {told.most_points} points of {told.games} games by {', '.join(told.players)}",
            flush=True,
        )
        code, found = _run("sensitivity", begun.path, lambda watch: begun.run(crew, watch=watch))
        if found is not None:
            _tell_ranking(found, begun.path, text=text)
        return code
    except StudyError as error:
        raise CommandError(str(error), exit_code=WRONG if error.wrong else FAILED) from error


def _tell_ranking(found: "Ranking", folder: Path, *, text: bool) -> None:
    """What an inquiry came to."""
    from riffraff.tuning.sensitivity_report import answers, report_text

    if text:
        print(report_text(found))
    else:
        print("\n".join(answers(found)))
    print(folder / "report.html")


# -- what both share --------------------------------------------------------------------------------------


def _check(
    asked: dict[str, Any], out: Path | None, resume: Path | None, workers: int | None, cluster: str | None
) -> None:
    """Refuse what does not go together."""
    if resume is not None and (given := [name for name, value in asked.items() if value is not None]):
        raise CommandError(f"--resume goes on with what was asked there; it cannot be told {given[0]}")
    if resume is None and out is None:
        raise CommandError("--out is missing: name a new folder for the results, or --resume one")
    if workers is not None and cluster is not None:
        raise CommandError("--workers is for this machine; a --cluster has its own")


@contextlib.contextmanager
def _extra() -> Iterator[None]:
    """Import what stands on the libraries of the extra ``tune``."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("optuna", "SALib"):
            raise
        raise CommandError(f"this needs {error.name}: pip install 'riffraff[tune]'") from error


def _run(
    command: str, folder: Path, run: Callable[[Callable[["Progress"], None]], T]
) -> tuple[int, T | None]:
    """Go through a search or an inquiry, with a bar on a terminal.

    Returns:
        The exit code, and what came of it, None if it was stopped.
    """
    with terminal.Interrupts() as interrupts, terminal.BatchBar(sys.stderr) as bar:

        def watch(progress: "Progress") -> None:
            bar.show(progress)
            interrupts.check()

        try:
            return 0, run(watch)
        except KeyboardInterrupt:
            here = shlex.quote(str(folder))
            print(f"stopped: {bar.finished}; riffraff tune {command} --resume {here} goes on")
            return interrupts.exit_code, None
