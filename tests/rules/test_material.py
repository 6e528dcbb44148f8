"""R1 and R2: what lies in the box and how it is dealt."""

from collections import Counter

import pytest

from riffraff.rules import (
    AREAS,
    DECK_AREAS,
    FACE_DOWN,
    PIECES,
    SHIP_PARTS,
    YARDARM_AREAS,
    ChooseCard,
    Colour,
    LetGo,
    Piece,
    Settle,
    Shape,
    Take,
    Where,
    Yardarm,
    new_game,
    to_move,
    yardarm,
)

from .table import RAT_0, first_turn, play, refused, reveal


def test_r1_1_the_ship_has_ten_different_parts() -> None:
    kinds = Counter(part.split("_")[0] for part in SHIP_PARTS)
    assert len(set(SHIP_PARTS)) == 10
    assert kinds == {"ring": 1, "ball": 1, "hull": 1, "mast": 1, "peg": 3, "yardarm": 3}


def test_r1_2_four_areas_lie_on_the_deck_and_two_on_each_yardarm() -> None:
    assert list(AREAS) == list(range(1, 11))
    assert [yardarm(area) for area in DECK_AREAS] == [None] * 4
    assert {area: yardarm(area) for area in YARDARM_AREAS} == {
        5: Yardarm.LOW,
        6: Yardarm.LOW,
        7: Yardarm.MIDDLE,
        8: Yardarm.MIDDLE,
        9: Yardarm.TOP,
        10: Yardarm.TOP,
    }


@pytest.mark.parametrize("area", [0, 11])
def test_r1_2_there_is_no_other_area(area: int) -> None:
    with pytest.raises(ValueError, match=rf"R1\.2: there is no area {area}"):
        yardarm(area)
    state = play(first_turn(9), Take(RAT_0), LetGo())
    assert refused(state, Settle({RAT_0: area})) == "R1.2"


def test_r1_3_each_seat_holds_the_ten_cards_of_its_colour() -> None:
    assert [colour.value for colour in Colour] == ["red", "blue", "turquoise", "purple"]
    assert new_game(4).hands == (tuple(range(1, 11)),) * 4
    assert refused(new_game(4), ChooseCard(0, 11)) == "R1.3"
    assert refused(new_game(4), ChooseCard(0, FACE_DOWN)) == "R1.3"


def test_r1_4_the_cargo_is_four_sets_of_eight_shapes() -> None:
    names = ["boat", "barrel", "flacon", "crate", "sailor", "plank", "rat", "chest"]
    assert [shape.value for shape in Shape] == names
    assert [piece.name for piece in PIECES] == [f"{name}-{number}" for number in range(4) for name in names]


@pytest.mark.parametrize("number", [-1, 4])
def test_r1_4_there_is_no_fifth_set(number: int) -> None:
    with pytest.raises(ValueError, match=rf"R1\.4: no piece is of set {number}; sets are 0 to 3"):
        Piece(number, Shape.RAT)


@pytest.mark.parametrize("players", [3, 4])
def test_r2_1_each_of_three_or_four_players_has_one_of_each_shape(players: int) -> None:
    state = new_game(players)
    for supply in state.supplies:
        assert Counter(piece.shape for piece in supply) == dict.fromkeys(Shape, 1)
    assert len(state.at(Where.BOX)) == 32 - 8 * players


@pytest.mark.parametrize("players", [0, 1, 5])
def test_r2_1_nobody_else_can_play(players: int) -> None:
    with pytest.raises(ValueError, match=r"R2\.1: .* 2 to 4 players"):
        new_game(players)


def test_r2_1_only_seats_that_play_choose_cards() -> None:
    assert refused(new_game(3), ChooseCard(3, 5)) == "R2.1"
    assert refused(new_game(3), ChooseCard(-1, 5)) == "R2.1"


def test_r2_2_each_of_two_players_has_two_of_each_shape() -> None:
    state = new_game(2)
    for supply in state.supplies:
        assert Counter(piece.shape for piece in supply) == dict.fromkeys(Shape, 2)
    assert not state.at(Where.BOX)


def test_r2_3_the_oldest_is_captain_before_the_first_round() -> None:
    assert new_game(3).captain == 0
    tied = reveal(new_game(3, oldest=2), 7, 7, 1)
    assert to_move(tied) == (2,)
    with pytest.raises(ValueError, match=r"R2\.3"):
        new_game(3, oldest=3)
