"""A sheet as CSV (RFC 4180): UTF-8, one heading row of names, nothing above or below the table.

What holds for the whole sheet stands in columns of its own at the end of every
row, so that a file says by itself which position it reflects, and files can be
put one below the other.  Money is units of its currency with two places, chips
of no currency are counted.

A text that a spreadsheet would take for a formula gets an apostrophe before it,
and so does what follows a character inside it at which one set up for another
country would begin the next cell.  Source: OWASP, CSV injection.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from fractions import Fraction
from io import StringIO
from types import MappingProxyType
from typing import Final, TextIO

from projections.reports.sheet import Cell, Kind, Sheet, in_currency
from projections.reports.wording import units

# Also as wide letters, which spreadsheets read alike.
FORMULA: Final = re.compile(r"[ \u3000]*[=+\-@\t\r\n＝＋－＠]")  # noqa: RUF001 - these are the wide ones
# Where a spreadsheet parts cells that was not told to do so at commas, and a formula after it.
PARTED: Final = re.compile(r"((?:;|(?<=[\s\S])[\t\r\n])[ \u3000]*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001 - the wide ones
NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
RATIO_PLACES: Final = 6


def write(sheet: Sheet, to: TextIO) -> None:
    """Write a sheet; `to` is a text file opened with `newline=""`."""
    csv.writer(to).writerows(lines(sheet))


def written(sheet: Sheet) -> Iterator[str]:
    """The same line by line, ended as text is, for a pipe."""
    for line in lines(sheet):
        piece = StringIO()
        csv.writer(piece, lineterminator="\n").writerow(line)
        yield piece.getvalue()


def lines(sheet: Sheet) -> Iterator[list[str]]:
    """The heading, each row, and the total."""
    yield [column.key for column in sheet.columns] + [fact.key for fact in sheet.about]
    about = [text(fact.cell, in_currency(fact.kind, sheet.currency)) for fact in sheet.about]
    kinds = sheet.kinds()
    for part in (sheet.rows, sheet.total):
        for row in part:
            yield [text(cell, kind) for cell, kind in zip(row, kinds(row), strict=True)] + about


def text(cell: Cell, kind: Kind) -> str:
    """A cell as it is written; what is not known is empty."""
    return "" if cell is None else WRITTEN[kind](cell)


def safe(written: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    if NUMBER.fullmatch(written):
        return written
    mark = "'" if FORMULA.match(written) else ""
    return mark + PARTED.sub(r"\1'", written)


def ratio(exact: Fraction) -> str:
    """A ratio to six places, halves away from zero."""
    scale: int = 10**RATIO_PLACES
    whole, part = divmod(
        (abs(exact.numerator) * scale * 2 + exact.denominator) // (2 * exact.denominator), scale
    )
    return f"{'-' if exact < 0 else ''}{whole}.{part:0{RATIO_PLACES}}"


def time(at: datetime) -> str:
    """A time in UTC, RFC 3339."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _money(cell: Cell) -> str:
    assert isinstance(cell, int), "money is cents"
    return units(cell)


def _ratio(cell: Cell) -> str:
    assert isinstance(cell, int | Fraction), "a ratio is exact"
    return ratio(Fraction(cell))


def _time(cell: Cell) -> str:
    assert isinstance(cell, datetime), "a time"
    return time(cell)


def _date(cell: Cell) -> str:
    assert isinstance(cell, date), "a date"
    return cell.isoformat()


WRITTEN: Final[Mapping[Kind, Callable[[Cell], str]]] = MappingProxyType(
    {
        "text": lambda cell: safe(str(cell)),
        "money": _money,
        "count": str,
        "time": _time,
        "date": _date,
        "ratio": _ratio,
        "number": _ratio,
        "flag": lambda cell: "true" if cell else "false",
    }
)
