"""What a view is to the projector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from projections.batch import Batch
from projections.writing import Connection, Table

# What a batch changes in a view, done over a connection.
Writing: TypeAlias = Callable[[Connection], None]


class View(Protocol):
    """A view of the log: its tables, and how a batch of events changes them.

    Batches come in the order of the log without a gap.  `prepare` runs while
    the batch before is still being written, thus takes from the batch all that
    is to be written, and asks the database nothing.  What it gives back runs in
    the transaction that moves the view's tracking position.
    """

    @property
    def name(self) -> str:
        """What the view is tracked by: its name, with the suffix of its tables."""
        ...

    @property
    def tables(self) -> tuple[Table, ...]:
        """All that it writes."""
        ...

    def prepare(self, batch: Batch) -> Writing: ...
