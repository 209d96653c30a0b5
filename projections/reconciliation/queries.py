"""The facts behind a reconciliation, as of a position.

The rows of the view say what is the case at its own position.  For an earlier
one the sums come from the postings of the inventory, and a session or round
that has changed since is folded again from its events up to there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from ledger.book.sessions import taken
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.identity import stream_id
from ledger.sessions.state import fold
from projections.asking import Fields, Look
from projections.reconciliation.answers import ExceptionItem, StrayRound
from projections.reconciliation.figures import Judged, SessionFacts, Sums
from projections.reconciliation.projection import added

# A gaming date, of one table or of all.
OF_THE_DAY: Final = SQL(
    "split_part(session, '/', 2) = %(gaming_date)s::text"
    " AND (%(table)s::text IS NULL OR split_part(session, '/', 1) = %(table)s)"
)
ON_THE_DAY: Final = SQL(
    "gaming_date = %(gaming_date)s AND (%(table)s::text IS NULL OR table_name = %(table)s)"
)


def facts(ledger: Ledger, look: Look, gaming_date: date, table: str | None) -> list[SessionFacts]:
    """All sessions of a day, those that nobody opened too, by table and number."""
    day: Fields = {"gaming_date": gaming_date, "table": table}
    known = {one.key: one for one in _sessions(ledger, look, day)}
    sums, judged = _sums(look, day), _judged(ledger, look, day)
    exceptions = _exceptions(look, day)
    found = [
        replace(
            known.get(key) or _unopened(key),
            sums=sums.get(key, {}),
            judged=judged.get(key, Judged()),
            exceptions=exceptions.get(key, ()),
        )
        for key in {**known, **sums, **judged}
    ]
    games = _games(look, found)
    named = [replace(one, game=games.get(one.key)) for one in found]
    return sorted(named, key=lambda one: (one.table, one.number))


def _unopened(key: str) -> SessionFacts:
    table, gaming_date, number = key.split("/")
    return SessionFacts(table, date.fromisoformat(gaming_date), int(number))


# --- sessions --------------------------------------------------------------------


def _sessions(ledger: Ledger, look: Look, day: Fields) -> list[SessionFacts]:
    rows = look.rows(
        SQL("SELECT * FROM reconciliation_sessions WHERE first_position <= %(as_of)s AND {}").format(
            ON_THE_DAY
        ),
        **day,
    )
    changed = {row["session"] for row in rows if row["position"] > look.as_of}
    found = [_of_row(row) for row in rows if row["session"] not in changed]
    return found + [_of_events(events) for events in _streams(ledger, look, "session", changed)]


def _of_row(row: Fields) -> SessionFacts:
    counted = row["drop_counted"]
    return SessionFacts(
        row["table_name"],
        row["gaming_date"],
        row["number"],
        opened_at=row["opened_at"],
        closed_at=row["closed_at"],
        opener=_by_face(row["opener"]),
        closer=_by_face(row["closer"]),
        counted=None if counted is None else book.Drop(**counted),
        taken=int(row["taken"]),
    )


def _by_face(chips: Mapping[str, int] | None) -> dict[int, int] | None:
    return None if chips is None else {int(face): count for face, count in chips.items()}


def _of_events(events: Sequence[Recorded]) -> SessionFacts:
    header = events[0].header
    assert isinstance(header, SessionHeader)
    state = fold(header, (one.event for one in events))
    opened, closed, counted = state.opened, state.closed, state.counted_drop
    return SessionFacts(
        header.table,
        header.gaming_date,
        header.number,
        opened_at=None if opened is None else opened.occurred_at,
        closed_at=None if closed is None else closed.occurred_at,
        opener=None if opened is None else opened.opener,
        closer=None if closed is None else closed.closer,
        counted=None if counted is None else book.Drop(counted.cash, counted.documents, counted.coupons),
        taken=taken(state),
    )


def _streams(ledger: Ledger, look: Look, kind: str, keys: Iterable[str]) -> list[list[Recorded]]:
    """The events of streams up to the position asked for."""
    ids = [stream_id(ledger.property, kind, key) for key in keys]
    return [
        [one for one in events if one.position is not None and one.position <= look.as_of]
        for events in (ledger.recorded(ids).values() if ids else ())
    ]


def _games(look: Look, sessions: Sequence[SessionFacts]) -> dict[str, str]:
    """What each table offered when a session opened, as far as it was said by then."""
    rows = look.rows(
        "SELECT session, game"
        " FROM unnest(%(sessions)s::text[], %(tables)s::text[], %(opened)s::timestamptz[])"
        " AS asked (session, table_name, opened_at) CROSS JOIN LATERAL ("
        " SELECT game FROM reconciliation_offers AS offer"
        " WHERE offer.table_name = asked.table_name AND position <= %(as_of)s"
        " AND (asked.opened_at IS NULL OR occurred_at IS NULL OR occurred_at <= asked.opened_at)"
        " ORDER BY position DESC LIMIT 1) AS offered",
        sessions=[one.key for one in sessions],
        tables=[one.table for one in sessions],
        opened=[one.opened_at for one in sessions],
    )
    return {row["session"]: row["game"] for row in rows}


# --- what moved -------------------------------------------------------------------


def _sums(look: Look, day: Fields) -> dict[str, Sums]:
    if look.as_of == look.position:
        rows = look.rows(
            SQL(
                "SELECT session, account, reason, denomination, count, amount"
                " FROM reconciliation_sums WHERE {}"
            ).format(OF_THE_DAY),
            **day,
        )
    else:
        rows = look.rows(
            SQL(
                "SELECT session, account, reason, denomination, sum(posting.count) AS count,"
                " sum(posting.amount) AS amount"
                " FROM (SELECT DISTINCT session, account FROM reconciliation_sums WHERE {}) AS held"
                " JOIN inventory_accounts AS account USING (account) JOIN inventory_postings AS posting"
                " ON account_id = account.id AND posting.position <= %(as_of)s"
                " WHERE holder = session GROUP BY session, account, reason, denomination"
            ).format(OF_THE_DAY),
            **day,
        )
    found: dict[str, dict[tuple[Account, Reason, int], tuple[int, int]]] = {}
    for row in rows:
        line = (row["account"], row["reason"], row["denomination"])
        found.setdefault(row["session"], {})[line] = (int(row["count"]), int(row["amount"]))
    return dict(found)


def _exceptions(look: Look, day: Fields) -> dict[str, list[ExceptionItem]]:
    rows = look.rows(
        SQL(
            "SELECT * FROM reconciliation_exceptions WHERE position <= %(as_of)s AND {}"
            " ORDER BY position, account, reason"
        ).format(OF_THE_DAY),
        **day,
    )
    found: dict[str, list[ExceptionItem]] = {}
    for row in rows:
        found.setdefault(row.pop("session"), []).append(ExceptionItem(**row))
    return found


# --- rounds -----------------------------------------------------------------------


def _judged(ledger: Ledger, look: Look, day: Fields) -> dict[str, Judged]:
    """What its rounds add to the win of each session: by the rules, mispaid, and what nobody can judge."""
    rows = look.rows(
        SQL(
            "SELECT session, bool_or(judged) AS judged, sum(rules) AS rules, sum(mispaid) AS mispaid,"
            " sum(unjudged) AS unjudged"
            " FROM reconciliation_rounds WHERE session IS NOT NULL AND position <= %(as_of)s AND {}"
            " GROUP BY session"
        ).format(ON_THE_DAY),
        **day,
    )
    found = {
        row["session"]: Judged(row["judged"], int(row["rules"]), int(row["mispaid"]), int(row["unjudged"]))
        for row in rows
    }
    changed = look.rows(
        SQL(
            "SELECT key, session FROM reconciliation_rounds WHERE session IS NOT NULL"
            " AND first_position <= %(as_of)s AND position > %(as_of)s AND {}"
        ).format(ON_THE_DAY),
        **day,
    )
    session_of = {row["key"]: row["session"] for row in changed}
    ledger.registry.refresh()
    for events in _streams(ledger, look, "round", session_of):
        seen = ledger.rebuilt(events)
        session = session_of[seen.state.key]
        found[session] = found.get(session, Judged()).plus(added(seen.state, seen.judgement))
    return found


def stray_rounds(
    look: Look, gaming_date: date, table: str | None, sessions: Sequence[SessionFacts]
) -> list[StrayRound]:
    """Rounds of a day in no session, in one that nobody opened, before its opener or after its closer."""
    opened = [one for one in sessions if one.opener is not None]
    rows = look.rows(
        SQL(
            "SELECT round_id AS round, key, session, opened_at, why FROM ("
            " SELECT round_id, key, session, opened_at, first_position, CASE"
            " WHEN session IS NULL THEN 'in_no_session'"
            " WHEN known.name IS NULL THEN 'session_not_opened'"
            " WHEN opened_at < known.since THEN 'before_opener'"
            " WHEN opened_at > known.until THEN 'after_closer' END AS why"
            " FROM reconciliation_rounds LEFT JOIN"
            " unnest(%(sessions)s::text[], %(since)s::timestamptz[], %(until)s::timestamptz[])"
            " AS known (name, since, until) ON session = known.name"
            " WHERE first_position <= %(as_of)s AND {}) AS rounds"
            " WHERE why IS NOT NULL ORDER BY first_position"
        ).format(ON_THE_DAY),
        gaming_date=gaming_date,
        table=table,
        sessions=[one.key for one in opened],
        since=[one.opened_at for one in opened],
        until=[one.closed_at for one in opened],
    )
    return [StrayRound(**row) for row in rows]
