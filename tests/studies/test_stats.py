"""Estimates: their values, and that their intervals hold the truth as often as they say."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.studies.stats import mean, proportion, ratio


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_proportion_is_inside_its_interval_and_the_interval_inside_0_and_1(counts: tuple[int, int]) -> None:
    hits, trials = counts
    rate = proportion(hits, trials)
    assert rate.value == hits / trials
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert rate.high > rate.low  # nothing is certain from finitely many


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_a_mean_is_inside_its_interval(values: list[int]) -> None:
    estimate = mean(values)
    assert estimate.value == pytest.approx(np.mean(values))
    assert min(values) <= estimate.low <= estimate.high <= max(values)
    assert estimate.low - 1e-9 <= estimate.value <= estimate.high + 1e-9


def test_from_nothing_nothing_is_estimated_and_from_one_game_no_interval() -> None:
    for nothing in (proportion(0, 0), mean([]), ratio([0, 0], [0, 0])):
        assert nothing.count == 0
        assert math.isnan(nothing.value)
    assert mean([3.0]).value == 3.0
    assert math.isnan(mean([3.0]).low)


def test_intervals_hold_the_true_value_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        # Games of which some are bad: what happens in one is alike, as on one ship.
        whole = rng.integers(5, 20, 40)
        part = rng.binomial(whole, rng.beta(2, 2, 40))
        estimate = ratio(part, whole)
        held += estimate.low <= 0.5 <= estimate.high
    assert 0.88 <= held / 200 <= 0.99


def test_what_happens_together_counts_less_than_what_happens_apart() -> None:
    """Ten pieces that fall in one game are not ten independent falls."""
    whole = np.full(40, 10)
    together = np.repeat([0, 10], 20)
    apart = np.full(40, 5) + np.tile([-1, 1], 20)
    wide, narrow = ratio(together, whole), ratio(apart, whole)
    assert wide.value == narrow.value == 0.5
    assert wide.high - wide.low > 3 * (narrow.high - narrow.low)


def test_an_estimate_is_the_same_whenever_it_is_made() -> None:
    values = np.random.default_rng(0).random(50)
    assert mean(values) == mean(values)
