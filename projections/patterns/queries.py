"""Mistakes of rounds and the rounds dealt, as rows, as of a position."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from psycopg.sql import SQL

from projections.asking import Fields, Look
from projections.rounds.projection import SURVEILLANCE

OF_THE_DAYS: Final = SQL(
    "gaming_date BETWEEN %(first)s AND %(last)s AND (%(table)s::text IS NULL OR table_name = %(table)s)"
    " AND first_position <= %(as_of)s"
)


class Days(NamedTuple):
    """Gaming dates from one to another, of a table or all."""

    first: date
    last: date
    table: str | None


def mistakes(look: Look, days: Days) -> list[Fields]:
    """The mistakes of rounds of which nothing was recorded after the position, with their currency."""
    return look.rows(
        SQL(
            "SELECT mistakes.*, rounds.currency FROM"
            " (SELECT * FROM pattern_items WHERE {} AND position <= %(as_of)s) AS mistakes"
            " JOIN rounds ON rounds.round_id = mistakes.round_id AND rounds.audience <> %(hidden)s"
        ).format(OF_THE_DAYS),
        **days._asdict(),
        hidden=SURVEILLANCE,
    )


def changed(look: Look, days: Days) -> list[str]:
    """Keys of the rounds of which more was recorded after the position: they are judged again."""
    rows = look.rows(
        SQL(
            "SELECT key FROM rounds WHERE {} AND position > %(as_of)s AND audience <> %(hidden)s"
            " ORDER BY first_position"
        ).format(OF_THE_DAYS),
        **days._asdict(),
        hidden=SURVEILLANCE,
    )
    return [row["key"] for row in rows]


def dealt(look: Look, days: Days) -> dict[str, int]:
    """How many rounds each dealer dealt, by what the rounds say."""
    rows = look.rows(
        SQL(
            "SELECT dealer, count(*) AS rounds FROM rounds, unnest(dealers) AS dealer"
            " WHERE {} AND audience <> %(hidden)s AND currency <> 'chip' GROUP BY dealer"
        ).format(OF_THE_DAYS),
        **days._asdict(),
        hidden=SURVEILLANCE,
    )
    return {row["dealer"]: row["rounds"] for row in rows}


def undealt(look: Look, days: Days) -> Iterable[Fields]:
    """Session and time of opening of the rounds that do not say who dealt them."""
    return look.rows(
        SQL(
            "SELECT session, opened_at FROM rounds WHERE {} AND dealers = '{{}}'"
            " AND audience <> %(hidden)s AND currency <> 'chip'"
        ).format(OF_THE_DAYS),
        **days._asdict(),
        hidden=SURVEILLANCE,
    )
