"""What was adjusted of a gaming date, found in the database and the log."""

from __future__ import annotations

from datetime import date
from typing import Final

from ledger.application.ledger import Ledger
from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from ledger.events.base import Recorded
from ledger.events.sessions import BoxDropped, DropCounted
from ledger.identity import stream_id
from ledger.jurisdictions.profile import Profile
from projections.asking import Fields, Look
from projections.days.said import day
from projections.reconciliation.queries import currency_of
from projections.reconciliation.streams import streams
from projections.reports import adjustments
from projections.reports.adjustments import Adjustment, Effects, Since

# What comes after every closer where nothing is put right.
ORDINARY: Final = (BoxDropped.TOPIC, DropCounted.TOPIC)


def of_date(ledger: Ledger, look: Look, gaming_date: date, profile: Profile) -> list[Adjustment]:
    """The adjustments of a gaming date in the order of record, looked at by the rules of a profile."""
    seen = day(ledger, gaming_date, look.as_of)
    first = seen.state.preliminary_at
    printed = None if first is None else seen.recorded[first - 1].position
    since = Since(printed, _since(look, gaming_date, printed))
    sessions = streams(ledger, look, "session", _changed_sessions(ledger, look, since))
    rounds = _changed_rounds(look, gaming_date, since)
    played = streams(ledger, look, "round", rounds)
    effects = _effects(look, [one for events in (*sessions, *played) for one in events])
    found = [
        *(one for events in sessions for one in adjustments.of_session(events, since, effects)),
        *(
            one
            for events in played
            for one in adjustments.of_round(events, gaming_date, rounds[_key(events)], since, effects)
        ),
        *adjustments.of_day(seen.recorded, gaming_date, printed or 0),
    ]
    ledger.registry.refresh()
    return [
        adjustments.judged(one, profile, currency_of(ledger, (one.session or one.key).partition("/")[0]))
        for one in sorted(found, key=lambda one: one.position)
    ]


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


def _changed_sessions(ledger: Ledger, look: Look, since: Since) -> list[str]:
    """The sessions in which something was recorded since, the dropping and counting of boxes left out."""
    sessions = list(since.of_session)
    rows = look.rows(
        "SELECT name FROM unnest(%(sessions)s::text[], %(ids)s::uuid[], %(since)s::bigint[])"
        " AS asked (name, id, since) JOIN reconciliation_sessions ON session = name AND position > since"
        " WHERE EXISTS (SELECT FROM events WHERE originator_id = id AND notification_id > since"
        " AND notification_id <= %(as_of)s AND topic <> ALL(%(ordinary)s)) ORDER BY name",
        sessions=sessions,
        ids=[stream_id(ledger.property, "session", key) for key in sessions],
        since=[since.of_session[key] for key in sessions],
        ordinary=list(ORDINARY),
    )
    return [row["name"] for row in rows]


def _changed_rounds(look: Look, gaming_date: date, since: Since) -> dict[str, int | None]:
    """The rounds in which something may have been put right since, and those of the date since when.

    Rounds of another date are among them where they touched a session of this one.
    """
    named = {"sessions": list(since.of_session), "since": list(since.of_session.values())}
    rows = look.rows(
        "WITH asked AS MATERIALIZED ("
        "SELECT * FROM unnest(%(sessions)s::text[], %(since)s::bigint[]) AS asked (name, since)),"
        " touched AS MATERIALIZED (SELECT DISTINCT session, coalesce(since, %(printed)s::bigint) AS since"
        " FROM reconciliation_sums LEFT JOIN asked ON session = name"
        " WHERE split_part(session, '/', 2) = %(gaming_date)s::text)"
        " SELECT key, coalesce(since, %(printed)s::bigint) AS since FROM reconciliation_rounds"
        " LEFT JOIN asked ON session = name"
        " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s"
        " AND position > coalesce(since, %(printed)s::bigint)"
        " UNION SELECT key, NULL FROM touched JOIN inventory_accounts AS account"
        " ON holder = session AND account.account = ANY(%(own)s) AND account.position > since"
        " JOIN inventory_postings AS posting ON account_id = account.id"
        " AND posting.position > since AND posting.position <= %(as_of)s"
        " JOIN events ON notification_id = posting.position"
        " JOIN reconciliation_rounds ON round_id = originator_id AND gaming_date <> %(gaming_date)s"
        " ORDER BY key",
        gaming_date=gaming_date,
        printed=since.printed,
        own=list(book.OWN),
        **named,
    )
    return {row["key"]: row["since"] for row in rows}


def _effects(look: Look, events: list[Recorded]) -> Effects:
    """What some events added to the round win of each session that they touched, by position."""
    rows = look.rows(
        "SELECT posting.position, holder, account, reason, sum(posting.amount) AS amount"
        " FROM inventory_postings AS posting JOIN inventory_accounts AS account ON account.id = account_id"
        " WHERE posting.position = ANY(%(positions)s) AND account = ANY(%(own)s) AND holder <> ''"
        " GROUP BY posting.position, holder, account, reason ORDER BY posting.position, holder",
        positions=[one.position for one in events],
        own=list(book.OWN),
    )
    legs: dict[tuple[int, str], list[Fields]] = {}
    for row in rows:
        legs.setdefault((row["position"], row["holder"]), []).append(row)
    found: dict[int, dict[str, int]] = {}
    for (position, session), some in legs.items():
        found.setdefault(position, {})[session] = _effect(some)
    return found


def _effect(legs: list[Fields]) -> int:
    totals: dict[tuple[Account, Reason], int] = {}
    for leg in legs:
        line = (leg["account"], leg["reason"])
        totals[line] = totals.get(line, 0) + int(leg["amount"])
    return book.terms(totals).round_win
