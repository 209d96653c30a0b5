"""What cannot be a record of a table; nothing beyond its form, so far."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.events.base import Event
from ledger.events.records import TableHeader
from ledger.tables.state import Table, evolve


def begin(header: TableHeader) -> Table:
    """A table of which nothing is recorded yet."""
    return Table(header)


def extend(state: Table, events: Iterable[Event]) -> Table:
    """Take each event.  Whether an offered game exists is the registry's to say."""
    for event in events:
        evolve(state, event)
    return state
