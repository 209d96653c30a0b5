"""Chapters as they are kept, and the events of one, straight from the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from psycopg.rows import class_row, tuple_row
from psycopg.sql import SQL, Composable, Composed, Literal

from ledger.errors import ChaptersDamaged, InvalidCheckpoint, SealDamaged
from ledger.seal.chapters import Chapter, digest_of, opened_chapter
from ledger.seal.notes import Chapters, VerifierKey
from projections.errors import ChapterNotFound
from projections.integrity.reading import COLUMNS, MOST, rows_of

# Streams a row.
PART: Final = 4096
# Leaves hashed at once.
PAGE: Final = 1024
# Chapters read at once.
ROWS: Final = 100
# The streams of a chapter, and what the events of each are; the fence keeps the planner to a seek a stream.
BELONG: Final = SQL(
    "(SELECT DISTINCT encode(substring(streams FROM n * 16 + 1 FOR 16), 'hex')::uuid AS id"
    " FROM seal_chapter_streams, generate_series(0, octet_length(streams) / 16 - 1) AS n"
    " WHERE chapter = {chapter}) AS belong CROSS JOIN LATERAL (SELECT {columns} FROM events"
    " WHERE originator_id = belong.id AND notification_id <= {position} OFFSET 0) AS told"
)
EVENTS: Final = SQL(
    "COPY (SELECT {columns} FROM {belong} ORDER BY notification_id) TO STDOUT (FORMAT BINARY)"
)
KEPT: Final = (
    "SELECT number, gaming_date, edition, position, size, events, digest, note, signed_at FROM seal_chapters"
)

Connection = psycopg.Connection[Any]


class Kept(NamedTuple):
    """A chapter as it is kept; `size` is of the checkpoint that it leans on."""

    number: int
    gaming_date: date
    edition: int
    position: int
    size: int
    events: int
    digest: bytes
    note: str
    signed_at: datetime


class Closing(NamedTuple):
    """An event that closes a gaming day."""

    position: int
    stream: UUID
    version: int


def last(connection: Connection) -> Kept | None:
    """The chapter signed last; None where there is none."""
    return _one(connection, f"{KEPT} ORDER BY number DESC LIMIT 1")


def held(connection: Connection, keys: Sequence[VerifierKey], over: Iterable[Chapters]) -> Chapters | None:
    """How many chapters are signed, and the digest of the last; None where none is.

    `over` is what checkpoints say of them.  Raises ChaptersDamaged where they do
    not begin with those, or where none of the keys signed the last, or not as
    the one it is.
    """
    for signed in over:
        kept = _one(connection, f"{KEPT} WHERE number = %s", signed.number)
        if kept is None or digest_of(kept.note) != signed.digest:
            detail = f"its first {signed.number:,} chapters are not those of the checkpoint over them"
            raise ChaptersDamaged(detail=detail)
    latest = last(connection)
    if latest is None:
        return None
    try:
        chapter = opened_chapter(latest.note, keys)
    except InvalidCheckpoint as refused:
        raise ChaptersDamaged(detail=f"chapter {latest.number:,}: {refused.message}") from refused
    if not stands_beside(latest, chapter):
        raise ChaptersDamaged(detail=f"what stands beside chapter {latest.number:,} is not what it says")
    return Chapters(latest.number, latest.digest)


def stands_beside(kept: Kept, chapter: Chapter) -> bool:
    """Whether what is kept beside a note is what the chapter in it says."""
    said = (
        chapter.number, chapter.gaming_date, chapter.edition, chapter.closed_by.position,
        chapter.checkpoint.size, chapter.events, digest_of(kept.note),
    )  # fmt: skip
    return kept[:7] == said


def of_day(connection: Connection, gaming_date: date, edition: int | None) -> Kept:
    """The chapter of a gaming date, its last edition unless another is named.  Raises ChapterNotFound."""
    found = _one(
        connection,
        f"{KEPT} WHERE gaming_date = %s AND (%s::integer IS NULL OR edition = %s)"
        " ORDER BY edition DESC LIMIT 1",
        gaming_date, edition, edition,
    )  # fmt: skip
    if found is None:
        raise ChapterNotFound(gaming_date=gaming_date)
    return found


def page(connection: Connection, before: int | None, limit: int) -> list[Kept]:
    """Up to so many chapters, the latest signed first, below a number."""
    statement = f"{KEPT} WHERE %s::integer IS NULL OR number < %s ORDER BY number DESC LIMIT %s"
    with connection.cursor(row_factory=class_row(Kept)) as cursor:
        return cursor.execute(statement.encode(), [before, before, limit]).fetchall()


def from_the_first(connection: Connection) -> Iterator[Kept]:
    """All chapters in the order in which they were signed."""
    last = 0
    while True:
        with connection.cursor(row_factory=class_row(Kept)) as cursor:
            found = cursor.execute(
                f"{KEPT} WHERE number > %s ORDER BY number LIMIT %s".encode(), [last, ROWS]
            ).fetchall()
        if not found:
            return
        yield from found
        last = found[-1].number


def closings(connection: Connection, after: int, until: int) -> list[Closing]:
    """The events after a position, up to another, that close a gaming day: revenue audit finished."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT notification_id, originator_id, originator_version FROM events"
            " WHERE topic = 'gaming_day.audited.v1' AND notification_id > %s AND notification_id <= %s"
            " ORDER BY notification_id",
            [after, until],
        ).fetchall()
    return [Closing(*row) for row in rows]


