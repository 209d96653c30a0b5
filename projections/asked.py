"""What the questions of every view share: whom they are put to, and what must be known to ask them."""

from __future__ import annotations

from ledger.application.ledger import Ledger
from ledger.errors import TableNotFound
from projections.days.continuity import Pattern


class Asked:
    """The views of one property, as far as they share anything: the ledger, opened as `Role.READER`."""

    ledger: Ledger
    jurisdiction: str  # whose rules a gaming day follows that names none itself
    pattern: Pattern
    alarm: int  # from how many sigma off a win is one

    def _known(self, table: str) -> None:
        registry = self.ledger.registry
        if table not in registry.tables:
            registry.refresh()
        if table not in registry.tables:
            registry.whole("table", table)
            raise TableNotFound(table=table)
