"""A running digest: what was added in an order, each chained to all before it.

Whoever knows the digest of some beginning sees any change to it; nothing needs
to be kept to go on but the last one.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

# Of nothing.
START: Final = sha256(b"").digest()


def chained(digest: bytes, hashes: Iterable[bytes]) -> bytes:
    """The digest after further leaves, by their hashes."""
    for one in hashes:
        digest = sha256(b"\x02" + digest + one).digest()
    return digest
