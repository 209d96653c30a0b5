"""One look at the database: rows and the position that they reflect, of the same moment."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, LiteralString, TypeVar

import psycopg
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import SQL, Composed
from psycopg.types.numeric import Int8

from ledger.application.ledger import Ledger
from ledger.errors import InvalidQuery
from ledger.postgres.datastore import Connection
from projections import tracking
from projections.tracking import VIEWS

T = TypeVar("T")
Fields = dict[str, Any]

MOST_ROWS: Final = 500
# Writers read the clock before they wait for the lock: so much earlier may be what stands behind.
DISORDER: Final = timedelta(seconds=5)
MOST_POSITION: Final = 2**63 - 1
# What a statement for `glance` begins with: what its view has read, the head, and the position looked at.
# OFFSET 0 has each read once.
SEEN: Final = SQL(
    "WITH seen AS MATERIALIZED (SELECT read, head, least(read, %(until)s) AS as_of FROM (SELECT"
    " coalesce((SELECT notification_id FROM tracking WHERE application_name = %(view)s), 0) AS read,"
    " (SELECT coalesce(max(notification_id), 0) FROM events) AS head OFFSET 0) AS reached) "
)
# A stored event begins with when it was recorded.
RECORDED_AT: Final = re.compile(rb'\{"recorded_at":"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Look:
    """A snapshot of the views, as of a position.

    `read` is what each of the views looked at has read, `position` what all of
    them have, `as_of` the position that is asked for: that one, unless an
    earlier one is wanted.  Rows of a view that has read more may be newer.
    """

    connection: psycopg.Connection[Any]
    read: Mapping[str, int]
    as_of: int
    lag: int

    @property
    def position(self) -> int:
        """What all of the views looked at have read."""
        return min(self.read.values())

    def rows(self, statement: LiteralString | Composed, **fields: object) -> list[Fields]:
        """The rows of a query; `as_of` is a parameter of every one."""
        with self.connection.cursor(binary=True, row_factory=dict_row) as cursor:
            return cursor.execute(statement, {"as_of": self.as_of, **fields}).fetchall()


def look(
    ledger: Ledger,
    views: Sequence[str],
    as_of: int | None,
    work: Callable[[Look], T],
    *,
    known_at: datetime | None = None,
    until: int | None = None,
) -> T:
    """What `work` finds in one snapshot of some views, as of a position or as known at a time.

    `until` is a position of the ledger too.  Where the views have not read all
    that was known by then, `lag` says so, while `as_of` is one that they have read.
    Raises InvalidQuery where `as_of` is beyond what they have read, StoreUnavailable.
    """
    known = None if known_at is None else known_by(ledger, known_at)

    def attempt(connection: psycopg.Connection[Any], _: int) -> T:
        each, head = _begun(connection, tuple(views))
        read = min(each.values())
        _check(as_of, read)
        position = min(one for one in (read, as_of, known, until) if one is not None)
        return work(Look(connection, each, position, head - read))

    return _asked(ledger, attempt)


def glance(
    ledger: Ledger,
    view: str,
    as_of: int | None,
    statement: bytes,
    *,
    known_at: datetime | None = None,
    **fields: object,
) -> Fields:
    """The one row of a statement about one view, as of a position or as known at a time.

    What `look` finds, in one journey to the server: a statement by itself locks
    its tables before its snapshot is taken, so that no rebuilt view comes in
    between.  It begins with `SEEN` and gives `read`, `head` and `as_of` with the
    rest.  Raises what `look` raises.
    """
    known = None if known_at is None else known_by(ledger, known_at)
    until = max(0, min(one for one in (as_of, known, MOST_POSITION) if one is not None))
    given = {"view": view, "until": Int8(until), **fields}

    def attempt(connection: psycopg.Connection[Any], _: int) -> Fields:
        with connection.cursor(binary=True, row_factory=dict_row) as cursor:
            (row,) = cursor.execute(statement, given).fetchall()
        _check(as_of, row["read"])
        return row

    return _asked(ledger, attempt)


def _check(as_of: int | None, read: int) -> None:
    if as_of is not None and not 0 <= as_of <= read:
        raise InvalidQuery(detail=f"as_of is a position from 0 to {read}")


def _asked(ledger: Ledger, attempt: Callable[[Connection, int], T]) -> T:
    try:
        return ledger.recorder.datastore.patiently(attempt)
    except psycopg.DataError as refusal:
        raise InvalidQuery(detail="a value is asked for that nothing recorded can have") from refusal


def known_by(ledger: Ledger, time: datetime) -> int:
    """The last position recorded by a time, 0 where nothing was.  Raises StoreUnavailable.

    A writer reads the clock before it waits for its turn, so that an event may
    stand behind one that says a little later.  The answer is the last event that
    says it was recorded by then; the few before it that say later are in it too.
    Of a time that has passed by more than `DISORDER` it is the same for ever.
    """

    def attempt(connection: Connection, _: int) -> int:
        low, high = 0, tracking.head(connection) + 1
        while high - low > 1:
            middle = (low + high) // 2
            # A writer that was killed leaves holes, so that the middle may be of the next one.
            position, recorded_at = _recorded(connection, middle, 1)[0]
            if recorded_at <= time:
                low = position
            else:
                high = middle
        return _last_known(connection, low, time)

    return ledger.recorder.datastore.patiently(attempt)


def _last_known(connection: Connection, position: int, time: datetime) -> int:
    """The last event that says it was recorded by a time, given one after which the next says later."""
    after = position
    while rows := _recorded(connection, after + 1, MOST_ROWS):
        for after, recorded_at in rows:
            if recorded_at <= time:
                position = after
            elif recorded_at > time + DISORDER:
                return position
    return position


def _recorded(connection: Connection, since: int, limit: int) -> list[tuple[int, datetime]]:
    """Positions from one on, and when each was recorded."""
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT notification_id, substring(state FROM 1 FOR 64) FROM events"
            " WHERE notification_id >= %s ORDER BY notification_id LIMIT %s",
            [since, limit],
        ).fetchall()
    return [(position, _time(start)) for position, start in rows]


def _time(start: bytes) -> datetime:
    found = RECORDED_AT.match(start)
    assert found is not None, "every event is stored with when it was recorded, and that first"
    return datetime.fromisoformat(found[1].decode())


def _begun(connection: psycopg.Connection[Any], views: tuple[str, ...]) -> tuple[dict[str, int], int]:
    """What each view has read, and the head, in a snapshot that ends where the connection is given back.

    All of it is one journey to the server.  The tables are locked before the
    snapshot is taken, so that no rebuilt view comes in between.
    """
    with (
        connection.cursor(binary=True, row_factory=tuple_row) as reached,
        connection.cursor(binary=True, row_factory=tuple_row) as last,
    ):
        with connection.pipeline():
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute(_lock(views))
            # Of every view: a plan for all is kept, one for some is made each time.  And two statements:
            # to append one to the other, PostgreSQL 15 starts a worker.
            reached.execute("SELECT application_name, notification_id FROM tracking")
            last.execute("SELECT coalesce(max(notification_id), 0) FROM events")
        found: dict[str, int] = dict(reached.fetchall())
        ((head,),) = last.fetchall()
    return {view: found.get(view, 0) for view in views}, head


@cache
def _lock(views: tuple[str, ...]) -> bytes:
    tables = [table.named for view in views for table in VIEWS[view]("").tables]
    return SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(SQL(", ").join(tables)).as_bytes(None)


def limited(limit: int) -> int:
    """How many rows a page may have.  Raises InvalidQuery."""
    if not 1 <= limit <= MOST_ROWS:
        raise InvalidQuery(detail=f"limit is from 1 to {MOST_ROWS}")
    return limit


def cursor(*place: int | str) -> str:
    """A place in an order as an opaque text."""
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def place(after: str, kinds: tuple[type, ...]) -> list[Any]:
    """The place that a cursor means.  Raises InvalidQuery where it is none of this list."""
    try:
        decoded = base64.b64decode(after + "=" * (-len(after) % 4), altchars=b"-_", validate=True)
        found = json.loads(decoded)
    except (binascii.Error, ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or [type(part) for part in found] != list(kinds):
        raise InvalidQuery(detail="after is the cursor of an earlier page of this list")
    return found
