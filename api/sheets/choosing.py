"""Which table of a report is given where only one can be."""

from __future__ import annotations

from ledger.errors import InvalidQuery
from projections.reports.sheet import Sheet, Workbook


def chosen(book: Workbook, name: str | None) -> Sheet:
    """The sheet of that name, in whatever case; the first where none is named.  Raises InvalidQuery."""
    if name is None:
        return book.sheets[0]
    for sheet in book.sheets:
        if sheet.name.lower() == name.lower():
            return sheet
    there_are = ", ".join(sheet.name for sheet in book.sheets)
    raise InvalidQuery(detail=f"there is no sheet {name} in this report; there are: {there_are}")
