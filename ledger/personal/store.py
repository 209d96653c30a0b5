"""Rows of personal data: one a subject, replaced when told anew, really gone when erased."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import StoreUnavailable
from ledger.personal.cipher import Sealed
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings

PUT: Final = """
    INSERT INTO personal_data (subject, wrapped_key, key_nonce, nonce, ciphertext, changed_by)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (subject) DO UPDATE SET wrapped_key = EXCLUDED.wrapped_key, key_nonce = EXCLUDED.key_nonce,
        nonce = EXCLUDED.nonce, ciphertext = EXCLUDED.ciphertext, changed_by = EXCLUDED.changed_by,
        changed_at = clock_timestamp()"""
FIND: Final = "SELECT wrapped_key, key_nonce, nonce, ciphertext FROM personal_data WHERE subject = %s"
ERASE: Final = "DELETE FROM personal_data WHERE subject = %s"
# Rewrites the table: a row that is gone lies in no page any more.
CLEAR: Final = "VACUUM FULL personal_data"


@contextmanager
def custody(settings: Settings, role: Role = Role.CUSTODIAN) -> Iterator[psycopg.Connection]:
    """A connection that may read, write and erase personal data, and nothing else.

    Raises StoreUnavailable.
    """
    try:
        with connect(database_url(settings), property=settings.property, role=role) as connection:
            yield connection
    except psycopg.OperationalError as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def put(connection: psycopg.Connection[Any], subject: str, one: Sealed, by: str) -> None:
    """Keep what is told of a subject in the place of what was."""
    connection.execute(PUT, [subject, *one, by])


def find(connection: psycopg.Connection[Any], subject: str) -> Sealed | None:
    """What is kept of a subject; None where there is nothing."""
    rows = connection.cursor(row_factory=tuple_row).execute(FIND, [subject]).fetchall()
    return Sealed(*map(bytes, rows[0])) if rows else None


def any_kept(connection: psycopg.Connection[Any]) -> bool:
    """Whether anything is kept of anybody."""
    return connection.execute("SELECT FROM personal_data LIMIT 1").fetchone() is not None


def erase(connection: psycopg.Connection[Any], subject: str) -> bool:
    """Remove what is kept of a subject, their key with it; whether there was something."""
    return connection.execute(ERASE, [subject]).rowcount > 0


def clear(settings: Settings) -> None:
    """Leave nothing of erased rows in the table's file.  Raises StoreUnavailable."""
    with custody(settings, Role.OWNER) as connection:
        connection.execute(CLEAR)
