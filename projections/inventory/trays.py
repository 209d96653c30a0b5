"""A tray asked for in one statement, since each journey to the server may have to wait.

As of a position it is what stood on its accounts after their last postings up
to there: one seek a denomination.  At a time it is summed from the opener of
its session on, over what had occurred by then; what has no time counts as before.
"""

from __future__ import annotations

from typing import Final, Literal

from psycopg.sql import SQL, Composable, Composed

from projections.answers import Vector
from projections.asking import SEEN, Fields
from projections.inventory.answers import Tray
from projections.inventory.queries import BALANCES, by_face, vector

# The session whose opener, as it was counted last, comes last of those at a table; at one instant, and
# without a time, by gaming date and number.  OFFSET 0 has a later count sought for each opener: as a join
# it may be done by reading all counts there are.
OPENED: Final = SQL(
    "(SELECT session FROM inventory_counts AS known WHERE table_name = %(table)s AND kind = 'opener'"
    " AND position <= seen.as_of AND {by_then} AND NOT EXISTS"
    " (SELECT FROM inventory_counts AS later WHERE later.session = known.session"
    " AND later.kind = known.kind AND later.position > known.position AND later.position <= seen.as_of"
    " OFFSET 0)"
    " ORDER BY occurred_at DESC NULLS LAST, split_part(session, '/', 2) DESC,"
    " split_part(session, '/', 3)::bigint DESC, position DESC LIMIT 1)"
)
# What was counted of it last, where that had occurred by then.  Its counts are few: + 0 has them found by the
# session, where of a small table all up to the position would be read, by a plan that is kept as it grows.
COUNTED: Final = SQL(
    "SELECT (array_agg(chips) FILTER (WHERE kind = 'opener'))[1] AS opener,"
    " (array_agg(chips) FILTER (WHERE kind = 'closer'))[1] AS closer"
    " FROM (SELECT DISTINCT ON (kind) kind, chips, occurred_at FROM inventory_counts"
    " WHERE session = known.session AND position + 0 <= seen.as_of ORDER BY kind, position DESC) AS latest"
    " WHERE {by_then}"
)
SUMS: Final = SQL(
    "SELECT denomination, sum(posting.count) AS count, sum(posting.amount) AS amount"
    " FROM inventory_accounts AS account"
    " JOIN inventory_postings AS posting ON account_id = account.id"
    " WHERE account = 'table_inventory' AND holder = known.session AND posting.position <= seen.as_of"
    " AND (occurred_at IS NULL OR occurred_at <= %(at)s)"
    " GROUP BY denomination"
)
# OFFSET 0 has the session sought once, and not wherever it is named.
TRAY: Final = SQL(
    "SELECT seen.*, session, counted.*, tray.*"
    " FROM seen CROSS JOIN LATERAL (SELECT {session} AS session OFFSET 0) AS known"
    " CROSS JOIN LATERAL ({counted}) AS counted CROSS JOIN LATERAL"
    " (SELECT array_agg(denomination) AS faces, array_agg(count) AS counts, array_agg(amount) AS amounts"
    " FROM ({chips}) AS by_face) AS tray"
)


def _statement(session: Composable, chips: Composable, by_then: SQL) -> bytes:
    tray = TRAY.format(session=session, counted=COUNTED.format(by_then=by_then), chips=chips)
    return Composed([SEEN, tray]).as_bytes(None)


ALWAYS: Final = SQL("true")
STANDING: Final = BALANCES.format(session=SQL("known.session"), until=SQL("seen.as_of"))
OF_SESSION: Final = _statement(SQL("%(session)s::text"), STANDING, ALWAYS)
OF_TABLE: Final = _statement(OPENED.format(by_then=ALWAYS), STANDING, ALWAYS)
# A statement of its own, for of one with `%(at)s IS NULL OR` a plan would be made each time.  What has no
# time comes before what has one, and is asked for apart, so that either is one seek.
OF_TABLE_AT: Final = _statement(
    SQL("coalesce({}, {})").format(
        OPENED.format(by_then=SQL("occurred_at <= %(at)s")),
        OPENED.format(by_then=SQL("occurred_at IS NULL")),
    ),
    SUMS,
    SQL("(occurred_at IS NULL OR occurred_at <= %(at)s)"),
)


def said(row: Fields, table: str, currency: str) -> Tray:
    """The tray that the row of one of these statements tells of."""
    closer = row["closer"]
    status: Literal["open", "closed"] = "open" if closer is None else "closed"
    held = None if row["opener"] is None else _vector(row)
    return Tray(
        as_of=row["as_of"],
        lag=row["head"] - row["read"],
        table=table,
        currency=currency,
        session=row["session"],
        status="not_counted" if held is None else status,
        total=None if held is None else held.total,
        by_denomination=None if held is None else held.by_denomination,
        unspecified=None if held is None else held.unspecified,
        counted=None if closer is None else by_face(closer),
    )


def _vector(row: Fields) -> Vector:
    columns = (row["faces"] or (), row["counts"] or (), row["amounts"] or ())
    names = ("denomination", "count", "amount")
    return vector(dict(zip(names, one, strict=True)) for one in zip(*columns, strict=True))
