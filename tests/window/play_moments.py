"""The moments of a game that panels are for, as a table tells of them."""

from collections.abc import Callable

from riffraff import rules
from riffraff.live.protocol import (
    Ask,
    Failed,
    Holding,
    Objection,
    Over,
    Told,
)
from riffraff.model import FIRST_PIECE_BODY
from riffraff.window import upright
from riffraff.window.play.grip import beside
from riffraff.window.play.setup import Setup
from riffraff.window.play.start import StartScreen, Tab

from .play_table import Window
from .scenes import MODEL

CARDS = tuple(range(1, 11))
CRATE = 3


def turn(window: Window) -> rules.State:
    """Ann has to load area 5."""
    state = window.begin(upright(MODEL))
    assert state is not None
    for seat, card in enumerate((5, 4, 3)):
        state = rules.step(state, rules.ChooseCard(seat, card))
    window.hear(Told({"event": "turn_start", "time": 0.0, "seat": 0, "card": 5, "supply": 8}, state))
    return state


def holding(window: Window, hand: Holding) -> None:
    """The crate is in Ann's hand, above the end of area 5."""
    state = rules.step(turn(window), rules.Take(rules.PIECES[CRATE]))
    window.hear(Told({"event": "take", "time": 0.0, "seat": 0, "piece": "crate-0", "area": 5}, state))
    poses = upright(MODEL)
    grip = beside(MODEL, "crate", 5, poses)
    poses[FIRST_PIECE_BODY + CRATE] = (*grip.position, *grip.orientation)
    window.show(poses)
    window.hear(hand)


def start(window: Window, tab: Tab) -> None:
    (screen,) = (panel for panel in window.panels if isinstance(panel, StartScreen))
    screen.show(tab)


def veil(window: Window) -> None:
    state = window.begin()
    assert state is not None
    window.hear(Ask(1, 0, "choose_card", CARDS, state))


def cards(window: Window) -> None:
    veil(window)
    window.playing.unveil()


def captain(window: Window) -> None:
    window.hear(Ask(1, 0, "choose_captain", (0, 1), turn(window)))


def order(window: Window) -> None:
    window.hear(Ask(1, 0, "choose_order", ((0, 1, 2), (0, 2, 1)), turn(window)))


def announce(window: Window) -> None:
    window.hear(Ask(1, 0, "announce", (1, 2), turn(window)))


def place(window: Window) -> None:
    window.hear(Ask(1, 0, "place", tuple(range(8)), turn(window)))


def tumbling(window: Window) -> None:
    holding(window, Holding(None))
    state = window.playing.state
    assert state is not None
    state = rules.step(rules.step(state, rules.LetGo()), rules.Leave(rules.PIECES[CRATE]))
    window.hear(Told({"event": "left", "time": 0.2, "piece": "crate-0"}, state))


def won(window: Window) -> None:
    window.begin()
    window.hear(Over((0,)))


def failed(window: Window) -> None:
    window.begin()
    window.hear(Failed("the process of the game was ended by signal 9"))


def practice(window: Window) -> None:
    window.session.setup = Setup(practice=True)
    window.begin(upright(MODEL))


MOMENTS: dict[str, Callable[[Window], object]] = {
    "start": lambda window: start(window, Tab.GAME),
    "start practice": lambda window: start(window, Tab.PRACTICE),
    "start watching": lambda window: start(window, Tab.WATCH),
    "building": lambda window: window.session.begin(window.stage, window.session.setup),
    "veil": veil,
    "cards": cards,
    "captain": captain,
    "order": order,
    "announce": announce,
    "place": place,
    "in the air": lambda window: holding(
        window, Holding(CRATE, objection=Objection("touches nothing", None, "it touches nothing"))
    ),
    "forbidden": lambda window: holding(
        window, Holding(CRATE, touched=True, objection=Objection("sticks out", 6, "it sticks out"))
    ),
    "stuck": lambda window: holding(window, Holding(CRATE, stuck=True)),
    "lying": lambda window: holding(window, Holding(CRATE, touched=True)),
    "tumbling": tumbling,
    "won": won,
    "failed": failed,
    "practice": practice,
}
