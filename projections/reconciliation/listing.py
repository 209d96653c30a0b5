"""The list of sessions."""

from __future__ import annotations

from datetime import date
from typing import Literal

from projections.asking import Fields, Look
from projections.reconciliation.answers import SessionRow


def sessions(
    look: Look, table: str | None, gaming_date: date | None, after: tuple[date, str, int] | None, limit: int
) -> list[SessionRow]:
    """Sessions after a place in the order: gaming date, latest first, then table and number."""
    last_date, last_table, last_number = after or (None, None, None)
    rows = look.rows(
        "SELECT known.*, game FROM reconciliation_sessions AS known LEFT JOIN LATERAL ("
        " SELECT game FROM reconciliation_offers AS offer WHERE offer.table_name = known.table_name"
        " AND (known.opened_at IS NULL OR occurred_at IS NULL OR occurred_at <= known.opened_at)"
        " ORDER BY position DESC LIMIT 1) AS offered ON true"
        " WHERE (%(table)s::text IS NULL OR table_name = %(table)s)"
        " AND (%(gaming_date)s::date IS NULL OR gaming_date = %(gaming_date)s)"
        " AND (%(last_date)s::date IS NULL OR gaming_date < %(last_date)s OR (gaming_date = %(last_date)s"
        " AND (table_name, number) > (%(last_table)s::text, %(last_number)s::bigint)))"
        " ORDER BY gaming_date DESC, table_name, number LIMIT %(limit)s",
        table=table,
        gaming_date=gaming_date,
        last_date=last_date,
        last_table=last_table,
        last_number=last_number,
        limit=limit,
    )
    return [_row(row) for row in rows]


def _row(row: Fields) -> SessionRow:
    own = {name: row[name] for name in SessionRow.model_fields if name in row}
    return SessionRow(**own, table=row["table_name"], status=_status(row))


def _status(row: Fields) -> Literal["not_counted", "open", "closed"]:
    if row["opener"] is None:
        return "not_counted"
    return "open" if row["closer"] is None else "closed"
