"""The kinetic energy of ship and cargo, from how their poses change."""

from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from riffraff.live.news import Floats
from riffraff.model import (
    BODIES,
    FIRST_PIECE_BODY,
    PIECES,
    SHIP_LINKS,
    Inertial,
    JointKind,
    Model,
    piece_shape,
)


class Energy:
    """Tells the kinetic energy between two frames.

    Args:
        model: of the ship and its cargo: masses and moments of inertia.
    """

    def __init__(self, model: Model) -> None:
        self._mass = np.zeros(BODIES)
        self._centre = np.zeros((BODIES, 3))
        self._inertia = np.zeros((BODIES, 3, 3))
        for body, name in enumerate(SHIP_LINKS):
            self._set(body, list(_carried(model, name, np.zeros(3))))
        for piece in range(PIECES):
            own = model.cargo[piece_shape(piece)].inertial
            self._set(FIRST_PIECE_BODY + piece, [(own, np.zeros(3))])

    def _set(self, body: int, members: list[tuple[Inertial, Floats]]) -> None:
        """Mass, centre and inertia about it of a body whose members lie at these places in its frame."""
        masses = np.array([inertial.mass for inertial, _ in members])
        centres = np.array([place + inertial.centre for inertial, place in members])
        self._mass[body] = masses.sum()
        self._centre[body] = masses @ centres / masses.sum()
        for (inertial, _), mass, arm in zip(members, masses, centres - self._centre[body], strict=True):
            xx, yy, zz = inertial.moments
            xy, xz, yz = inertial.products
            own = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            self._inertia[body] += own + mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))

    def between(self, before: Floats, after: Floats, seconds: float) -> float:
        """Mean kinetic energy [J] of the bodies that are in both frames.

        Args:
            before: poses of all bodies, shape [body, 7].
            after: the same a moment later.
            seconds: that moment.
        """
        there = np.isfinite(before[:, 0]) & np.isfinite(after[:, 0])
        first, second = Rotation.from_quat(before[there, 3:]), Rotation.from_quat(after[there, 3:])
        centre = self._centre[there]
        travel = after[there, :3] + second.apply(centre) - before[there, :3] - first.apply(centre)
        spin = first.inv().apply((second * first.inv()).as_rotvec()) / seconds  # in the body's axes
        moving = self._mass[there] @ (travel**2).sum(axis=1) / seconds**2
        turning = np.einsum("bi,bij,bj->", spin, self._inertia[there], spin)
        return float(moving + turning) / 2


def _carried(model: Model, link: str, place: Floats) -> Iterator[tuple[Inertial, Floats]]:
    """A link and all that is fixed to it, with their places in its frame.

    A peg moves by itself, but is not in a frame: it counts as part of the mast; it weighs next to nothing.
    """
    yield model.ship.link(link).inertial, place
    for joint in model.ship.joints:
        fixed = joint.kind is JointKind.FIXED or joint.child not in SHIP_LINKS
        if joint.parent == link and fixed:
            yield from _carried(model, joint.child, place + joint.origin)
        elif joint.child == link and joint.kind is JointKind.FIXED and link == SHIP_LINKS[0]:
            yield model.ship.link(joint.parent).inertial, place - joint.origin
