"""The folder of a calibration.

====================  ==========================================================================
measurements.toml     the file of measurements, as it was
params.toml           the parameters that fit, all of them, as every command takes them
report.html           the report
calibration.json      what came out, for programs; written last
====================  ==========================================================================
"""

import json
from pathlib import Path
from typing import Any, Final

from riffraff import __version__
from riffraff.params import dumps
from riffraff.params.errors import one_line
from riffraff.studies import write_whole
from riffraff.studies.whole import writing
from riffraff.tuning.calibration import Calibration
from riffraff.tuning.calibration_report import report_html
from riffraff.tuning.errors import TuningError
from riffraff.tuning.fitting import CONFIDENCE

PARAMS: Final = "params.toml"
REPORT: Final = "report.html"
RESULT: Final = "calibration.json"
MEASUREMENTS: Final = "measurements.toml"


def check_folder(path: Path, *, overwrite: bool) -> None:
    """Check that a calibration may be written to a folder.

    Raises:
        TuningError: it is not empty, unless it holds a calibration that may be replaced.
    """
    if not path.exists():
        return
    if not path.is_dir():
        raise TuningError(one_line(f"{path}: is not a folder; name a new or an empty one"))
    if not any(path.iterdir()):
        return
    if not (path / RESULT).is_file():
        raise TuningError(one_line(f"{path}: is not empty and holds no calibration; name another folder"))
    if not overwrite:
        raise TuningError(
            one_line(f"{path}: holds a calibration already; name another folder, or add --overwrite")
        )


def write_calibration(path: Path, calibration: Calibration, measurements: bytes) -> None:
    """Write what came of a calibration to a folder, which is made if it is not there.

    Args:
        path: the folder.
        calibration: what came of it.
        measurements: the file that it was made from.

    Raises:
        StudyError: it cannot be written.
    """
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
        (path / RESULT).unlink(missing_ok=True)
    write_whole(path / MEASUREMENTS, measurements)
    write_whole(path / PARAMS, dumps(calibration.parameters).encode())
    write_whole(path / REPORT, report_html(calibration).encode())
    text = json.dumps(document(calibration), indent=2, allow_nan=False, ensure_ascii=False)
    write_whole(path / RESULT, f"{text}\n".encode())


def document(calibration: Calibration) -> dict[str, Any]:
    """What came of a calibration as JSON types; numbers in SI, residuals in uncertainties."""
    return {
        "version": __version__,
        "confidence": CONFIDENCE,
        "misfit_before": calibration.misfit_before,
        "misfit": calibration.misfit,
        "freedom": calibration.freedom,
        "warnings": list(calibration.warnings),
        "parameters": [
            {
                "name": found.name,
                "unit": found.quantity.unit,
                "bounds": list(found.bounds),
                "start": found.start,
                "value": found.value,
                "interval": [found.low, found.high],
                "at_bound": found.at_bound,
            }
            for found in calibration.found
        ],
        "correlation": calibration.correlation.tolist(),
        "measurements": [
            {
                "kind": one.measurement.kind.value,
                "what": one.measurement.label,
                "unit": one.measurement.unit,
                "value": one.measurement.value,
                "uncertainty": one.measurement.uncertainty,
                "before": one.before,
                "after": one.after,
                "residual": one.residual,
            }
            for one in calibration.compared
        ],
    }
