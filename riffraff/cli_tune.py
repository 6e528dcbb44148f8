"""The commands for tuning: physical constants that fit a wooden ship, or a wish."""

import shlex
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated

import typer

from riffraff import cli_target, options, terminal
from riffraff.command import FAILED, WRONG, CommandError, examples, parameters_of

# All else of ours is imported where it is used, as in `cli`.
if TYPE_CHECKING:
    from riffraff.tuning.calibration import Calibration
    from riffraff.tuning.simulations import Progress

app = typer.Typer(help="Fit the physical constants to a wooden ship, or to what you want of a game.")


@app.callback(invoke_without_command=True)
def _tune(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(
    epilog=examples(
        "tune calibrate measurements.toml --out mine",
        "tune calibrate measurements.toml --set ship.hull_length='232 mm' --out mine",
        "run --params mine/params.toml",
        "params --diff assets/params.toml mine/params.toml",
    )
)
def calibrate(
    measurements: Annotated[
        Path,
        typer.Argument(
            parser=options.path, metavar="MEASUREMENTS", help="TOML file that says what was measured."
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            parser=options.path,
            metavar="DIR",
            rich_help_panel=options.RUN,
            help="Folder for all that comes of it, a new or an empty one; one with a calibration takes "
            "--overwrite.",
        ),
    ],
    overwrite: options.OverwriteOption = False,
    params: options.ParamsOption = None,
    set_: options.SetOption = None,
    workers: Annotated[int | None, options.workers_option("Ships simulated at a time")] = None,
    cluster: Annotated[str | None, options.cluster_option("them simulated")] = None,
) -> int:
    """Find parameters with which the simulated ship does what a wooden one did.

    The file says what was measured, how exactly, and which parameters are
    free; the fit starts from --params and --set. The folder gets the
    parameters, for --params, and a report with an interval for each.
    """
    from riffraff.studies import StudyError, open_workers
    from riffraff.tuning.calibration import calibrate as calibrated
    from riffraff.tuning.calibration_folder import check_folder, write_calibration
    from riffraff.tuning.reading import read_task

    if workers is not None and cluster is not None:
        raise CommandError("--workers is for this machine; a --cluster has its own")
    base = parameters_of(params, set_)
    try:
        task = read_task(measurements, base)
        text = measurements.read_bytes()
        check_folder(out, overwrite=overwrite)
        crew = open_workers(workers, cluster)
        stopped = True
        with terminal.Interrupts() as interrupts, _Bar() as bar:
            print(f"{len(task.measurements)} measurements, {len(task.free)} free parameters", flush=True)

            def watch(progress: "Progress") -> None:
                bar.show(progress)
                interrupts.check()

            try:
                calibration = calibrated(task, base, workers=crew, watch=watch)
                stopped = False
            except KeyboardInterrupt:
                print("stopped: nothing is written")
                return interrupts.exit_code
            finally:
                crew.close(stop=stopped)
        write_calibration(out, calibration, text)
    except StudyError as error:
        raise CommandError(str(error), exit_code=WRONG if error.wrong else FAILED) from error
    except OSError as error:
        raise CommandError(f"{measurements}: cannot be read: {error.strerror or error}") from error
    _tell(calibration, out)
    return 0


def _tell(calibration: "Calibration", folder: Path) -> None:
    """What a calibration came to."""
    from riffraff.studies.wording import aligned
    from riffraff.tuning.calibration_folder import PARAMS, REPORT
    from riffraff.tuning.calibration_report import answer, measurement_rows, parameter_rows

    for rows in (measurement_rows(calibration), parameter_rows(calibration)):
        print("\n".join(aligned(rows)) + "\n")
    for warning in calibration.warnings:
        terminal.say(f"riffraff: {warning}")
    print(answer(calibration))
    print(f"{folder / REPORT}; the parameters: --params {shlex.quote(str(folder / PARAMS))}")


class _Bar:
    """How far a calibration has come, on a terminal; nothing at all where nobody looks."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        shown = sys.stderr is not None and sys.stderr.isatty()
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=Console(file=sys.stderr),
            transient=True,
            disable=not shown,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task("starting the workers", total=None)

    def __enter__(self) -> "_Bar":
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def show(self, progress: "Progress") -> None:
        """Show how far it has come."""
        off = "" if progress.misfit is None else f", sum of squared residuals {progress.misfit:.3g}"
        ships = f"{progress.ships} ship{'' if progress.ships == 1 else 's'} measured"
        self._bar.update(self._task, description=f"{progress.doing}: {ships}{off}")


app.command(epilog=examples(*cli_target.TARGET_EXAMPLES))(cli_target.target)
app.command(epilog=examples(*cli_target.SENSITIVITY_EXAMPLES))(cli_target.sensitivity)
