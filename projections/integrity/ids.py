"""View event_ids: where each event stands in the log, by its id.

An id is made of its stream's id and a version, and cannot be taken apart again:
whoever has one from the feed finds the event here.  Only how each id begins is
kept, which is quicker made and half as large; the event found says whether it is the one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.rows import tuple_row

from ledger.identity import event_id, id_beginning, id_beginnings
from projections.batch import Batch
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "event_ids"
IDS: Final = Table("event_ids", {"beginning": "bigint", "position": "bigint"}, ("beginning", "position"))


class EventIdsView:
    """Writes the position of each event."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._ids = IDS + suffix
        self.tables = (self._ids,)

    def prepare(self, batch: Batch) -> Writing:
        """A row for each event."""
        found: list[Row] = []
        for news in batch.streams.values():
            beginnings = id_beginnings(news[0].stream_id, [one.version for one in news])
            found += zip(beginnings, [one.position for one in news], strict=True)
        return partial(self.write, found)

    def write(self, prepared: Sequence[Row], connection: Connection) -> None:
        """Add the rows."""
        self._ids.add(connection, prepared)


def position_of(connection: psycopg.Connection[Any], event: UUID) -> int | None:
    """The position of an event by its id; None where there is none, or the view has not come to it."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT position, originator_id, originator_version FROM event_ids"
            " JOIN events ON notification_id = position WHERE beginning = %s",
            [id_beginning(event)],
        ).fetchall()
    return next((int(position) for position, *whose in rows if event_id(*whose) == event), None)
