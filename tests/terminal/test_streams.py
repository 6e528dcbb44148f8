"""The guarded streams."""

import os
import sys
from typing import IO

import pytest

from riffraff.terminal import (
    OutputError,
    guarded_output,
    say,
)


def closed_pipe() -> IO[str]:
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w")


def test_a_pipe_without_a_reader_is_an_output_error_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with closed_pipe() as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(OutputError) as caught, guarded_output():
            print("lost", flush=True)
        assert caught.value.reader_gone
        stream.flush()  # what is left in the buffer goes nowhere, in silence


def test_what_is_only_buffered_is_not_taken_for_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with closed_pipe() as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(OutputError), guarded_output():
            print("in the buffer")


def test_no_standard_output_is_an_output_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match="it is closed"), guarded_output():
        raise AssertionError("not reached")


def test_say_escapes_what_would_garble_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\nb\x1b[31m°")
    assert capsys.readouterr().err == "a\\nb\\x1b[31m°\n"


def test_say_does_without_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    say("nobody hears it")
    assert capsys.readouterr().out == ""
