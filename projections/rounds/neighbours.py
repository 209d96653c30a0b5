"""The rounds dealt at a table before and after one: what a dispute is looked at beside.

Their order is that of the floor's clock; where a round does not know when it
opened, that of the record.  Each is folded and judged again as of the position
asked for, so that the answer is the same for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from psycopg.sql import SQL
from psycopg.types.json import Jsonb

from ledger.application.ledger import Ledger, RoundSeen
from ledger.errors import InvalidQuery, RoundNotFound
from ledger.identity import resolve
from ledger.rounds.masking import hides
from projections.asking import Fields, Look
from projections.batch import FoldedRound, Seen
from projections.folding import DEFAULT_CURRENCY
from projections.rounds.answers import Neighbours, RoundRow
from projections.rounds.projection import ALL, ROUNDS, SURVEILLANCE, row
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
    rows = _rows(ledger, look.as_of, [*reversed(before), *after], sees_all=sees_all)
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


def _rows(ledger: Ledger, as_of: int, ids: Sequence[UUID], *, sees_all: bool) -> list[RoundRow]:
    """Rounds as the view would have had them at a position, in the order given."""
    ledger.registry.refresh()
    recorded = ledger.recorded(ids)
    found: list[RoundRow] = []
    for stream in ids:
        whole = recorded[stream]
        known = [one for one in whole if one.position is not None and one.position <= as_of]
        # A round that is over hides nothing, at whatever version it is looked at.
        over = len(known) < len(whole) and not hides(ledger.rebuilt(whole, sees_all=True).state)
        found.append(_row(ledger, stream, ledger.rebuilt(known, sees_all=sees_all or over)))
    return found


def _row(ledger: Ledger, stream: UUID, seen: RoundSeen) -> RoundRow:
    header = seen.state.header
    table = ledger.registry.tables.get(header.table)
    registered = None if table is None else table.registered
    currency = header.currency or (registered and registered.currency) or DEFAULT_CURRENCY
    folded = FoldedRound(stream, seen.state, currency, lambda _: seen.judgement)
    folded.took(seen.recorded[0].position or 0, seen.recorded[-1].position or 0)
    values = row(folded, ALL, Seen(seen.state, seen.judgement))
    fields = zip(ROUNDS.columns, values, strict=True)
    return said({name: value.obj if isinstance(value, Jsonb) else value for name, value in fields})
