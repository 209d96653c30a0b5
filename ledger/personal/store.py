"""Rows of personal data: one a subject, replaced when told anew, really gone when erased."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import StoreUnavailable
from ledger.personal.cipher import Sealed
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings

Custody: TypeAlias = psycopg.Connection[Any]

PUT: Final = """
    INSERT INTO personal_data (subject, wrapped_key, key_nonce, nonce, ciphertext, changed_by)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (subject) DO UPDATE SET wrapped_key = EXCLUDED.wrapped_key, key_nonce = EXCLUDED.key_nonce,
        nonce = EXCLUDED.nonce, ciphertext = EXCLUDED.ciphertext, changed_by = EXCLUDED.changed_by,
        changed_at = clock_timestamp()"""
FIND: Final = "SELECT wrapped_key, key_nonce, nonce, ciphertext FROM personal_data WHERE subject = %s"
ERASE: Final = "DELETE FROM personal_data WHERE subject = %s"
SUBJECTS: Final = (
    "SELECT subject, wrapped_key, key_nonce, nonce, ciphertext FROM personal_data ORDER BY subject"
)
RESEAL: Final = """
    UPDATE personal_data SET wrapped_key = %s, key_nonce = %s, nonce = %s, ciphertext = %s
    WHERE subject = %s"""
# Whoever opens or seals a row holds off one who changes the master key of all, and is held off by them.
SHARED: Final = "LOCK TABLE personal_data IN ROW EXCLUSIVE MODE"
ALONE: Final = "LOCK TABLE personal_data IN EXCLUSIVE MODE"
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


@contextmanager
def shared(settings: Settings) -> Iterator[psycopg.Connection]:
    """The same in one transaction, during which the master key stays what it is.  Raises StoreUnavailable."""
    with custody(settings) as connection, connection.transaction():
        connection.execute(SHARED)
        yield connection


@contextmanager
def alone(settings: Settings) -> Iterator[psycopg.Connection]:
    """The same with nobody else opening or sealing anything.  Raises StoreUnavailable."""
    with custody(settings) as connection, connection.transaction():
        connection.execute(ALONE)
        yield connection


def put(connection: Custody, subject: str, one: Sealed, by: str) -> None:
    """Keep what is told of a subject in the place of what was."""
    connection.execute(PUT, [subject, *one, by])


def find(connection: Custody, subject: str) -> Sealed | None:
    """What is kept of a subject; None where there is nothing."""
    rows = connection.cursor(row_factory=tuple_row).execute(FIND, [subject]).fetchall()
    return Sealed(*map(bytes, rows[0])) if rows else None


def all_kept(connection: Custody) -> list[tuple[str, Sealed]]:
    """What is kept of everybody, by subject."""
    rows = connection.cursor(row_factory=tuple_row).execute(SUBJECTS).fetchall()
    return [(subject, Sealed(*map(bytes, sealed))) for subject, *sealed in rows]


def reseal(connection: Custody, subject: str, one: Sealed) -> None:
    """Keep what was told of a subject encrypted anew; who told it, and when, stays."""
    connection.execute(RESEAL, [*one, subject])


def any_kept(connection: Custody) -> bool:
    """Whether anything is kept of anybody."""
    return connection.execute("SELECT FROM personal_data LIMIT 1").fetchone() is not None


def erase(connection: Custody, subject: str) -> bool:
    """Remove what is kept of a subject, their key with it; whether there was something."""
    return connection.execute(ERASE, [subject]).rowcount > 0


def clear(settings: Settings) -> None:
    """Leave nothing of erased rows in the table's file.  Raises StoreUnavailable."""
    with custody(settings, Role.OWNER) as connection:
        connection.execute(CLEAR)
