"""When the simulation of a world fails, and when a fleet is closed."""

from collections.abc import Iterator

import numpy as np
import pytest

from riffraff.fleet import Fleet, FleetError, PartialError
from riffraff.physics import PhysicsError

from .stage import CRATE, PLANK, above, crate_on_deck, state

HIGH = above([0.5, 0.5, 1.0])
SHOT = np.array([2000.0, 0, 0, 0, 0, 0])  # out of the world


@pytest.fixture(scope="module", params=[0, 2], ids=["in this process", "in two workers"])
def fleet(request: pytest.FixtureRequest) -> Iterator[Fleet]:
    with Fleet(4, seed=9, workers=request.param) as fleet:
        yield fleet


def test_a_world_that_fails_is_named_and_the_others_go_on(fleet: Fleet) -> None:
    fleet.put(PLANK, above([0.4, 0.0, 0.1]), mask=np.array([True, True, False, False]))
    fleet.put(PLANK, HIGH, SHOT, mask=np.array([False, False, True, True]))
    message = r"^world 2: .* at step \d+ .*seed 9.*; in all 2 worlds failed: 2, 3$"
    with pytest.raises(PhysicsError, match=message) as caught:
        fleet.step(30)
    assert isinstance(caught.value, PartialError)
    assert caught.value.failed == (2, 3)
    events, _ = caught.value.result
    assert set(events["world"].tolist()) >= {0, 1}
    assert events[events["change"] == "landed"]["world"].tolist() == [0, 1]
    assert fleet.time[:2].tolist() == [0.5, 0.5]

    with pytest.raises(PartialError, match="world 2: its simulation failed before; reset") as again:
        fleet.step(30)
    assert again.value.failed == (2, 3)
    assert fleet.time[:2].tolist() == [1.0, 1.0]
    assert not fleet.rest[2:].any()

    fleet.reset(mask=np.array([False, False, True, False]))
    fleet.restore(fleet.snapshot(0), mask=np.array([False, False, False, True]))
    fleet.step(30)
    assert fleet.time.tolist() == [1.5, 1.5, 0.5, 0.5]
    fleet.reset()
    assert len({row.tobytes() for row in fleet.poses}) == 1


def test_a_candidate_that_fails_is_named_and_spoils_no_other(fleet: Fleet) -> None:
    start = fleet.snapshot(0)
    poses = np.stack([crate_on_deck(), HIGH, crate_on_deck()])
    moves = np.zeros((3, 6))
    good = fleet.outcomes(start, CRATE, poses[0], limit=1.0)
    moves[1] = SHOT
    with pytest.raises(PartialError, match=r"^candidate 1: ") as caught:
        fleet.outcomes(start, CRATE, poses, moves, limit=1.0)
    assert caught.value.failed == (1,)
    outcomes = caught.value.result
    assert outcomes.heel.tolist() == pytest.approx([good.heel[0], np.nan, good.heel[0]], abs=0, nan_ok=True)
    assert np.isnan(outcomes.time).tolist() == [False, True, False]
    assert outcomes.settled.tolist() == [good.settled[0], False, good.settled[0]]


def test_a_closed_fleet_says_so_and_may_be_closed_again() -> None:
    with Fleet(1, workers=0) as fleet:
        fleet.step()
    before = state(fleet)
    fleet.close()
    for call in (fleet.step, fleet.settle, fleet.reset, lambda: fleet.snapshot(0)):
        with pytest.raises(FleetError, match="the fleet is closed; make a new one"):
            call()
    assert state(fleet) == before


def test_what_is_no_failure_of_the_physics_closes_the_fleet(monkeypatch: pytest.MonkeyPatch) -> None:
    def frame(world: object) -> None:
        raise RuntimeError("a broken wire")

    with Fleet(2, workers=0) as fleet:
        monkeypatch.setattr("riffraff.physics.World.frame", frame)
        with pytest.raises(FleetError, match="world 0: RuntimeError: a broken wire") as caught:
            fleet.step()
        assert caught.value.worlds == (0,)
        with pytest.raises(FleetError, match="closed"):
            fleet.snapshot(1)
