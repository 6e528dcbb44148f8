"""Placement verdicts per second: against what a beginner with PyBullet writes, and against MuJoCo.

The same placements (`placements`, on ships with eight pieces aboard) are decided by each contender:

- riffraff: `World.settle(early=True)`;
- beginner: the ship's and the cargo's URDF files read by `loadURDF` as they are, PyBullet's own step of
  1/240 s and 50 iterations, every body's pose and contacts read in every step, for a fixed 5 s. Only the
  motor that PyBullet puts on the ship's pivot is taken off; with it the ship would stand like a rock. What
  touches the table then, or lies lower than the pivot, has fallen;
- mujoco: the same geometry, and the same watches and rule to stop as riffraff, with the step that MuJoCo
  needs to carry cargo at all (`mujoco_model.Settings`);
- riffraff_fine and mujoco_fine: both with so fine a step that it no longer matters, only to compare with.

Each finds its own rest for the start before the piece is let go where the link that carries the area is then;
starts that lose cargo by that decide nothing and are left out. Times are the processor's, from letting go.

Prints one line for each figure, ``name value unit target ok`` or ``SHORT`` (``-`` for figures without a
target), and ends with exit code 1 if one falls short. Two hundred placements take ten minutes on an idle
machine, and half an hour more for the fine steps; Ctrl-C keeps what is done in --out.

    python benchmarks/peers.py -k beginner -k mujoco --count 40
    python benchmarks/peers.py --out peers.jsonl --workers 2
"""

import argparse
import contextlib
import functools
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import placements
import tasks
from engines import LIMIT, carried_along
from figures import Figure, add_choice, add_json, chosen, exit_code, printed, write
from mujoco_model import Settings
from mujoco_ship import MujocoShip
from step_size import REFERENCE, parameters

from riffraff import model
from riffraff.model import Pose
from riffraff.physics import Motion, Snapshot, Status, World, piece_shape
from riffraff.physics.bullet import pybullet, quiet

SEED = 5
ABOARD = 8

FASTER_THAN_A_BEGINNER = 10.0
FASTER_THAN_MUJOCO = 1.5

_OWN_REST = 0.5  # s: in which each finds its own contact forces, and its own rest, for a start
_BEGINNERS_TIME = 5.0  # s: that a beginner waits after a placement
_FINE_STEPS = 64  # of MuJoCo, in a frame


class Beginner:
    """The first program that one writes with PyBullet and these URDF files."""

    def __init__(self, pieces: Sequence[int]) -> None:
        directory = model.default_directory()
        self._ship_model = model.read(directory)
        with quiet():
            self._client = pybullet.connect(pybullet.DIRECT)
            at = {"physicsClientId": self._client}
            pybullet.setGravity(0, 0, -9.81, **at)
            plane = pybullet.createCollisionShape(pybullet.GEOM_PLANE, **at)
            self._table = pybullet.createMultiBody(0, plane, **at)
            self._height = self._ship_model.parameters.ship.pivot_height
            self._ship = pybullet.loadURDF(
                str(directory / "ship.urdf"), [0, 0, self._height], useFixedBase=True, **at
            )
            self.pieces = {
                piece: pybullet.loadURDF(str(directory / "cargo" / f"{piece_shape(piece)}.urdf"), **at)
                for piece in pieces
            }
        self._links: dict[str, int] = {}
        self._joints: list[int] = []
        for joint in range(pybullet.getNumJoints(self._ship, **at)):
            information = pybullet.getJointInfo(self._ship, joint, **at)
            self._links[information[12].decode()] = joint
            if information[2] != pybullet.JOINT_FIXED:
                self._joints.append(joint)
            if information[2] == pybullet.JOINT_SPHERICAL:
                pybullet.setJointMotorControlMultiDof(
                    self._ship,
                    joint,
                    pybullet.POSITION_CONTROL,
                    targetPosition=[0, 0, 0, 1],
                    positionGain=0,
                    velocityGain=0,
                    force=[0, 0, 0],
                    **at,
                )

    def close(self) -> None:
        """Free the client."""
        with quiet():
            pybullet.disconnect(self._client)

    def restore(self, start: Snapshot) -> None:
        """Put ship and cargo where they are in a start."""
        at = {"physicsClientId": self._client}
        for joint, (position, velocity) in zip(self._joints, start.joints, strict=True):
            pybullet.resetJointStateMultiDof(self._ship, joint, position, velocity, **at)
        for piece, motion in start.pieces.items():
            self.put(piece, motion)

    def put(self, piece: int, motion: Motion) -> None:
        """Put a piece somewhere."""
        body, at = self.pieces[piece], {"physicsClientId": self._client}
        pybullet.resetBasePositionAndOrientation(body, motion.pose.position, motion.pose.orientation, **at)
        pybullet.resetBaseVelocity(body, motion.velocity, motion.spin, **at)

    def link_pose(self, link: str) -> Pose:
        """The pose of one of the ship's links."""
        state = pybullet.getLinkState(
            self._ship, self._links[link], computeForwardKinematics=1, physicsClientId=self._client
        )
        return Pose(state[4], state[5])

    def wait(self, seconds: float) -> tuple[int, ...]:
        """Simulate for some time, looking at everything in every step; returns what has fallen."""
        at, fallen = {"physicsClientId": self._client}, set[int]()
        pieces = {body: piece for piece, body in self.pieces.items()}
        for _ in range(round(240 * seconds)):
            pybullet.stepSimulation(**at)
            for body in range(pybullet.getNumBodies(**at)):
                position, _ = pybullet.getBasePositionAndOrientation(body, **at)
                touched = {contact[2] for contact in pybullet.getContactPoints(body, **at)}
                if body in pieces and (self._table in touched or position[2] < self._height):
                    fallen.add(pieces[body])
        return tuple(sorted(fallen))


