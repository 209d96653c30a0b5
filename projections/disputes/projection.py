"""View disputes: one row a dispute as it stands, to list them and to see what is about to expire."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from ledger.disputes.state import Dispute
from projections.batch import Batch
from projections.disputes.listening import Said
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "disputes"
DISPUTES: Final = Table(
    "disputes",
    {
        "dispute": "text", "first_position": "bigint", "position": "bigint", "version": "integer",
        "status": "text", "received_at": "timestamptz", "closed_at": "timestamptz",
        "rounds": "text[]", "tables": "text[]", "subject": "text", "amount": "numeric",
        "jurisdiction": "text", "outcome": "text", "savings": "numeric", "losses": "numeric",
    },
    ("dispute",),
)  # fmt: skip


class DisputesView:
    """Writes the disputes."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._disputes = DISPUTES + suffix
        self.tables = (self._disputes,)

    def prepare(self, batch: Batch) -> Writing:
        """The row of each dispute as it stands at the end of the batch."""
        return partial(self.write, {one.state.header.name: _row(one) for one in batch.of_disputes.said})

    def write(self, prepared: Mapping[str, Row], connection: Connection) -> None:
        """Put the rows in the place of the earlier ones."""
        self._disputes.replace(connection, prepared.keys(), list(prepared.values()))


def _row(one: Said) -> Row:
    state = one.state
    opened, closed = state.opened, state.closed
    assert opened is not None, "a dispute begins with its complaint"
    return (
        state.header.name, one.first, one.position, state.version, state.status,
        opened.occurred_at, closed and closed.occurred_at,
        list(opened.rounds), tables(state), opened.subject, opened.amount,
        opened.jurisdiction, closed and closed.outcome, closed and closed.savings, closed and closed.losses,
    )  # fmt: skip


def tables(state: Dispute) -> list[str]:
    """The tables that a dispute is about."""
    opened = state.opened
    if opened is None:
        return []
    named = [] if opened.table is None else [opened.table]
    return sorted({*named, *(key.partition("/")[0] for key in opened.rounds)})
