"""The rounds that may have cards in a rack, in the order dealt.

That order is the floor's clock; where a round does not know when it opened, that of the record.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.sql import SQL

from projections.asking import Fields, Look

# A shoe of eight decks has 416 cards: more rounds cannot lie in one rack.
MOST_ROUNDS: Final = 416


COLUMNS: Final = SQL(
    "round_id, table_name, first_position, position, number, key, deck, game, session, gaming_date,"
    " opened_at, closed_at"
)
TABLES_OWN: Final = SQL(
    "SELECT {} FROM rounds WHERE table_name = %(table)s AND audience <> 'surveillance'"
    " AND first_position <= %(as_of)s"
).format(COLUMNS)
LATEST_DEALT: Final = SQL(" ORDER BY opened_at DESC, number DESC LIMIT %(limit)s")
LATEST_RECORDED: Final = SQL(" ORDER BY first_position DESC LIMIT %(limit)s")


def opened(look: Look, stream: UUID) -> Fields | None:
    """One round; None where the view has not come so far."""
    rows = look.rows(
        SQL(
            "SELECT {} FROM rounds"
            " WHERE round_id = %(stream)s AND audience <> 'surveillance' AND first_position <= %(as_of)s"
        ).format(COLUMNS),
        stream=stream,
    )
    return rows[0] if rows else None


def latest(look: Look, table: str) -> Fields | None:
    """The last round of a table; None where it has had none."""
    timed = look.rows(TABLES_OWN + SQL(" AND opened_at IS NOT NULL") + LATEST_DEALT, table=table, limit=1)
    rows = timed or look.rows(TABLES_OWN + LATEST_RECORDED, table=table, limit=1)
    return rows[0] if rows else None


def over_by(look: Look, table: str, at: datetime, limit: int) -> list[Fields]:
    """The rounds of a table that had opened by a time and are over by it now, the latest first."""
    return look.rows(
        TABLES_OWN + SQL(" AND opened_at <= %(at)s AND closed_at <= %(at)s") + LATEST_DEALT,
        table=table,
        at=at,
        limit=limit,
    )


def before(look: Look, row: Fields) -> list[Fields]:
    """The rounds of a table before one, the latest first: as many as can lie in a rack."""
    if row["opened_at"] is None:
        where, order = SQL(" AND first_position < %(first_position)s"), LATEST_RECORDED
    else:
        where, order = SQL(" AND (opened_at, number) < (%(opened_at)s, %(number)s)"), LATEST_DEALT
    place = {name: row[name] for name in ("first_position", "opened_at", "number")}
    return look.rows(TABLES_OWN + where + order, table=row["table_name"], limit=MOST_ROUNDS, **place)
