"""Decks and the rounds dealt from them, as rows."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.sql import SQL

from ledger.errors import InvalidQuery
from projections.asking import Fields, Look
from projections.decks.answers import DeckRow
from projections.rounds.projection import PUBLIC, SURVEILLANCE

# A deck is dealt for a shift, seldom for a day: more rounds than this are asked for in pieces.
MOST_ROUNDS: Final = 20_000
COLUMNS: Final = SQL(
    "round_id, position, key, table_name, gaming_date, session, dealers, currency, opened_at, dealt_from,"
    " dealt_until, status, hands, staked, patrons"
)


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
    """The rounds of which a card was dealt from a deck in a time, in the order dealt, as they stand now.

    Where no card is timed it is the time at which the round opened.  Raises
    InvalidQuery where there are more than are told at once.
    """
    rows = look.rows(
        SQL(
            "SELECT {} FROM rounds WHERE deck = %(deck)s AND audience <> %(hidden)s"
            " AND first_position <= %(as_of)s"
            " AND (%(until)s::timestamptz IS NULL OR dealt_from < %(until)s)"
            " AND (%(since)s::timestamptz IS NULL OR dealt_until >= %(since)s)"
            " ORDER BY dealt_from, first_position LIMIT %(most)s"
        ).format(COLUMNS),
        deck=deck,
        since=since,
        until=until,
        hidden=PUBLIC if sees_all else SURVEILLANCE,
        most=MOST_ROUNDS + 1,
    )
    if len(rows) > MOST_ROUNDS:
        raise InvalidQuery(detail=f"it is more than {MOST_ROUNDS:,} rounds: ask for a shorter time")
    return rows


def changed(look: Look, deck: str) -> list[UUID]:
    """The rounds dealt from a deck of which more was recorded after the position."""
    return stream_ids(
        look.rows(
            "SELECT round_id FROM rounds WHERE deck = %(deck)s AND audience <> %(hidden)s"
            " AND first_position <= %(as_of)s AND position > %(as_of)s ORDER BY first_position",
            deck=deck,
            hidden=SURVEILLANCE,
        )
    )


def last_seen(look: Look, deck: str, card: str, before: datetime, *, sees_all: bool) -> Fields | None:
    """The last round in which a card was seen dealt from a deck before a time, of those not `changed`."""
    rows = look.rows(
        SQL(
            "SELECT {} FROM rounds WHERE deck = %(deck)s AND audience <> %(hidden)s"
            " AND position <= %(as_of)s AND dealt_from < %(before)s AND marks @> ARRAY[%(mark)s]::text[]"
            " ORDER BY dealt_from DESC LIMIT 1"
        ).format(COLUMNS),
        deck=deck,
        before=before,
        mark=seen_mark(card),
        hidden=PUBLIC if sees_all else SURVEILLANCE,
    )
    return rows[0] if rows else None


def one(look: Look, deck: str, key: str, *, sees_all: bool) -> Fields | None:
    """One round dealt from a deck, by its key; None where there is none."""
    rows = look.rows(
        SQL(
            "SELECT {} FROM rounds WHERE deck = %(deck)s AND key = %(key)s AND audience <> %(hidden)s"
            " AND first_position <= %(as_of)s"
        ).format(COLUMNS),
        deck=deck,
        key=key,
        hidden=PUBLIC if sees_all else SURVEILLANCE,
    )
    return rows[0] if rows else None


def naming_no_deck(look: Look, table: str, since: datetime | None, until: datetime | None) -> set[UUID]:
    """The rounds of a table that were dealt in a time and do not say from which deck."""
    rows = look.rows(
        "SELECT round_id FROM rounds WHERE table_name = %(table)s AND deck IS NULL"
        " AND audience <> %(hidden)s AND first_position <= %(as_of)s"
        " AND (%(until)s::timestamptz IS NULL OR dealt_from < %(until)s)"
        " AND (%(since)s::timestamptz IS NULL OR dealt_until >= %(since)s)",
        table=table,
        since=since,
        until=until,
        hidden=SURVEILLANCE,
    )
    return {row["round_id"] for row in rows}


def seen_mark(card: str) -> str:
    """What a round is found by in which a card was seen."""
    return f"card:{card}"


def stream_ids(rows: list[Fields]) -> list[UUID]:
    """Of rounds found, in their order."""
    return [row["round_id"] for row in rows]
