"""The keys of the seal: the private one in a file, the public ones in the ledger, each endorsed by the last.

Whoever trusts one of them trusts those after it; that a superuser put a key of
his own there is seen by everybody who kept the first one elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from psycopg.rows import tuple_row

from ledger import keyfile
from ledger.errors import InvalidVerifierKey, SealDamaged, SealKeyUnusable
from ledger.seal.notes import VerifierKey, endorsed, verifier_of
from ledger.settings import Settings

NAME: Final = "seal.key"


class Key(NamedTuple):
    """A public key as the ledger names it: after how many leaves it signs, and who vouches for it."""

    key: VerifierKey
    since_size: int
    endorsement: str | None


class Turn(NamedTuple):
    """A trusted key, and the trees that are its to sign: of more than `after` leaves and at most `until`."""

    key: VerifierKey
    after: int
    until: int | None = None

    def signs(self, size: int) -> bool:
        """Whether a tree of a size is signed in this turn."""
        return self.after < size and self.closes(size)

    def closes(self, size: int) -> bool:
        """Whether a chapter under such a tree may be signed in this turn: it may be later than the tree."""
        return self.until is None or size <= self.until


def origin_of(property: str) -> str:
    """The name of a property's log, which is the name of its keys too."""
    return f"pitledger/{property}"


def key_place(settings: Settings) -> Path:
    """Where the signing key lies."""
    return settings.seal_key_file or settings.home / NAME


def signing_key(settings: Settings, known: Sequence[Key] = ()) -> Ed25519PrivateKey:
    """The private key of the settings; made under home for a ledger that no key signed yet.

    Raises SealKeyUnusable.
    """
    place = key_place(settings)
    if settings.seal_key_file is not None or place.exists():
        return _read(place) if settings.seal_key_file is not None else made_key(place)
    if known:
        raise SealKeyUnusable(detail=f"the ledger is sealed with {known[-1].key}, and {place} is not there")
    return made_key(place)


def made_key(path: Path) -> Ed25519PrivateKey:
    """The key of a file, which is made where there is none.  Raises SealKeyUnusable."""
    try:
        if not path.exists():
            _make(path)
        if keyfile.others_may_read(path):
            raise SealKeyUnusable(detail=f"others than its owner may read {path}")
    except OSError as trouble:
        raise SealKeyUnusable(detail=str(trouble)) from trouble
    return _read(path)


def _read(path: Path) -> Ed25519PrivateKey:
    try:
        found = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError) as trouble:
        raise SealKeyUnusable(detail=f"{path}: {trouble}") from trouble
    if not isinstance(found, Ed25519PrivateKey):
        raise SealKeyUnusable(detail=f"{path} holds no Ed25519 key")
    return found


def _make(path: Path) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    keyfile.make(path, pem)


def keys(connection: psycopg.Connection[Any]) -> list[Key]:
    """The public keys in the order of their use.  Raises SealDamaged where one is none."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute("SELECT key, since_size, endorsement FROM seal_keys ORDER BY number").fetchall()
    try:
        known = [Key(VerifierKey.read(key), since, endorsement) for key, since, endorsement in rows]
    except InvalidVerifierKey as refusal:
        raise SealDamaged(detail=str(refusal)) from refusal
    for one, (text, *_) in zip(known, rows, strict=True):
        if str(one.key) != text:
            raise SealDamaged(detail=f"the key {one.key} is written otherwise")
    return known


def trusted(known: Sequence[Key], given: VerifierKey | None) -> list[Turn]:
    """The keys to trust: the given one, or else the first, and those endorsed after it, each in its turn.

    A key that has handed over signs nothing more, whoever has it now.
    """
    at = next((n for n, one in enumerate(known) if one.key == given), None) if given else 0
    if at is None or not known:
        return [] if given is None else [Turn(given, 0)]
    turns = [Turn(known[at].key, known[at].since_size if at else 0)]
    for following in known[at + 1 :]:
        after = endorsed(following.key, following.endorsement or "", turns[-1].key)
        if after is None:
            break
        turns[-1] = turns[-1]._replace(until=after)
        turns.append(Turn(following.key, after))
    return turns


def doubtful(known: Sequence[Key], turns: Sequence[Turn]) -> Iterator[str]:
    """What is not as it was with the keys from the first trusted one on, each as a sentence."""
    at = next((n for n, one in enumerate(known) if turns and one.key == turns[0].key), len(known))
    for one, turn in zip(known[at:], turns, strict=False):
        if one.since_size != turn.after:
            yield f"{one.key} is said to sign after {one.since_size:,} leaves, and does after {turn.after:,}"
    for one in known[at + len(turns) :]:
        yield f"no key that is trusted here vouches for {one.key}"


def present(connection: psycopg.Connection[Any], name: str, key: Ed25519PrivateKey, size: int) -> None:
    """Make a signing key known before it first signs.

    Raises SealKeyUnusable where the ledger has been sealed with another: that
    one must endorse it first (`rotate`).
    """
    mine = verifier_of(name, key)
    known = keys(connection)
    if not known:
        connection.execute("INSERT INTO seal_keys VALUES (1, %s, %s, NULL)", [str(mine), size])
    elif known[-1].key != mine:
        raise SealKeyUnusable(detail=f"the ledger is sealed with {known[-1].key}, and this is {mine}")


def succeed(connection: psycopg.Connection[Any], key: VerifierKey, size: int, endorsement: str) -> None:
    """Let another key sign after so many leaves; an empty endorsement is of a key that nobody vouches for."""
    connection.execute(
        "INSERT INTO seal_keys SELECT max(number) + 1, %s, %s, %s FROM seal_keys",
        [str(key), size, endorsement],
    )
