"""Everything the README shows is run here, as it stands there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of ours as typed, with this environment's interpreter."""
    ours = command.replace("riffraff ", f"{shlex.quote(sys.executable)} -m riffraff ", 1)
    return subprocess.run(["bash", "-c", ours], cwd=folder, capture_output=True, text=True, timeout=600)


def test_the_first_program_prints_what_the_readme_says(tmp_path: Path) -> None:
    program = next(block for kind, block in BLOCKS if kind == "python")
    shown = next(block for kind, block in BLOCKS if kind == "text")
    assert len(program.splitlines()) <= 12
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert result.stderr == ""
    assert [line.rstrip() for line in result.stdout.splitlines()] == shown.splitlines()


def test_the_commands_do_what_they_say(tmp_path: Path) -> None:
    """In order and in one folder: later ones read what earlier ones wrote, and what the repository has."""
    (tmp_path / "assets").symlink_to(Path(__file__).parents[1] / "assets")
    ours = [command.split("&& ")[-1] for command in COMMANDS if "riffraff " in command.split("&& ")[-1]]
    assert len(ours) >= 8
    for command in ours:
        result = shell(command, tmp_path)
        assert result.returncode == 0, f"{command}: {result.stderr}"
        assert "Traceback" not in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {
        "game.mcap",
        "game.jsonl",
        "still.png",
        "assets",
        "falls.gif",
        "study",
        "light.toml",
        "light-ship",
        "mine",
    }


def test_the_two_commands_that_set_up_are_the_ones_ci_and_users_run() -> None:
    setup = [command for command in COMMANDS if "pip install" in command]
    assert setup == [
        "python3 -m pip install -c constraints.txt . && riffraff run",
        "python3 -m pip install -c constraints.txt -e '.[test]' && pytest -n 2 --dist loadfile",
    ]


@pytest.mark.parametrize("link", re.findall(r"\]\(((?!http)[^)]+)\)", README))
def test_links_into_the_repository_lead_somewhere(link: str) -> None:
    assert (Path(__file__).parents[1] / link).exists()
