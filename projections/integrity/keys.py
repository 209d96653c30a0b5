"""The keys of the seal: the private one in a file, the public ones in the ledger, each endorsed by the last.

Whoever trusts one of them trusts those after it; that a superuser put a key of
his own there is seen by everybody who kept the first one elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from psycopg.rows import tuple_row

from ledger.errors import SealKeyUnusable
from ledger.seal.notes import VerifierKey, endorsed, endorsement, verifier_of
from ledger.settings import Settings

NAME: Final = "seal.key"
OWNER_ONLY: Final = 0o600
OTHERS: Final = 0o077


class Key(NamedTuple):
    """A public key of the seal: how many leaves there were when it began to sign, and who vouches for it."""

    key: VerifierKey
    since_size: int
    endorsement: str | None


def origin_of(property: str) -> str:
    """The name of a property's log, which is the name of its keys too."""
    return f"pitledger/{property}"


def key_place(settings: Settings) -> Path:
    """Where the signing key lies."""
    return settings.seal_key_file or settings.home / NAME


def signing_key(settings: Settings) -> Ed25519PrivateKey:
    """The private key of the settings, made under home where none was made yet.  Raises SealKeyUnusable."""
    if settings.seal_key_file is not None:
        return _read(settings.seal_key_file)
    return made_key(key_place(settings))


def made_key(path: Path) -> Ed25519PrivateKey:
    """The key of a file, which is made where there is none.  Raises SealKeyUnusable."""
    try:
        if not path.exists():
            _make(path)
        if path.stat().st_mode & OTHERS:
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
    """A new key, whole or not at all; where another process was quicker its key stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    new = path.with_name(f"{path.name}.{uuid4().hex}")
    new.touch(OWNER_ONLY, exist_ok=False)
    try:
        with new.open("wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(new)
    finally:
        new.unlink()


def keys(connection: psycopg.Connection[Any]) -> list[Key]:
    """The public keys in the order of their use."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute("SELECT key, since_size, endorsement FROM seal_keys ORDER BY number").fetchall()
    return [Key(VerifierKey.read(key), since, endorsement) for key, since, endorsement in rows]


def trusted(known: Sequence[Key], given: VerifierKey | None) -> list[VerifierKey]:
    """The keys to trust: the given one, or else the first, and each that a trusted one endorsed."""
    if given is None:
        given = known[0].key if known else None
    found = [] if given is None else [given]
    for key in known:
        if key.endorsement is not None and endorsed(key.key, key.endorsement, found) and key.key not in found:
            found.append(key.key)
    return found


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


def endorse(
    connection: psycopg.Connection[Any],
    name: str,
    present_key: Ed25519PrivateKey,
    successor: Ed25519PrivateKey,
    size: int,
) -> None:
    """Let the present key endorse the one that signs after it.  Raises SealKeyUnusable."""
    present(connection, name, present_key, size)
    key = verifier_of(name, successor)
    connection.execute(
        "INSERT INTO seal_keys SELECT max(number) + 1, %s, %s, %s FROM seal_keys",
        [str(key), size, endorsement(key, present_key)],
    )
