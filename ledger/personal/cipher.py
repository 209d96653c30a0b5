"""Encryption of one subject's particulars: AES-256-GCM, with a key that is theirs alone.

That key is encrypted with the property's master key and lies beside the text.
Both are bound to property and subject, so that no row opens under another's name.
"""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ledger.personal.errors import PersonalKeyUnusable

BITS: Final = 256
# What the mode asks for: 96 bits, drawn anew for each text.
NONCE_BYTES: Final = 12
FORM: Final = "pitledger/personal/1"


class Sealed(NamedTuple):
    """What is kept of a subject: their key, encrypted, and their particulars, encrypted with that key."""

    wrapped_key: bytes
    key_nonce: bytes
    nonce: bytes
    ciphertext: bytes


def sealed(master: bytes, whose: str, text: bytes) -> Sealed:
    """A text encrypted with a new key; `whose` is property and subject."""
    key = AESGCM.generate_key(BITS)
    nonce, key_nonce = os.urandom(NONCE_BYTES), os.urandom(NONCE_BYTES)
    wrapped = AESGCM(master).encrypt(key_nonce, key, _bound("key", whose))
    return Sealed(wrapped, key_nonce, nonce, AESGCM(key).encrypt(nonce, text, _bound("text", whose)))


def opened(master: bytes, whose: str, one: Sealed) -> bytes:
    """The text again.  Raises PersonalKeyUnusable where it was another master key, or somebody changed it."""
    try:
        key = AESGCM(master).decrypt(one.key_nonce, one.wrapped_key, _bound("key", whose))
        return AESGCM(key).decrypt(one.nonce, one.ciphertext, _bound("text", whose))
    except InvalidTag:
        raise PersonalKeyUnusable(detail="it does not open what is stored") from None


def _bound(what: str, whose: str) -> bytes:
    return f"{FORM} {what} {whose}".encode()
