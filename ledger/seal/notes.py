"""Checkpoints: the tree's size and root, signed.

A checkpoint is a C2SP signed note whose text begins with origin, size and
root; a line of ours says the position of the last event in it, another how many
refused records there were and their running digest, a third which chapter was
signed last.  Whoever holds an old one
can prove later that nothing before it was changed, with the public key alone.

Source: c2sp.org/signed-note, c2sp.org/tlog-checkpoint (Ed25519, signature type 1).
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ledger.errors import InvalidCheckpoint, InvalidVerifierKey

ED25519: Final = b"\x01"
PUBLIC_BYTES: Final = 32
KEY_HASH_BYTES: Final = 4
POSITION: Final = "position "
REFUSED: Final = "refused "
CHAPTERS: Final = "chapters "
ENDORSES: Final = "pitledger seal goes on with "
AFTER: Final = " after leaf "
_SIGNATURE: Final = re.compile(r"^— (\S+) (\S+)$")
_KEY: Final = re.compile(r"^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$")


class Refusals(NamedTuple):
    """So many refused records, and the digest of them all in their order."""

    records: int
    digest: bytes


class Chapters(NamedTuple):
    """So many signed chapters, and the digest of the last, which names the one before, and so all of them."""

    number: int
    digest: bytes


class Checkpoint(NamedTuple):
    """A tree of `size` leaves, the last of them the event at `position`.

    `refused` is None in those signed before refused records were sealed,
    `chapters` where none was signed yet, or before checkpoints said so.
    """

    origin: str
    size: int
    root: bytes
    position: int
    refused: Refusals | None = None
    chapters: Chapters | None = None

    def text(self) -> str:
        """What is signed."""
        told = [self.origin, str(self.size), _encoded(self.root), f"{POSITION}{self.position}"]
        for word, said in ((REFUSED, self.refused), (CHAPTERS, self.chapters)):
            if said is not None:
                count, digest = said
                told.append(f"{word}{count} {_encoded(digest)}")
        return "\n".join(told) + "\n"


class VerifierKey(NamedTuple):
    """A public key by its name; as text `name+hash+key`, the form of C2SP."""

    name: str
    public: bytes

    @property
    def key_hash(self) -> bytes:
        """The four bytes by which a signature names its key."""
        return sha256(f"{self.name}\n".encode() + ED25519 + self.public).digest()[:KEY_HASH_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_hash.hex()}+{_encoded(ED25519 + self.public)}"

    @classmethod
    def read(cls, text: str) -> VerifierKey:
        """The key that a text names.  Raises InvalidVerifierKey."""
        parts = _KEY.match(text.strip())
        key = _decoded(parts[3]) if parts else None
        if parts is None or key is None or len(key) != PUBLIC_BYTES + 1 or key[:1] != ED25519:
            raise InvalidVerifierKey(key=text.strip()[:200])
        found = cls(parts[1], key[1:])
        if found.key_hash.hex() != parts[2]:
            raise InvalidVerifierKey(key=text.strip()[:200])
        return found


def verifier_of(name: str, key: Ed25519PrivateKey) -> VerifierKey:
    """The public half of a signing key."""
    return VerifierKey(name, key.public_key().public_bytes_raw())


def signed(checkpoint: Checkpoint, key: Ed25519PrivateKey) -> str:
    """The checkpoint as a signed note; the key bears the name of the origin."""
    return noted(checkpoint.text(), checkpoint.origin, key)


def noted(text: str, name: str, key: Ed25519PrivateKey) -> str:
    """A text, its last line ended, as a note signed by the key of a name."""
    signature = verifier_of(name, key).key_hash + key.sign(text.encode())
    return f"{text}\n— {name} {_encoded(signature)}\n"


def endorsement(successor: VerifierKey, key: Ed25519PrivateKey, after: int) -> str:
    """The note by which a key vouches for the one that signs every tree of more than `after` leaves."""
    return noted(f"{ENDORSES}{successor}{AFTER}{after}\n", successor.name, key)


def endorsed(successor: VerifierKey, note: str, key: VerifierKey) -> int | None:
    """After how many leaves a key lets another sign in its place; None where it does not."""
    text, _, signatures = note.rpartition("\n\n")
    try:
        held = [True for line in signatures.splitlines() if _holds(line, f"{text}\n", [key])]
    except InvalidCheckpoint:
        return None
    said, _, after = text.partition(AFTER)
    return int(after) if held and said == f"{ENDORSES}{successor}" and _is_count(after) else None


def opened(note: str, keys: Sequence[VerifierKey]) -> Checkpoint:
    """The checkpoint of a note that one of the keys signed.

    Raises InvalidCheckpoint saying what is wrong with it.
    """
    return _read(text_of(note, keys).split("\n"))


def text_of(note: str, keys: Sequence[VerifierKey]) -> str:
    """The text of a note that one of the keys signed, its last line not ended.

    Signatures of keys not given are passed over, as the form wants it; one of
    a given key that does not hold is not.  Raises InvalidCheckpoint.
    """
    text, separator, signatures = note.rpartition("\n\n")
    if not separator:
        raise InvalidCheckpoint(detail="it has no signature")
    body = f"{text}\n"
    if not [True for line in signatures.splitlines() if _holds(line, body, keys)]:
        raise InvalidCheckpoint(detail="no signature on it is of a key that is trusted here")
    return text


def _read(lines: Sequence[str]) -> Checkpoint:
    root = _decoded(lines[2]) if len(lines) >= 4 else None
    if root is None or len(root) != PUBLIC_BYTES:
        raise InvalidCheckpoint(detail="it has no root")
    position = lines[3].removeprefix(POSITION)
    if not _is_count(lines[1]) or not lines[3].startswith(POSITION) or not _is_count(position):
        raise InvalidCheckpoint(detail="its size or position is no number")
    refused, chapters = _counted(REFUSED, lines[4:]), _counted(CHAPTERS, lines[4:])
    return Checkpoint(
        lines[0], int(lines[1]), root, int(position),
        None if refused is None else Refusals(*refused),
        None if chapters is None else Chapters(*chapters),
    )  # fmt: skip


def _counted(word: str, lines: Sequence[str]) -> tuple[int, bytes] | None:
    """The count and digest that a line below the tree says of a kind; lines of others are passed over."""
    said = [line.removeprefix(word).split(" ") for line in lines if line.startswith(word)]
    if not said:
        return None
    digest = _decoded(said[0][1]) if len(said) == 1 and len(said[0]) == 2 else None
    if digest is None or len(digest) != PUBLIC_BYTES or not _is_count(said[0][0]):
        raise InvalidCheckpoint(detail=f"what it says of {word}is no count and digest")
    return int(said[0][0]), digest


def _is_count(text: str) -> bool:
    return re.fullmatch(r"0|[1-9][0-9]{0,18}", text, re.ASCII) is not None


def _holds(line: str, body: str, keys: Sequence[VerifierKey]) -> bool:
    """Whether a line is a signature of one of the keys; raises where it claims to be and is not."""
    parts = _SIGNATURE.match(line)
    raw = _decoded(parts[2]) if parts else None
    if parts is None or raw is None or len(raw) <= KEY_HASH_BYTES:
        raise InvalidCheckpoint(detail="a line below its text is no signature")
    of = [key for key in keys if key.name == parts[1] and key.key_hash == raw[:KEY_HASH_BYTES]]
    for key in of:
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(raw[KEY_HASH_BYTES:], body.encode())
        except InvalidSignature:
            raise InvalidCheckpoint(detail=f"the signature of {key.name} does not hold") from None
    return bool(of)


def _encoded(raw: bytes) -> str:
    return b64encode(raw).decode()


def _decoded(text: str) -> bytes | None:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