Decided = list[dict[str, Any] | None]
"""For each drop of a scene what fell, and the time it took [s]; None where the start lost cargo by itself."""


def by_riffraff(scene: placements.Scene, setting: str) -> Iterator[dict[str, Any] | None]:
    """Verdicts of worlds; the setting is as in `step_size`."""
    with World() as loaded, World(parameters(setting)) as world:
        loaded.restore(scene.start)
        for drop in scene.drops:
            world.restore(scene.start)
            world.advance(_OWN_REST)
            # In the hand, as a beginner's piece waits aside: to read its file is no part of a verdict.
            world.put(drop.piece, _ASIDE, status=Status.HELD)
            yield _watched(world, scene, drop, carried_along(loaded.scene.model, drop, loaded, world))


def by_mujoco(scene: placements.Scene, setting: Settings) -> Iterator[dict[str, Any] | None]:
    """Verdicts of ships in MuJoCo."""
    with World() as loaded:
        loaded.restore(scene.start)
        for drop in scene.drops:
            # MuJoCo remembers nothing of contacts: the rest that one ship found holds for another.
            rested = MujocoShip(loaded.parameters, scene.start.pieces, settings=setting)
            rested.restore(scene.start)
            rested.advance(_OWN_REST)
            own = rested.snapshot()
            if own.pieces.keys() != scene.start.pieces.keys():
                yield None
                continue
            ship = MujocoShip(loaded.parameters, [*scene.start.pieces, drop.piece], settings=setting)
            ship.restore(own)
            yield _watched(ship, scene, drop, carried_along(loaded.scene.model, drop, loaded, ship))


def _watched(
    ship: World | MujocoShip, scene: placements.Scene, drop: placements.Drop, at: Motion
) -> dict[str, Any] | None:
    """Let the piece of a drop go, and wait until it is certain what falls."""
    aboard = ship.falls.is_(Status.ABOARD)
    if set(aboard.nonzero()[0].tolist()) != set(scene.start.pieces):
        return None
    begin = time.process_time()
    ship.put(drop.piece, at)
    ship.settle(LIMIT, early=True)
    seconds = time.process_time() - begin
    placed = [*scene.start.pieces, drop.piece]
    return {"fallen": sorted(n for n in placed if ship.status(n) is not Status.ABOARD), "seconds": seconds}


def by_beginner(scene: placements.Scene) -> Iterator[dict[str, Any] | None]:
    """Verdicts of a beginner's program."""
    with World() as loaded:
        loaded.restore(scene.start)
        for drop in scene.drops:
            program = Beginner([*scene.start.pieces, drop.piece])
            with contextlib.closing(program):
                program.restore(scene.start)
                program.put(drop.piece, _ASIDE)
                lost = set(program.wait(_OWN_REST)) - {drop.piece}
                if lost:
                    yield None
                    continue
                at = carried_along(loaded.scene.model, drop, loaded, program)
                begin = time.process_time()
                program.put(drop.piece, at)
                fallen = program.wait(_BEGINNERS_TIME)
                yield {"fallen": list(fallen), "seconds": time.process_time() - begin}


_ASIDE = Motion(Pose((1.0, 1.0, 0.1), (0.0, 0.0, 0.0, 1.0)))
"""Where a beginner's piece waits that is not aboard yet."""

