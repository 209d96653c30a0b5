"""The rounds that may have cards in a rack, in the order in which they were begun to be recorded."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from psycopg.sql import SQL

from projections.asking import Fields, Look

# A shoe of eight decks has 416 cards: more rounds cannot lie in one rack.
MOST_ROUNDS: Final = 416


COLUMNS: Final = SQL("round_id, table_name, first_position, key, deck, game, session, gaming_date, opened_at")


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
    rows = _last(look, table, look.as_of + 1, 1)
    return rows[0] if rows else None


def before(look: Look, row: Fields) -> list[Fields]:
    """The rounds of a table before one, the latest first: as many as can lie in a rack."""
    return _last(look, row["table_name"], row["first_position"], MOST_ROUNDS)


def _last(look: Look, table: str, before: int, limit: int) -> list[Fields]:
    return look.rows(
        SQL(
            "SELECT {} FROM rounds"
            " WHERE table_name = %(table)s AND audience <> 'surveillance' AND first_position < %(before)s"
            " ORDER BY first_position DESC LIMIT %(limit)s"
        ).format(COLUMNS),
        table=table,
        before=before,
        limit=limit,
    )
