"""What moved since a report was printed or audited, as a sheet beside those of the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from projections.reconciliation.answers import DayReport
from projections.reports.sheet import Column, Fact, Sheet

NAME: Final = "Moved"
MOVED: Final = (
    Column("session", "session, or fund"),
    Column("figure", "figure"),
    Column("was", "was", "money"),
    Column("now", "now", "money"),
    Column("by", "moved by", "money"),
    Column("currency", "currency"),
)


def moved_sheet(found: DayReport, facts: Sequence[Fact]) -> Sheet:
    """A row a figure that is another than in the last state of its day."""
    rows = ((one.session, one.figure, one.was, one.now, one.by, one.currency) for one in found.moved)
    return Sheet(NAME, f"Figures that moved since the report was {found.last_state}", MOVED, rows, facts)
