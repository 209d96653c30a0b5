"""What was adjusted of a gaming date, found in the database and the log."""

from __future__ import annotations

from datetime import date

from ledger.application.ledger import Ledger
from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from ledger.events.base import Recorded
from ledger.identity import stream_id
from ledger.jurisdictions.profile import Profile
from projections.asking import Fields, Look
from projections.days.said import day
from projections.reconciliation.streams import streams
from projections.reports import adjustments
from projections.reports.adjustments import Adjustment, Effects

# Whether a session was corrected; its other events after the closer are what comes after a closer.
CORRECTED = "session.corrected.v1"


def of_date(ledger: Ledger, look: Look, gaming_date: date, profile: Profile) -> list[Adjustment]:
    """The adjustments of a gaming date in the order of record, looked at by the rules of a profile."""
    seen = day(ledger, gaming_date, look.as_of)
    first = seen.state.preliminary_at
    printed = None if first is None else seen.recorded[first - 1].position
    since = _since(look, gaming_date, printed)
    sessions = streams(ledger, look, "session", _changed_sessions(ledger, look, since, printed))
    rounds = _changed_rounds(look, gaming_date, since, printed)
    played = streams(ledger, look, "round", rounds)
    effects = _effects(look, [one for events in (*sessions, *played) for one in events])
    found = [
        *(one for events in sessions for one in adjustments.of_session(events, since[_key(events)], effects)),
        *(
            one
            for events in played
            for one in adjustments.of_round(events, gaming_date, rounds[_key(events)], effects)
        ),
        *adjustments.of_day(seen.recorded, gaming_date, printed or 0),
    ]
    return [adjustments.judged(one, profile) for one in sorted(found, key=lambda one: one.position)]


def _key(events: list[Recorded]) -> str:
    header = events[0].header
    assert header is not None, "a stream begins with its header"
    return header.key


def _since(look: Look, gaming_date: date, printed: int | None) -> dict[str, int]:
    """Since when what is recorded of each session is an adjustment; sessions that go on are left out."""
    rows = look.rows(
        "SELECT session, coalesce(%(printed)s::bigint, ("
        " SELECT min(position) FROM inventory_counts AS counted WHERE counted.session = known.session"
        " AND kind = 'closer' AND position <= %(as_of)s)) AS since"
        " FROM reconciliation_sessions AS known"
        " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s",
        gaming_date=gaming_date,
        printed=printed,
    )
    return {row["session"]: row["since"] for row in rows if row["since"] is not None}


def _changed_sessions(ledger: Ledger, look: Look, since: dict[str, int], printed: int | None) -> list[str]:
    """The sessions in which something was recorded since; where nothing was printed, those corrected."""
    rows = look.rows(
        "SELECT session FROM reconciliation_sessions JOIN unnest(%(sessions)s::text[], %(since)s::bigint[])"
        " AS asked (name, since) ON session = name WHERE position > since ORDER BY session",
        sessions=list(since),
        since=list(since.values()),
    )
    later = [row["session"] for row in rows]
    if printed is not None or not later:
        return later
    ids = {stream_id(ledger.property, "session", key): key for key in later}
    rows = look.rows(
        "SELECT DISTINCT originator_id FROM events WHERE originator_id = ANY(%(ids)s)"
        " AND topic = %(topic)s AND notification_id <= %(as_of)s",
        ids=list(ids),
        topic=CORRECTED,
    )
    corrected = {row["originator_id"] for row in rows}
    return [key for stream, key in ids.items() if stream in corrected]


def _changed_rounds(
    look: Look, gaming_date: date, since: dict[str, int], printed: int | None
) -> dict[str, int]:
    """The rounds in which something was recorded since, and since when."""
    rows = look.rows(
        "SELECT key, coalesce(since, %(printed)s::bigint) AS since FROM reconciliation_rounds"
        " LEFT JOIN unnest(%(sessions)s::text[], %(since)s::bigint[]) AS asked (name, since)"
        " ON session = name"
        " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s"
        " AND position > coalesce(since, %(printed)s::bigint) ORDER BY key",
        gaming_date=gaming_date,
        printed=printed,
        sessions=list(since),
        since=list(since.values()),
    )
    return {row["key"]: row["since"] for row in rows}


def _effects(look: Look, events: list[Recorded]) -> Effects:
    """What some events added to the round win, by position."""
    rows = look.rows(
        "SELECT posting.position, holder, account, reason, sum(posting.amount) AS amount"
        " FROM inventory_postings AS posting JOIN inventory_accounts AS account ON account.id = account_id"
        " WHERE posting.position = ANY(%(positions)s) AND account = ANY(%(own)s) AND holder <> ''"
        " GROUP BY posting.position, holder, account, reason",
        positions=[one.position for one in events],
        own=list(book.OWN),
    )
    sums: dict[int, list[Fields]] = {}
    for row in rows:
        sums.setdefault(row["position"], []).append(row)
    return {position: _effect(legs) for position, legs in sums.items()}


def _effect(legs: list[Fields]) -> tuple[str, int]:
    totals: dict[tuple[Account, Reason], int] = {}
    for leg in legs:
        line = (leg["account"], leg["reason"])
        totals[line] = totals.get(line, 0) + int(leg["amount"])
    return legs[0]["holder"], book.terms(totals).round_win
