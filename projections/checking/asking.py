"""Invariants asked of the views: each in a snapshot of them, cut where it is long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, LiteralString

from psycopg.sql import SQL, Composed, Identifier, Literal

from ledger.errors import InvalidQuery
from projections import tracking
from projections.asking import Look, look
from projections.checking.answers import Mismatch
from projections.checking.ground import MOST, Ground, Rows, Statement, found
from projections.checking.invariants import LISTS, Cut, Invariant
from projections.inventory.projection import NAME as INVENTORY
from projections.tracking import VIEWS
from projections.writing import Table

# Positions and accounts a statement; an account may have many postings.
POSITIONS: Final = 50_000
ACCOUNTS: Final = 50
# How often views are looked at until they stand at one position.
TRIES: Final = 50
# Columns of views that name events.
PLACES: Final = ("position", "first_position", "until_position")
# The library's mark is no view, and what views are made anew in neither.
TRACKED_UNKNOWN: Final[LiteralString] = (
    "SELECT application_name AS subject, notification_id AS position, 'it is no view' AS detail"
    " FROM tracking WHERE application_name !~ '^__migration__$|_new$|_check$'"
    " AND application_name <> ALL(%(views)s)"
)
TRACKED_NOWHERE: Final[LiteralString] = (
    "SELECT application_name AS subject, notification_id AS position, 'no event is there' AS detail"
    " FROM tracking WHERE application_name = ANY(%(views)s) AND notification_id > 0"
    " AND notification_id < (SELECT max(notification_id) FROM events)"
    " AND NOT EXISTS (SELECT FROM events WHERE events.notification_id = tracking.notification_id)"
)


def asked(ground: Ground, invariants: Sequence[Invariant]) -> Iterator[Mismatch]:
    """What is not as the invariants say."""
    for n, one in enumerate(invariants, 1):
        for low, high in _stretches(ground, one.cut) if ground.wants(one.kind) else ():
            try:
                given = _rows(ground, one.views, SQL(one.statement), low=low, high=high, **LISTS)
            except InvalidQuery:
                # Somebody wrote what no event gives; the comparison row by row names it, and must be reached.
                ground.skip(one.kind, f"{' or '.join(one.views)} holds a value of another form")
                break
            if given is None:
                ground.skip(one.kind, f"{' and '.join(one.views)} do not come to stand at one position")
                break
            yield from found(one.kind, given)
        ground.told("what views say", n, len(invariants))


def _stretches(ground: Ground, cut: Cut) -> Iterator[tuple[int, int]]:
    """From where (exclusive) to where each statement is asked."""
    first, last, step = ground.since, ground.head, POSITIONS
    if cut == "whole":
        step = last - first
    elif cut == "accounts":
        rows = _rows(ground, (INVENTORY,), SQL("SELECT coalesce(max(id), 0) AS last FROM inventory_accounts"))
        first, last, step = 0, rows[0]["last"] if rows else 0, ACCOUNTS
    for low in range(first, last, max(step, 1)):
        yield low, min(low + step, last)


def positions(ground: Ground) -> Iterator[Mismatch]:
    """What is wrong with where views stand, and with the positions in their rows."""
    yield from _tracked(ground)
    tables = [(view, table) for view, made in VIEWS.items() for table in made("").tables]
    for n, (view, table) in enumerate(tables, 1):
        for column in sorted({*PLACES} & {*table.columns}):
            for kind, statement in (("row_orphan", ORPHANS), ("row_beyond", BEYOND)):
                if ground.wants(kind):
                    yield from found(kind, _rows(ground, (view,), _about(statement, table, column)) or [])
        ground.told("positions in rows", n, len(tables))


def _tracked(ground: Ground) -> Iterator[Mismatch]:
    views = list(VIEWS)
    yield from found("view_unknown", ground.rows(TRACKED_UNKNOWN, views=views))
    yield from found("view_off_the_log", ground.rows(TRACKED_NOWHERE, views=views))
    for view in ground.ledger.recorder.datastore.patiently(lambda connection, _: tracking.status(connection)):
        if view.lag < 0:
            detail = f"it stands at {view.position}, and the last event at {view.head}"
            yield Mismatch(kind="view_ahead", subject=view.view, position=view.position, detail=detail)
        elif view.gap:
            detail = f"it took in {view.gap} events fewer than there are"
            yield Mismatch(kind="view_missed", subject=view.view, position=view.position, detail=detail)
        if (held := view.quarantined) is not None:
            detail = f"tried {held.tries} times: {held.error}"
            yield Mismatch(kind="view_quarantined", subject=view.view, position=held.position, detail=detail)


ORPHANS: Final = SQL(
    "SELECT {subject} AS subject, {column} AS position, {name} || ' names no event' AS detail"
    " FROM {table} AS one WHERE {column} IS NOT NULL"
    " AND NOT EXISTS (SELECT FROM events WHERE notification_id = one.{column})"
)
BEYOND: Final = SQL(
    "SELECT {subject} AS subject, {column} AS position, {name} || ' is beyond ' || %(as_of)s::bigint"
    " AS detail FROM {table} AS one WHERE {column} > %(as_of)s"
)


def _about(statement: SQL, table: Table, column: str) -> Composed:
    return statement.format(
        subject=named_row(table, SQL("one")),
        column=Identifier(column),
        name=Literal(column),
        table=table.named,
    )


def named_row(table: Table, side: SQL) -> Composed:
    """A row of a table in words: the table and the row's key, as one side of a statement has it."""
    keys = SQL(" || ', ' || ").join(SQL("{}.{}::text").format(side, Identifier(key)) for key in table.key)
    return SQL("{} || {}").format(Literal(f"{table.name} "), keys)


def _rows(ground: Ground, views: Sequence[str], statement: Statement, **fields: object) -> Rows | None:
    """The rows of a statement over some views; None where they stand at different positions each time."""
    limited = SQL("SELECT * FROM ({}) AS every LIMIT {}").format(statement, Literal(MOST + 1))

    def work(seen: Look) -> Rows | None:
        if len(set(seen.read.values())) > 1:
            return None
        # Most of a table is read: an index would be the longer way.
        seen.connection.execute("SET LOCAL enable_seqscan = on")
        return seen.rows(limited, **fields)

    for _ in range(TRIES):
        given = look(ground.ledger, views, None, work)
        if given is not None:
            return given
    return None
