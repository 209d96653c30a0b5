"""One look at the database: rows and the position that they reflect, of the same moment."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, LiteralString, TypeVar

import psycopg
from psycopg.rows import dict_row
from psycopg.sql import SQL, Composed

from ledger.application.ledger import Ledger
from ledger.errors import InvalidQuery
from projections import tracking
from projections.tracking import VIEWS

T = TypeVar("T")
Fields = dict[str, Any]

MOST_ROWS: Final = 500


@dataclass(frozen=True, slots=True)
class Look:
    """A snapshot of the views, as of a position.

    `position` is what the views looked at have read, `as_of` the position that
    is asked for: that one, unless an earlier one is wanted.
    """

    connection: psycopg.Connection[Any]
    position: int
    as_of: int
    lag: int

    def rows(self, statement: LiteralString | Composed, **fields: object) -> list[Fields]:
        """The rows of a query; `as_of` is a parameter of every one."""
        with self.connection.cursor(binary=True, row_factory=dict_row) as cursor:
            return cursor.execute(statement, {"as_of": self.as_of, **fields}).fetchall()


def look(ledger: Ledger, views: Sequence[str], as_of: int | None, work: Callable[[Look], T]) -> T:
    """What `work` finds in one snapshot of some views.

    Raises InvalidQuery where `as_of` is beyond what they have read, StoreUnavailable.
    """

    def attempt(connection: psycopg.Connection[Any], _: int) -> T:
        with connection.transaction():
            connection.execute(_beginning(tuple(views)), prepare=False)
            read = min(tracking.positions(connection, views).values())
            if as_of is not None and not 0 <= as_of <= read:
                raise InvalidQuery(detail=f"as_of is a position from 0 to {read}")
            position = read if as_of is None else as_of
            return work(Look(connection, read, position, tracking.head(connection) - read))

    try:
        return ledger.recorder.datastore.patiently(attempt)
    except psycopg.DataError as refusal:
        raise InvalidQuery(detail="a value is asked for that nothing recorded can have") from refusal


@cache
def _beginning(views: tuple[str, ...]) -> bytes:
    """The tables are locked before the snapshot is taken, so that no rebuilt view comes in between."""
    tables = [table.named for view in views for table in VIEWS[view]("").tables]
    return (
        SQL("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; LOCK TABLE {} IN ACCESS SHARE MODE")
        .format(SQL(", ").join(tables))
        .as_bytes(None)
    )


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
