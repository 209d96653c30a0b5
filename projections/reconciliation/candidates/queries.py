"""What the ledger has beside a session that is off: counts before and after it, its rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from ledger.application.ledger import Ledger
from projections.asking import Look
from projections.reconciliation.projection import added
from projections.reconciliation.streams import streams


class Neighbour(NamedTuple):
    """The tray of the same table as counted just before a session, or just after it."""

    session: str
    kind: str
    chips: dict[int, int]
    position: int
    version: int


class Settled(NamedTuple):
    """An event of a round that moved chips of a denomination in a tray; `others` are how many more did."""

    session: str
    denomination: int
    since: datetime | None
    chips: int
    position: int
    stream: UUID
    version: int
    topic: str
    state: bytes
    round: str
    others: int


class Mispaid(NamedTuple):
    """A round that was settled beside the rules: `amount` in cents, positive where the house kept more."""

    session: str
    round: str
    amount: int
    position: int
    version: int
    opened_at: datetime | None


class Wanted(NamedTuple):
    """Movements looked for: `at_least` chips of a denomination, in (positive) or out (negative).

    After `since` and up to `until`; None: from the beginning, to the end.
    """

    session: str
    denomination: int
    at_least: int
    since: datetime | None = None
    until: datetime | None = None


def neighbours(look: Look, sessions: Sequence[str]) -> dict[tuple[str, str], Neighbour]:
    """The closer before and the opener after each session, as counted at the position looked at.

    By session and `closer` or `opener`; none where the table has no such session
    or it is not counted.
    """
    rows = look.rows(
        "SELECT own.session AS of, beside.session, counted.kind, counted.chips, counted.position,"
        " originator_version AS version"
        " FROM reconciliation_sessions AS own"
        " CROSS JOIN LATERAL ("
        " (SELECT session, 'closer' AS kind FROM reconciliation_sessions AS one"
        " WHERE table_name = own.table_name AND first_position <= %(as_of)s"
        " AND (gaming_date, number) < (own.gaming_date, own.number)"
        " ORDER BY gaming_date DESC, number DESC LIMIT 1) UNION ALL"
        " (SELECT session, 'opener' AS kind FROM reconciliation_sessions AS one"
        " WHERE table_name = own.table_name AND first_position <= %(as_of)s"
        " AND (gaming_date, number) > (own.gaming_date, own.number)"
        " ORDER BY gaming_date, number LIMIT 1)) AS beside"
        " CROSS JOIN LATERAL (SELECT kind, chips, position FROM inventory_counts AS known"
        " WHERE known.session = beside.session AND known.kind = beside.kind AND position <= %(as_of)s"
        " ORDER BY position DESC LIMIT 1) AS counted"
        " JOIN events ON notification_id = counted.position"
        " WHERE own.session = ANY(%(sessions)s) AND counted.chips IS NOT NULL",
        sessions=list(sessions),
    )
    return {
        (row["of"], row["kind"]): Neighbour(
            row["session"],
            row["kind"],
            {int(face): count for face, count in row["chips"].items()},
            row["position"],
            row["version"],
        )
        for row in rows
    }


def settled(look: Look, wanted: Sequence[Wanted], most: int) -> list[Settled]:
    """The first events of rounds that moved what is wanted, `most` for each, by position."""
    if not wanted:
        return []
    rows = look.rows(
        "SELECT asked.session, asked.denomination, asked.since, moved.chips, moved.position,"
        " originator_id AS stream, originator_version AS version, topic, state, key AS round, others"
        " FROM unnest(%(sessions)s::text[], %(denominations)s::bigint[], %(least)s::bigint[],"
        " %(since)s::timestamptz[], %(until)s::timestamptz[])"
        " AS asked (session, denomination, least, since, until)"
        " JOIN inventory_accounts AS account ON account = 'table_inventory'"
        " AND holder = asked.session AND account.denomination = asked.denomination"
        " CROSS JOIN LATERAL (SELECT posting.count AS chips, posting.position, originator_id,"
        " originator_version, topic, state, count(*) OVER () - 1 AS others FROM inventory_postings AS posting"
        " JOIN events ON notification_id = posting.position"
        " WHERE account_id = account.id AND posting.position <= %(as_of)s AND topic LIKE 'round.%%'"
        " AND posting.count * sign(least) >= abs(least)"
        " AND (asked.since IS NULL OR posting.occurred_at > asked.since)"
        " AND (until IS NULL OR posting.occurred_at IS NULL OR posting.occurred_at <= until)"
        " ORDER BY posting.position LIMIT %(most)s) AS moved"
        " JOIN reconciliation_rounds ON round_id = originator_id"
        " ORDER BY asked.session, asked.denomination, asked.since NULLS FIRST, moved.position",
        sessions=[one.session for one in wanted],
        denominations=[one.denomination for one in wanted],
        least=[one.at_least for one in wanted],
        since=[one.since for one in wanted],
        until=[one.until for one in wanted],
        most=most,
    )
    return [Settled(**{**row, "chips": int(row["chips"])}) for row in rows]


def mispaid(ledger: Ledger, look: Look, off: Sequence[tuple[str, int]]) -> list[Mispaid]:
    """Rounds that stood as mispaid by just what their session, or a shift of it, is off, the other way.

    A round that has changed since the position looked at is judged again from its events up to there.
    """
    return sorted([*_mispaid_still(look, off), *_mispaid_then(ledger, look, off)], key=attrgetter("position"))


def _mispaid_still(look: Look, off: Sequence[tuple[str, int]]) -> list[Mispaid]:
    rows = look.rows(
        "SELECT known.session, key AS round, mispaid AS amount, position, originator_version AS version,"
        " opened_at"
        " FROM unnest(%(sessions)s::text[], %(amounts)s::numeric[]) AS asked (session, amount)"
        " JOIN reconciliation_rounds AS known ON known.session = asked.session"
        " AND mispaid = -asked.amount AND position <= %(as_of)s"
        " JOIN events ON notification_id = position",
        sessions=[session for session, _ in off],
        amounts=[amount for _, amount in off],
    )
    return [Mispaid(**{**row, "amount": int(row["amount"])}) for row in rows]


def _mispaid_then(ledger: Ledger, look: Look, off: Sequence[tuple[str, int]]) -> Iterator[Mispaid]:
    rows = look.rows(
        "SELECT key FROM reconciliation_rounds WHERE session = ANY(%(sessions)s)"
        " AND first_position <= %(as_of)s AND position > %(as_of)s",
        sessions=sorted({session for session, _ in off}),
    )
    ledger.registry.refresh()
    for events in streams(ledger, look, "round", [row["key"] for row in rows]):
        seen, last = ledger.rebuilt(events), events[-1]
        state, amount = seen.state, added(seen.state, seen.judgement).mispaid
        if state.tray is not None and last.position is not None and (state.tray, -amount) in off:
            opened = state.events[0]
            opened_at = None if opened is None else opened.occurred_at
            yield Mispaid(state.tray, state.key, amount, last.position, last.version, opened_at)
