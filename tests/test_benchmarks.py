"""The benchmarks still run; what they measure is for a person to look at."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(BENCHMARKS / name), *arguments], capture_output=True, text=True, timeout=300
    )


PROGRAMS = [path.name for path in sorted(BENCHMARKS.glob("*.py")) if "__main__" in path.read_text()]


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_benchmark_says_what_it_measures(name: str) -> None:
    result = run(name, "--help")
    assert result.returncode == 0
    assert result.stdout.startswith("usage: ")


def test_fidelity_prints_name_value_unit_target_and_verdict() -> None:
    result = run("fidelity.py", "-k", "barrel", "-k", "heel")
    assert (result.returncode, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert [line[0] for line in lines] == ["static_heel_error", "rolling_barrel_error"]
    for _, value, unit, target, verdict in lines:
        assert unit == "%"
        assert float(value) <= float(target)
        assert verdict == "ok"


def test_fidelity_knows_its_measurements() -> None:
    result = run("fidelity.py", "-k", "feather")
    assert result.returncode == 2
    assert "there are periods, heel, energy" in result.stderr
