"""Whole games and crafted turns: the log is what the rules allow, and chance comes from the seed alone."""

import dataclasses
import itertools
import json
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from riffraff.game import Entry, Game, Placement, RandomPlayer, WhatIf, audit
from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.rules import PIECES, IllegalAction, Phase, Place, Seat, Shape, State, Where


class Stubborn(RandomPlayer):
    """Plays one card as long as it has it, else a random one."""

    def __init__(self, card: int) -> None:
        super().__init__(np.random.default_rng(0))
        self.card = card

    def choose_card(self, state: State, seat: Seat) -> int:
        return self.card if self.card in state.hands[seat] else super().choose_card(state, seat)


@pytest.fixture
def make_game() -> Iterator[Callable[..., Game]]:
    games: list[Game] = []

    def make(*arguments: object, **named: object) -> Game:
        games.append(Game(*arguments, **named))  # type: ignore[arg-type]
        return games[-1]

    yield make
    for game in games:
        game.close()


def lines(entries: Sequence[Entry]) -> list[dict[str, object]]:
    return [json.loads(entry.json()) for entry in entries]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_of_random_players_obeys_the_rules_from_deal_to_winner(
    make_game: Callable[..., Game], players: int
) -> None:
    game = make_game(["random"] * players, seed=players)
    log = lines(list(game.play()))
    assert audit(log).phase is Phase.OVER
    assert log[0]["event"] == "game_start"
    last = log[-1]
    assert last["event"] == "game_end"
    supplies = last["supplies"]
    assert isinstance(supplies, list)
    assert last["winners"] == [seat for seat, size in enumerate(supplies) if size == min(supplies)]
    times = [entry["time"] for entry in log if entry["event"] not in ("left", "returned", "fell")]
    assert times == sorted(times)  # type: ignore[type-var]
    kinds = {entry["event"] for entry in log}
    assert {"round_start", "reveal", "turn_start", "take", "let_go", "settled", "turn_end"} <= kinds


def test_the_same_seed_gives_the_same_lines_and_frames_another_gives_others(
    make_game: Callable[..., Game],
) -> None:
    def beginning(seed: int) -> tuple[list[str], bytes]:
        frames: list[bytes] = []
        game = make_game(
            ["careful", "random"], seed=seed, on_frame=lambda time, poses: frames.append(poses.tobytes())
        )
        entries = itertools.takewhile(lambda entry: entry.data.get("round") != 2, game.play())
        return [entry.json() for entry in entries], b"".join(frames)

    first = beginning(11)
    assert first == beginning(11)
    assert first[0][1:] != beginning(12)[0][1:]


def test_r4_8_on_a_full_ship_the_turn_is_passed(make_game: Callable[..., Game]) -> None:
    # Four crates side by side fill area 5; the middle yardarm leaves no room above them.
    tight = Parameters().with_changes({"ship.middle_yardarm_height": 0.158})
    game = make_game(["random"] * 2, seed=0, parameters=tight, deciders=[Stubborn(5), Stubborn(1)])
    ship, world = game.world.scene.model, game.world
    crates = [piece for piece in PIECES if piece.shape is Shape.CRATE]
    edge, yard = tight.cargo.crate.edge, world.poses[1, :3]
    for place, crate in enumerate(crates):
        y = 0.008 + edge / 2 + place * (edge + 0.0002)
        world.put(crate.index, Pose((0.0, y, yard[2] + ship.areas[5].height + edge / 2 + 0.0002)))
    aboard = {crate.index: Place(Where.ABOARD, area=5) for crate in crates}
    pieces = tuple(aboard.get(index, place) for index, place in enumerate(game.state.pieces))
    game.state = dataclasses.replace(game.state, pieces=pieces)

    log = list(itertools.islice(game.play(), 12))
    passed = next(entry for entry in log if entry.event == "pass")
    assert passed.data["clause"] == "R4.8"
    assert passed.data["seat"] == 0
    begin = next(entry for entry in log if entry.event == "turn_start")
    end = next(entry for entry in log if entry.event == "turn_end")
    assert begin.data["supply"] == end.data["supply"]  # nothing was loaded, the piece stays in the supply
    assert 5 not in game.state.hands[0]  # the card is spent


class Meddler(RandomPlayer):
    """Wants every piece where another player's card points."""

    def __init__(self) -> None:
        super().__init__(np.random.default_rng(0))

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Placement | None:
        assert state.area is not None
        other = 1 if state.area != 1 else 2
        spots = (whatif.random_spot(other, state.supply(seat)[0].index, self._rng) for _ in range(50))
        return next(spot for spot in spots if spot is not None)


def test_r4_1_a_player_cannot_load_another_area_than_the_cards(make_game: Callable[..., Game]) -> None:
    game = make_game(["random"] * 2, seed=0, deciders=[Meddler(), Meddler()])
    with pytest.raises(IllegalAction, match=r"R4\.1"):
        list(game.play())


class Clumsy(RandomPlayer):
    """Lays every piece across the line into the neighbouring area."""

    def __init__(self) -> None:
        super().__init__(np.random.default_rng(0))

    def choose_card(self, state: State, seat: Seat) -> int:
        return min(state.hands[seat])

    def place(self, state: State, seat: Seat, whatif: WhatIf) -> Placement | None:
        spot = super().place(state, seat, whatif)
        if spot is None:
            return None
        x, _, z = spot.pose.position
        across = Pose((x, 0.0, z), spot.pose.orientation)
        return dataclasses.replace(spot, pose=across)


def test_r4_6_a_spot_across_the_line_is_refused_and_the_turn_passed_after_three(
    make_game: Callable[..., Game],
) -> None:
    game = make_game(["random"] * 2, seed=0, deciders=[Clumsy(), Clumsy()])
    log = list(itertools.takewhile(lambda entry: entry.event != "turn_end", game.play()))
    refused = [entry for entry in log if entry.event == "refused"]
    assert len(refused) == 3
    assert any("area" in str(entry.data["reason"]) for entry in refused)
    assert log[-1].event == "pass"
    assert log[-1].data["reason"] == "3 spots were refused"
    audit(lines(log))


def test_a_careful_player_loses_less_cargo_than_a_random_one(make_game: Callable[..., Game]) -> None:
    def lost(kind: str) -> int:
        log: list[Entry] = []
        for seed in (1, 2):
            game = make_game([kind] * 2, seed=seed)
            log += itertools.takewhile(lambda entry: entry.data.get("round") != 4, game.play())
        return sum(entry.event == "fell" for entry in log)

    assert lost("careful") <= lost("random")
