"""What a session's report asks of the views: the tray after each event, the cards dealt round a relief."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal
from uuid import UUID

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.records import RoundHeader
from ledger.events.rounds import CardBurned, CardDealt, RoundCorrected
from ledger.rounds.state import fold
from ledger.sessions.attendance import Relief
from ledger.sessions.jurisdiction import Card
from projections.answers import Vector
from projections.asking import Fields, Look
from projections.inventory.queries import vector
from projections.reconciliation.rounds import opened_then

# The event of a card, and what became of it.
CARDS: Final[Mapping[str, Literal["burned", "dealt"]]] = MappingProxyType(
    {"card_burned": "burned", "card_dealt": "dealt"}
)
TOPICS: Final = MappingProxyType(
    {CardBurned.TOPIC: CARDS["card_burned"], CardDealt.TOPIC: CARDS["card_dealt"]}
)
# When the cards of some rounds were dealt and burned: of all that those rounds say only that is read.
TOLD: Final = (
    "SELECT originator_id AS stream, topic,"
    " (convert_from(state, 'UTF8')::json -> 'event' ->> 'occurred_at')::timestamptz AS at FROM events"
    " WHERE originator_id = ANY(%(ids)s) AND topic = ANY(%(topics)s) AND notification_id <= %(as_of)s"
)

OF_SESSIONS: Final = SQL("session = ANY(%(sessions)s)")
# Of a round that has changed since, the row says when it is known to have opened by now.
NEAR: Final = (
    "WITH played AS MATERIALIZED (SELECT session, round_id, opened_at FROM reconciliation_rounds"
    " WHERE session = ANY(%(sessions)s) AND position <= %(as_of)s UNION ALL SELECT *"
    " FROM unnest(%(of_session)s::text[], %(changed)s::uuid[], %(opened)s::timestamptz[]))"
    " SELECT DISTINCT session, round_id"
    " FROM unnest(%(sessions)s::text[], %(times)s::timestamptz[]) AS relief (session, at)"
    " CROSS JOIN LATERAL ((SELECT round_id FROM played WHERE played.session = relief.session"
    " AND opened_at <= at ORDER BY opened_at DESC LIMIT 1) UNION ALL"
    " (SELECT round_id FROM played WHERE played.session = relief.session"
    " AND opened_at > at ORDER BY opened_at LIMIT 2)) AS near"
)


def moved(look: Look, stream: UUID, session: str) -> dict[int, Vector]:
    """What each event of a session moved in its tray, by position; others are left out."""
    rows = look.rows(
        "SELECT posting.position, denomination, sum(posting.count) AS count, sum(posting.amount) AS amount"
        " FROM events JOIN inventory_postings AS posting ON position = notification_id"
        " JOIN inventory_accounts AS account ON account.id = account_id"
        " WHERE originator_id = %(stream)s AND posting.position <= %(as_of)s"
        " AND account = 'table_inventory' AND holder = %(session)s"
        " GROUP BY posting.position, denomination",
        stream=stream,
        session=session,
    )
    return _by_position(rows)


def trays(look: Look, session: str, positions: Sequence[int]) -> dict[int, Vector]:
    """What should have been in a session's tray at each position, rounds and all."""
    rows = look.rows(
        "SELECT asked.position, denomination, balance_count AS count, balance_amount AS amount"
        " FROM unnest(%(positions)s::bigint[]) AS asked (position), inventory_accounts AS account"
        " CROSS JOIN LATERAL (SELECT balance_count, balance_amount FROM inventory_postings"
        " WHERE account_id = account.id AND inventory_postings.position <= asked.position"
        " ORDER BY inventory_postings.position DESC, n DESC LIMIT 1) AS latest"
        " WHERE account = 'table_inventory' AND holder = %(session)s",
        positions=list(positions),
        session=session,
    )
    return _by_position(rows)


def _by_position(rows: Sequence[Fields]) -> dict[int, Vector]:
    found: dict[int, list[Fields]] = {}
    for row in rows:
        found.setdefault(row["position"], []).append(row)
    return {position: vector(held) for position, held in found.items()}


def cards(ledger: Ledger, look: Look, reliefs: Mapping[str, Sequence[Relief]]) -> dict[str, list[Card]]:
    """The cards burned and dealt round each relief: in the round that ran, and the two after it.

    Reliefs and cards are by session.
    """
    rows = _near(ledger, look, [(session, one.until) for session, found in reliefs.items() for one in found])
    session_of = {row["round_id"]: row["session"] for row in rows}
    found: dict[str, list[Card]] = {session: [] for session in reliefs}
    told = look.rows(TOLD, ids=list(session_of), topics=[*TOPICS, RoundCorrected.TOPIC]) if rows else []
    corrected = {row["stream"] for row in told if row["topic"] == RoundCorrected.TOPIC}
    for row in told:
        if row["stream"] not in corrected and row["at"] is not None:
            found[session_of[row["stream"]]].append((row["at"], TOPICS[row["topic"]]))
    for stream, events in ledger.recorded(corrected).items() if corrected else ():
        known = [one for one in events if one.position is not None and one.position <= look.as_of]
        found[session_of[stream]] += _cards(known)
    return found


def _near(ledger: Ledger, look: Look, reliefs: Sequence[tuple[str, datetime]]) -> list[Fields]:
    """The rounds of a session that opened last before a time and first after it, each once.

    When a round opened is what was known of that at the position looked at.
    """
    if not reliefs:
        return []
    sessions, times = (list(one) for one in zip(*reliefs, strict=True))
    then = opened_then(ledger, look, OF_SESSIONS, {"sessions": sessions})
    return look.rows(
        NEAR,
        sessions=sessions,
        times=times,
        of_session=[one.session for one in then],
        changed=[one.round_id for one in then],
        opened=[one.at for one in then],
    )


def _cards(recorded: Sequence[Recorded]) -> Iterator[Card]:
    header = recorded[0].header
    assert isinstance(header, RoundHeader)
    state = fold(header, (one.event for one in recorded), recorded[0].in_force)
    for event in state.events:
        if event is not None and event.occurred_at is not None and event.type in CARDS:
            at: datetime = event.occurred_at
            yield at, CARDS[event.type]
