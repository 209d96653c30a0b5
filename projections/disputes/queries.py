"""Disputes as rows."""

from __future__ import annotations

from typing import Final

from psycopg.sql import SQL

from projections.asking import Fields, Look

CONDITIONS: Final = {
    "status": SQL("status = %(status)s"),
    "table": SQL("tables @> ARRAY[%(table)s]::text[]"),
    "round": SQL("rounds @> ARRAY[%(round)s]::text[]"),
}


def disputes(look: Look, wanted: Fields, before: int | None, limit: int) -> list[Fields]:
    """Disputes recorded before a position, the latest first."""
    conditions = [CONDITIONS[name] for name, value in wanted.items() if value is not None]
    statement = SQL("SELECT * FROM disputes WHERE {} ORDER BY first_position DESC LIMIT %(limit)s").format(
        SQL(" AND ").join(
            [
                SQL("first_position <= %(as_of)s"),
                SQL("(%(before)s::bigint IS NULL OR first_position < %(before)s)"),
                *conditions,
            ]
        )
    )
    return look.rows(statement, **wanted, before=before, limit=limit)


def of_subject(look: Look, subject: str) -> list[str]:
    """The disputes of a subject, the earliest recorded first."""
    rows = look.rows(
        "SELECT dispute FROM disputes WHERE subject = %(subject)s ORDER BY first_position", subject=subject
    )
    return [row["dispute"] for row in rows]
