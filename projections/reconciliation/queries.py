"""The facts behind a reconciliation, as of a position.

The rows of the view say what is the case at its own position.  For an earlier
one the sums come from the postings of the inventory, and a session or round
that has changed since is folded again from its events up to there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from psycopg.sql import SQL

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from ledger.book.sessions import taken
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.identity import stream_id
from ledger.sessions.state import Session, fold
from projections.asking import Fields, Look
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation import places
from projections.reconciliation.answers import ExceptionItem
from projections.reconciliation.figures import Judged, SessionFacts
from projections.reconciliation.offers import Opened, games
from projections.reconciliation.parting import sums_by_shift
from projections.reconciliation.parts import Parts
from projections.reconciliation.projection import NAME, totaled
from projections.reconciliation.rounds import ON_THE_DAY, judged_rounds
from projections.reconciliation.streams import streams
from projections.reconciliation.sums import Sums

# A gaming date, of one table or of all.
OF_THE_DAY: Final = SQL(
    "split_part(session, '/', 2) = %(gaming_date)s::text"
    " AND (%(table)s::text IS NULL OR split_part(session, '/', 1) = %(table)s)"
)

SUMS: Final = SQL(
    "SELECT session, account, reason, denomination, count, amount FROM reconciliation_sums WHERE {}"
).format(OF_THE_DAY)
SUMS_THEN: Final = SQL(
    "WITH held AS MATERIALIZED (SELECT DISTINCT session, account FROM reconciliation_sums WHERE {day}),"
    " moved AS MATERIALIZED (SELECT DISTINCT session FROM held LEFT JOIN inventory_accounts AS known"
    " ON holder = session AND known.account = held.account"
    " WHERE %(behind)s OR known.position > %(as_of)s)"
    " SELECT session, account, reason, denomination, count, amount FROM reconciliation_sums"
    " WHERE {day} AND session NOT IN (SELECT session FROM moved) UNION ALL"
    " SELECT session, account, reason, denomination, sum(posting.count) AS count,"
    " sum(posting.amount) AS amount FROM held JOIN moved USING (session)"
    " JOIN inventory_accounts AS account USING (account) JOIN inventory_postings AS posting"
    " ON account_id = account.id AND posting.position <= %(as_of)s"
    " WHERE holder = session GROUP BY session, account, reason, denomination"
).format(day=OF_THE_DAY)


def facts(ledger: Ledger, look: Look, gaming_date: date, table: str | None) -> list[SessionFacts]:
    """All sessions of a day, those that nobody opened too, by table and number."""
    day: Fields = {"gaming_date": gaming_date, "table": table}
    known = {one.key: one for one in _sessions(ledger, look, day)}
    sums, judged = _sums(look, day), judged_rounds(ledger, look, gaming_date, table)
    exceptions = _exceptions(look, day)
    positions = _positions(ledger, look, list(known.values()))
    by_shift = sums_by_shift(look, list(known.values()), positions)
    found = [
        replace(
            known.get(key) or _unopened(key),
            sums=sums.get(key, {}),
            judged=judged.get(key, Judged()),
            exceptions=exceptions.get(key, ()),
            by_shift=by_shift.get(key, ()),
            positions=positions.get(key, {}),
        )
        for key in {**known, **sums, **judged}
    ]
    opened = {one.key: Opened(one.key, one.table, one.gaming_date, one.opened_at) for one in found}
    offers, pits = games(look, opened.values()), places.known(look)
    ledger.registry.refresh()
    named = [
        replace(
            one,
            game=offers.get(opened[one.key]),
            pit=pits.of(one.table, one.opened_at, gaming_date),
            currency=currency_of(ledger, one.table),
        )
        for one in found
    ]
    return sorted(named, key=lambda one: (one.table, one.number))


def currency_of(ledger: Ledger, table: str) -> str:
    """What a table plays in."""
    known = ledger.registry.tables.get(table)
    return (None if known is None else known.currency) or DEFAULT_CURRENCY


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
    return found + [_of_events(events) for events in streams(ledger, look, "session", changed)]


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
        shift=row["shift"],
        parts=Parts.model_validate(row["parts"]),
        totaled=row["totaled"],
    )


def _by_face(chips: Mapping[str, int] | None) -> dict[int, int] | None:
    return None if chips is None else {int(face): count for face, count in chips.items()}


def _of_events(events: Sequence[Recorded]) -> SessionFacts:
    header = events[0].header
    assert isinstance(header, SessionHeader)
    return told_by(fold(header, (one.event for one in events)), {})


def told_by(state: Session, sums: Sums) -> SessionFacts:
    """What a session says of itself, whatever rounds were played in it; `sums` are of its postings."""
    header, opened, closed, counted = state.header, state.opened, state.closed, state.counted_drop
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
        shift=state.shift,
        parts=Parts.of(state),
        totaled=totaled(state),
        sums=sums,
    )


def _positions(ledger: Ledger, look: Look, sessions: Sequence[SessionFacts]) -> dict[str, dict[int, int]]:
    """Of events that answers point at, where they stand: by session and version."""
    asked = [(one, version) for one in sessions for version in one.parts.pointed_at]
    if not asked:
        return {}
    rows = look.rows(
        "SELECT session, version, notification_id AS position"
        " FROM unnest(%(sessions)s::text[], %(ids)s::uuid[], %(versions)s::bigint[])"
        " AS asked (session, id, version)"
        " JOIN events ON originator_id = id AND originator_version = version",
        sessions=[one.key for one, _ in asked],
        ids=[stream_id(ledger.property, "session", one.key) for one, _ in asked],
        versions=[version for _, version in asked],
    )
    found: dict[str, dict[int, int]] = {}
    for row in rows:
        found.setdefault(row["session"], {})[row["version"]] = row["position"]
    return found


# --- what moved -------------------------------------------------------------------


def _sums(look: Look, day: Fields) -> dict[str, Sums]:
    """The sums of each session as of the position looked at.

    Those of the view where nothing moved in a session since; else they come from
    the postings, as far as the inventory has read what the view has.
    """
    behind = look.read[INVENTORY] < look.read[NAME]
    current = look.as_of == look.read[NAME]
    rows = look.rows(SUMS if current else SUMS_THEN, behind=behind, **day)
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
