"""Sending without waiting: to somebody who fetches nothing, much, or is gone."""

import itertools
import multiprocessing
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.live import outbox
from riffraff.live.outbox import Outbox, packed_news, packed_orders
from riffraff.live.protocol import (
    READINGS,
    Aim,
    Failed,
    Frames,
    Holding,
    Lower,
    News,
    Order,
    Paced,
    Quit,
    Release,
)
from riffraff.model import BODIES, Pose

Pipe = tuple[Connection, Connection]
T = TypeVar("T")


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    ours, theirs = multiprocessing.Pipe()
    yield ours, theirs
    ours.close()
    theirs.close()


def frames(first: int, count: int = 1) -> Frames:
    readings = np.zeros((count, len(READINGS)), np.float32)
    return Frames(np.arange(first, first + count) / 60, np.zeros((count, BODIES, 7), np.float32), readings)


def of(kind: type[T], things: Sequence[object]) -> list[T]:
    return [one for one in things if isinstance(one, kind)]


def test_nobody_waits_for_a_reader_and_what_waits_for_one_is_bounded(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, count = 10_000, 60_000
    monkeypatch.setattr(outbox, "MOST_FRAMES", most)
    ours, theirs = pipe
    box = Outbox(ours, packed_news)
    for number in range(0, count, 10):  # nobody reads: a send on the pipe itself would hang in here
        box.put(frames(number, 10))
    box.put(Failed("done"))
    times: list[float] = []
    while not isinstance(news := theirs.recv(), Failed):
        times += news.times.tolist()
    assert len(times) < 3 * most
    assert times == sorted(set(times))
    assert times[-1] == (count - 1) / 60
    assert max(np.diff(times)) < 0.5  # the whole of the past is there, only coarser
    box.close(1)


def test_what_was_put_before_closing_still_goes_out(pipe: Pipe) -> None:
    ours, theirs = pipe
    box = Outbox(ours, packed_orders)
    box.put(Lower())
    box.put(Quit())
    box.close(5)
    box.put(Release())
    ours.close()
    assert [theirs.recv(), theirs.recv()] == [Lower(), Quit()]
    with pytest.raises(EOFError):
        theirs.recv()


def test_a_reader_that_is_gone_is_no_error(pipe: Pipe) -> None:
    ours, theirs = pipe
    theirs.close()
    box = Outbox(ours, packed_orders)
    for _ in range(100):
        box.put(Lower())
    box.close(5)


@given(
    st.lists(
        st.one_of(
            st.builds(Holding, st.integers(0, 31)),
            st.builds(Paced, st.floats(0, 4), st.just(1.0)),
            st.builds(Failed, st.text(max_size=3)),
            st.just(None),
        )
    )
)
def test_packed_news_say_the_same(drawn: list[News | None]) -> None:
    news = [frames(number) if one is None else one for number, one in enumerate(drawn)]
    packed = packed_news(news)
    assert of(Failed, packed) == of(Failed, news)
    for kind in (Holding, Paced):
        assert of(kind, packed) == of(kind, news)[-1:]
    times = [time for one in of(Frames, packed) for time in one.times]
    assert times == [time for one in of(Frames, news) for time in one.times]


@given(st.lists(st.sampled_from([Aim(Pose((0.1, 0.0, 0.0))), Aim(Pose()), Lower(), Release()])))
def test_packed_orders_leave_out_aims_that_were_replaced_at_once(orders: list[Order]) -> None:
    packed = packed_orders(orders)
    assert [one for one in packed if not isinstance(one, Aim)] == [
        one for one in orders if not isinstance(one, Aim)
    ]
    assert not any(isinstance(a, Aim) and isinstance(b, Aim) for a, b in itertools.pairwise(packed))
    assert packed[-1:] == orders[-1:]
