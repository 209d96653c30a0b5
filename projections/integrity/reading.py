"""Events and refused records as leaves, straight from the server: one row of binary COPY is one leaf."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.sql import SQL, Identifier, Literal

from ledger.seal import leaves

# A row as psycopg hands it over.
Row: TypeAlias = bytes | bytearray | memoryview

# What the stream begins with, in front of its first row: signature, flags, length of extensions.
HEADER: Final = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
COPY: Final = SQL(
    "COPY (SELECT {} FROM events WHERE notification_id > {} AND notification_id <= {}"
    " ORDER BY notification_id) TO STDOUT (FORMAT BINARY)"
)
COLUMNS: Final = SQL(", ").join(map(Identifier, leaves.COLUMNS))
# All that is kept of a refused record; its number first, as an event's position is.
REFUSED: Final = SQL(
    "COPY (SELECT id, stream, code, pointer, detail, digest, body, refused_by, times, first_at, last_at,"
    " gaming_date FROM refused_commands WHERE id > {} AND id <= {} ORDER BY id LIMIT {})"
    " TO STDOUT (FORMAT BINARY)"
)
MOST: Final = 2**63 - 1
TRAILER: Final = b"\xff\xff"


@contextmanager
def leaves_after(
    connection: psycopg.Connection[Any], position: int, until: int | None = None
) -> Iterator[Iterator[Row]]:
    """The leaves of the events after a position, up to another, in order of position.

    The connection is closed at the end: nobody waits for the rest of what was asked for.
    """
    until = MOST if until is None else until
    statement = COPY.format(COLUMNS, Literal(position), Literal(until))
    with closing(connection), connection.cursor() as cursor, cursor.copy(statement) as copy:
        yield rows_of(iter(copy))


def refused_after(
    connection: psycopg.Connection[Any], number: int, limit: int, until: int = MOST
) -> list[bytes]:
    """The leaves of up to `limit` refused records after a number, up to another, in order of number."""
    statement = REFUSED.format(Literal(number), Literal(until), Literal(limit))
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        return [bytes(row) for row in rows_of(iter(copy))]


def rows_of(messages: Iterator[Row]) -> Iterator[Row]:
    """One message of the server is one row; the header comes with the first, or alone."""
    first = bytes(next(messages, b""))
    assert first.startswith(HEADER), "the server speaks the COPY that is documented"
    if len(first) > len(HEADER):
        yield from _unless_last(first[len(HEADER) :])
    for message in messages:
        if len(message) > len(TRAILER):
            yield message


def _unless_last(row: bytes) -> Iterator[bytes]:
    if row != TRAILER:
        yield row
