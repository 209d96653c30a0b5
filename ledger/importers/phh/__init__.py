"""Hand histories in PHH as records."""

from ledger.importers.phh.reading import Tally, records
from ledger.importers.phh.refusals import HandRefused

__all__ = ["HandRefused", "Tally", "records"]
