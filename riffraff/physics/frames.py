"""Whole arrays of poses as seen from moving bodies."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def seen_from(poses: Array, links: int) -> Array:
    """Poses, shape [body, 7], as seen from each of the first bodies, shape [link, body, 7]."""
    turns = poses[:links, 3:]
    products = (turns[:, :, None] * turns[:, None]).reshape(links, 16)
    back = (products @ _PRODUCTS + turns @ _PARTS).reshape(links, 7, 7)
    from_each = np.repeat(poses[None], links, axis=0)
    from_each[:, :, :3] -= poses[:links, None, :3]
    seen: Array = np.matmul(from_each, back)
    return seen


def _turning_back() -> tuple[Array, Array]:
    """What makes, of a link's quaternion, the matrix by which a pose as a row is turned back with it.

    The matrix of a rotation is a sum of products of two parts of the quaternion, and that by which a
    quaternion is multiplied a sum of its parts.

    Returns:
        The shares of the products in the entries of the matrix, shape [16, 49], and of the parts, [4, 49].
    """
    x, y, z, w = np.eye(4)
    products, parts = np.zeros((4, 4, 7, 7)), np.zeros((4, 7, 7))
    for axis, (a, b, c) in enumerate(((x, y, z), (y, z, x), (z, x, y))):
        following = (axis + 1) % 3
        products[..., axis, axis] = np.diag(w + a - b - c)
        products[..., axis, following] = 2 * (np.outer(a, b) - np.outer(w, c))
        products[..., following, axis] = 2 * (np.outer(a, b) + np.outer(w, c))
    turned = np.array([[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]])
    parts[:, 3:, 3:] = turned.transpose(2, 0, 1)
    return products.reshape(16, 49), parts.reshape(4, 49)


_PRODUCTS, _PARTS = _turning_back()
