"""What the questions of every view share: whom they are put to, and what must be known to ask them."""

from __future__ import annotations

from ledger.application.ledger import Ledger
from ledger.errors import TableNotFound


class Asked:
    """The views of one property, as far as they share anything: the ledger, opened as `Role.READER`."""

    ledger: Ledger

    def _known(self, table: str) -> None:
        registry = self.ledger.registry
        if table not in registry.tables:
            registry.refresh()
        if table not in registry.tables:
            raise TableNotFound(table=table)
