"""The error of this package."""

from riffraff.studies import StudyError


class TuningError(StudyError):
    """A tuning that cannot be, or cannot go on: one line for each problem; see `StudyError`."""
