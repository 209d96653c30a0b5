"""The views, asked: every question that HTTP, commands and reports put to them.

Each view's questions stand beside it (`asked.py`).  All answers are frozen
pydantic models; `.model_dump(mode="json")` is the document of CONTRACT §4 and §5.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.postgres.connect import Role
from ledger.settings import Settings
from projections import tracking
from projections.answers import ViewStatus
from projections.funds.asked import FundsAsked
from projections.funds.standing import Standing
from projections.inventory.asked import InventoryAsked
from projections.racks.asked import RacksAsked
from projections.reconciliation.asked import ReconciliationAsked
from projections.rounds.asked import RoundsAsked


@contextmanager
def open_views(settings: Settings) -> Iterator[Views]:
    """The views of the property that the settings name, connections closed at the end.

    Raises SchemaNotCurrent, StoreUnavailable.
    """
    with open_ledger(settings, Role.READER) as ledger:
        yield Views(ledger)


class Views(InventoryAsked, RoundsAsked, RacksAsked, ReconciliationAsked, FundsAsked):
    """The views of one property.  Threads may share it.

    `ledger` is one opened as `Role.READER`: a writer may not read views.  Every
    method raises StoreUnavailable; `as_of` beyond what a view has read, and a
    cursor that is none, are InvalidQuery.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        # Rounds are judged by what meters showed, which this view of funds knows.
        ledger.meters = Standing(ledger).meters

    def status(self) -> tuple[ViewStatus, ...]:
        """How far each view has read, against the true head."""
        return self.ledger.recorder.datastore.patiently(lambda connection, _: tracking.status(connection))