CONTENDERS: dict[str, Callable[[placements.Scene], Iterator[dict[str, Any] | None]]] = {
    "riffraff": functools.partial(by_riffraff, setting=""),
    "beginner": by_beginner,
    "mujoco": functools.partial(by_mujoco, setting=Settings()),
    "riffraff_fine": functools.partial(by_riffraff, setting=REFERENCE),
    "mujoco_fine": functools.partial(by_mujoco, setting=Settings(steps_per_frame=_FINE_STEPS)),
}


def decide(key: str) -> Decided:
    """Verdicts of a contender on all drops of a scene."""
    number, contender = json.loads(key)
    scene = _scene(number)
    return [] if scene is None else list(CONTENDERS[contender](scene))


@functools.lru_cache(maxsize=8)
def _scene(number: int) -> placements.Scene | None:
    try:
        return placements.scene(SEED, number, pieces=ABOARD)
    except ValueError:  # all pieces of a shape are aboard: there is none to drop
        return None


Verdicts = dict[str, Decided]


def pairs(verdicts: Verdicts, one: str, other: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The verdicts of two contenders on the placements that both decided."""
    for first, second in zip(verdicts[one], verdicts[other], strict=True):
        if first is not None and second is not None:
            yield first, second


def compared(verdicts: Verdicts, one: str, other: str) -> Iterator[Figure]:
    """How often two contenders say the same, of how many placements."""
    both = list(pairs(verdicts, one, other))
    yield Figure(f"decided_by_{one}_and_{other}", len(both), "placements")
    if both:
        same = statistics.mean(first["fallen"] == second["fallen"] for first, second in both)
        yield Figure(f"agreement_of_{one}_and_{other}", 100 * same, "%")


def faster(verdicts: Verdicts, other: str, at_least: float) -> Iterator[Figure]:
    """How many verdicts riffraff reaches in the time of one of another contender."""
    both = list(pairs(verdicts, "riffraff", other))
    if both:
        ours, theirs = (statistics.mean(v["seconds"] for v in column) for column in zip(*both, strict=True))
        yield Figure("verdicts_per_second_riffraff", 1 / ours, "1/s")
        yield Figure(f"verdicts_per_second_{other}", 1 / theirs, "1/s")
        yield Figure(f"riffraff_over_{other}", theirs / ours, "1", at_least=at_least)


def beginner(verdicts: Verdicts) -> Iterator[Figure]:
    """Against the beginner's program."""
    yield from compared(verdicts, "riffraff", "beginner")
    yield from faster(verdicts, "beginner", FASTER_THAN_A_BEGINNER)


def against_mujoco(verdicts: Verdicts) -> Iterator[Figure]:
    """Against MuJoCo."""
    yield from compared(verdicts, "riffraff", "mujoco")
    yield from faster(verdicts, "mujoco", FASTER_THAN_MUJOCO)


def fine(verdicts: Verdicts) -> Iterator[Figure]:
    """How true each engine is, in the step it is compared with, to its own fine one."""
    yield from compared(verdicts, "riffraff", "riffraff_fine")
    yield from compared(verdicts, "mujoco", "mujoco_fine")


MEASUREMENTS: dict[str, tuple[Callable[[Verdicts], Iterator[Figure]], tuple[str, ...]]] = {
    "beginner": (beginner, ("riffraff", "beginner")),
    "mujoco": (against_mujoco, ("riffraff", "mujoco")),
    "fine": (fine, ("riffraff", "mujoco", "riffraff_fine", "mujoco_fine")),
}


def main() -> int:
    """Decide, compare, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_choice(parser, MEASUREMENTS)
    parser.add_argument("--count", type=int, default=200, metavar="N", help="placements (default 200)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the verdicts there, and go on with them"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default 1)")
    add_json(parser)
    options = parser.parse_args()
    wanted = [MEASUREMENTS[name] for name in chosen(parser, options.k, MEASUREMENTS)]
    if options.count < 1 or options.workers < 1:
        parser.error("--count and --workers are at least 1")
    numbers = range(math.ceil(options.count / placements.DROPS_PER_START))
    contenders = list(dict.fromkeys(name for _, needed in wanted for name in needed))
    keys = {name: [json.dumps([number, name]) for number in numbers] for name in contenders}
    results = tasks.run(
        decide,
        [key for same in zip(*keys.values(), strict=True) for key in same],
        out=options.out,
        workers=options.workers,
    )
    verdicts = {name: [one for key in keys[name] for one in results[key]] for name in contenders}
    figures = printed(figure for measure, _ in wanted for figure in measure(verdicts))
    write(figures, options.json)
    return exit_code(figures)


if __name__ == "__main__":
    sys.exit(main())
