"""A folder with parameters of a quick game, and a game that was played."""

from pathlib import Path

import pytest

from .process import QUICK, Played, riffraff


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    (folder / "quick.toml").write_text(QUICK)
    return folder


@pytest.fixture(scope="session")
def played(folder: Path) -> Played:
    game = ("run", "--players", 3, "--player", "random", "--seed", 1, "--params", folder / "quick.toml")
    recordings = (folder / "json.mcap", folder / "words.mcap")
    return Played(
        json=riffraff(*game, "--json", "--record", recordings[0], PYTHONHASHSEED="1"),
        words=riffraff(*game, "--record", recordings[1], PYTHONHASHSEED="2", FORCE_COLOR="1"),
        recordings=recordings,
    )
