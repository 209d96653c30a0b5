"""The chip float as tables: by denomination, and where the chips are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from projections.days.answers import ChipFloat
from projections.reports.sheet import Column, Fact, Row, Sheet, Workbook

BY_DENOMINATION: Final = (
    Column("denomination", "chip", "money"),
    Column("ledger", "chips there are", "count"),
    Column("outside", "vault, cage, lockers", "count"),
    Column("trays", "trays", "count"),
    Column("float", "with patrons", "count"),
    Column("amount", "worth", "money"),
)
WHERE: Final = (
    Column("place", "place"),
    Column("basis", "counted"),
    Column("gaming_date", "of", "date"),
    Column("denomination", "chip", "money"),
    Column("count", "chips", "count"),
)


def workbook(found: ChipFloat) -> Workbook:
    """The float first, then each place and tray."""
    about = (
        Fact("gaming_date", "gaming date", found.gaming_date, "date"),
        Fact("as_of", "as of position", found.as_of, "count"),
        Fact("currency", "currency", found.currency),
        Fact("complete", "everything counted", found.complete, "flag"),
        Fact("previous", "float of the day before", found.previous, "money"),
        Fact("change", "change", found.change, "money"),
        Fact("table_win", "table win", found.table_win, "money"),
        Fact("receipts", "receipts = table win + change", found.receipts, "money"),
    )
    lines = Sheet(
        "chip float",
        "Chip float",
        BY_DENOMINATION,
        (
            (one.denomination, one.ledger, one.outside, one.trays, one.float, one.amount)
            for one in found.lines
        ),
        about,
        [one.words for one in found.warnings],
        [(None, None, None, None, None, found.amount)],
    )
    where = Sheet("chips counted", "Where the chips are", WHERE, _where(found), about)
    return Workbook(f"chip-float-{found.gaming_date}", found.as_of, (lines, where))


def _where(found: ChipFloat) -> Iterator[Row]:
    for place in found.places:
        for face, count in place.by_denomination.items():
            yield (place.place, "counted", place.gaming_date, face, count)
    for tray in found.trays:
        for face, count in tray.by_denomination.items():
            yield (tray.session, tray.basis, found.gaming_date, face, count)
