"""Rebuilding a view beside the live one, and the digest by which two are compared.

The rebuilt view is written to tables of its own, whose names end in `_new`,
while the live one is read and goes on.  When it has come as far as the live one
the names change hands, in one transaction that holds the live view where it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

import psycopg
from psycopg.sql import SQL, Composed, Identifier

from ledger.application.opening import open_ledger
from ledger.errors import InvalidQuery, StoreUnavailable
from ledger.postgres.connect import Role
from ledger.settings import Settings
from projections import tracking
from projections.following import Follower
from projections.runner import Progress, projecting, silent
from projections.seam import View
from projections.tracking import VIEWS
from projections.writing import Connection, Table

NEW: Final = "_new"
OLD: Final = "_old"
# Readers that hold a table for longer make the swap give up rather than keep other readers out.
SWAP_TIMEOUT: Final = "5s"
# Where and when something was recorded, which two ledgers of the same facts need not have in common.
PLACES: Final = frozenset({"position", "first_position", "until_position", "recorded_at"})


def rebuild(settings: Settings, view: str, on_progress: Progress = silent) -> int:
    """Build a view anew from the first event, put it in the place of the live one; the position reached.

    `on_progress` is told the position reached and the head.  Raises
    InvalidQuery where there is no such view, StoreUnavailable.
    """
    made = _view(view)
    try:
        with open_ledger(settings, Role.PROJECTOR) as ledger, projecting(settings) as connection:
            _one_at_a_time(connection, settings.property, view)
            live, new = made(""), made(NEW)
            lay_out(connection, live, new)
            with Follower(ledger, connection, [new]) as follower:
                while follower.position < (head := tracking.head(connection)):
                    _follow(follower, head, on_progress)
                for table in new.tables:
                    connection.execute(SQL("ANALYZE {}").format(table.named))
                return _swap(connection, follower, live, new)
    except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def digest(settings: Settings, view: str, *, with_places: bool = False) -> str:
    """A hash (hex) of all that a view says.

    Without places two ledgers that recorded the same facts in the same order
    agree; `with_places` every position and time of recording counts.  Raises
    InvalidQuery where there is no such view, StoreUnavailable.
    """
    made, found = _view(view)(""), hashlib.sha256()
    try:
        with projecting(settings) as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            for table in made.tables:
                found.update(table.name.encode())
                with (
                    connection.cursor() as cursor,
                    cursor.copy(_rows(table, with_places=with_places)) as rows,
                ):
                    for row in rows:
                        found.update(row)
    except psycopg.OperationalError as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble
    return found.hexdigest()


def _rows(table: Table, *, with_places: bool) -> Composed:
    columns = [column for column in table.columns if with_places or column not in PLACES]
    return SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
        SQL(", ").join(map(Identifier, columns)), table.named, SQL(", ").join(map(Identifier, table.key))
    )


def _view(name: str) -> Callable[[str], View]:
    if name not in VIEWS:
        raise InvalidQuery(detail=f"there is no view {name}; known: {', '.join(VIEWS)}")
    return VIEWS[name]


def _one_at_a_time(connection: Connection, property: str, view: str) -> None:
    """Wait for another rebuild of the same view to end."""
    connection.execute(
        "SELECT pg_advisory_lock(hashtextextended('pitledger rebuild ' || %s || ' ' || %s, 0))",
        [property, view],
    )


def lay_out(connection: Connection, live: View, new: View) -> None:
    """Empty tables of the live ones' shape, and nothing read yet."""
    with connection.transaction():
        for table, beside in zip(live.tables, new.tables, strict=True):
            connection.execute(SQL("DROP TABLE IF EXISTS {}").format(beside.named))
            connection.execute(
                SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL)").format(beside.named, table.named)
            )
            _keep_storage(connection, table, beside)
        tracking.forget(connection, [new.name])


def _follow(follower: Follower, head: int, on_progress: Progress) -> None:
    follower.follow(head, on_progress=lambda position: on_progress(position, head))


def _keep_storage(connection: Connection, table: Table, beside: Table) -> None:
    """LIKE leaves out how full the pages are filled."""
    ((options,),) = connection.execute(
        "SELECT reloptions FROM pg_class WHERE oid = to_regclass(quote_ident(%s))", [table.name]
    ).fetchall()
    for option in options or ():
        connection.execute(SQL("ALTER TABLE {} SET ({})").format(beside.named, SQL(option)))


def _swap(connection: Connection, follower: Follower, live: View, new: View) -> int:
    """Bring the new view to where the live one is held, and give it its name; the position reached."""
    with connection.transaction():
        connection.execute(SQL("SET LOCAL lock_timeout = {}").format(SWAP_TIMEOUT))
        reached = tracking.held(connection, live.name)
        follower.follow(reached)
        position = max(reached, follower.position)
        for table, beside in zip(live.tables, new.tables, strict=True):
            _take_name(connection, table, beside)
        tracking.take_over(connection, live.name, new.name, position)
    return position


def _take_name(connection: Connection, table: Table, beside: Table) -> None:
    """The new table in the place of the old one, its indexes too."""
    names = connection.execute(
        "SELECT fresh.indexrelid::regclass::text, pg_class.relname FROM pg_index AS had"
        " JOIN pg_class ON pg_class.oid = had.indexrelid JOIN pg_index AS fresh"
        " ON had.indisunique = fresh.indisunique AND had.indisprimary = fresh.indisprimary"
        " AND split_part(pg_get_indexdef(had.indexrelid), ' USING ', 2)"
        " = split_part(pg_get_indexdef(fresh.indexrelid), ' USING ', 2)"
        " WHERE had.indrelid = to_regclass(quote_ident(%s))"
        " AND fresh.indrelid = to_regclass(quote_ident(%s))",
        [table.name, beside.name],
    ).fetchall()
    old = table + OLD
    connection.execute(SQL("ALTER TABLE {} RENAME TO {}").format(table.named, old.named))
    connection.execute(SQL("ALTER TABLE {} RENAME TO {}").format(beside.named, table.named))
    connection.execute(SQL("DROP TABLE {}").format(old.named))
    for fresh, name in names:
        connection.execute(SQL("ALTER INDEX {} RENAME TO {}").format(SQL(fresh), Identifier(name)))
