"""What was refused: rows beside the events, which no view holds."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row

from ledger.application.ledger import Ledger
from ledger.application.refused import sent
from ledger.errors import ImpossibleCard, RefusedNotFound
from projections.asking import Fields
from projections.exceptions.answers import RefusedBody, RefusedRecord

# The same record refused again is one, with a count; a row that only counts stands by itself.
LATEST: Final = """
    SELECT first.id AS refused, stream, code, pointer, detail, encode(digest, 'hex') AS digest,
        -- A NUL and a salt may stand after what was sent.
        octet_length(body) - CASE substring(body FROM octet_length(body) - 24 FOR 1)
            WHEN '\\x00' THEN 25 ELSE 0 END AS size,
        refused_by, coalesce(again.times, first.times) AS times, first_at,
        coalesce(again.last_at, first.last_at) AS last_at, gaming_date
    FROM refused_commands AS first CROSS JOIN LATERAL (
        SELECT sum(times)::integer AS times, max(last_at) AS last_at FROM refused_commands AS other
        WHERE other.digest = first.digest AND other.code = first.code
            AND other.refused_by = first.refused_by
            AND (%(known_at)s::timestamptz IS NULL OR other.first_at <= %(known_at)s)) AS again
    WHERE (%(before)s::bigint IS NULL OR first.id < %(before)s)
        AND (%(refused)s::bigint IS NULL OR first.id = %(refused)s)
        AND (%(gaming_date)s::date IS NULL OR gaming_date = %(gaming_date)s)
        AND (%(known_at)s::timestamptz IS NULL OR first.first_at <= %(known_at)s)
        AND NOT EXISTS (
            SELECT FROM refused_commands AS earlier
            WHERE earlier.digest = first.digest AND earlier.code = first.code
                AND earlier.refused_by = first.refused_by AND earlier.id < first.id)
    ORDER BY first.id DESC LIMIT %(limit)s"""
BODY: Final = "SELECT body FROM refused_commands WHERE id = %(refused)s"
# Records of these hold no face.
WITHOUT_FACES: Final = ("session/", "gaming_day/", "chip_set/", "table/", "submission/", "fund/")
# What is said of a card misspelt, to who may not read how.
MISSPELT: Final = "what is given as a card is none"


def listed(
    ledger: Ledger,
    *,
    limit: int,
    before: int | None = None,
    gaming_date: date | None = None,
    known_at: datetime | None = None,
    sees_all: bool = False,
) -> list[RefusedRecord]:
    """What was refused, the latest first.  Raises StoreUnavailable."""
    rows = _rows(
        ledger, LATEST, limit=limit, before=before, gaming_date=gaming_date, known_at=known_at, refused=None
    )
    return [RefusedRecord(**(row if sees_all else _without_faces(row))) for row in rows]


def whole(ledger: Ledger, number: int, *, sees_all: bool) -> RefusedBody:
    """One refused record with what was sent.  Raises RefusedNotFound, StoreUnavailable."""
    rows = _rows(ledger, LATEST, limit=1, before=None, gaming_date=None, known_at=None, refused=number)
    if not rows:
        raise RefusedNotFound(refused=number)
    ((body,),) = [row.values() for row in _rows(ledger, BODY, refused=number)]
    told = rows[0] if sees_all else _without_faces(rows[0])
    shown = body is not None and (sees_all or told is rows[0])
    return RefusedBody(**told, body=sent(bytes(body)).decode(errors="replace") if shown else None)


def _without_faces(row: Fields) -> Fields:
    """A refused record as who may not see every face is told of it; itself where it can tell none.

    All of a record but the face can be known, so that its digest would be found by 52 tries.
    """
    if row["stream"].startswith(WITHOUT_FACES):
        return row
    said = {"detail": MISSPELT} if row["code"] == ImpossibleCard.code else {}
    return {**row, "digest": None, **said}


def _rows(ledger: Ledger, statement: str, **fields: object) -> list[Fields]:
    def read(connection: psycopg.Connection[Any], _: int) -> list[Fields]:
        with connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement.encode(), fields).fetchall()

    return ledger.recorder.datastore.patiently(read)
