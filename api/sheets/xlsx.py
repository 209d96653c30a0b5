"""A workbook as XLSX: a sheet a table, heading and first column frozen, cells formatted by what they hold.

Money and counts are numbers, times are UTC without a zone since Excel knows
none.  What a number of Excel's, with its fifteen digits, cannot hold exactly is
written as text.  Equal reports are equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from api.sheets import csv
from projections.reports.sheet import Cell, Kind, Row, Sheet, Workbook, in_currency
from projections.reports.wording import units

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Stands in every file, so that its bytes depend on the report alone.
CREATED: Final = datetime(2000, 1, 1, tzinfo=UTC)
# Excel's calendar begins here.
FIRST_YEAR: Final = 1900
MOST_DIGITS: Final = 10**15
# A cell holds so many characters, and one with more would be left out.
LONGEST_TEXT: Final = 32_767

NUMBER_FORMATS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "text": "@",
        "money": "#,##0.00;[Red]-#,##0.00",
        "count": "#,##0;[Red]-#,##0",
        "time": "yyyy-mm-dd hh:mm:ss",
        "date": "yyyy-mm-dd",
        "ratio": "0.00%",
        "number": "0.00",
        "flag": "General",
    }
)
WIDTHS: Final[Mapping[Kind, int]] = MappingProxyType(
    {"text": 22, "money": 15, "count": 11, "time": 20, "date": 12, "ratio": 10, "number": 10, "flag": 8}
)


class Formats(NamedTuple):
    """The formats of one workbook, those of a total in bold."""

    title: Format
    heading: Format
    note: Format
    cells: Mapping[Kind, Format]
    totals: Mapping[Kind, Format]


def write(book: Workbook, path: Path, scratch: Path) -> None:
    """Write a workbook to a file; rows on their way there lie in the folder `scratch`."""
    made = xlsxwriter.Workbook(
        str(path), {"constant_memory": not book.many, "tmpdir": str(scratch), "in_memory": False}
    )
    try:
        made.set_properties({"title": book.name, "created": CREATED.replace(tzinfo=None)})
        formats = _formats(made)
        for sheet in book.sheets:
            _sheet(made.add_worksheet(sheet.name), sheet, formats)
    finally:
        made.close()


def _formats(made: xlsxwriter.Workbook) -> Formats:
    def each(**look: object) -> Mapping[Kind, Format]:
        return {kind: made.add_format({"num_format": form, **look}) for kind, form in NUMBER_FORMATS.items()}

    return Formats(
        title=made.add_format({"bold": True, "font_size": 14}),
        heading=made.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}),
        note=made.add_format({"italic": True}),
        cells=each(),
        totals=each(bold=True, top=1),
    )


def _sheet(made: Worksheet, sheet: Sheet, formats: Formats) -> None:
    for index, column in enumerate(sheet.columns):
        made.set_column(index, index, max(WIDTHS[column.kind], min(len(column.heading) + 2, 40)))
    place = _above(made, sheet, formats)
    for index, column in enumerate(sheet.columns):
        heading = f"{column.heading} (UTC)" if column.kind == "time" else column.heading
        made.write_string(place, index, heading, formats.heading)
    made.freeze_panes(place + 1, 1)
    made.repeat_rows(place)
    made.set_landscape()
    made.fit_to_pages(1, 0)
    kinds = sheet.kinds()
    for part, looks in ((sheet.rows, formats.cells), (sheet.total, formats.totals)):
        for row in part:
            place += 1
            _row(made, place, row, kinds(row), looks)


def _above(made: Worksheet, sheet: Sheet, formats: Formats) -> int:
    """Title, what holds for all of it, notes; the row of the headings."""
    made.write_string(0, 0, sheet.title, formats.title)
    place = 1
    for fact in sheet.about:
        made.write_string(place, 0, fact.heading, formats.heading)
        _cell(made, place, 1, fact.cell, in_currency(fact.kind, sheet.currency), formats.cells)
        place += 1
    for note in sheet.notes:
        made.write_string(place, 0, note, formats.note)
        place += 1
    return place + 1


def _row(made: Worksheet, place: int, row: Row, kinds: Sequence[Kind], looks: Mapping[Kind, Format]) -> None:
    for index, (cell, kind) in enumerate(zip(row, kinds, strict=True)):
        _cell(made, place, index, cell, kind, looks)


def _cell(  # noqa: PLR0917 - a place on a sheet, and what stands there
    made: Worksheet, row: int, column: int, cell: Cell, kind: Kind, looks: Mapping[Kind, Format]
) -> None:
    if cell is None:
        made.write_blank(row, column, None, looks[kind])
    else:
        WRITERS[kind](made, row, column, cell, looks[kind])


Writer = Callable[[Worksheet, int, int, Cell, Format], object]


def _text(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    written = str(cell)
    if len(written) > LONGEST_TEXT:
        written = f"{written[: LONGEST_TEXT - 1]}…"
    made.write_string(row, column, written, look)


def _money(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    assert isinstance(cell, int), "money is cents"
    if abs(cell) < MOST_DIGITS:
        made.write_number(row, column, cell / 100, look)
    else:
        made.write_string(row, column, units(cell), look)


def _count(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    assert isinstance(cell, int), "a count"
    if abs(cell) < MOST_DIGITS:
        made.write_number(row, column, cell, look)
    else:
        made.write_string(row, column, str(cell), look)


def _ratio(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    assert isinstance(cell, int | Fraction), "a ratio is exact"
    made.write_number(row, column, float(cell), look)


def _time(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    assert isinstance(cell, datetime), "a time"
    at = cell.astimezone(UTC).replace(tzinfo=None)
    if at.year < FIRST_YEAR:
        made.write_string(row, column, csv.time(cell), look)
    else:
        made.write_datetime(row, column, at, look)


def _date(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    assert isinstance(cell, date), "a date"
    if cell.year < FIRST_YEAR:
        made.write_string(row, column, cell.isoformat(), look)
    else:
        made.write_datetime(row, column, cell, look)


def _flag(made: Worksheet, row: int, column: int, cell: Cell, look: Format) -> None:
    made.write_boolean(row, column, bool(cell), look)


WRITERS: Final[Mapping[Kind, Writer]] = MappingProxyType(
    {
        "text": _text,
        "money": _money,
        "count": _count,
        "time": _time,
        "date": _date,
        "ratio": _ratio,
        "number": _ratio,
        "flag": _flag,
    }
)
