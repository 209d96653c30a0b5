"""Rebuilding a view beside the live one, and the digest by which two are compared.

The rebuilt view is written to tables of its own, whose names end in `_new`,
while the live one is read and goes on.  When it has come as far as the live one
the names change hands, in one transaction that holds the live view where it is
and says whether the two are the same.

A rebuild that was broken off is gone on with from the position that it had
committed, unless other software began it or the schema is another by now.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib.metadata import version
from typing import Final, NamedTuple

import psycopg
from psycopg.sql import SQL, Composed, Identifier

from ledger.application.opening import open_ledger
from ledger.errors import InvalidQuery, StoreUnavailable
from ledger.postgres.connect import Role
from ledger.settings import Settings
from projections import tracking
from projections.following import Follower
from projections.funds.projection import NAME as FUNDS
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
SOFTWARE: Final = version("pitledger")


class Rebuilt(NamedTuple):
    """The position that a view was built up to, and digests with places of what it was and is by then."""

    position: int
    before: str
    after: str


def rebuild(settings: Settings, view: str, on_progress: Progress = silent) -> Rebuilt:
    """Build a view anew from the log, compare it with the live one and put it in the place of that.

    It begins with the first event, or where one that was broken off had come
    to.  `on_progress` is told the position reached and the head.  Raises
    InvalidQuery where there is no such view, StoreUnavailable.
    """
    made = _view(view)
    try:
        with open_ledger(settings, Role.PROJECTOR) as ledger, projecting(settings) as connection:
            _one_at_a_time(connection, settings.property, view)
            live, new = made(""), made(NEW)
            _begin(connection, live, new)
            # The live view of funds may be what is wrong.
            with Follower(ledger, connection, [new], funds_known=view != FUNDS) as follower:
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
    made = _view(view)("")
    try:
        with projecting(settings) as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            return _digest(connection, made, made, with_places=with_places)
    except psycopg.OperationalError as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def _digest(connection: Connection, view: View, named: View, *, with_places: bool) -> str:
    """The digest of a view's tables, hashed with the names of another's, row by row in the order of keys."""
    found = hashlib.sha256()
    for table, name in zip(view.tables, named.tables, strict=True):
        found.update(name.name.encode())
        with connection.cursor() as cursor, cursor.copy(_rows(table, with_places=with_places)) as rows:
            for row in rows:
                found.update(row)
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


def _begin(connection: Connection, live: View, new: View) -> None:
    """Lay tables out beside the live ones, unless those of a rebuild like this one are there.

    Who laid them out stands in the comment of the first.
    """
    ((schema,),) = connection.execute("SELECT max(version) FROM schema_migrations").fetchall()
    mark, first = f"pitledger {SOFTWARE}, schema {schema}", new.tables[0]
    ((found,),) = connection.execute(
        "SELECT obj_description(to_regclass(quote_ident(%s)), 'pg_class')", [first.name]
    ).fetchall()
    if found != mark:
        with connection.transaction():
            lay_out(connection, live, new)
            connection.execute(SQL("COMMENT ON TABLE {} IS {}").format(first.named, mark))


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


def _swap(connection: Connection, follower: Follower, live: View, new: View) -> Rebuilt:
    """Bring the new view to where the live one is held, compare the two, and give it the other's name."""
    with connection.transaction():
        connection.execute(SQL("SET LOCAL lock_timeout = {}").format(SWAP_TIMEOUT))
        reached = tracking.held(connection, live.name)
        follower.follow(reached)
        position = max(reached, follower.position)
        before, after = (_digest(connection, one, live, with_places=True) for one in (live, new))
        connection.execute(SQL("COMMENT ON TABLE {} IS NULL").format(new.tables[0].named))
        for table, beside in zip(live.tables, new.tables, strict=True):
            _take_name(connection, table, beside)
        tracking.take_over(connection, live.name, new.name, position)
    return Rebuilt(position, before, after)


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
