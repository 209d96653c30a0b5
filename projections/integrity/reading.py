"""Events and refused records as leaves, straight from the server: one row of binary COPY is one leaf."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final, NoReturn, TypeAlias

import psycopg
from psycopg.errors import error_from_result
from psycopg.generators import fetch_many
from psycopg.sql import SQL, Identifier, Literal

from ledger.seal import leaves

# A message as psycopg hands it over.
Message: TypeAlias = bytes | bytearray | memoryview

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
) -> Iterator[Iterator[bytes]]:
    """The leaves of the events after a position, up to another, in order of position.

    The connection is closed at the end: nobody waits for the rest of what was asked for.
    """
    until = MOST if until is None else until
    statement = COPY.format(COLUMNS, Literal(position), Literal(until))
    with closing(connection), connection.cursor() as cursor, cursor.copy(statement) as copy:
        yield rows_of(copy)


def refused_after(
    connection: psycopg.Connection[Any], number: int, limit: int, until: int = MOST
) -> list[bytes]:
    """The leaves of up to `limit` refused records after a number, up to another, in order of number."""
    statement = REFUSED.format(Literal(number), Literal(until), Literal(limit))
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        return list(rows_of(copy))


def rows_of(copy: psycopg.Copy) -> Iterator[bytes]:
    """One message of the server is one row; the header comes with the first, or alone.

    Rows that have arrived are taken from libpq one after the other, for psycopg
    to wait for those that have not: it would wait for each.  They are copied as
    they come: the views that it gives are objects which the garbage collector
    walks through over and over while a batch of them is held, at more cost than
    all the hashing.  Raises psycopg.Error: what the server says in the place of a row.
    """
    connection = copy.connection.pgconn
    first = bytes(copy.read())
    assert first.startswith(HEADER), "the server speaks the COPY that is documented"
    message: Message = first[len(HEADER) :] or copy.read()
    while message:
        if len(message) > len(TRAILER):
            yield bytes(message)
            arrived, message = connection.get_copy_data(1)
            if arrived > 0:
                continue
            if arrived < 0:  # Not its end, before which the trailer comes.
                _give_up(copy)
        message = copy.read()


def _give_up(copy: psycopg.Copy) -> NoReturn:
    """Raise what the server said in the place of a row."""
    # Not asked of libpq itself, which would wait for the end of it for ever, and let no other thread work.
    said = copy.connection.wait(fetch_many(copy.connection.pgconn))
    raise error_from_result(said[0])
