"""A report as tables: what CSV and XLSX are made of, for commands and HTTP alike.

A `Sheet` is one table, a `Workbook` the sheets of one report.  Rows are read
once and in order, so that a month of them is never in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.amounts import CHIP

# What a cell holds: money is whole cents, a ratio (read in per cent) and a number are exact, a time has its
# offset; None is not known.
Kind: TypeAlias = Literal["text", "money", "count", "time", "date", "ratio", "number", "flag"]
Cell: TypeAlias = str | int | bool | Fraction | datetime | date | None
Row: TypeAlias = Sequence[Cell]

# Excel's: at most 31 characters, none of these, no apostrophe at either end, and not "History".
LONGEST_NAME: Final = 31
FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\]|^'|'$")


# The column, or the fact of a whole sheet, that says of what currency its money is.
CURRENCY: Final = "currency"


class Column(NamedTuple):
    """One column: its name in CSV and JSON, its heading for people, what its cells hold."""

    key: str
    heading: str
    kind: Kind = "text"


class Fact(NamedTuple):
    """What holds for the whole sheet, as its gaming date or the position that it reflects."""

    key: str
    heading: str
    cell: Cell
    kind: Kind = "text"


@dataclass(frozen=True)
class Sheet:
    """One table of a report.

    `name` is unique in its workbook.  `about` stands above the table in XLSX and
    beside every row in CSV, `notes` above it in XLSX alone.  `total` is the last
    row; it is read after `rows`, which may have added it up on the way.  Money is
    in the currency that a row says, else the sheet; where that is none, as in a
    chip game, it is units.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Iterable[Row]
    about: Sequence[Fact] = ()
    notes: Sequence[str] = ()
    total: Iterable[Row] = ()

    def __post_init__(self) -> None:
        assert 0 < len(self.name) <= LONGEST_NAME, "a name that Excel takes"
        assert not FORBIDDEN.search(self.name), "a name that Excel takes"

    @property
    def currency(self) -> Cell:
        """The currency of the whole sheet; None where it has none, or each row its own."""
        return next((fact.cell for fact in self.about if fact.key == CURRENCY), None)

    def kinds(self) -> Callable[[Row], Sequence[Kind]]:
        """What the cells of a row hold."""
        money = [column.kind for column in self.columns]
        units = [in_currency(kind, CHIP) for kind in money]
        places = [place for place, column in enumerate(self.columns) if column.key == CURRENCY]

        def of(row: Row) -> Sequence[Kind]:
            currency = row[places[0]] if places else self.currency
            return units if currency == CHIP else money

        return of


def in_currency(kind: Kind, currency: Cell) -> Kind:
    """What a cell of a kind holds in a currency: money is units where that is none."""
    return "count" if kind == "money" and currency == CHIP else kind


@dataclass(frozen=True)
class Workbook:
    """The sheets of one report, the main one first.

    `name` is that of a file, without its ending; `as_of` the position of the
    ledger that all of it reflects.  `many` are more sheets than one would keep
    files open, each of a few rows.
    """

    name: str
    as_of: int
    sheets: Sequence[Sheet]
    many: bool = False


def sheet_name(text: str, taken: Iterable[str] = ()) -> str:
    """A name for a sheet that Excel takes and that no other sheet has, as near to a text as can be.

    Two names that differ only in case are one to Excel.
    """
    known = {one.lower() for one in taken}
    clean = re.sub(r"[\[\]:*?/\\\x00-\x1f]", "-", text).strip("'") or "sheet"
    found, number = clean[:LONGEST_NAME], 2
    while found.lower() in known or found.lower() == "history":
        ending = f"~{number}"
        found, number = clean[: LONGEST_NAME - len(ending)] + ending, number + 1
    return found.rstrip("'")
