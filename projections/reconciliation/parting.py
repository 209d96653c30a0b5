"""What moved in each shift of the sessions in which the tray was counted between shifts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from projections.asking import Look
from projections.reconciliation.figures import SessionFacts
from projections.reconciliation.sums import Sums

# Version -> position, of the events of each session that a question is about.
Positions: TypeAlias = Mapping[str, Mapping[int, int]]

# The rule is that of `Session.shift_at`: by the floor's clock, and at the very instant of a count, or where
# a time is not known, by the order of record.  There a correction stands where the fact does.
MOVED: Final = (
    "WITH asked AS MATERIALIZED (SELECT session, times::timestamptz[], places::bigint[]"
    " FROM unnest(%(sessions)s::text[], %(times)s::text[], %(places)s::text[])"
    " AS one (session, times, places))"
    " SELECT session, account, reason, denomination, shift,"
    " sum(posting.count) AS count, sum(posting.amount) AS amount FROM asked"
    " JOIN inventory_accounts AS account ON holder = session AND account = ANY(%(accounts)s)"
    " JOIN inventory_postings AS posting ON account_id = account.id AND posting.position <= %(as_of)s"
    " LEFT JOIN unnest(%(corrections)s::bigint[], %(facts)s::bigint[]) AS fact (correction, place)"
    " ON correction = posting.position,"
    " LATERAL (SELECT coalesce(max(n), 0)::integer AS shift"
    " FROM unnest(times, places) WITH ORDINALITY AS begun (since, at_place, n)"
    " WHERE CASE WHEN since = occurred_at OR since IS NULL OR occurred_at IS NULL"
    " THEN at_place <= coalesce(fact.place, posting.position) ELSE since < occurred_at END) AS within"
    " GROUP BY session, account, reason, denomination, shift"
)


def sums_by_shift(
    look: Look, sessions: Sequence[SessionFacts], positions: Positions
) -> dict[str, list[Sums]]:
    """The sums of each shift, of the sessions that have more than one.

    A movement is in the shift in which it occurred, whenever it was recorded.
    """
    parted = [one for one in sessions if one.parts.counts]
    if not parted:
        return {}
    corrections = {
        positions[one.key][correction]: positions[one.key][fact]
        for one in parted
        for correction, fact in one.parts.corrections.items()
    }
    rows = look.rows(
        MOVED,
        sessions=[one.key for one in parted],
        times=[_times(one) for one in parted],
        places=[_places(one, positions[one.key]) for one in parted],
        accounts=sorted(book.OWN),
        corrections=list(corrections),
        facts=list(corrections.values()),
    )
    found: dict[str, list[dict[tuple[Account, Reason, int], tuple[int, int]]]] = {
        one.key: [{} for _ in range(len(one.parts.counts) + 1)] for one in parted
    }
    for row in rows:
        line = (row["account"], row["reason"], row["denomination"])
        found[row["session"]][row["shift"]][line] = (int(row["count"]), int(row["amount"]))
    return {key: list(shifts) for key, shifts in found.items()}


def _times(session: SessionFacts) -> str:
    """The instants of the counts as a text that Postgres reads as an array."""
    times = ("NULL" if count.at is None else count.at.isoformat() for count in session.parts.counts)
    return f"{{{','.join(times)}}}"


def _places(session: SessionFacts, positions: Mapping[int, int]) -> str:
    """Where the counts were recorded, likewise."""
    return f"{{{','.join(str(positions[count.version]) for count in session.parts.counts)}}}"
