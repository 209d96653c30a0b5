"""The list of sessions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.sessions.state import fold
from projections.asking import Fields, Look
from projections.reconciliation.listed import SessionRow
from projections.reconciliation.offers import Opened, games
from projections.reconciliation.queries import currency_of
from projections.reconciliation.streams import streams


def sessions(
    ledger: Ledger,
    look: Look,
    table: str | None,
    gaming_date: date | None,
    *,
    after: tuple[date, str, int] | None,
    limit: int,
) -> list[SessionRow]:
    """Sessions after a place in the order: gaming date, latest first, then table and number.

    One that has changed since the position looked at is folded again.
    """
    last_date, last_table, last_number = after or (None, None, None)
    rows = look.rows(
        "SELECT * FROM reconciliation_sessions"
        " WHERE first_position <= %(as_of)s AND (%(table)s::text IS NULL OR table_name = %(table)s)"
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
    changed = [row["session"] for row in rows if row["position"] > look.as_of]
    then = {
        known[0].header.key: known for known in streams(ledger, look, "session", changed) if known[0].header
    }
    rows = [row | _folded(then[row["session"]]) if row["session"] in then else row for row in rows]
    opened = [Opened(row["session"], row["table_name"], row["gaming_date"], row["opened_at"]) for row in rows]
    offers = games(look, opened)
    ledger.registry.refresh()
    return [
        _row({**row, "game": offers.get(one), "currency": currency_of(ledger, one.table)})
        for row, one in zip(rows, opened, strict=True)
    ]


def _row(row: Fields) -> SessionRow:
    own = {name: row[name] for name in SessionRow.model_fields if name in row}
    return SessionRow(**own, table=row["table_name"], status=_status(row))


def _folded(known: Sequence[Recorded]) -> Fields:
    """What a session says, from its events up to the position looked at."""
    header = known[0].header
    assert isinstance(header, SessionHeader), "a stream begins with its header"
    state = fold(header, (one.event for one in known))
    opened, closed = state.opened, state.closed
    return {
        "version": state.version,
        "shift": state.shift,
        "opened_at": None if opened is None else opened.occurred_at,
        "closed_at": None if closed is None else closed.occurred_at,
        "opener": None if opened is None else opened.opener,
        "closer": None if closed is None else closed.closer,
    }


def _status(row: Fields) -> Literal["not_counted", "open", "closed"]:
    if row["opener"] is None:
        return "not_counted"
    return "open" if row["closer"] is None else "closed"
