"""API keys: 256 random bits each, of which only the SHA-256 is kept.

A key is its holder's: `name` stands as `recorded_by` with all that it records.
To change a key, make another with the same name and revoke the old one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row

from api.errors import KeyNameInvalid, KeyNotFound, ScopeUnknown
from api.scopes import Scope, known
from ledger.errors import StoreUnavailable
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings

PREFIX: Final = "pl_"
BITS: Final = 256
# A key's id for people: so much of its digest in hexadecimal that no two are alike.
ID_LENGTH: Final = 12
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._@-]{0,99}")
CREATE: Final = """
    INSERT INTO api_keys (digest, name, scopes) VALUES (%s, %s, %s)
    RETURNING digest, name, scopes, created_at, revoked_at"""
LIST: Final = "SELECT digest, name, scopes, created_at, revoked_at FROM api_keys ORDER BY created_at, digest"
REVOKE: Final = """
    UPDATE api_keys SET revoked_at = clock_timestamp()
    WHERE revoked_at IS NULL AND (name = %s OR left(encode(digest, 'hex'), %s) = %s)
    RETURNING digest, name, scopes, created_at, revoked_at"""
FIND: Final = """
    SELECT digest, name, scopes, created_at, revoked_at FROM api_keys
    WHERE digest = %s AND revoked_at IS NULL"""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """What is known of a key; not the key itself."""

    id: str
    name: str
    scopes: frozenset[Scope]
    created_at: datetime
    revoked_at: datetime | None


@contextmanager
def administration(settings: Settings) -> Iterator[psycopg.Connection]:
    """A connection that may make and revoke keys.  Raises StoreUnavailable."""
    try:
        with connect(database_url(settings), property=settings.property, role=Role.OWNER) as connection:
            yield connection
    except psycopg.OperationalError as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def create(connection: psycopg.Connection[Any], name: str, scopes: Iterable[str]) -> tuple[ApiKey, str]:
    """A new key and its text, which is never shown again.  Raises KeyNameInvalid, ScopeUnknown."""
    if NAME.fullmatch(name) is None:
        raise KeyNameInvalid(name=name)
    wanted = sorted(_scope(scope) for scope in scopes)
    if not wanted:
        raise ScopeUnknown(scope="", known=", ".join(Scope))
    text = PREFIX + base64.urlsafe_b64encode(secrets.token_bytes(BITS // 8)).rstrip(b"=").decode()
    rows = _rows(connection, CREATE, [digest(text), name, wanted])
    return rows[0], text


def listed(connection: psycopg.Connection[Any]) -> tuple[ApiKey, ...]:
    """Every key ever made, in the order made."""
    return _rows(connection, LIST, [])


def revoke(connection: psycopg.Connection[Any], reference: str) -> tuple[ApiKey, ...]:
    """Revoke the key of an id, or every key of a name, from this moment on.  Raises KeyNotFound."""
    revoked = _rows(connection, REVOKE, [reference, ID_LENGTH, reference])
    if not revoked:
        raise KeyNotFound(key=reference)
    return revoked


def find(connection: psycopg.Connection[Any], text: str) -> ApiKey | None:
    """The key with this text if there is one that holds.

    What is looked up is a digest, over which a guesser has no power; the
    comparison that decides takes the same time whatever was guessed.
    """
    sent = digest(text)
    rows = connection.cursor(row_factory=tuple_row).execute(FIND, [sent])
    for row in rows:
        if hmac.compare_digest(row[0], sent):
            return _key(row)
    return None


def digest(text: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(text.encode()).digest()


def _scope(name: str) -> Scope:
    try:
        return Scope(name)
    except ValueError:
        raise ScopeUnknown(scope=name, known=", ".join(Scope)) from None


def _rows(
    connection: psycopg.Connection[Any], statement: str, parameters: list[object]
) -> tuple[ApiKey, ...]:
    cursor = connection.cursor(row_factory=tuple_row)
    return tuple(_key(row) for row in cursor.execute(statement, parameters))


def _key(row: tuple[Any, ...]) -> ApiKey:
    kept, name, scopes, created_at, revoked_at = row
    # A scope that this version does not know opens nothing.
    return ApiKey(kept.hex()[:ID_LENGTH], name, known(scopes), created_at, revoked_at)
