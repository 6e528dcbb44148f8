"""The game in words."""

import io

import pytest

from riffraff.game import Entry
from riffraff.terminal import (
    JsonLines,
    Narrator,
    PlainLines,
)

from .logs import START, attempt, entry, round_of, settled


def told(*entries: Entry) -> list[str]:
    narrator = Narrator()
    return [line for one in entries for line in narrator.tell(one)]


def test_the_start_names_seed_and_players() -> None:
    assert told(START) == ["riffraff 0.1.0, seed 5: Red (random), Blue (careful), Turquoise (random)"]


def test_a_round_is_told_in_the_order_of_its_turns() -> None:
    assert told(*round_of([4, 9, 2], [1, 0, 2])) == ["Round 3: Blue (captain) 9, Red 4, Turquoise 2"]


def test_r3_2_a_choice_of_captain_is_told_with_who_chose() -> None:
    lines = told(*round_of([9, 2, 9], [2, 0, 1], captain_by=1))
    assert lines[1:] == ["  Red and Turquoise drew level: Blue, captain so far, names Turquoise (R3.2)"]


def test_r3_3_a_choice_of_order_is_told_with_who_chose() -> None:
    lines = told(*round_of([4, 4, 4], [1, 2, 0], captain_by=1, order_by=1))
    assert lines[1:] == [
        "  All drew level: Blue, captain so far, names Blue (R3.2)",
        "  Blue decides the order of equal cards (R3.3)",
    ]


def test_a_piece_that_stays_is_told_with_area_and_heel() -> None:
    lines = told(*attempt(seat=1, area=4), settled(aboard={"crate-0": 4}))
    assert lines == ["  Blue loads the crate on area 4: heels 2.1°"]


def test_r4_3_announcements_and_second_pieces_are_told() -> None:
    lines = told(
        entry("announce", seat=0, count=2),
        *attempt(),
        settled(),
        *attempt(number=2, piece="rat-3"),
        settled(rest=False),
        entry("announce", seat=2, count=1),
    )
    assert lines == [
        "  Red announces two pieces",
        "  Red loads the crate on area 9: heels 2.1°",
        "  Red loads the rat on area 9 as the second piece: heels 2.1°, not at rest yet",
        "  Turquoise announces one piece",
    ]


def test_r5_falls_and_catches_are_told_with_where_the_pieces_go() -> None:
    happened = [
        entry("left", piece="crate-0"),
        entry("left", piece="rat-1"),
        entry("left", piece="boat-2"),
        entry("left", piece="boat-3"),
        entry("fell", piece="rat-1"),
        entry("returned", piece="boat-3"),
        entry("caught", piece="crate-0", seat=0),
        entry("caught", piece="boat-2", seat=0),
    ]
    end = settled(aboard={"boat-3": 1}, to_supply=["rat-1"], out=["crate-0", "boat-2"])
    assert told(*attempt(*happened), end)[1:] == [
        "    slips but stays aboard: boat",
        "    falls: rat",
        "    catches: crate, boat, out of the game (R5.3)",
    ]


def test_r5_4_a_piece_caught_alone_is_told_to_go_back() -> None:
    happened = [entry("left", piece="crate-0"), entry("caught", piece="crate-0", seat=0)]
    assert told(*attempt(*happened), settled(to_supply=["crate-0"]))[1:] == [
        "    catches only what it was loading: crate, back to the supply (R5.4)"
    ]


def test_what_fell_in_one_attempt_is_not_told_of_the_next() -> None:
    first = [
        *attempt(entry("left", piece="rat-1"), entry("fell", piece="rat-1")),
        settled(to_supply=["rat-1"]),
    ]
    assert told(*first, *attempt(), settled())[-1] == "  Red loads the crate on area 9: heels 2.1°"


def test_what_slipped_in_a_refused_attempt_is_not_told_of_the_next() -> None:
    refused = [
        entry("take", seat=0, piece="plank-1", area=9, attempt=1),
        entry("left", piece="rat-1"),
        entry("returned", piece="rat-1"),
        entry("refused", seat=0, piece="plank-1", reason="the way is blocked"),
    ]
    lines = told(*refused, *attempt(), settled(aboard={"rat-1": 9, "crate-0": 9}))
    assert lines[1:] == ["  Red loads the crate on area 9: heels 2.1°"]


def test_refusals_and_passes_are_told_with_their_reasons() -> None:
    lines = told(
        entry("take", seat=0, piece="plank-1", area=7, attempt=1),
        entry("refused", seat=0, piece="plank-1", reason="the way is blocked"),
        entry("pass", seat=0, clause="R4.8", reason="no legal spot found"),
    )
    assert lines == [
        "  Red does not get the plank onto area 7: the way is blocked",
        "  Red passes (R4.8): no legal spot found",
    ]


def test_cargo_that_falls_before_the_piece_is_laid_down_is_told_after_the_refusal() -> None:
    lines = told(
        entry("take", seat=0, piece="plank-1", area=7, attempt=1),
        entry("left", piece="rat-0"),
        entry("fell", piece="rat-0"),
        entry("refused", seat=0, piece="plank-1", reason="cargo fell before it was laid down"),
        settled(to_supply=["rat-0"]),
    )
    assert lines[1:] == ["    falls: rat"]


@pytest.mark.parametrize(
    ("winners", "ending", "line"),
    [
        ([1], "empty supply", "Blue wins: nothing left to load, in round 9"),
        ([0], "cards played", "Red wins: fewest pieces left after 9 rounds"),
        (
            [0, 1, 2],
            "cards played",
            "Red, Blue and Turquoise win together: fewest pieces left after 9 rounds",
        ),
    ],
)
def test_r6_r7_the_end_is_told_after_what_everyone_has_left(
    winners: list[int], ending: str, line: str
) -> None:
    lines = told(entry("game_end", winners=winners, ending=ending, rounds=9, supplies=[3, 0, 5]))
    assert lines == ["  left to load: Red 3, Blue 0, Turquoise 5", line]


def test_an_interruption_is_told_with_round_and_time() -> None:
    lines = told(entry("round_start", round=2, captain=0), entry("interrupted", 12.34))
    assert lines == ["Interrupted in round 2, after 12.3 s"]


def test_plain_lines_and_json_lines_are_whole_lines() -> None:
    plain, json = io.StringIO(), io.StringIO()
    game = [START, *round_of([4, 9, 2], [1, 0, 2]), *attempt(), settled()]
    with PlainLines(plain) as words, JsonLines(json) as log:
        for one in game:
            words.entry(one)
            log.entry(one)
    assert plain.getvalue() == "".join(f"{line}\n" for line in told(*game))
    assert json.getvalue() == "".join(f"{one.json()}\n" for one in game)
