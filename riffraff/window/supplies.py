"""The pieces that lie on the table before the players: in the game, but not in the world."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.model import BODIES, FIRST_PIECE_BODY, Model, outline, piece_shape
from riffraff.rules import PIECES, Seat, new_game
from riffraff.window.meshes import Floats

_SIDES: Final = (-math.pi / 2.0, 0.0, math.pi / 2.0, math.pi)
"""Where each seat's supply lies, seen from the table's middle [rad]: at starboard, ahead, at port, astern."""
_ROW: Final = 8
_APART, _ROW_APART = 0.042, 0.072
_FROM_BOX: Final = 0.105
"""Pieces in a row, distances between pieces and between rows, and from the box to the first row [m]."""
_STANDING: Final = frozenset({"barrel", "flacon"})
_UNTIDY: Final = math.radians(11.0)
"""How far pieces are from lying straight."""

_NUMBERS: Final[Mapping[str, int]] = {piece.name: piece.index for piece in PIECES}


class Supplies:
    """Which piece lies where on the table, as a game's log tells it.

    Every seat has places in rows beside its side of the box; a piece that comes takes the first one free.

    Args:
        model: of the cargo.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._resting = {name: _resting(model, name) for name in model.cargo}
        self._places: dict[int, tuple[Seat, int]] = {}
        self._active: Seat = 0

    def follow(self, event: Mapping[str, Any]) -> None:
        """Take in the next entry of the log, as the recording has it."""
        match event["event"]:
            case "game_start":
                self._places.clear()
                for seat, supply in enumerate(new_game(len(event["players"])).supplies):
                    self._add(seat, (piece.index for piece in supply))
            case "turn_start":
                self._active = event["seat"]
            case "take":
                self._places.pop(_NUMBERS[event["piece"]], None)
            case "refused":
                self._add(event["seat"], [_NUMBERS[event["piece"]]])
            case "settled":
                self._add(self._active, (_NUMBERS[name] for name in event["to_supply"]))

    def _add(self, seat: Seat, pieces: Iterable[int]) -> None:
        taken = {place for owner, place in self._places.values() if owner == seat}
        free = (place for place in range(len(PIECES)) if place not in taken)
        for piece, place in zip(pieces, free, strict=False):
            self._places[piece] = seat, place

    def poses(self) -> Floats:
        """Poses of a frame that has only the pieces in supplies, shape [`riffraff.model.BODIES`, 7]."""
        poses = np.full((BODIES, 7), np.nan)
        for piece, (seat, place) in self._places.items():
            poses[FIRST_PIECE_BODY + piece] = self._pose(piece, seat, place)
        return poses

    def _pose(self, piece: int, seat: Seat, place: int) -> Floats:
        height, lying = self._resting[piece_shape(piece)]
        row, column = divmod(place, _ROW)
        out = self._model.parameters.world.box_size / 2.0 + _FROM_BOX + row * _ROW_APART
        along = (column - (_ROW - 1) / 2.0) * _APART
        side = Rotation.from_euler("z", _SIDES[seat])
        # The golden ratio scatters them, always in the same way.
        untidy = (2.0 * ((piece * 0.618034) % 1.0) - 1.0) * _UNTIDY
        turn = side * Rotation.from_euler("z", untidy) * lying
        return np.concatenate([side.apply([out, along, height]), turn.as_quat()])


def _resting(model: Model, shape: str) -> tuple[float, Rotation]:
    """Height of the centre of mass [m] and orientation of a piece on the table, its length toward the box."""
    poses = model.cargo[shape].stable_poses
    # Up in the body's frame, turned with it, points most nearly up.
    upright = max(poses, key=lambda pose: Rotation.from_quat(pose.orientation).apply([0.0, 0.0, 1.0])[2])
    pose = upright if shape in _STANDING else poses[0]
    turn = Rotation.from_quat(pose.orientation)
    points = turn.apply(np.vstack([outline(part) for part in model.cargo[shape].parts]))[:, :2]
    (xx, xy), (_, yy) = np.cov(points.T)
    length = 0.5 * math.atan2(2.0 * xy, xx - yy)
    return pose.height, Rotation.from_euler("z", -length) * turn
