"""The bar of a study: seen on a terminal, silent elsewhere."""

import io
import re

import pytest

from riffraff.studies import Progress
from riffraff.studies.shards import Count
from riffraff.terminal import BatchBar, batch_result
from riffraff.terminal.batch_bar import about, duration


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def progress(games: int, *, before: int = 0, seconds: float = 10.0, failed: int = 0) -> Progress:
    return Progress(
        total=200,
        before=before,
        count=Count(games, failed, loaded=20 * games, lost=5 * games),
        seconds=seconds,
    )


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")


def test_on_a_terminal_there_is_a_bar_with_rate_time_left_and_fall_rate() -> None:
    output = Terminal()
    with BatchBar(output) as bar:
        bar.show(progress(50))
        shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", output.getvalue())
    assert "50/200 games" in shown
    assert "5.00 games/s, 30 s left, 25% of the cargo comes down" in shown
    assert "failed" not in shown
    assert bar.finished == "50 of 200 games are finished and kept"


def test_elsewhere_there_is_nothing() -> None:
    for output in (io.StringIO(), None):
        with BatchBar(output) as bar:
            bar.show(progress(50))
        assert output is None or output.getvalue() == ""
        assert bar.finished == "50 of 200 games are finished and kept"


def test_before_anything_was_shown_nothing_was_played() -> None:
    with BatchBar(None) as bar:
        pass
    assert bar.finished == "nothing was played"


def test_the_rate_is_that_of_this_run() -> None:
    assert about(progress(50, before=40)).startswith("1.00 games/s, 2:30 min left, ")
    assert about(progress(50, before=50)) == "25% of the cargo comes down"
    assert about(progress(0)) == "the first games are being played"
    assert about(progress(50, failed=3)).endswith(", 3 failed")
    assert about(progress(1, seconds=60.0)).startswith("1.00 games/min, 3:19 h left")


def test_the_result_says_what_this_run_did() -> None:
    assert batch_result(progress(200)) == "200 games in 10 s, 20.00 games/s"
    assert batch_result(progress(200, before=150)) == "50 games in 10 s, after 150 before, 5.00 games/s"
    assert batch_result(progress(200, before=200)) == "all 200 games were finished already"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1:00 min"),
        (3599, "59:59 min"),
        (3600, "1:00 h"),
        (90061, "25:01 h"),
    ],
)
def test_durations_are_for_people(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_damaged_shards_are_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    hurt = Progress(total=2, before=0, count=Count(), seconds=1.0, damaged=("000001-ab.parquet",))
    with BatchBar(None) as bar:
        bar.show(hurt)
        bar.show(hurt)
    assert capsys.readouterr().err == (
        "riffraff: shard 000001-ab.parquet was damaged; its games are played again\n"
    )
