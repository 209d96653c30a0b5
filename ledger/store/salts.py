"""Salts: random text beside what is hashed and can all be guessed but for a face.

Who knows all of it but the face and has the hash tries 52 faces, and finds none.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from struct import Struct
from typing import Final

# Letters of a salt.  Three random bytes are four letters, so that one text cut in equal parts is many salts.
LETTERS: Final = 24
PATTERN: Final = f"[A-Za-z0-9_-]{{{LETTERS}}}"
_BYTES: Final = LETTERS // 4 * 3
_SALT: Final = Struct(f"{LETTERS}s")


def salts(count: int) -> Iterator[tuple[bytes]]:
    """New salts, each the one part of a tuple."""
    found: Iterator[tuple[bytes]] = _SALT.iter_unpack(urlsafe_b64encode(os.urandom(_BYTES * count)))
    return found
