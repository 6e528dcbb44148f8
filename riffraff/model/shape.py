"""The shape of a piece of cargo in its natural frame, before its mass is known."""

from dataclasses import dataclass

from manifold3d import Manifold

from riffraff.model.value import Hook, Part


@dataclass(frozen=True, eq=False)
class Shape:
    """A solid with the convex parts that stand for it in collisions, in one frame, z up."""

    solid: Manifold
    parts: tuple[Part, ...]
    hook: Hook | None = None
