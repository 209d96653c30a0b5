"""Rounds found by what happened in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from psycopg.sql import SQL

from projections.asking import Fields, Look
from projections.rounds.answers import House, RoundFilter, RoundRow
from projections.rounds.projection import PUBLIC, SURVEILLANCE

# Fields of a filter that a column answers; the parameter is named like the field.
CONDITIONS: Final = {
    "table": SQL("table_name = %(table)s"),
    "gaming_date": SQL("gaming_date = %(gaming_date)s"),
    "game": SQL("game = %(game)s"),
    "status": SQL("status = %(status)s"),
    "since": SQL("opened_at >= %(since)s"),
    "until": SQL("opened_at < %(until)s"),
}
IN_NO_SESSION: Final = "-"


def found(
    look: Look, wanted: RoundFilter, before: int | None, limit: int, *, sees_all: bool
) -> list[tuple[int, RoundRow]]:
    """Rounds opened before a position of the ledger, latest first, each with the position of its opening."""
    fields: Fields = {name: getattr(wanted, name) for name in CONDITIONS}
    conditions = [CONDITIONS[name] for name, value in fields.items() if value is not None]
    conditions.append(SQL("audience <> %(hidden)s"))
    if wanted.session == IN_NO_SESSION:
        conditions.append(SQL("session IS NULL"))
    elif wanted.session is not None:
        conditions.append(SQL("session = %(session)s"))
    if marks := list(_marks(wanted)):
        conditions.append(SQL("marks @> %(marks)s::text[]"))
    if before is not None:
        conditions.append(SQL("first_position < %(before)s"))
    rows = look.rows(
        SQL("SELECT * FROM rounds WHERE {} ORDER BY first_position DESC LIMIT %(limit)s").format(
            SQL(" AND ").join(conditions)
        ),
        **fields,
        session=wanted.session,
        marks=marks,
        before=before,
        limit=limit,
        hidden=PUBLIC if sees_all else SURVEILLANCE,
    )
    return [(row["first_position"], said(row)) for row in rows]


def _marks(wanted: RoundFilter) -> Iterator[str]:
    """The marks that a round must bear, as the projection sets them."""
    at = "" if wanted.spot is None else f"{wanted.spot}:"
    if wanted.spot is not None:
        yield f"spot:{wanted.spot}"
    if wanted.card is not None:
        yield f"card:{at}{wanted.card}"
    if wanted.rank is not None:
        yield f"rank:{at}{wanted.rank}"
    if wanted.finding is not None:
        yield f"finding:{at}{wanted.finding}"
    if wanted.amount is not None:
        yield f"amount:{wanted.amount}"


def said(row: Fields) -> RoundRow:
    """A row as it is answered."""
    house = House(**{name: row[name] for name in House.model_fields})
    own = {name: row[name] for name in RoundRow.model_fields if name in row}
    return RoundRow(**own, round=row["round_id"], table=row["table_name"], house=house)
