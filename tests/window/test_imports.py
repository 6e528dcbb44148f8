"""What draws knows no physics, and what reads a recording does not load it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "statement",
    [
        "import riffraff.window",
        "from riffraff.game import Recording, Entry",
        "import riffraff.filming",
        "import riffraff.cli",
        # The library of the window itself exists for Python 3.11 and later.
        *(["import riffraff.watching"] if sys.version_info >= (3, 11) else []),
    ],
)
def test_pybullet_is_not_loaded(statement: str) -> None:
    program = f"{statement}; import sys; print(sorted({{'pybullet', 'riffraff.physics'}} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (0, "[]\n")


def test_the_public_names_of_the_game_are_all_there() -> None:
    import riffraff.game

    assert set(riffraff.game.__all__) <= set(dir(riffraff.game))
    for name in riffraff.game.__all__:
        assert getattr(riffraff.game, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Gaem'"):
        riffraff.game.Gaem  # noqa: B018
