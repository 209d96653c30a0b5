"""View exceptions: the findings of every session, one row each, so that a month is one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from projections.batch import Batch
from projections.exceptions.items import items
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "exceptions"
SESSIONS: Final = Table(
    "exception_sessions",
    {
        "session": "text", "stream_id": "uuid", "first_position": "bigint", "position": "bigint",
        "table_name": "text", "gaming_date": "date",
    },
    ("session",),
)  # fmt: skip
ITEMS: Final = Table(
    "exception_items",
    {
        "session": "text", "n": "integer", "version": "integer", "code": "text", "rule": "text",
        "evidence": "text", "detail": "text", "amount": "numeric", "incident": "text", "slip": "text",
        "occurred_at": "timestamptz",
    },
    ("session", "n"),
)  # fmt: skip


class Prepared(NamedTuple):
    """The rows of the sessions that a batch touched."""

    sessions: Mapping[str, Row]
    items: Sequence[Row]


class ExceptionsView:
    """Writes the exceptions of sessions."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._sessions, self._items = SESSIONS + suffix, ITEMS + suffix
        self.tables = (self._sessions, self._items)

    def prepare(self, batch: Batch) -> Writing:
        """The rows of each session as it stands at the end of the batch."""
        sessions: dict[str, Row] = {}
        found: list[Row] = []
        for folded in batch.sessions:
            state = folded.state
            sessions[state.key] = (
                state.key, folded.stream_id, folded.first_position, folded.position,
                state.header.table, state.header.gaming_date,
            )  # fmt: skip
            found += [(state.key, n, *item) for n, item in enumerate(items(state), 1)]
        return partial(self.write, Prepared(sessions, found))

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Put the rows in the place of the earlier ones."""
        self._sessions.replace(connection, prepared.sessions.keys(), list(prepared.sessions.values()))
        self._items.replace(connection, prepared.sessions.keys(), prepared.items)
