"""View patterns: the mistakes of rounds, a row each; a round without one has no row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from projections.batch import Batch, FoldedRound
from projections.patterns.items import items
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "patterns"
ITEMS: Final = Table(
    "pattern_items",
    {
        "round_id": "uuid", "n": "integer", "first_position": "bigint", "position": "bigint",
        "key": "text", "table_name": "text", "gaming_date": "date", "session": "text",
        "opened_at": "timestamptz", "closed_at": "timestamptz",
        "kind": "text", "event": "integer", "code": "text", "detail": "text", "dealer": "text",
        "patron": "text", "spot": "integer", "wager": "text", "amount": "numeric", "put_right": "numeric",
        "occurred_at": "timestamptz",
    },
    ("round_id", "n"),
)  # fmt: skip


class Prepared(NamedTuple):
    """The rows of the rounds that a batch touched; `known` are those that may have rows already."""

    known: Sequence[UUID]
    rows: Sequence[Row]


class PatternsView:
    """Writes the mistakes of rounds."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._items = ITEMS + suffix
        self.tables = (self._items,)

    def prepare(self, batch: Batch) -> Writing:
        """The mistakes of each round as it stands at the end of the batch, as everybody may see it."""
        known = [one.stream_id for one in batch.rounds if one.first_position <= batch.after]
        return partial(self.write, Prepared(known, [row for folded in batch.rounds for row in rows(folded)]))

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Put the rows in the place of the earlier ones."""
        if prepared.known:
            self._items.replace(connection, prepared.known, prepared.rows)
        else:
            self._items.add(connection, prepared.rows)


def rows(folded: FoldedRound) -> Iterator[Row]:
    """The rows of a round, in the order of the columns."""
    state, judgement = folded.seen
    header = state.header
    closed = None if state.closed_at is None else state.log[state.closed_at - 1].occurred_at
    for n, item in enumerate(items(state, judgement), 1):
        yield (
            folded.stream_id, n, folded.first_position, folded.position,
            state.key, header.table, header.gaming_date, header.session_key, folded.opened_at, closed, *item,
        )  # fmt: skip
