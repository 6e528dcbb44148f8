"""Signals that wait."""

import signal
from collections.abc import Callable
from typing import Any

import pytest

from riffraff.terminal import (
    Interrupts,
)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_waits_for_the_check(number: signal.Signals, code: int) -> None:
    before = signal.getsignal(number)
    with Interrupts() as interrupts:
        interrupts.check()
        assert interrupts.exit_code == 0
        signal.raise_signal(number)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
        assert interrupts.exit_code == code
    assert signal.getsignal(number) == before


def test_a_second_signal_does_not_wait() -> None:
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    "check", [lambda interrupts: interrupts.check(), lambda _: signal.raise_signal(signal.SIGINT)]
)
def test_signals_are_not_heeded_while_files_are_finished(check: Callable[[Interrupts], Any]) -> None:
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check(interrupts)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        interrupts.check()
