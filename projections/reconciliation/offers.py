"""Which game a table offered when a session opened."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from typing import Final, NamedTuple

from psycopg.sql import SQL, Composed

from ledger.application.ledger import Ledger
from ledger.events.records import SessionHeader
from ledger.sessions.state import fold
from projections.asking import Look
from projections.reconciliation.streams import streams

# The floor's clock decides, not the order of record, as `ledger.tables` has it.  Without a time it is the
# end of the (UTC) gaming date, as for a table's pit (`places`): what was offered later says nothing of it.
_OFFERED: Final = SQL(
    "(SELECT game FROM reconciliation_offers AS offer WHERE offer.table_name = {table}"
    " AND offer.position <= %(as_of)s"
    " AND (offer.occurred_at IS NULL OR CASE WHEN {at} IS NULL"
    " THEN (offer.occurred_at AT TIME ZONE 'UTC')::date <= {on} ELSE offer.occurred_at <= {at} END)"
    " ORDER BY offer.occurred_at DESC NULLS LAST, offer.position DESC LIMIT 1) AS offered"
)


class Opened(NamedTuple):
    """A session (None: rounds in none) at a table of a gaming date, and when it opened as far as is known."""

    session: str | None
    table: str
    gaming_date: date
    at: datetime | None


def offered(table: SQL, at: SQL, on: SQL) -> Composed:
    """The offer that held at a table at a time of a gaming date; without one at the end of the date.

    As known at the position looked at, to join laterally.
    """
    return _OFFERED.format(table=table, at=at, on=on)


def games(look: Look, sessions: Collection[Opened]) -> dict[Opened, str]:
    """What each table offered when a session opened, as far as it was said by then."""
    asked = list(sessions)
    rows = look.rows(
        SQL(
            "SELECT n, game FROM unnest(%(tables)s::text[], %(opened)s::timestamptz[], %(dates)s::date[])"
            " WITH ORDINALITY AS asked (table_name, at, gaming_date, n) CROSS JOIN LATERAL {}"
        ).format(offered(SQL("asked.table_name"), SQL("asked.at"), SQL("asked.gaming_date"))),
        tables=[one.table for one in asked],
        opened=[one.at for one in asked],
        dates=[one.gaming_date for one in asked],
    )
    return {asked[row["n"] - 1]: row["game"] for row in rows}


def opened(ledger: Ledger, look: Look, sessions: Collection[str]) -> dict[str, datetime | None]:
    """When each session opened, by its key, as known at the position looked at."""
    rows = look.rows(
        "SELECT session, opened_at, position FROM reconciliation_sessions"
        " WHERE session = ANY(%(sessions)s) AND first_position <= %(as_of)s",
        sessions=list(sessions),
    )
    found = {row["session"]: row["opened_at"] for row in rows}
    changed = [row["session"] for row in rows if row["position"] > look.as_of]
    for events in streams(ledger, look, "session", changed):
        header = events[0].header
        assert isinstance(header, SessionHeader), "a stream begins with its header"
        state = fold(header, (one.event for one in events))
        found[state.key] = None if state.opened is None else state.opened.occurred_at
    return found
