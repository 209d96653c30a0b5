"""Drop and win a day, by table and by game, over many gaming dates: sums that the database makes.

Only what a day's counts give is needed here, W = K + C + D - O - F of accounting
A.4, so that a year is one query and no session is folded but those that have
changed since the position asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from psycopg.sql import SQL

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from ledger.book.sessions import total as booked
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.money import value
from ledger.sessions.state import Session, fold
from projections.asking import Fields, Look
from projections.reconciliation.offers import offered
from projections.reconciliation.streams import streams

# Chips by denomination as stored, in cents.
_WORTH: Final = SQL(
    "(SELECT coalesce(sum(face::numeric * chips::numeric), 0)"
    " FROM jsonb_each_text({}) AS counted (face, chips))"
)
# Each session between two dates: what was won and dropped, null where it is not counted through.
SESSIONS: Final = SQL(
    "WITH told AS ("
    " SELECT table_name, gaming_date, opened_at,"
    " (drop_counted->>'cash')::numeric + (drop_counted->>'documents')::numeric"
    " + (drop_counted->>'coupons')::numeric AS dropped,"
    " CASE WHEN opener IS NOT NULL AND closer IS NOT NULL THEN {closer} - {opener} - coalesce(("
    " SELECT sum(amount) FROM reconciliation_sums AS moved WHERE moved.session = known.session"
    " AND account = 'table_inventory' AND reason IN ('fill', 'credit')), 0) END AS kept"
    " FROM reconciliation_sessions AS known"
    " WHERE gaming_date BETWEEN %(since)s AND %(until)s AND position <= %(as_of)s"
    " UNION ALL SELECT * FROM unnest(%(tables)s::text[], %(dates)s::date[], %(opened)s::timestamptz[],"
    " %(dropped)s::numeric[], %(kept)s::numeric[])"
    "), sessions AS ("
    " SELECT told.table_name, coalesce(game, 'unknown') AS game, gaming_date,"
    " coalesce(currency, %(usual)s) AS currency,"
    " CASE WHEN kept IS NOT NULL THEN dropped END AS dropped, kept + dropped AS won"
    " FROM told LEFT JOIN unnest(%(paid_at)s::text[], %(paid_in)s::text[]) AS paid (at_table, currency)"
    " ON at_table = told.table_name LEFT JOIN LATERAL {offered} ON true)"
).format(
    offered=offered(SQL("told.table_name"), SQL("told.opened_at"), SQL("told.gaming_date")),
    closer=_WORTH.format(SQL("closer")),
    opener=_WORTH.format(SQL("opener")),
)
# By table, by game, of the property, each currency apart: the last two have no table, the last no game.
LEVELS: Final = SQL("GROUPING SETS ((table_name, game, currency{0}), (game, currency{0}), (currency{0}))")


class Changed(NamedTuple):
    """A session that has changed since: as it stood at the position asked for, in cents."""

    table: str
    gaming_date: date
    opened_at: datetime | None
    dropped: int | None
    kept: int | None


def period_sums(ledger: Ledger, look: Look, since: date, month: date, until: date) -> list[Fields]:
    """Drop and win of a date, since the first of its month, and since `since`; by level.

    Rows have `table_name game currency` and for each of day, month, year the cents
    `…_drop …_win` and `…_sessions …_uncounted`.
    """
    sums = SQL(", ").join(
        SQL(
            "coalesce(sum(dropped) FILTER (WHERE {when}), 0) AS {name}_drop,"
            " coalesce(sum(won) FILTER (WHERE {when}), 0) AS {name}_win,"
            " count(*) FILTER (WHERE {when}) AS {name}_sessions,"
            " count(*) FILTER (WHERE {when} AND won IS NULL) AS {name}_uncounted"
        ).format(when=when, name=SQL(name))
        for name, when in (
            ("day", SQL("gaming_date = %(until)s")),
            ("month", SQL("gaming_date >= %(month)s")),
            ("year", SQL("true")),
        )
    )
    return look.rows(
        SQL(
            "{} SELECT table_name, game, currency, {} FROM sessions"
            " GROUP BY {} ORDER BY table_name, game, currency"
        ).format(SESSIONS, sums, LEVELS.format(SQL(""))),
        month=month,
        **_between(ledger, look, since, until),
    )


def day_moments(ledger: Ledger, look: Look, since: date, until: date) -> list[Fields]:
    """How daily figures were spread between two dates; by level.

    Rows have `table_name game currency`, `days` that were counted through and had a drop,
    and `drop_sum drop_squares win_sum win_squares` in cents, `hold_sum
    hold_squares` of win to drop.
    """
    return look.rows(
        SQL(
            "{}, days AS (SELECT table_name, game, currency, sum(dropped) AS dropped, sum(won) AS won"
            " FROM sessions GROUP BY {} HAVING bool_and(won IS NOT NULL) AND sum(dropped) <> 0)"
            " SELECT table_name, game, currency, count(*) AS days,"
            " sum(dropped) AS drop_sum, sum(dropped * dropped) AS drop_squares,"
            " sum(won) AS win_sum, sum(won * won) AS win_squares,"
            " sum(won / dropped) AS hold_sum, sum((won / dropped) ^ 2) AS hold_squares"
            " FROM days GROUP BY table_name, game, currency"
        ).format(SESSIONS, LEVELS.format(SQL(", gaming_date"))),
        **_between(ledger, look, since, until),
    )


def _between(ledger: Ledger, look: Look, since: date, until: date) -> Fields:
    """The parameters of `SESSIONS`: two dates, and the sessions between them that have changed since."""
    rows = look.rows(
        "SELECT session FROM reconciliation_sessions WHERE gaming_date BETWEEN %(since)s AND %(until)s"
        " AND first_position <= %(as_of)s AND position > %(as_of)s",
        since=since,
        until=until,
    )
    changed = [
        _changed(events) for events in streams(ledger, look, "session", [row["session"] for row in rows])
    ]
    ledger.registry.refresh()
    paid_in = {name: one.currency for name, one in ledger.registry.tables.items() if one.currency is not None}
    return {
        "usual": DEFAULT_CURRENCY,
        "paid_at": list(paid_in),
        "paid_in": list(paid_in.values()),
        "since": since,
        "until": until,
        "tables": [one.table for one in changed],
        "dates": [one.gaming_date for one in changed],
        "opened": [one.opened_at for one in changed],
        "dropped": [one.dropped for one in changed],
        "kept": [one.kept for one in changed],
    }


def _changed(events: Sequence[Recorded]) -> Changed:
    header = events[0].header
    assert isinstance(header, SessionHeader), "a stream begins with its header"
    state = fold(header, (one.event for one in events))
    dropped = state.counted_drop
    return Changed(
        header.table,
        header.gaming_date,
        None if state.opened is None else state.opened.occurred_at,
        None if dropped is None else dropped.cash + dropped.documents + dropped.coupons,
        kept(state),
    )


def kept(state: Session) -> int | None:
    """The win of a session less its drop, K + C - O - F in cents; None where a count is missing."""
    if state.opened is None or state.closed is None:
        return None
    slips = sum(
        amount
        for (account, holder, reason, _), (_, amount) in booked(
            state.header, (event for event in state.events if event is not None and event.type != "corrected")
        ).items()
        if account == "table_inventory" and holder == state.key and reason in {"fill", "credit"}
    )
    return value(state.closed.closer) - value(state.opened.opener) - slips
