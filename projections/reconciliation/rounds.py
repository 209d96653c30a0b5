"""The rounds behind a reconciliation, as of a position: what they won, and those that no session covers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final, NamedTuple
from uuid import UUID

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.events.records import RoundHeader
from ledger.rounds.state import fold
from projections.asking import Fields, Look
from projections.reconciliation.answers import StrayRound
from projections.reconciliation.figures import Judged, SessionFacts
from projections.reconciliation.projection import added
from projections.reconciliation.streams import streams

ON_THE_DAY: Final = SQL(
    "gaming_date = %(gaming_date)s AND (%(table)s::text IS NULL OR table_name = %(table)s)"
)


class OpenedThen(NamedTuple):
    """A round in a session or in none (None), and when it was known to have opened."""

    round_id: UUID
    key: str
    session: str | None
    at: datetime | None


def judged_rounds(ledger: Ledger, look: Look, gaming_date: date, table: str | None) -> dict[str, Judged]:
    """What its rounds add to the win of each session: by the rules, mispaid, and what nobody can judge."""
    day: Fields = {"gaming_date": gaming_date, "table": table}
    rows = look.rows(
        SQL(
            "SELECT session, bool_or(judged) AS judged, sum(rules) AS rules, sum(mispaid) AS mispaid,"
            " sum(unjudged) AS unjudged, sum(handle) AS handle, count(*) AS rounds"
            " FROM reconciliation_rounds WHERE session IS NOT NULL AND position <= %(as_of)s AND {}"
            " GROUP BY session"
        ).format(ON_THE_DAY),
        **day,
    )
    found = {
        row.pop("session"): Judged(row.pop("judged"), **{name: int(sum_) for name, sum_ in row.items()})
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
    for events in streams(ledger, look, "round", session_of):
        seen = ledger.rebuilt(events)
        session = session_of[seen.state.key]
        one = added(seen.state, seen.judgement)
        found[session] = found.get(session, Judged()).plus(one)
    return found


def stray_rounds(
    ledger: Ledger, look: Look, gaming_date: date, table: str | None, sessions: Sequence[SessionFacts]
) -> list[StrayRound]:
    """Rounds of a day in no session, in one that nobody opened, before its opener or after its closer.

    When a round opened is what was known of that at the position looked at.
    """
    opened = [one for one in sessions if one.opener is not None]
    then = opened_then(ledger, look, ON_THE_DAY, {"gaming_date": gaming_date, "table": table})
    rows = look.rows(
        SQL(
            "SELECT round_id AS round, key, session, opened_at, why FROM ("
            " SELECT round_id, key, session, opened_at, first_position, CASE"
            " WHEN session IS NULL THEN 'in_no_session'"
            " WHEN known.name IS NULL THEN 'session_not_opened'"
            " WHEN opened_at < known.since THEN 'before_opener'"
            " WHEN opened_at > known.until THEN 'after_closer' END AS why"
            " FROM (SELECT round_id, key, session, first_position,"
            " CASE WHEN changed IS NULL THEN opened_at ELSE was END AS opened_at"
            " FROM reconciliation_rounds LEFT JOIN"
            " unnest(%(changed)s::text[], %(opened)s::timestamptz[]) AS had (changed, was) ON key = changed"
            " WHERE first_position <= %(as_of)s AND {}) AS played LEFT JOIN"
            " unnest(%(sessions)s::text[], %(since)s::timestamptz[], %(until)s::timestamptz[])"
            " AS known (name, since, until) ON session = known.name) AS rounds"
            " WHERE why IS NOT NULL ORDER BY first_position"
        ).format(ON_THE_DAY),
        gaming_date=gaming_date,
        table=table,
        sessions=[one.key for one in opened],
        since=[one.opened_at for one in opened],
        until=[one.closed_at for one in opened],
        changed=[one.key for one in then],
        opened=[one.at for one in then],
    )
    return [StrayRound(**row) for row in rows]


def opened_then(ledger: Ledger, look: Look, which: SQL, asked: Fields) -> list[OpenedThen]:
    """When rounds that have changed since were known to have opened, of those that a condition picks."""
    changed = look.rows(
        SQL(
            "SELECT key FROM reconciliation_rounds"
            " WHERE first_position <= %(as_of)s AND position > %(as_of)s AND {}"
        ).format(which),
        **asked,
    )
    found = []
    for events in streams(ledger, look, "round", [row["key"] for row in changed]):
        header = events[0].header
        assert isinstance(header, RoundHeader), "a stream begins with its header"
        state = fold(header, (one.event for one in events), events[0].in_force)
        opened = state.events[0]
        at = None if opened is None else opened.occurred_at
        found.append(OpenedThen(events[0].stream_id, state.key, state.tray, at))
    return found
