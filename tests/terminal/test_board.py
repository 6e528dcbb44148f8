"""The board that follows a log."""

from .logs import attempt, board_after, entry, settled


def test_the_board_starts_with_the_supplies_of_the_rules() -> None:
    board = board_after()
    assert (board.supplies, board.rounds, board.kinds) == ([8, 8, 8], 10, ["random", "careful", "random"])


def test_the_board_follows_a_piece_from_the_hand_to_the_ship_and_off_it() -> None:
    turn = entry("turn_start", seat=0, card=9, supply=8)
    take, let_go, left, fell = attempt(entry("left", piece="crate-0"), entry("fell", piece="crate-0"))
    board = board_after(turn, take)
    assert (board.held, board.aboard, board.supplies[0]) == ("crate-0", {}, 7)
    board.follow(let_go)
    assert (board.held, board.aboard) == (None, {"crate-0": 9})
    board.follow(left)
    assert (board.aboard, board.in_air) == ({}, ["crate-0"])
    board.follow(fell)
    assert (board.aboard, board.in_air) == ({}, [])
    board.follow(settled(to_supply=["crate-0"]))
    assert board.supplies[0] == 8


def test_the_board_counts_what_left_the_game() -> None:
    turn = entry("turn_start", seat=0, card=9, supply=8)
    board = board_after(turn, *attempt(), settled(aboard={"rat-1": 3}, out=["crate-0", "boat-0"]))
    assert (board.out, board.aboard, board.supplies[0]) == (2, {"rat-1": 3}, 7)


def test_a_refused_piece_is_back_in_the_supply() -> None:
    turn = entry("turn_start", seat=1, card=9, supply=6)
    take = entry("take", seat=1, piece="rat-1", area=9, attempt=1)
    board = board_after(turn, take, entry("refused", seat=1, piece="rat-1", reason="the way is blocked"))
    assert (board.supplies[1], board.held) == (6, None)
