"""The master key of a property: 32 bytes in a file, as base64 on one line.

While one takes the place of another under home the old one lies beside it as
`.old`: with that there, some rows may be encrypted with it still.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ledger import keyfile
from ledger.personal.cipher import BITS
from ledger.personal.errors import PersonalKeyUnusable
from ledger.settings import Settings

NAME: Final = "personal.key"
OLD: Final = ".old"


def key_place(settings: Settings) -> Path:
    """Where the master key lies."""
    return settings.personal_key_file or settings.home / NAME


def master_key(settings: Settings, *, make: bool) -> bytes:
    """The master key; under home it is made where there is none and `make` says so.

    Raises PersonalKeyUnusable.
    """
    place = key_place(settings)
    own = settings.personal_key_file is None
    try:
        if own and old_place(place).exists():
            raise PersonalKeyUnusable(detail="its change was broken off: pitledger dispute subject rekey")
        if own and make and not place.exists():
            draw(place)
        if own and keyfile.others_may_read(place):
            raise PersonalKeyUnusable(detail=f"others than its owner may read {place}")
        return read(place)
    except OSError as trouble:
        raise PersonalKeyUnusable(detail=str(trouble)) from trouble


def old_place(place: Path) -> Path:
    """Where a key lies whose place another takes."""
    return place.with_name(place.name + OLD)


def draw(place: Path) -> None:
    """Make a key where there is none.  Raises OSError."""
    keyfile.make(place, base64.b64encode(AESGCM.generate_key(BITS)) + b"\n")


def read(place: Path) -> bytes:
    """The key in a file.  Raises PersonalKeyUnusable, OSError."""
    try:
        key = base64.b64decode(place.read_bytes().strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) * 8 != BITS:
        raise PersonalKeyUnusable(detail=f"{place} does not hold {BITS // 8} bytes as base64")
    return key
