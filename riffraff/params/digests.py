"""Telling in a few letters whether values are the same."""

import hashlib
import json


def digest_of(canonical: object) -> str:
    """SHA-256 of JSON types, in hexadecimal: equal for equal values, in any process.

    Raises:
        ValueError: a number is not finite.
    """
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
