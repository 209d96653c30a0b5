"""View event_ids: where each event stands in the log, by its id.

An id is made of its stream's id and a version, and cannot be taken apart again:
whoever has one from the feed finds the event here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.rows import tuple_row

from ledger.identity import event_id
from projections.batch import Batch
from projections.writing import Connection, Row, Table

NAME: Final = "event_ids"
IDS: Final = Table("event_ids", {"id": "uuid", "position": "bigint"}, ("id",))


class EventIdsView:
    """Writes the position of each event."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._ids = IDS + suffix
        self.tables = (self._ids,)

    def prepare(self, batch: Batch) -> Sequence[Row]:
        """A row for each event."""
        return [(event_id(one.stream_id, one.version), one.position) for one in batch.events]

    def write(self, connection: Connection, prepared: Sequence[Row]) -> None:
        """Add the rows."""
        self._ids.add(connection, prepared)


def position_of(connection: psycopg.Connection[Any], event: UUID) -> int | None:
    """The position of an event by its id; None where there is none, or the view has not come to it."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute("SELECT position FROM event_ids WHERE id = %s", [event]).fetchone()
    return None if row is None else int(row[0])