def waiting(connection: Connection) -> int:
    """How many audits there are that no chapter was signed for yet."""
    latest = last(connection)
    return len(closings(connection, 0 if latest is None else latest.position, MOST))


def keep_streams(connection: Connection, number: int, streams: Sequence[UUID]) -> None:
    """Keep which streams make a chapter."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO seal_chapter_streams VALUES (%s, %s, %s)",
            [
                (number, at // PART, b"".join(one.bytes for one in streams[at : at + PART]))
                for at in range(0, len(streams), PART)
            ],
        )


def keep(connection: Connection, chapter: Kept) -> None:
    """Keep a signed chapter."""
    connection.execute(
        "INSERT INTO seal_chapters"
        " (number, gaming_date, edition, position, size, events, digest, note, signed_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
        chapter,
    )


@contextmanager
def events_of(connection: Connection, number: int, position: int) -> Iterator[Iterator[bytes]]:
    """The leaves of a chapter's events up to a position, in order.

    The connection can do nothing else meanwhile.
    """
    statement = EVENTS.format(columns=COLUMNS, belong=_belong(number, position, COLUMNS))
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        yield rows_of(copy)


def pages(rows: Iterator[bytes]) -> Iterator[list[bytes]]:
    """The leaves of events, some at once, to hash together."""
    while leaves := list(islice(rows, PAGE)):
        yield leaves


def count_of(connection: Connection, number: int, position: int) -> int:
    """How many events a chapter has up to a position."""
    statement = SQL("SELECT count(*) FROM {}").format(_belong(number, position, SQL("notification_id")))
    with connection.cursor(row_factory=tuple_row) as cursor:
        ((count,),) = cursor.execute(statement).fetchall()
    return int(count)


def _belong(number: int, position: int, columns: Composable) -> Composed:
    return BELONG.format(chapter=Literal(number), position=Literal(position), columns=columns)


def checkpoint_of(connection: Connection, chapter: Kept) -> str:
    """The checkpoint that a chapter leans on, a signed note.  Raises SealDamaged where it is gone."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute("SELECT note FROM seal_checkpoints WHERE size = %s", [chapter.size]).fetchone()
    if row is None:
        raise SealDamaged(detail=f"the checkpoint of {chapter.size:,} events is gone")
    return str(row[0])


def edition_after(connection: Connection, gaming_date: date) -> int:
    """Which edition the next chapter of a gaming date is."""
    known = _one(connection, f"{KEPT} WHERE gaming_date = %s ORDER BY edition DESC LIMIT 1", gaming_date)
    return 1 if known is None else known.edition + 1


def _one(connection: Connection, statement: str, *fields: object) -> Kept | None:
    with connection.cursor(row_factory=class_row(Kept)) as cursor:
        return cursor.execute(statement.encode(), fields).fetchone()
