"""Questions to the scratch world: legal and free spots, and what a placement would do."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from riffraff.game.spots import offence
from riffraff.game.whatif import MARGIN, WhatIf
from riffraff.model import Pose
from riffraff.params import Parameters
from riffraff.physics import World, compose, piece_shape
from riffraff.rules import AREAS, DECK_AREAS, PIECES, YARDARM_AREAS, Shape


def number(shape: Shape) -> int:
    return next(piece.index for piece in PIECES if piece.shape is shape)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World() as world:
        yield world


@pytest.fixture(scope="module")
def whatif(world: World) -> Iterator[WhatIf]:
    scratch = WhatIf(Parameters())
    scratch.look(world)
    yield scratch
    scratch.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(area=st.sampled_from(AREAS), piece=st.integers(0, 31), seed=st.integers(0, 2**32 - 1))
def test_a_random_spot_is_legal_with_a_margin_and_just_above_what_carries_it(
    world: World, whatif: WhatIf, area: int, piece: int, seed: int
) -> None:
    spot = whatif.random_spot(area, piece, np.random.default_rng(seed))
    if spot is None:
        return
    assert (spot.piece, spot.area) == (piece, area)
    assert offence(whatif.model, piece_shape(piece), area, spot.pose, margin=MARGIN) is None
    assert np.linalg.norm(spot.side) == pytest.approx(1)
    assert spot.clearance > 0
    world.put(piece, compose(world.area_frame(area), spot.pose))
    gap = world.scene.gap(piece, 0.05)
    world.remove(piece)
    assert 0 < gap < 0.002  # it does not overlap anything, and does not hang in the air


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("shape", list(Shape), ids=lambda shape: shape.value)
def test_every_shape_finds_a_spot_in_every_area_of_the_empty_ship(
    whatif: WhatIf, area: int, shape: Shape
) -> None:
    rng = np.random.default_rng(area)
    assert any(whatif.random_spot(area, number(shape), rng) for _ in range(40))


def test_asking_changes_neither_the_world_nor_the_answers(world: World) -> None:
    with World() as played:
        played.put(number(Shape.CRATE), Pose((0.05, 0.016, 0.2165)))
        played.advance(0.5)
        before = played.snapshot()
        scratch = WhatIf(Parameters())
        scratch.look(played)
        along = Rotation.from_euler("z", 90, degrees=True)
        spot = scratch.laid(5, number(Shape.PLANK), (0.0, 0.06), along)
        assert spot is not None
        first = scratch.outcome(spot, 1.0)
        again = scratch.outcome(spot, 1.0)
        scratch.close()
        assert played.snapshot() == before
        assert again.fallen == first.fallen
        assert again.heel == pytest.approx(first.heel, abs=1e-3)


def test_the_outlook_tells_a_safe_spot_from_a_hopeless_one(whatif: WhatIf) -> None:
    plank = number(Shape.PLANK)
    along = Rotation.from_euler("z", 90, degrees=True)
    safe = whatif.laid(5, plank, (0.0, 0.06), along)
    hopeless = whatif.laid(5, plank, (0.0, 0.142), along)  # its middle far beyond the yardarm's end
    assert safe is not None
    assert hopeless is not None
    assert whatif.outcome(safe, 1.5).fallen == 0
    assert whatif.outcome(hopeless, 1.5).fallen == 1


def test_a_heavier_piece_further_out_heels_the_ship_more(whatif: WhatIf) -> None:
    along = Rotation.from_euler("z", 90, degrees=True)
    near = whatif.laid(5, number(Shape.PLANK), (0.0, 0.05), along)
    far = whatif.laid(5, number(Shape.CRATE), (0.0, 0.09), along)
    assert near is not None
    assert far is not None
    assert whatif.outcome(far, 1.0).heel > 2 * whatif.outcome(near, 1.0).heel


@pytest.mark.parametrize("shape", [Shape.SAILOR, Shape.RAT], ids=lambda shape: shape.value)
@pytest.mark.parametrize("fore", [True, False], ids=["fore", "aft"])
def test_r4_5_sailor_and_rat_can_be_hung_on_the_edge_of_a_yardarm(
    whatif: WhatIf, shape: Shape, fore: bool
) -> None:
    hung = whatif.hung(5, number(shape), 0.06, fore=fore)
    assert hung is not None
    assert whatif.outcome(hung, 2.0).fallen == 0


def test_only_what_has_a_hook_is_hung(whatif: WhatIf) -> None:
    assert whatif.hung(5, number(Shape.CRATE), 0.06) is None


def test_where_there_is_no_room_there_is_no_spot() -> None:
    # The middle yardarm just above the low one: nothing fits between them but what hangs.
    low = Parameters().with_changes({"ship.middle_yardarm_height": 0.145, "ship.low_yardarm_height": 0.120})
    with World(low) as tight:
        scratch = WhatIf(low)
        scratch.look(tight)
        rng = np.random.default_rng(0)
        laid = [scratch.random_spot(area, number(Shape.CRATE), rng) for area in YARDARM_AREAS[:2] * 20]
        decked = [scratch.random_spot(area, number(Shape.CRATE), rng) for area in DECK_AREAS * 10]
        scratch.close()
    inner = [spot for spot in laid if spot is not None and abs(spot.pose.position[1]) < 0.085]
    assert inner == []
    assert any(decked)


def test_a_question_before_looking_is_refused() -> None:
    scratch = WhatIf(Parameters())
    spot = scratch.laid(1, number(Shape.CRATE), (0.05, 0.017), Rotation.identity())
    assert spot is not None
    with pytest.raises(ValueError, match="look at a world"):
        scratch.outcome(spot, 1.0)
    scratch.close()
