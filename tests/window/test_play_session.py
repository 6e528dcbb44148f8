"""What the window knows of a game that is played, from the news of its table."""

import pytest

from riffraff import rules
from riffraff.live.protocol import Ask, Decide, Failed, Holding, Over, Refused, Start, Told
from riffraff.model import Pose
from riffraff.window.play.playing import EMPTY_HAND
from riffraff.window.play.setup import Chair, Setup
from riffraff.window.stage import Mode

from .play_table import Window

CARDS = tuple(range(1, 11))


def asked(window: Window, question: int, seat: int, what: str = "choose_card") -> Ask:
    assert window.playing.state is not None
    ask = Ask(question, seat, what, CARDS if what == "choose_card" else (0, 1), window.playing.state)
    window.hear(ask)
    return ask


def test_a_game_begins_with_what_the_start_screen_shows() -> None:
    window = Window()
    window.begin()
    setting = window.started[-1]
    assert setting.players == ("person", "person", "careful")
    assert setting.names == ("Ann", "Bob", "")
    assert setting.seed == 7
    assert window.stage.mode is Mode.GAME
    assert window.playing.persons == (0, 1)
    assert window.stage.name(2) == "Turquoise"


def test_cards_are_hidden_until_the_right_person_says_so_and_again_after() -> None:
    window = Window()
    window.begin()
    asked(window, 1, 0)
    assert window.playing.veiled
    window.playing.unveil()
    assert not window.playing.veiled
    window.playing.answer(4)
    assert window.table.orders[-1] == Decide(1, 4)
    assert window.playing.ask is None
    asked(window, 2, 1)
    assert window.playing.veiled
    window.playing.unveil()
    window.playing.answer(4)
    asked(window, 3, 0, "choose_captain")
    assert not window.playing.veiled  # nothing of that is secret


def test_one_person_alone_hides_from_nobody() -> None:
    window = Window(setup=Setup(chairs=(Chair("person"), Chair("random"))))
    window.begin()
    asked(window, 1, 0)
    assert not window.playing.veiled


def test_a_refused_answer_leaves_the_question_open() -> None:
    window = Window()
    window.begin()
    ask = asked(window, 1, 0)
    window.playing.answer(3)
    window.hear(Refused(Decide(1, 3), "no"))
    assert window.playing.ask == ask


def test_the_hand_is_followed_and_emptied_by_the_next_question() -> None:
    window = Window()
    window.begin()
    window.hear(Holding(3, touched=True))
    assert window.playing.hand == Holding(3, touched=True)
    asked(window, 1, 0)
    assert window.playing.hand == EMPTY_HAND


def test_taking_answers_with_where_the_piece_is_held() -> None:
    window = Window()
    window.begin()
    asked(window, 4, 0, "place")
    pose = Pose((0.1, 0.2, 0.3))
    window.playing.take(5, pose)
    assert window.table.orders[-1] == Decide(4, Start(5, pose))


@pytest.mark.parametrize("end", [Over((1,)), Failed("it died")])
def test_after_the_end_nothing_is_open(end: Over | Failed) -> None:
    window = Window()
    window.begin()
    asked(window, 1, 0)
    window.hear(end)
    assert window.playing.over
    assert window.playing.ask is None
    assert not window.session.live
    assert window.session.acting(window.stage) is None


def test_nobody_acts_while_the_past_is_shown() -> None:
    window = Window()
    window.begin()
    assert window.session.acting(window.stage) is window.playing
    window.stage.transport.to(0.0)
    assert window.session.acting(window.stage) is None
    window.stage.transport.to_live()
    assert window.session.acting(window.stage) is window.playing


def test_only_a_person_has_a_turn_before_the_window() -> None:
    window = Window()
    state = window.begin()
    assert state is not None
    for seat, card in enumerate((3, 2, 9)):
        state = rules.step(state, rules.ChooseCard(seat, card))
    window.hear(Told({"event": "reveal", "time": 0.0, "cards": [3, 2, 9]}, state))
    assert window.session.active_person() is None  # the captain is scripted
    state = rules.step(
        rules.step(rules.step(state, rules.Take(state.supply(2)[0])), rules.LetGo()),
        rules.Settle({state.supply(2)[0]: 9}),
    )
    window.hear(Told({"event": "turn_start", "time": 0.0, "seat": 0, "card": 3, "supply": 8}, state))
    assert window.session.active_person() == 0


def test_leaving_ends_the_table_and_clears_the_stage() -> None:
    window = Window()
    window.begin()
    window.session.leave(window.stage)
    assert window.table.closed
    assert window.stage.mode is Mode.EMPTY
    assert window.session.playing is None


def test_what_was_played_can_be_looked_at_again() -> None:
    window = Window()
    window.begin()
    window.hear(Over((0,)))
    length = window.stage.tape.end
    window.session.look(window.stage)
    assert window.stage.mode is Mode.RECORDING
    assert window.stage.tape.end == length
    assert window.stage.name(0) == "Ann"
    assert window.table.closed
