"""A window without eyes: what the tests put in a real one's place, before a real table."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from riffraff import model
from riffraff.live.client import Table, start
from riffraff.live.protocol import (
    Aim,
    Ask,
    Begun,
    Decide,
    Frames,
    Grab,
    Holding,
    Lower,
    News,
    OneFrame,
    Order,
    Pace,
    Paced,
    Refused,
    Release,
    Setting,
    Start,
    Told,
)
from riffraff.model import SHIP_LINKS, Area, Model, Pose, piece_shape
from riffraff.physics import compose
from riffraff.rules import PIECES

PATIENCE = 150.0
"""Longest wait [s] for anything: only a table that hangs takes so long."""

N = TypeVar("N")


class Window:
    """A table, and all its news so far."""

    def __init__(self, setting: Setting) -> None:
        self.table: Table = start(setting)
        self.news: list[News] = []
        self._seen = 0

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        self.table.close()

    def send(self, *orders: Order) -> None:
        for order in orders:
            self.table.send(order)

    def until(self, kind: type[N] | tuple[type[N], ...], fits: Callable[[N], bool] = lambda news: True) -> N:
        """The next news of a kind that fits, after those that were waited for before."""
        end = time.monotonic() + PATIENCE
        while True:
            while self._seen < len(self.news):
                news = self.news[self._seen]
                self._seen += 1
                if isinstance(news, kind) and fits(news):
                    return news
            kinds = Counter(type(news).__name__ for news in self.news)
            assert time.monotonic() < end, f"no {kind}; of {kinds}"
            self.news += self.table.receive(0.1)

    def told(self, event: str) -> Told:
        return self.until(Told, lambda told: told.event["event"] == event)

    def ask(self, what: str) -> Ask:
        return self.until(Ask, lambda ask: ask.what == what)

    def decide(self, what: str, answer: Any) -> Ask:
        ask = self.ask(what)
        self.send(Decide(ask.question, answer))
        return ask

    def all(self, kind: type[N]) -> list[N]:
        return [news for news in self.news if isinstance(news, kind)]

    @property
    def times(self) -> np.ndarray:  # type: ignore[type-arg]
        return np.concatenate([frames.times for frames in self.all(Frames)])

    @property
    def poses(self) -> np.ndarray:  # type: ignore[type-arg]
        return np.concatenate([frames.poses for frames in self.all(Frames)])

    def ship(self) -> Model:
        return model.read(self.all(Begun)[-1].model)

    def over(self, area: int, piece: int, *, height: float = 0.03, shift: float = 0.0) -> Pose:
        """A pose so high above the middle of an area, shifted out over its edge, as the ship lies now."""
        ship = self.ship()
        place: Area = ship.areas[area]
        x, y = np.mean(place.polygon, axis=0).tolist()
        standing = ship.cargo[piece_shape(piece)].stable_poses[0]
        link = self.poses[-1, SHIP_LINKS.index(place.link)].tolist()
        frame = Pose((link[0], link[1], link[2]), (link[3], link[4], link[5], link[6]))
        at = (x + shift, y, place.height + standing.height + height)
        pose = compose(frame, Pose(at, standing.orientation))
        norm = float(np.linalg.norm(pose.orientation))
        i, j, k, w = (value / norm for value in pose.orientation)
        return Pose(pose.position, (i, j, k, w))

    def there(self, piece: int, goal: Pose) -> None:
        """Wait until a piece has come near to a pose."""
        body = 4 + piece

        def near(frames: Frames) -> bool:
            return float(np.linalg.norm(frames.poses[-1, body, :3] - goal.position)) < 0.002

        self.until(Frames, near)

    def bring(self, area: int, piece: int, *, shift: float = 0.0) -> None:
        """Bring the piece in the hand over an area and down until it touches."""
        goal = self.over(area, piece, shift=shift)
        self.send(Aim(goal))
        self.there(piece, goal)
        self.send(Lower())
        self.until(Holding, lambda holding: not holding.lowering and holding.touched)

    def drop_and_catch(self, area: int, piece: int, left: Callable[[], bool]) -> None:
        """Lay a piece down where it will not stay, and catch it once it has left, frame by frame."""
        self.bring(area, piece, shift=0.014)  # its middle is beyond the yardarm's edge
        self.send(Pace(0))
        self.until(Paced, lambda paced: paced.wanted == 0)
        self.one_frame()
        while self.all(Holding)[-1].objection is not None:
            self.one_frame()
        self.send(Release())
        while not left():
            self.one_frame()
        self.send(Grab(piece), Pace(4))

    def one_frame(self) -> None:
        """In a pause: let one frame go by, and take in what happened in the one before."""
        before = len(self.times)
        self.send(OneFrame())
        while len(self.times) == before:
            self.until(Frames)
        self.news += self.table.receive(0.02)  # what comes along with the frame

    def release(self) -> None:
        """Let go of the piece as soon as the game has no objection."""
        while True:
            self.until(Holding, lambda holding: holding.touched and holding.objection is None)
            self.send(Release())
            answer = self.until((Told, Refused))
            if isinstance(answer, Told):
                assert answer.event["event"] == "let_go"
                break


def numbered(name: str) -> int:
    """The number of the piece with this name."""
    return next(piece.index for piece in PIECES if piece.name == name)


def start_turn(window: Window, *cards: int, piece: str) -> Ask:
    """Let persons choose these cards, and the first in turn take a piece that its seat owns."""
    for card in cards:
        window.decide("choose_card", card)
    number = numbered(piece)
    ask = window.decide("place", Start(number))
    window.told("take")
    return ask
