"""Decks and the rounds dealt from them, as rows."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from projections.asking import Fields, Look
from projections.decks.answers import DeckRow
from projections.rounds.projection import PUBLIC, SURVEILLANCE

# A deck is dealt for a shift, seldom for a day: more rounds than this are asked for in pieces.
MOST_ROUNDS: Final = 20_000


def decks(look: Look, after: str, limit: int) -> list[DeckRow]:
    """Decks by name, each as it was last inspected."""
    rows = look.rows(
        "SELECT deck, latest.batch, latest.backs, latest.inspections FROM deck_inspections AS first"
        " CROSS JOIN LATERAL (SELECT batch, backs, count(*) OVER () AS inspections FROM deck_inspections"
        " AS own WHERE own.stream_id = first.stream_id AND own.position <= %(as_of)s"
        " ORDER BY own.position DESC LIMIT 1) AS latest"
        " WHERE deck > %(after)s AND position <= %(as_of)s ORDER BY deck LIMIT %(limit)s",
        after=after,
        limit=limit,
    )
    return [DeckRow(**row) for row in rows]


def of_batch(look: Look, batch: str) -> list[str]:
    """The decks of a batch, by name."""
    rows = look.rows(
        "SELECT DISTINCT named.deck FROM deck_inspections AS own JOIN deck_inspections AS named"
        " ON named.stream_id = own.stream_id AND named.deck IS NOT NULL"
        " WHERE own.batch = %(batch)s AND own.position <= %(as_of)s ORDER BY named.deck",
        batch=batch,
    )
    return [row["deck"] for row in rows]


def rounds(
    look: Look, deck: str, since: datetime | None, until: datetime | None, *, sees_all: bool
) -> list[Fields]:
    """The rounds of which a card was dealt from a deck in a time, in the order dealt.

    Where no card is timed it is the time at which the round opened.
    """
    return look.rows(
        "SELECT round_id, key, table_name, gaming_date, opened_at, dealt_from, dealt_until, status, hands,"
        " staked, patrons FROM rounds WHERE deck = %(deck)s AND audience <> %(hidden)s"
        " AND first_position <= %(as_of)s"
        " AND (%(until)s::timestamptz IS NULL OR dealt_from < %(until)s)"
        " AND (%(since)s::timestamptz IS NULL OR dealt_until >= %(since)s)"
        " ORDER BY dealt_from, first_position LIMIT %(most)s",
        deck=deck,
        since=since,
        until=until,
        hidden=PUBLIC if sees_all else SURVEILLANCE,
        most=MOST_ROUNDS,
    )


def last_seen(look: Look, deck: str, card: str, before: datetime) -> Fields | None:
    """The last round in which a card was seen dealt from a deck before a time."""
    rows = look.rows(
        "SELECT key, dealt_until FROM rounds WHERE deck = %(deck)s AND audience <> %(hidden)s"
        " AND first_position <= %(as_of)s AND dealt_from < %(before)s AND marks @> ARRAY[%(mark)s]::text[]"
        " ORDER BY dealt_from DESC LIMIT 1",
        deck=deck,
        before=before,
        mark=f"card:{card}",
        hidden=SURVEILLANCE,
    )
    return rows[0] if rows else None


def stream_ids(rows: list[Fields]) -> list[UUID]:
    """Of rounds found, in their order."""
    return [row["round_id"] for row in rows]
