"""The rounds dealt at a table before and after one: what a dispute is looked at beside.

Their order is that of the floor's clock; where a round does not know when it
opened, that of the record.  Each is folded and judged again as of the position
asked for, so that the answer is the same for ever.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.errors import InvalidQuery, RoundNotFound
from ledger.identity import resolve
from projections.asking import Fields, Look
from projections.rounds.again import again
from projections.rounds.answers import Neighbours
from projections.rounds.projection import SURVEILLANCE
from projections.rounds.queries import said

# What a dispute is looked at beside, by disputes B.3; and the most that is answered.
USUAL: Final = 5
MOST: Final = 50
# Where a round stands among those of its table: by the clock, else by the record.
BY_CLOCK: Final = SQL("opened_at, number")
BY_RECORD: Final = SQL("first_position, number")


def neighbours(look: Look, ledger: Ledger, reference: str, number: int, *, sees_all: bool) -> Neighbours:
    """So many rounds before and after one (key or uuid) at its table.  Raises RoundNotFound, InvalidQuery."""
    if not 0 <= number <= MOST:
        raise InvalidQuery(detail=f"n is from 0 to {MOST}")
    own = _own(look, ledger, reference)
    before, after = _beside(look, own, number, later=False), _beside(look, own, number, later=True)
    rows = [said(one) for one in again(ledger, look.as_of, [*reversed(before), *after], sees_all=sees_all)]
    return Neighbours(
        as_of=look.as_of,
        lag=look.lag,
        round=own["key"],
        before=rows[: len(before)],
        after=rows[len(before) :],
    )


def _own(look: Look, ledger: Ledger, reference: str) -> Fields:
    rows = look.rows(
        "SELECT round_id, key, table_name, opened_at, number, first_position FROM rounds"
        " WHERE round_id = %(round)s AND audience <> %(hidden)s AND first_position <= %(as_of)s",
        round=resolve(ledger.property, "round", reference),
        hidden=SURVEILLANCE,
    )
    if not rows:
        raise RoundNotFound(round=reference)
    return rows[0]


def _beside(look: Look, own: Fields, number: int, *, later: bool) -> list[UUID]:
    """The rounds on one side of a round, the nearest first."""
    timed = own["opened_at"] is not None
    direction = SQL("ASC") if later else SQL("DESC")
    first = SQL("opened_at") if timed else SQL("first_position")
    statement = SQL(
        "SELECT round_id FROM rounds WHERE table_name = %(table_name)s AND audience <> %(hidden)s"
        " AND first_position <= %(as_of)s AND ({place}) {side} (%(at)s, %(number)s)"
        " ORDER BY {first} {direction}, number {direction} LIMIT %(limit)s"
    ).format(
        place=BY_CLOCK if timed else BY_RECORD,
        side=SQL(">") if later else SQL("<"),
        first=first,
        direction=direction,
    )
    rows = look.rows(
        statement,
        table_name=own["table_name"],
        at=own["opened_at"] if timed else own["first_position"],
        number=own["number"],
        limit=number,
        hidden=SURVEILLANCE,
    )
    return [one["round_id"] for one in rows]
