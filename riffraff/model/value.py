"""What a built model is: plain frozen values, SI units, no mesh library needed to read them.

Frames: the ship's is at the ball's centre (the pivot), x forward, y to port, z up; a link's frame is its
joint's origin with the ship's axes at rest; a piece's frame is at its centre of mass along its principal
axes. Quaternions are (x, y, z, w).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from riffraff.params import Parameters

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Colour = tuple[float, float, float]


SHAPES = ("boat", "barrel", "flacon", "crate", "sailor", "plank", "rat", "chest")
"""The eight shapes of cargo, in the order of the rules (R1.4)."""


class ModelError(ValueError):
    """Parameters that contradict each other: each is inside its bounds, but together they make no ship.

    The message has one line for each contradiction: the names, their values and what would be right.
    """


@dataclass(frozen=True)
class Pose:
    """A frame within another: position [m] and orientation."""

    position: Vector = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Box:
    """A box, centred on its pose: edges `size` [m] along x, y, z."""

    size: Vector
    pose: Pose = Pose()
    kind: Literal["box"] = "box"


@dataclass(frozen=True)
class Cylinder:
    """A cylinder, centred on its pose, its axis along z: `radius` and `length` [m]."""

    radius: float
    length: float
    pose: Pose = Pose()
    kind: Literal["cylinder"] = "cylinder"


@dataclass(frozen=True)
class Sphere:
    """A ball of `radius` [m] round its pose's position."""

    radius: float
    pose: Pose = Pose()
    kind: Literal["sphere"] = "sphere"


@dataclass(frozen=True)
class Hull:
    """The convex hull of `vertices` [m], every one of them a corner, in the frame of the body itself."""

    vertices: tuple[Vector, ...]
    kind: Literal["hull"] = "hull"


Part = Box | Cylinder | Sphere | Hull
"""One convex part of a collision shape."""


@dataclass(frozen=True)
class Inertial:
    """Mass [kg], centre of mass [m] in the body's frame, and inertia [kg m2] about that centre.

    `moments` are ixx, iyy, izz and `products` ixy, ixz, iyz, the off-diagonal entries of the tensor as URDF
    has them, along the body frame's axes.
    """

    mass: float
    centre: Vector
    moments: Vector
    products: Vector


@dataclass(frozen=True)
class Visual:
    """What is drawn: a mesh file, relative to the model's directory, in the body's frame, and its colour."""

    mesh: str
    colour: Colour


@dataclass(frozen=True)
class StablePose:
    """One way a piece rests on a plane.

    `orientation` turns the body frame so that the plane is z = 0 below it; `height` [m] is the centre of mass
    above the plane; `probability` is the share of random drops that end so, by the quasi-static estimate.
    """

    orientation: Quaternion
    height: float
    probability: float


@dataclass(frozen=True)
class Hook:
    """The slot by which a piece hangs on the long edge of a yardarm.

    `pose` in the body frame: the origin is the middle of the slot's end wall, x points from the mouth into
    the slot, z to the arm that lies on top of the yardarm, y along the yardarm's edge. The slot is clear over
    `gap` [m] along z and `depth` [m] along -x.
    """

    pose: Pose
    gap: float
    depth: float


@dataclass(frozen=True)
class PieceModel:
    """One shape of cargo. The centre of mass is the frame's origin and the products of inertia are zero."""

    name: str
    inertial: Inertial
    parts: tuple[Part, ...]
    visuals: tuple[Visual, ...]
    stable_poses: tuple[StablePose, ...]
    hook: Hook | None = None


class JointKind(str, Enum):
    """The kinds of joint the ship has, by their URDF names."""

    FIXED = "fixed"
    SPHERICAL = "spherical"
    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"


@dataclass(frozen=True)
class Joint:
    """How a link moves against its parent.

    `origin` [m] is the child's frame in the parent's; there is no rotation between them at rest. `swing`
    [rad] is the largest angle either way (about any horizontal axis for the spherical joint), `twist` [rad]
    that about the vertical. `damping` is viscous [N m s], `friction` dry [N m].
    """

    name: str
    kind: JointKind
    parent: str
    child: str
    origin: Vector
    axis: Vector = (0.0, 0.0, 1.0)
    swing: float = 0.0
    twist: float = 0.0
    damping: float = 0.0
    friction: float = 0.0


@dataclass(frozen=True)
class Link:
    """One rigid part of the ship or its stand."""

    name: str
    inertial: Inertial
    parts: tuple[Part, ...]
    visuals: tuple[Visual, ...]


@dataclass(frozen=True)
class ShipModel:
    """The ship on its stand: links from the root outwards, and the joints between them."""

    links: tuple[Link, ...]
    joints: tuple[Joint, ...]

    def link(self, name: str) -> Link:
        """Return the link of that name; a KeyError lists the names there are."""
        for link in self.links:
            if link.name == name:
                return link
        raise KeyError(f"no link {name!r}; the ship has {', '.join(link.name for link in self.links)}")


@dataclass(frozen=True)
class Area:
    """One of the ten places for cargo (R1.2).

    A convex, counterclockwise `polygon` [n, 2] in the xy plane of the link's frame, at `height` z, all in m.
    """

    number: int
    link: str
    polygon: tuple[tuple[float, float], ...]
    height: float


@dataclass(frozen=True)
class Model:
    """The ship, the eight shapes of cargo by name and the ten areas by number, built from `parameters`."""

    parameters: Parameters
    ship: ShipModel
    cargo: Mapping[str, PieceModel] = field(hash=False)
    areas: Mapping[int, Area] = field(hash=False)
