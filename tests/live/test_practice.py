"""Practice: any piece, anywhere, and physical constants that change meanwhile."""

import numpy as np

from riffraff.live.protocol import (
    Aim,
    Begun,
    Change,
    Clear,
    ContactsSeen,
    Frames,
    Grab,
    Holding,
    Inspect,
    Inspected,
    Lay,
    Lower,
    NeedsRebuild,
    PutBack,
    Refusal,
    Refused,
    Release,
    Remove,
    Setting,
    Show,
    Take,
)
from riffraff.model import Pose

from .window import Window, numbered

CRATE, BOAT = numbered("crate-0"), numbered("boat-1")
BODY = 4 + CRATE


def aboard(window: Window, piece: int) -> bool:
    return bool(window.poses[-1, 4 + piece, 2] > 0.15)


def test_a_session_of_practice() -> None:
    with Window(Setting(pace=4, tremor=0)) as window:
        assert window.until(Begun).state is None
        window.until(Frames)

        # From beside the ship over an area and down.
        window.send(Take(CRATE))
        window.until(Holding, lambda holding: holding.piece == CRATE)
        window.bring(1, CRATE)
        window.send(Release())
        window.until(Holding, lambda holding: holding.piece is None)
        assert aboard(window, CRATE)

        # What lies aboard can be taken up again; what is looked at is told.
        window.send(Show(contacts=True), Inspect(CRATE))

        def lies(data: Inspected) -> bool:
            weight = data.mass * 9.81
            return abs(sum(contact.force for contact in data.contacts) - weight) < 0.2 * weight

        on_deck = window.until(Inspected, lies)
        assert on_deck.status == "aboard"
        assert {contact.other for contact in on_deck.contacts} == {"hull"}
        seen = window.until(ContactsSeen, lambda seen: len(seen.points) > 0)
        assert set(seen.pieces) == {CRATE}
        assert len(seen.points) == len(seen.forces) == len(seen.normals)
        pushes = (seen.forces[:, None] * seen.normals).sum(axis=0)
        assert pushes[2] > 0.99 * np.linalg.norm(pushes) > 0  # the deck carries it
        window.send(Take(CRATE), Aim(window.over(5, CRATE)))
        window.until(Inspected, lambda data: data.status == "held")
        window.send(PutBack())
        window.until(Holding, lambda holding: holding.piece is None)

        # Laid down by itself, moved, and taken away.
        window.send(Lay(BOAT, 2), Lay(CRATE, 1), Lay(BOAT, 3), Remove(CRATE))
        window.until(Frames, lambda frames: bool(frames.poses[-1, 4 + BOAT, 0] < 0))
        assert window.poses[-1, BODY, 0] != window.poses[-1, BODY, 0]  # NaN: it is not there
        window.send(Remove(CRATE), Lay(BOAT, 11), Take(40), Release())
        for part, reason in (
            ("not there", Refusal.NOT_THERE),
            ("areas are", None),
            ("pieces are", None),
            ("empty", Refusal.HAND_EMPTY),
        ):
            refused = window.until(Refused)
            assert part in refused.sentence
            assert refused.reason is reason


def test_parameters_change_and_the_ship_goes_on_where_it_was() -> None:
    with Window(Setting(pace=4)) as window:
        window.until(Begun)
        window.send(Lay(CRATE, 1), Lay(BOAT, 2))
        window.until(Frames, lambda frames: bool(frames.poses[-1, BODY, 2] > 0))
        before = window.poses[-1].copy()

        window.send(Change({"hand.carry_speed": "0.1 m/s"}))
        assert window.until(Begun).setting.parameters.hand.carry_speed == 0.1
        window.send(Change({"wood.friction": "0.2", "world.gravity": 5.0}))
        changed = window.until(Begun)
        assert changed.setting.parameters.wood.friction == 0.2
        window.until(Frames)
        after = window.poses[len(window.times) - len(window.all(Frames)[-1].times)]
        assert abs(after[[0, BODY, 4 + BOAT], :3] - before[[0, BODY, 4 + BOAT], :3]).max() < 0.01
        assert (window.times[1:] >= window.times[:-1]).all()  # time goes on

        change = Change({"ship.mast_length": "0.30 m", "wood.friction": 0.25})
        window.send(change)
        needs = window.until(NeedsRebuild)
        assert needs.names == ("ship.mast_length",)
        assert needs.order == change
        window.send(Change({"ship.mast_length": "9 m"}), Change({"ship.mast": 1}))
        assert "allowed" in window.until(Refused).sentence
        assert "no such parameter" in window.until(Refused).sentence


def test_another_ship_is_built_if_that_is_wanted_and_clear_empties_it() -> None:
    with Window(Setting(pace=4)) as window:
        window.send(Lay(CRATE, 1))
        window.until(Frames, lambda frames: bool(frames.poses[-1, BODY, 2] > 0))
        window.send(Clear())
        window.until(Frames, lambda frames: bool(frames.poses[-1, BODY, 2] != frames.poses[-1, BODY, 2]))
        first = window.all(Begun)[0].model
        window.send(Change({"cargo.crate.edge": "0.02 m"}, rebuild=True))
        begun = window.until(Begun, lambda begun: begun.setting.parameters.cargo.crate.edge == 0.02)
        assert begun.model != first
        assert window.ship().parameters.cargo.crate.edge == 0.02


def test_a_falling_piece_can_be_caught() -> None:
    with Window(Setting(pace=4, tremor=0.2)) as window:
        window.send(Take(CRATE), Inspect(CRATE))
        window.until(Holding, lambda holding: holding.piece == CRATE)
        window.send(Grab(CRATE))
        assert "not in the air" in window.until(Refused).sentence
        beside = window.poses[-1, BODY].tolist()
        above = Pose((beside[0], beside[1], 0.48))  # past the yardarms
        window.send(Aim(above))
        window.there(CRATE, above)
        window.drop_and_catch(
            10, CRATE, lambda: any(data.status == "tumbling" for data in window.all(Inspected))
        )
        window.send(Lower())
        window.until(Refused, lambda refused: refused.order == Lower())
        assert window.all(Refused)[1:] == [Refused(Lower(), "the hand is empty", Refusal.HAND_EMPTY)]
        window.until(Frames, lambda frames: bool(frames.poses[-1, BODY, 0] != frames.poses[-1, BODY, 0]))
