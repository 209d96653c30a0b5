"""What a view is to the projector."""

from __future__ import annotations

from typing import Any, Protocol

from projections.batch import Batch
from projections.writing import Connection, Table


class View(Protocol):
    """A view of the log: its tables, and how a batch of events changes them.

    Batches come in the order of the log without a gap.  `prepare` runs while
    the batch before is still being written, thus takes from the batch all that
    `write` needs, and asks the database nothing.  `write` runs in the
    transaction that moves the view's tracking position.
    """

    @property
    def name(self) -> str:
        """What the view is tracked by: its name, with the suffix of its tables."""
        ...

    @property
    def tables(self) -> tuple[Table, ...]:
        """All that it writes."""
        ...

    def prepare(self, batch: Batch) -> Any: ...  # noqa: ANN401 - its own kind, a list of views names none

    def write(self, connection: Connection, prepared: Any) -> None: ...  # noqa: ANN401 - its own kind, a list of views names none
