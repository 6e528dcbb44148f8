"""A recorded game as something to look at, and the supplies on the table."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.model import BODIES, FIRST_PIECE_BODY, outline, piece_shape
from riffraff.rules import PIECES, new_game
from riffraff.window import Film, Supplies, moments, upright

from .scenes import CRATE, MODEL, heeled, laid

START: dict[str, Any] = {"event": "game_start", "time": 0.0, "players": ["careful"] * 2}


def present(poses: np.ndarray) -> set[int]:
    """The pieces that a frame has."""
    return set(np.flatnonzero(np.isfinite(poses[FIRST_PIECE_BODY:, 0])).tolist())


def lowest(poses: np.ndarray, piece: int) -> float:
    """Height of a piece's lowest point [m]."""
    pose = poses[FIRST_PIECE_BODY + piece]
    points = np.vstack([outline(part) for part in MODEL.cargo[piece_shape(piece)].parts])
    return float((Rotation.from_quat(pose[3:]).apply(points) + pose[:3])[:, 2].min())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_start_every_piece_of_the_game_lies_on_the_table(players: int) -> None:
    supplies = Supplies(MODEL)
    supplies.follow(START | {"players": ["random"] * players})
    poses = supplies.poses()
    owned = {piece.index for supply in new_game(players).supplies for piece in supply}
    assert present(poses) == owned
    half = MODEL.parameters.world.box_size / 2
    places = poses[FIRST_PIECE_BODY:][sorted(owned), :2]
    assert (np.abs(places).max(axis=1) > half + 0.05).all()
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(len(places))
    assert apart.min() > 0.03
    for piece in owned:
        assert lowest(poses, piece) == pytest.approx(0.0, abs=2e-4)


def test_bottles_and_barrels_stand_upright() -> None:
    supplies = Supplies(MODEL)
    supplies.follow(START)
    for piece in PIECES:
        if piece.shape.value in ("flacon", "barrel"):
            turn = Rotation.from_quat(supplies.poses()[FIRST_PIECE_BODY + piece.index, 3:])
            assert turn.apply([0.0, 0.0, 1.0])[2] > 0.99


@given(st.data())
def test_pieces_leave_the_table_when_taken_and_come_back_to_whoever_must_load_them(
    data: st.DataObject,
) -> None:
    supplies = Supplies(MODEL)
    supplies.follow(START)
    owner = {piece.index: seat for seat, pieces in enumerate(new_game(2).supplies) for piece in pieces}
    aboard: set[int] = set()
    before = supplies.poses()
    for _ in range(data.draw(st.integers(1, 12))):
        seat = data.draw(st.integers(0, 1))
        mine = sorted(piece for piece, who in owner.items() if who == seat)
        if not mine:
            continue
        supplies.follow({"event": "turn_start", "time": 0.0, "seat": seat})
        taken = data.draw(st.sampled_from(mine))
        supplies.follow({"event": "take", "time": 0.0, "seat": seat, "piece": PIECES[taken].name})
        assert taken not in present(supplies.poses())
        del owner[taken]
        aboard.add(taken)
        fallen = data.draw(st.sets(st.sampled_from(sorted(aboard))))
        names = [PIECES[piece].name for piece in sorted(fallen)]
        supplies.follow({"event": "settled", "time": 0.0, "to_supply": names, "out": []})
        aboard -= fallen
        owner |= dict.fromkeys(fallen, seat)
        now = supplies.poses()
        assert present(now) == set(owner)
        # Nothing else moves, and no two lie in one place.
        still = sorted(present(now) & present(before) - fallen)
        np.testing.assert_array_equal(now[4:][still], before[4:][still])
        places = Counter(tuple(np.round(pose[:2], 4)) for pose in now[4:] if np.isfinite(pose[0]))
        assert set(places.values()) == {1}
        # The first player's lie at starboard, the second one's ahead.
        for piece, who in owner.items():
            assert now[4 + piece, 1 - who] * (-1, 1)[who] > 0.2
        before = now


def test_a_refused_piece_goes_back_to_its_owner() -> None:
    supplies = Supplies(MODEL)
    supplies.follow(START)
    before = supplies.poses()
    supplies.follow({"event": "take", "time": 0.0, "seat": 0, "piece": "crate-0"})
    supplies.follow({"event": "refused", "time": 0.0, "seat": 0, "piece": "crate-0"})
    np.testing.assert_array_equal(supplies.poses(), before)


def test_a_film_shows_the_last_frame_and_what_is_still_to_load() -> None:
    bare, loaded = upright(MODEL), laid(heeled(0.1), CRATE, 1)
    events = [START, {"event": "take", "time": 0.5, "seat": 0, "piece": PIECES[CRATE].name}]
    film = Film(MODEL, [0.0, 0.5, 1.0], np.stack([bare, loaded, loaded]), events)
    assert (film.start, film.end) == (0.0, 1.0)
    assert present(film.poses(0.0)) == present(film.poses(0.4999)) == set(range(32))
    np.testing.assert_array_equal(film.poses(0.4)[:4], bare[:4].astype(np.float32))
    np.testing.assert_array_equal(film.poses(0.5)[4 + CRATE], loaded[4 + CRATE].astype(np.float32))
    assert lowest(film.poses(0.4), CRATE) == pytest.approx(0.0, abs=2e-4)
    np.testing.assert_array_equal(film.poses(9.0), film.poses(1.0))
    np.testing.assert_array_equal(film.poses(-1.0), film.poses(0.0))
    assert film.heel(1.0) == pytest.approx(0.1)


def test_without_events_only_the_frames_are_shown() -> None:
    film = Film(MODEL, [0.0], upright(MODEL)[None])
    assert present(film.poses(0.0)) == set()


@pytest.mark.parametrize("frames", [np.zeros((2, BODIES, 7)), np.zeros((1, 3, 7)), np.zeros((0, BODIES, 7))])
def test_frames_that_do_not_fit_are_refused(frames: np.ndarray) -> None:
    times = [0.0] if len(frames) else []
    with pytest.raises(ValueError, match=f"{BODIES}, 7"):
        Film(MODEL, times, frames)


@given(st.floats(0.0, 100.0), st.floats(0.0, 20.0), st.integers(1, 120))
def test_moments_go_from_begin_to_end_at_a_rate(begin: float, length: float, rate: float) -> None:
    times = moments(begin, begin + length, rate)
    assert times[0] == begin
    assert begin + length - 1.001 / rate - 1e-6 < times[-1] <= begin + length + 1e-5
    np.testing.assert_allclose(np.diff(times), 1.0 / rate)
