"""View days: which days and chip sets there are, chips counted outside tables, variances reported.

What a day or a set says of itself is read from its events, which are few.
Here stands what is asked across days: rows are added, never changed.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from psycopg.types.json import Jsonb

from projections.batch import Batch
from projections.days.listening import ChipsFound, Reported
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "days"
DAYS: Final = Table("days_recorded", {"gaming_date": "date", "first_position": "bigint"}, ("gaming_date",))
CHIP_SETS: Final = Table("days_chip_sets", {"name": "text", "first_position": "bigint"}, ("name",))
FOUND: Final = Table(
    "days_chips_found",
    {"position": "bigint", "gaming_date": "date", "place": "text", "chip_set": "text", "chips": "jsonb"},
    ("position", "place", "chip_set"),
)
REPORTED: Final = Table(
    "days_variance_reports",
    {
        "position": "bigint", "session": "text", "version": "integer", "of_count": "text",
        "amount": "numeric", "slip": "text", "told": "jsonb", "by": "text", "approved_by": "text",
        "occurred_at": "timestamptz",
    },
    ("position",),
)  # fmt: skip

# The rows that a batch adds to each table, in the order of the tables.
Prepared = tuple[list[Row], ...]


class DaysView:
    """Writes the view of days."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self.tables = tuple(table + suffix for table in (DAYS, CHIP_SETS, FOUND, REPORTED))

    def prepare(self, batch: Batch) -> Writing:
        """What was said of days."""
        news = batch.of_days
        return partial(
            self.write,
            (
                list(news.days),
                list(news.chip_sets),
                [_found(one) for one in news.found],
                [_reported(one) for one in news.reported],
            ),
        )

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Add the rows."""
        for table, rows in zip(self.tables, prepared, strict=True):
            table.add(connection, rows)


def _found(one: ChipsFound) -> Row:
    chips = None if one.chips is None else Jsonb({str(face): count for face, count in one.chips.items()})
    return (*one[:-1], chips)


def _reported(one: Reported) -> Row:
    where, report = one[:-1], one.report
    if report is None:
        return (*where, *(None,) * 7)
    slip = None if report.slip is None else f"{report.slip.type}/{report.slip.series}/{report.slip.serial}"
    return (
        *where, report.of, report.amount, slip, Jsonb(report.to), report.by, report.approved_by,
        report.occurred_at,
    )  # fmt: skip
