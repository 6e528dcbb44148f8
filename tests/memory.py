"""How much memory this process occupies."""

from pathlib import Path

import pytest

_STATUS = Path("/proc/self/status")

needs_status = pytest.mark.skipif(not _STATUS.exists(), reason="memory is looked up as on Linux")
"""Marks a test that asks for `occupied`."""


def occupied() -> float:
    """Memory in use [MB]."""
    status = _STATUS.read_text(encoding="ascii")
    return float(next(row for row in status.splitlines() if row.startswith("VmRSS")).split()[1]) / 1000
