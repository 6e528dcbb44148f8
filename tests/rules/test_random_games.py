"""Thousands of random games, each event compared with the books of a second, naive umpire."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riffraff.rules import Announce, ChooseCaptain, ChooseOrder, Ending, Pass, Phase, Where, check, new_game

from .stand_in import game
from .umpire import Umpire


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=700)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_every_event_of_a_game_agrees_with_a_second_umpire(players: int, seed: int) -> None:
    umpire = Umpire(new_game(players, oldest=seed % players))
    longest = players * (20 if players == 2 else 10)
    for _, action, after in game(players, seed):
        check(after)
        umpire.watch(action, after)
        assert umpire.turns <= longest
    assert umpire.winners


def test_random_games_come_by_everything_that_can_happen() -> None:
    seen: Counter[object] = Counter()
    for seed in range(90):
        for before, action, after in game(2 + seed % 3, seed):
            seen[type(action)] += 1
            if isinstance(action, Announce):
                seen[action] += 1
            if before.attempt < after.attempt:
                seen["second attempt"] += 1
            if before.loading is not None and before.at(Where.CAUGHT) == (before.loading,):
                seen["saved alone"] += 1
            if before.loading in before.at(Where.CAUGHT) and before.at(Where.CAUGHT) != (before.loading,):
                seen["saved together"] += 1
            if after.phase is Phase.OVER:
                seen[after.ending] += 1
                seen["shared win"] += len(after.winners) > 1
    wanted = [Announce(1), Announce(2), ChooseCaptain, ChooseOrder, Pass, *Ending]
    wanted += ["second attempt", "saved alone", "saved together", "shared win"]
    assert all(seen[event] >= 3 for event in wanted), seen
